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

  /// Makes sure that the catalog and the files beside it are regular files, if they are there.
  ///
  /// Nobody may ever write to a pipe that is read, and a folder may hold files that somebody needs.
  ///
  /// - Throws: `CatalogUnavailable`, and the error of the file system.
  static func hasRegularFilesOnly(_ location: CatalogLocation) throws {
    for path in location.files {
      guard try status(path).map({ $0.kind == .regular }) ?? true else {
        throw CatalogUnavailable(
          "no catalog: \(path.string): is not a regular file; name another with --catalog; every photo is read anew"
        )
      }
    }
  }

  /// False if the file holds anything other than a catalog, damaged or not.
  static func isCatalogOrNew(_ location: CatalogLocation) throws -> Bool {
    guard let status = try status(location.file) else { return true }
    let head = try head(of: location.file)
    // To SQLite a file of one byte is empty.
    if head.isEmpty { return status.size == 0 }
    // The header of a database (SQLite, "Database File Format", 1.3): its name, and the application at 68.
    guard head.count == headCount, head.starts(with: "SQLite format 3\0".utf8) else { return false }
    return head[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } == applicationID
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
    guard ((try? status(location.file))?.size ?? 0) == 0, let name = location.file.lastComponent else {
      return
    }
    let file = try OpenFolder(reaching: location.folder)
      .open(FileName(name), O_WRONLY | O_CREAT, mode: 0o600, followsLinks: true)
    try file.close()
    let queue = try DatabaseQueue(path: location.file.string, configuration: configuration)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA page_size = \(pageSize); PRAGMA application_id = \(applicationID)")
    }
    try queue.close()
  }

  /// The status of a file; `nil` if there is none.
  static func status(_ path: FilePath) throws(Errno) -> FileStatus? {
    do throws(Errno) {
      return try FileStatus(path)
    } catch .noSuchFileOrDirectory {
      return nil
    }
  }
}
