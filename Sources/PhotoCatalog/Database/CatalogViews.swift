import PhotoFormats

/// The views for people and other programs, which photopick never reads. Names and units are as in JSON.
enum CatalogViews {
  static let all = [
    photos, list("keywords", .keywords, as: "keyword"), list("people", .people, as: "person"), folders,
  ]

  private static let photos = CatalogDefinition(
    view: "photos",
    """
    SELECT photo.id AS id,
      CASE WHEN typeof(path) = 'text' AND typeof(name) = 'text' THEN \(path) ELSE CAST(\(path) AS BLOB) END AS path,
      name, path AS folder, format,
      CASE WHEN fileType IN (\(videos)) THEN 'video' WHEN format = 'unknown' THEN 'unknown' ELSE 'image' END AS mediaType,
      width AS pixelWidth, height AS pixelHeight, orientation,
      strftime('%Y-%m-%dT%H:%M:%S', date, 'unixepoch'\(zone)) AS date, utcOffset,
      strftime('%Y', date, 'unixepoch'\(zone)) AS year, strftime('%Y-%m', date, 'unixepoch'\(zone)) AS month,
      \(string("dateSource")), (SELECT name FROM camera WHERE id = photo.camera) AS camera,
      (SELECT nullif(make, '') FROM camera WHERE id = photo.camera) AS make,
      (SELECT nullif(model, '') FROM camera WHERE id = photo.camera) AS model,
      latitude, longitude, altitude,
      \(fields.joined(separator: ",\n  ")),
      size AS fileSize, strftime('%Y-%m-%dT%H:%M:%SZ', modified, 'unixepoch') AS modified, screenshot,
      \(string("damaged"))
    FROM photo JOIN folder ON folder.id = photo.folder
    """)

  private static let folders = CatalogDefinition(
    view: "folders",
    """
    SELECT id, path, (SELECT count(*) FROM photo WHERE photo.folder = folder.id) AS photos
    FROM folder WHERE inode <> 0
    """)

  private static func list(_ name: String, _ field: MetadataField, as column: String) -> CatalogDefinition {
    CatalogDefinition(
      view: name,
      """
      SELECT photo, text AS \(column) FROM list JOIN string ON string.id = list.string
      WHERE field = \(field.rawValue)
      """)
  }

  private static let path = "iif(path = '/', '', path) || '/' || name"

  /// Dates of videos and of files are UTC: SQLite converts them to the time zone of the machine.
  private static let zone = ", iif(clock = 0, '+0 seconds', 'localtime')"

  private static let videos = PhotoFileType.allCases.filter { $0.mediaType == .video }
    .map { "\($0.rawValue)" }.joined(separator: ", ")

  private static func string(_ column: String) -> String {
    "(SELECT text FROM string WHERE id = photo.\(column)) AS \(column)"
  }

  private static let fields = MetadataField.allCases.map { field in
    switch PhotoRow.storage(of: field) {
    case .value(let column): column
    case .string(let column): string(column)
    case .list(let number):
      """
      (SELECT json_group_array(text) FROM list JOIN string ON string.id = list.string
        WHERE list.photo = photo.id AND field = \(number) HAVING count(*) > 0) AS \(field.key)
      """
    }
  }
}
