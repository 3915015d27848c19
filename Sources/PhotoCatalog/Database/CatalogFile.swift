import GRDB
import PhotoFiles
import SystemPackage

/// The file of a catalog before it is opened as a database.
enum CatalogFile {
  /// SQLite's `application_id` of a photopick catalog: "PPck".
  private static let applicationID: UInt32 = 0x5050_636B

  /// Makes sure that neither the catalog nor a file beside it is a pipe, to which nobody may ever write, or a folder,
  /// which may hold what is dear to somebody.
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
    guard try status(location.file) != nil else { return true }
    let file = try OpenFile(location.file)
    let head = try [UInt8](unsafeUninitializedCapacity: 100) { buffer, count in
      count = try file.descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    if head.isEmpty { return true }
    // The header of a database (SQLite, "Database File Format", 1.3): its name, and the application at 68.
    guard head.count == 100, head.starts(with: "SQLite format 3\0".utf8) else { return false }
    return head[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } == applicationID
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
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = \(applicationID)") }
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
