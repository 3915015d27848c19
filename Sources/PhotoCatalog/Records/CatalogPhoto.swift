import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// A photo or video in the catalog, to be asked for by GRDB's requests and followed by a ``FetchedDataSource``.
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
/// The columns serve to find and to order; what an item says comes from the record of the row, whose checksum tells
/// damage. Those of `Columns` that stand below `size`, and those of fields, are taken from the record too.
public struct CatalogPhoto: FetchableRecord, TableRecord, Identifiable, Sendable {
  public static let databaseTableName = "photo"

  /// The columns that a request may ask. Those of the declared fields of `MetadataField` come beside them, under
  /// their keys.
  public enum Columns {
    /// The row of the album.
    public static let folder = Column("folder")
    /// The bytes of the name.
    public static let name = Column("name")
    /// `jpeg`, `heic`, `mov`, ….
    public static let format = Column("format")
    /// Seconds since 1970-01-01T00:00:00 on the wall clock; of universal time if `clock` is not 0.
    public static let date = Column("date")
    /// 0 for wall-clock time, 1 if the date is the file's time, 2 for a video's universal time.
    public static let clock = Column("clock")
    /// True if the file has other names, or its path is a symbolic link.
    public static let isShared = Column("isShared")
    /// The row of the camera.
    public static let camera = Column("camera")
    /// Size of the file in bytes.
    public static let size = Column("size")
    /// `2014`, `2014-05`, `2014-05-25`; NULL without a date.
    public static let year = Column("year")
    public static let month = Column("month")
    public static let day = Column("day")
    public static let isVideo = Column("isVideo")
    public static let isScreenshot = Column("isScreenshot")
    /// True if the header cannot be read to its end.
    public static let isDamaged = Column("isDamaged")
    /// Size in pixels as stored.
    public static let width = Column("width")
    public static let height = Column("height")
    /// 1 to 8 as in Exif.
    public static let orientation = Column("orientation")
    /// Degrees, north and east positive, and metres above the sea.
    public static let latitude = Column("latitude")
    public static let longitude = Column("longitude")
    public static let altitude = Column("altitude")

    /// The column of a declared field.
    public static func field(_ field: MetadataField) -> Column { Column(field.key) }
  }

  /// The folder that holds the photo.
  public static let album = belongsTo(CatalogAlbum.self, using: ForeignKey(["folder"], to: ["id"]))

  /// The camera that took the photo.
  public static let camera = belongsTo(CatalogCamera.self, using: ForeignKey(["camera"], to: ["id"]))

  public static var databaseSelection: [any SQLSelectable] {
    [
      Columns.folder, Columns.name, Column("record"),
      SQL("(SELECT path FROM folder WHERE id = \(Columns.folder))").forKey("folderPath"),
    ]
  }

  /// Which photo it is: the one of that name in that album.
  public struct ID: Hashable, Sendable {
    /// The row of the album.
    public let album: CatalogAlbum.ID
    /// The name of the file.
    public let name: FileName
  }

  /// Which photo it is.
  public let id: ID
  /// The photo, its date on the clock of this machine if it has universal time only.
  public let asset: Asset

  /// - Throws: `DatabaseError` if the row is damaged.
  public init(row: Row) throws {
    guard let name = FileName(bytes: row.bytes(at: 1)) else { throw DatabaseError.damage }
    let album = try row.number(at: 0)
    let record = row.bytes(at: 2).withUnsafeBytes { FileRecord($0, folder: album, name: name.bytes) }
    guard let record else { throw DatabaseError.damage }
    id = ID(album: album, name: name)
    asset = record.asset(name, in: Folder(FilePath(fileSystemBytes: row.bytes(at: 3))), Self.clocks)
  }

  /// Asking for the machine's zone again for each row would take longer than all else.
  static let clocks = LibraryClocks()
}

extension CatalogPhoto: Equatable {
  /// Equal if nothing that is known of the photo differs.
  public static func == (left: CatalogPhoto, right: CatalogPhoto) -> Bool {
    left.id == right.id && left.asset.isUnchanged(since: right.asset)
  }
}

/// A camera in the catalog.
public struct CatalogCamera: FetchableRecord, TableRecord, Identifiable, Hashable, Sendable {
  public static let databaseTableName = "camera"

  /// The columns that a request may ask.
  public enum Columns {
    public static let id = Column("id")
    public static let make = Column("make")
    public static let model = Column("model")
    /// Make and model in one, as a person reads them.
    public static let name = Column("name")
  }

  public static var databaseSelection: [any SQLSelectable] { [Columns.id, Columns.name] }

  /// The number of the row.
  public let id: Int64
  /// Make and model in one, as a person reads them.
  public let name: String

  /// - Throws: `DatabaseError` if the row is damaged.
  public init(row: Row) throws {
    id = try row.number(at: 0)
    name = String(decoding: row.bytes(at: 1), as: UTF8.self)
  }
}
