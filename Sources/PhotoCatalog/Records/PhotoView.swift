import GRDB
import PhotoFormats

/// The columns of `CatalogPhoto` and `CatalogAlbum`, in temporary views.
enum PhotoView {
  /// Creates the views on a connection.
  static func make(in db: Database) throws {
    let fields = MetadataField.allCases.map { field in
      switch PhotoRow.storage(of: field) {
      case .value(let column): column
      case .string(let column): "(SELECT text FROM string WHERE id = photo.\(column)) AS \(column)"
      case .list(let number):
        """
        (SELECT group_concat(text, char(10)) FROM list JOIN string ON string.id = list.string
        WHERE list.photo = photo.id AND field = \(number)) AS \(field.key)
        """
      }
    }
    try db.execute(
      sql: """
        CREATE TEMP VIEW photo AS SELECT photo.id, folder, name, link > 0 AS isShared, clock, date, record, inode,
          format, camera, size, strftime('%Y', date, 'unixepoch') AS year,
          strftime('%Y-%m', date, 'unixepoch') AS month, date(date, 'unixepoch') AS day,
          fileType IN (\(videos)) AS isVideo, screenshot AS isScreenshot, damaged IS NOT NULL AS isDamaged,
          width, height, orientation, latitude, longitude, altitude, \(fields.joined(separator: ", "))
        FROM main.photo LEFT JOIN main.record ON record.photo = photo.id;
        CREATE TEMP VIEW album AS SELECT id, path,
          (SELECT count(*) FROM main.photo WHERE folder = folder.id) AS count
        FROM main.folder
        """)
  }

  private static let videos = PhotoFileType.allCases.filter { $0.mediaType == .video }
    .map { "\($0.rawValue)" }.joined(separator: ",")
}
