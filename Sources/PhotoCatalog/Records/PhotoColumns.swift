import GRDB
import PhotoFormats
import PhotoLibrary

/// The columns of a photo by which SQL finds, orders and counts; they follow from what `FileRecord` holds.
enum PhotoColumns {
  /// The statement that writes a photo; its arguments are folder, name, record, inode, facts and
  /// `values(of:camera:)`.
  static let insertion: String = {
    let columns = ["folder", "name", "record", "inode", "facts"] + names
    return """
      INSERT OR REPLACE INTO photo (\(columns.map { "\"\($0)\"" }.joined(separator: ", ")))
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
      """
  }()

  private static let names =
    [
      "format", "clock", "date", "isVideo", "isScreenshot", "isDamaged", "isShared", "camera", "width",
      "height",
      "orientation", "size", "latitude", "longitude", "altitude",
    ] + MetadataField.allCases.map(\.key)

  /// The values of the columns of an asset.
  ///
  /// - Parameter camera: the row of its camera.
  static func values(of asset: Asset, camera: Int64?) -> [(any DatabaseValueConvertible)?] {
    [
      asset.format.rawValue, DateClock(asset).rawValue, date(of: asset), asset.isVideo, asset.isScreenshot,
      asset.damage != nil, asset.isSymbolicLink || asset.hasOtherNames, camera,
      asset.pixelSize.map { Int64($0.width) }, asset.pixelSize.map { Int64($0.height) },
      asset.orientation.map { Int64($0.rawValue) }, asset.fileSize, asset.location?.latitude,
      asset.location?.longitude, asset.location?.altitude,
    ] + MetadataField.allCases.map { asset.values[$0]?.columnValue }
  }

  /// The seconds by which SQL finds an asset: of its date, or of the file if it has no other.
  static func date(of asset: Asset) -> Int64? {
    asset.date?.source == .file ? asset.modified.seconds : asset.date?.time.seconds
  }
}

extension FieldValue {
  /// The value in a column of SQL; the texts of a list stand one a line.
  fileprivate var columnValue: any DatabaseValueConvertible {
    switch self {
    case .text(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .list(let texts): texts.joined(separator: "\n")
    case .integer(let value): value
    case .number(let value): value
    case .flag(let value): value
    case .date(let date): date.time.seconds
    case .moment(let time): time.seconds
    case .regions(let faces): faces.map(\.text).joined(separator: "\n")
    }
  }
}
