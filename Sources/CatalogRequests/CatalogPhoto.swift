import GRDB
import PhotoFiles
import PhotoFormats
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A photo or video in the catalog: a row of the view `photos`.
///
/// ```swift
/// let source = FetchedDataSource(
///   SectionedRequest(sectionedBy: .string("month"), itemOrder: [CatalogPhoto.Columns.date.desc]) {
///     CatalogPhoto.filter { $0.format == "jpeg" }
///   }, in: reader)
/// for try await update in source.updates() {
///   print(update.snapshot.items.map(\.path))
/// }
/// ```
///
/// Requests filter and sort by all columns. A record of your own can have properties for others.
public struct CatalogPhoto: FetchableRecord, TableRecord, Identifiable, Hashable, Sendable {
  public static let databaseTableName = "photos"

  /// The columns for requests, with the names and units of photopick's JSON.
  public enum Columns {
    public static let id = Column("id")
    /// The path, and the last component: strings, or blobs if they aren't UTF-8.
    public static let path = Column("path")
    public static let name = Column("name")
    /// The path of the folder.
    public static let folder = Column("folder")
    /// `jpeg`, `heic`, `mov`, ….
    public static let format = Column("format")
    /// `image`, `video` or `unknown`.
    public static let mediaType = Column("mediaType")
    /// Size in pixels as stored.
    public static let pixelWidth = Column("pixelWidth")
    public static let pixelHeight = Column("pixelHeight")
    /// The Exif orientation, 1 to 8.
    public static let orientation = Column("orientation")
    /// Local time, such as `2014-05-25T10:31:00` (ISO 8601); NULL if unknown.
    public static let date = Column("date")
    /// The offset of the local time from UTC, in minutes.
    public static let utcOffset = Column("utcOffset")
    /// `2014`, `2014-05`; NULL if the date is unknown.
    public static let year = Column("year")
    public static let month = Column("month")
    public static let dateSource = Column("dateSource")
    /// Make and model, for display.
    public static let camera = Column("camera")
    public static let make = Column("make")
    public static let model = Column("model")
    /// In degrees, positive in the north and east; the altitude in metres.
    public static let latitude = Column("latitude")
    public static let longitude = Column("longitude")
    public static let altitude = Column("altitude")
    /// In bytes.
    public static let fileSize = Column("fileSize")
    /// The modification time in UTC, such as `2014-05-25T08:31:00Z`.
    public static let modified = Column("modified")
    public static let screenshot = Column("screenshot")
    /// Why the header can't be parsed, or NULL.
    public static let damaged = Column("damaged")

    /// Returns the column of a metadata field.
    public static func field(_ field: MetadataField) -> Column { Column(field.key) }
  }

  /// The folder of the photo.
  public static let album = belongsTo(CatalogAlbum.self, using: ForeignKey(["folder"], to: ["path"]))

  public static var databaseSelection: [any SQLSelectable] {
    [
      Columns.id, Columns.path, Columns.format, Columns.date, Columns.pixelWidth, Columns.pixelHeight,
      Columns.fileSize, Columns.modified,
    ]
  }

  /// The row identifier, which doesn't change as long as the file has its path.
  public let id: Int64
  public let path: FilePath
  /// `jpeg`, `heic`, `mov`, ….
  public let format: String
  /// Local time, such as `2014-05-25T10:31:00` (ISO 8601), or `nil` if unknown.
  public let date: String?
  /// Width and height in pixels as stored, or `nil` if unknown.
  public let pixelWidth: Int?
  public let pixelHeight: Int?
  /// In bytes.
  public let fileSize: Int64
  /// The modification time in UTC, such as `2014-05-25T08:31:00Z`.
  public let modified: String

  /// - Throws: `DatabaseError` if a value is missing or has another type.
  public init(row: Row) throws {
    id = try row.value(at: 0)
    path = try row.path(at: 1)
    format = try row.value(at: 2)
    date = try row.valueOrNull(at: 3)
    (pixelWidth, pixelHeight) = (try row.valueOrNull(at: 4), try row.valueOrNull(at: 5))
    (fileSize, modified) = (try row.value(at: 6), try row.value(at: 7))
  }
}

/// A folder in the catalog: a row of the view `folders`.
///
/// ```swift
/// let albums = try await reader.database.read { db in
///   try CatalogAlbum.filter { $0.photos > 0 }.fetchAll(db)
/// }
/// ```
public struct CatalogAlbum: FetchableRecord, TableRecord, Identifiable, Hashable, Sendable {
  public static let databaseTableName = "folders"

  /// The columns for requests.
  public enum Columns {
    public static let id = Column("id")
    /// The path: a string, or a blob if it isn't UTF-8.
    public static let path = Column("path")
    /// The number of photos and videos.
    public static let photos = Column("photos")
  }

  /// The photos in the folder.
  public static let photos = hasMany(CatalogPhoto.self, using: ForeignKey(["folder"], to: ["path"]))

  public static var databaseSelection: [any SQLSelectable] { [Columns.id, Columns.path, Columns.photos] }

  /// The row identifier, which doesn't change as long as the folder has its path.
  public let id: Int64
  public let path: FilePath
  /// The number of photos and videos.
  public let count: Int

  /// - Throws: `DatabaseError` if a value is missing or has another type.
  public init(row: Row) throws {
    (id, path, count) = (try row.value(at: 0), try row.path(at: 1), try row.value(at: 2))
  }
}

/// GRDB's subscripts trap if a value has an unexpected type.
extension Row {
  fileprivate func value<Value: DatabaseValueConvertible>(at index: Int) throws -> Value {
    guard let value = Value.fromDatabaseValue(self[index]) else { throw damage(at: index) }
    return value
  }

  fileprivate func valueOrNull<Value: DatabaseValueConvertible>(at index: Int) throws -> Value? {
    hasNull(atIndex: index) ? nil : try value(at: index)
  }

  fileprivate func path(at index: Int) throws -> FilePath {
    let value: DatabaseValue = self[index]
    // The bytes of a string or a blob.
    let bytes = Data.fromDatabaseValue(value).map { Array($0) }
    guard let bytes, !bytes.isEmpty, !bytes.contains(0) else { throw damage(at: index) }
    return FilePath(fileSystemBytes: bytes)
  }

  private func damage(at index: Int) -> DatabaseError {
    DatabaseError(
      resultCode: .SQLITE_MISMATCH, message: "unexpected value in column \(Array(columnNames)[index])")
  }

  private func hasNull(atIndex index: Int) -> Bool {
    let value: DatabaseValue = self[index]
    return value.isNull
  }
}
