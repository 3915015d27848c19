import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// A photo or video in the catalog, for GRDB requests and ``FetchedDataSource``.
///
/// ```swift
/// let source = FetchedDataSource(
///   SectionedRequest(sectionedBy: .string("month"), itemOrder: [CatalogPhoto.Columns.date.desc]) {
///     CatalogPhoto.filter { $0.format == "jpeg" }
///   }, in: catalog)
/// for try await update in source.updates() {
///   print(update.snapshot.items.map(\.asset.path))
/// }
/// ```
///
/// Requests filter and sort by columns. The properties of an item come from the record of the row, which has a checksum.
public struct CatalogPhoto: FetchableRecord, TableRecord, Identifiable, Sendable {
  public static let databaseTableName = "photo"

  /// The columns for requests. Each field of `MetadataField` is also a column, named by its key.
  public enum Columns {
    /// The row identifier of the album.
    public static let folder = Column("folder")
    /// The name: a string, or a blob if it isn't UTF-8.
    public static let name = Column("name")
    /// `jpeg`, `heic`, `mov`, ….
    public static let format = Column("format")
    /// Seconds since 1970-01-01T00:00:00, in local time if `clock` is 0, else UTC.
    public static let date = Column("date")
    /// 0 for local time, 1 for the modification time of the file, 2 for the UTC date of a video.
    public static let clock = Column("clock")
    /// Whether the file has other names or its path is a symbolic link.
    public static let isShared = Column("isShared")
    /// The row identifier of the camera.
    public static let camera = Column("camera")
    /// Size of the file in bytes.
    public static let size = Column("size")
    /// `2014`, `2014-05`, `2014-05-25`; NULL if the date is unknown.
    public static let year = Column("year")
    public static let month = Column("month")
    public static let day = Column("day")
    public static let isVideo = Column("isVideo")
    public static let isScreenshot = Column("isScreenshot")
    /// Whether the header can't be parsed.
    public static let isDamaged = Column("isDamaged")
    /// Size in pixels as stored.
    public static let width = Column("width")
    public static let height = Column("height")
    /// The Exif orientation, 1 to 8.
    public static let orientation = Column("orientation")
    /// Positive in the north and east; the altitude in metres.
    public static let latitude = Column("latitude")
    public static let longitude = Column("longitude")
    public static let altitude = Column("altitude")

    /// Returns the column of a metadata field.
    public static func field(_ field: MetadataField) -> Column { Column(field.key) }
  }

  /// The folder of the photo.
  public static let album = belongsTo(CatalogAlbum.self, using: ForeignKey(["folder"], to: ["id"]))

  /// The camera that took the photo.
  public static let camera = belongsTo(CatalogCamera.self, using: ForeignKey(["camera"], to: ["id"]))

  public static var databaseSelection: [any SQLSelectable] {
    [
      Columns.folder, Columns.name, Column("record"),
      SQL("(SELECT path FROM folder WHERE id = \(Columns.folder))").forKey("folderPath"),
    ]
  }

  /// The identity of a photo: album and name.
  public struct ID: Hashable, Sendable {
    /// The row identifier of the album.
    public let album: CatalogAlbum.ID
    /// The name of the file.
    public let name: FileName
  }

  public let id: ID
  /// The photo. UTC dates are converted to the time zone of this machine.
  public let asset: Asset

  /// - Throws: `DatabaseError` if a value is missing or invalid.
  public init(row: Row) throws {
    guard let name = FileName(bytes: try row.shortBytes(at: 1)) else { throw DatabaseError.damage }
    let album = try row.number(at: 0)
    let record = row.bytes(at: 2).withUnsafeBytes { FileRecord($0, folder: album, name: name.bytes) }
    guard let record else { throw DatabaseError.damage }
    id = ID(album: album, name: name)
    let folder = Folder(FilePath(fileSystemBytes: try row.shortBytes(at: 3)))
    asset = record.asset(name, in: folder, Self.clocks)
  }

  /// The clocks, created once because finding the machine's time zone for each row takes longer than decoding.
  static let clocks = LibraryClocks()
}

extension CatalogPhoto: Equatable {
  /// Compares identity and metadata.
  public static func == (left: CatalogPhoto, right: CatalogPhoto) -> Bool {
    left.id == right.id && left.asset.isUnchanged(since: right.asset)
  }
}

/// A camera in the catalog.
public struct CatalogCamera: FetchableRecord, TableRecord, Identifiable, Hashable, Sendable {
  public static let databaseTableName = "camera"

  /// The columns for requests.
  public enum Columns {
    public static let id = Column("id")
    public static let make = Column("make")
    public static let model = Column("model")
    /// Make and model, for display.
    public static let name = Column("name")
  }

  public static var databaseSelection: [any SQLSelectable] { [Columns.id, Columns.name] }

  /// The row identifier.
  public let id: Int64
  /// Make and model, for display.
  public let name: String

  /// - Throws: `DatabaseError` if a value is missing or invalid.
  public init(row: Row) throws {
    id = try row.number(at: 0)
    name = String(decoding: try row.shortBytes(at: 1), as: UTF8.self)
  }
}
