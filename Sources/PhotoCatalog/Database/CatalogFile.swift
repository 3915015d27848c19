import CCatalog
import PhotoFiles
import SystemPackage

/// Checks the file of a catalog before a database connection opens it.
enum CatalogFile {
  /// SQLite's `application_id` of a photopick catalog: "PPck".
  private static let applicationID: UInt32 = 0x5050_636B
  /// The length of a database header, in bytes.
  private static let headCount = 100
  /// The page size, in bytes. Queries on a million photos read all pages, and take a tenth longer with the usual 4096 bytes.
  private static let pageSize = 16_384

  /// Checks that the catalog and SQLite's files next to it are regular files or don't exist.
  ///
  /// Reading a pipe may block forever. A connection doesn't follow a symbolic link; this function says which file is one.
  ///
  /// - Throws: `CatalogUnavailable`, or the error of the file system.
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

  /// Checks that no log or journal exists next to a catalog that doesn't exist. SQLite would delete these files.
  ///
  /// - Throws: `CatalogUnavailable`, or the error of the file system.
  static func requireNoRemains(_ location: CatalogLocation) throws {
    guard !location.isOwn else { return }
    for path in try location.files where try OwnFile(path).status() != nil {
      throw CatalogUnavailable(
        "no catalog: \(path.string) has the name of a file that SQLite would remove; use another catalog",
        .anotherCatalog)
    }
  }

  /// The kind of a file at the path of a catalog.
  enum Content {
    /// The file doesn't exist.
    case none
    /// The file has no bytes, as while a catalog is being created.
    case empty
    /// A catalog, valid or not.
    case catalog
    /// Another kind of file.
    case foreign
  }

  /// Returns the kind of the file by its header.
  static func content(_ location: CatalogLocation) throws -> Content {
    let file = try location.real
    guard let status = try OwnFile(file).status() else { return .none }
    let head = try head(of: file)
    // SQLite considers a single byte an empty file.
    if head.isEmpty { return status.size == 0 ? .empty : .foreign }
    // The database header (SQLite, "Database File Format", 1.3) starts with a name, and contains the application ID at
    // 68.
    guard head.count == headCount, head.starts(with: "SQLite format 3\0".utf8) else { return .foreign }
    let application = head[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return application == applicationID ? .catalog : .foreign
  }

  /// Reads the first bytes of a file through SQLite. Closing a separate descriptor would release the locks of all
  /// connections in this process.
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

  /// Writes the application identifier before anything else, so that a crash at any time leaves a file that is recognized.
  static func makeEmptyDatabase(_ location: CatalogLocation) throws {
    let path = try location.real
    guard try OwnFile(path).status()?.size ?? 0 == 0, let name = path.lastComponent else { return }
    try OpenFolder(reaching: path.containingFolder)
      .open(FileName(name), O_WRONLY | O_CREAT, mode: 0o600).close()
    try Connection(to: path, for: .writing)
      .execute("PRAGMA page_size = \(pageSize); PRAGMA application_id = \(applicationID)")
  }
}
