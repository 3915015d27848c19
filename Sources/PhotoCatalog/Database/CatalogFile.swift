import CCatalog
import GRDB
import PhotoFiles
import SystemPackage

/// The file of a catalog before it is opened as a database.
enum CatalogFile {
  /// SQLite's `application_id` of a photopick catalog: "PPck".
  private static let applicationID: UInt32 = 0x5050_636B
  /// The length of the header of a database in bytes.
  private static let headCount = 100
  /// The bytes of a page. A question to a million photos reads all pages of an index: with the usual 4096 bytes it
  /// takes a tenth longer, and so does the scan that writes them.
  private static let pageSize = 16_384

  /// Makes sure that the catalog and the files that SQLite keeps next to it are regular files, or missing.
  ///
  /// A link could lead SQLite to overwrite any file, and nobody may ever write to a pipe that is read. SQLite itself opens
  /// paths and follows a link to the database, and GRDB passes no flag that forbids it, so the files are examined
  /// beforehand. Nobody else can put a link there in between: the user alone writes to the folder of photopick's own
  /// catalog, and the user owns every link that leads to another one.
  ///
  /// - Throws: `CatalogUnavailable`, and the error of the file system.
  static func requireRegularFiles(_ location: CatalogLocation) throws {
    for path in try location.files {
      do {
        _ = try OwnFile(path).status()
      } catch let error as UnexpectedKind {
        throw CatalogUnavailable(
          "no catalog: \(path.string): \(error), or use another catalog", .anotherCatalog)
      }
    }
  }

  /// Makes sure that SQLite finds no log or journal where a person names a catalog that doesn't exist: it would remove
  /// them, and they are not SQLite's.
  ///
  /// - Throws: `CatalogUnavailable`, and the error of the file system.
  static func requireNoRemains(_ location: CatalogLocation) throws {
    guard !location.isOwn else { return }
    for path in try location.files where try OwnFile(path).status() != nil {
      throw CatalogUnavailable(
        "no catalog: \(path.string) has the name of a file that SQLite would remove; use another catalog",
        .anotherCatalog)
    }
  }

  /// What the file of a catalog contains.
  enum Content {
    /// There is no file.
    case none
    /// No bytes, as in a catalog that is being made.
    case empty
    /// A catalog, perhaps a damaged one.
    case catalog
    /// Something else.
    case foreign
  }

  /// Returns what the file contains, by its header.
  static func content(_ location: CatalogLocation) throws -> Content {
    let file = try location.real
    guard let status = try OwnFile(file).status() else { return .none }
    let head = try head(of: file)
    // To SQLite a file of one byte is empty.
    if head.isEmpty { return status.size == 0 ? .empty : .foreign }
    // The header of a database (SQLite, "Database File Format", 1.3): its name, and the application at 68.
    guard head.count == headCount, head.starts(with: "SQLite format 3\0".utf8) else { return .foreign }
    let application = head[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return application == applicationID ? .catalog : .foreign
  }

  /// The first bytes of a file, read by SQLite: to close a descriptor of our own would end the locks of a catalog that
  /// this process has open.
  private static func head(of path: FilePath) throws(Errno) -> [UInt8] {
    var failure: CInt = 0
    let head = [UInt8](unsafeUninitializedCapacity: headCount) { buffer, count in
      let read = path.withPlatformString { catalog_read_head($0, buffer.baseAddress, headCount, &failure) }
      count = max(0, read)
      if read < 0, failure == 0 { failure = Errno.ioError.rawValue }
    }
    guard failure == 0 else { throw Errno(rawValue: failure) }
    return head
  }

  /// Marks a new database as ours before anything else is written to it, so that a kill at any moment leaves a
  /// file that is known as a catalog.
  static func makeEmptyDatabase(_ location: CatalogLocation, _ configuration: Configuration) throws {
    let path = try location.real
    guard try OwnFile(path).status()?.size ?? 0 == 0, let name = path.lastComponent else { return }
    let folder = path.removingLastComponent()
    try OpenFolder(reaching: folder.isEmpty ? "." : folder)
      .open(FileName(name), O_WRONLY | O_CREAT, mode: 0o600).close()
    let queue = try DatabaseQueue(path: path.string, configuration: configuration)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA page_size = \(pageSize); PRAGMA application_id = \(applicationID)")
    }
    try queue.close()
  }
}
