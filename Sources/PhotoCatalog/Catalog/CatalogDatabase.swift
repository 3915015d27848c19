import Foundation
import GRDB
import PhotoFiles
import PhotoLibrary
import SystemPackage

/// Opens the database of a catalog and keeps its tables up to date.
enum CatalogDatabase {
  /// SQLite's `application_id` of a photopick catalog: "PPck".
  private static let applicationID: UInt32 = 0x5050_636B

  /// A database that is ready, and what the user should know about it.
  struct Opened {
    let pool: DatabasePool
    let notice: String?
  }

  /// Opens the catalog at a location; where it is photopick's own and damaged or foreign, makes it anew.
  static func open(_ location: CatalogLocation) throws(CatalogUnavailable) -> Opened {
    let name = location.file.string
    // GRDB and SQLite take text, which would name another file.
    guard String(validating: location.file.fileSystemBytes, as: UTF8.self) != nil else {
      throw CatalogUnavailable(
        "no catalog: \(name): the path is no UTF-8; name another with --catalog; every photo is read anew")
    }
    do {
      if location.isOwn {
        try FileManager.default.createDirectory(
          atPath: location.file.removingLastComponent().string, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      }
      // Runs that begin at once make one catalog, and none removes what another has just made.
      let lock = CatalogLock(location)
      defer { lock?.end() }
      if try !isCatalogOrNew(location) {
        guard location.isOwn else {
          throw CatalogUnavailable("\(name) is not a photopick catalog; name another file with --catalog")
        }
        try location.remove()
        return Opened(
          pool: try prepared(location), notice: "the catalog \(name) was damaged and is made anew")
      }
      return try openPrepared(location)
    } catch let error as CatalogUnavailable {
      throw error
    } catch let error where isDamage(error) {
      throw CatalogUnavailable(
        "no catalog: \(name) is damaged; every photo is read anew; photopick catalog clear --catalog removes it"
      )
    } catch {
      throw CatalogUnavailable("no catalog: \(name): \(reason(error)); every photo is read anew")
    }
  }

  private static func openPrepared(_ location: CatalogLocation) throws -> Opened {
    do {
      return Opened(pool: try prepared(location), notice: nil)
    } catch let error as DatabaseError where isDamage(error) && location.isOwn {
      try location.remove()
      return Opened(
        pool: try prepared(location),
        notice: "the catalog \(location.file.string) was damaged and is made anew")
    }
  }

  /// True for errors that say that the file is no whole database.
  static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return error is RowDecodingError }
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_SCHEMA, .SQLITE_ERROR, .SQLITE_MISMATCH]
      .contains(error.resultCode)
  }

  /// An error in words.
  static func reason(_ error: any Error) -> String {
    if let error = error as? DatabaseError {
      switch error.resultCode {
      case .SQLITE_FULL: return "the disk is full"
      case .SQLITE_BUSY, .SQLITE_LOCKED: return "another program keeps it locked"
      case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
        return "it cannot be written; check its permissions"
      default: return error.message ?? "\(error.resultCode)"
      }
    }
    return error is RowDecodingError ? "it is damaged" : "\(error)"
  }

  /// False where the file holds something else than a catalog, be that damaged.
  static func isCatalogOrNew(_ location: CatalogLocation) throws -> Bool {
    // Nobody may ever write to a pipe, and a folder may hold what is dear to somebody.
    for path in location.files {
      guard try status(path).map({ $0.kind == .regular }) ?? true else {
        throw CatalogUnavailable(
          "no catalog: \(path.string): is no file that can be a catalog; name another with --catalog; every photo is read anew"
        )
      }
    }
    guard try status(location.file) != nil else { return true }
    let handle = try FileDescriptor.open(location.file, .readOnly, options: [.closeOnExec, .nonBlocking])
    let head = try handle.closeAfter {
      try [UInt8](unsafeUninitializedCapacity: 100) { buffer, count in
        count = try handle.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
    if head.isEmpty { return true }
    // The header of a database (SQLite, "Database File Format", 1.3): its name, and the application at 68.
    guard head.count == 100, head.starts(with: "SQLite format 3\0".utf8) else { return false }
    return head[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } == applicationID
  }

  /// The status of a file; `nil` where there is none.
  private static func status(_ path: FilePath) throws(Errno) -> FileStatus? {
    do throws(Errno) {
      return try FileStatus(path)
    } catch .noSuchFileOrDirectory {
      return nil
    }
  }

  private static func prepared(_ location: CatalogLocation) throws -> DatabasePool {
    try makeEmptyDatabase(location)
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.maximumReaderCount = 8
    configuration.prepareDatabase { db in
      try db.execute(
        sql: "PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    }
    let pool = try DatabasePool(path: location.file.string, configuration: configuration)
    let migrator = CatalogSchema.migrator
    if try pool.read({ try migrator.hasBeenSuperseded($0) }) {
      throw CatalogUnavailable(
        "the catalog \(location.file.string) was made by a newer photopick; every photo is read anew")
    }
    try migrator.migrate(pool)
    return pool
  }

  /// Marks a new database as ours before anything else is written to it, so that a kill at any moment leaves a
  /// file that is known as a catalog.
  private static func makeEmptyDatabase(_ location: CatalogLocation) throws {
    let path = location.file.string
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard ((attributes?[.size] as? NSNumber)?.intValue ?? 0) == 0 else { return }
    let file = try FileDescriptor.open(
      location.file, .writeOnly, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
    try file.close()
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = \(applicationID)") }
    try queue.close()
  }
}

/// The right to make or remove a catalog, which one process has at a time.
///
/// The folder is locked and not the catalog: a lock must outlast its removal, and SQLite has locks of its own there.
private struct CatalogLock {
  private let folder: FileDescriptor

  /// How often a lock is tried for, and the pause between, in microseconds: together 5 seconds, as long as SQLite
  /// waits for its own.
  private static let attempts = 1000
  private static let pause: UInt32 = 5000

  /// Waits for the lock; `nil` where the file system has none or another process keeps it. All but runs that begin
  /// at once go well without.
  init?(_ location: CatalogLocation) {
    let path = location.real.removingLastComponent()
    guard
      let folder = try? FileDescriptor.open(
        path.isEmpty ? "." : path, .readOnly, options: [.directory, .closeOnExec])
    else { return nil }
    for _ in 0..<Self.attempts {
      if flock(folder.rawValue, LOCK_EX | LOCK_NB) == 0 {
        self.folder = folder
        return
      }
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      usleep(Self.pause)
    }
    try? folder.close()
    return nil
  }

  /// Lets go of the lock. Closing alone does not while a process that is just being started has a copy of the
  /// descriptor (flock(2)).
  func end() {
    _ = flock(folder.rawValue, LOCK_UN)
    try? folder.close()
  }
}

/// The tables of the catalog.
enum CatalogSchema {
  /// Makes the tables, and brings those of older versions up to date.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 folders and files") { db in
      try db.execute(
        sql: """
          -- A folder that was listed. shared: how many assets have other names or are links, which SQL cannot
          -- judge. first, last: the earliest and latest wall-clock second of the assets; likewise for those that
          -- have a universal second only: by the file's time, and of videos.
          CREATE TABLE folder (
            id INTEGER PRIMARY KEY,
            path BLOB NOT NULL UNIQUE,
            parent INTEGER,
            device INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            isLinked INTEGER NOT NULL,
            count INTEGER NOT NULL DEFAULT 0,
            shared INTEGER NOT NULL DEFAULT 0,
            first INTEGER,
            last INTEGER,
            firstFile INTEGER,
            lastFile INTEGER,
            firstVideo INTEGER,
            lastVideo INTEGER
          );
          CREATE INDEX folder_parent ON folder (parent);
          -- A file that was read. type: PhotoFileType, or NULL where it is no asset; time: wall-clock seconds, or
          -- universal seconds where flags say so.
          CREATE TABLE file (
            folder INTEGER NOT NULL,
            name BLOB NOT NULL,
            inode INTEGER NOT NULL,
            type INTEGER,
            flags INTEGER NOT NULL,
            time INTEGER,
            record BLOB NOT NULL,
            PRIMARY KEY (folder, name)
          ) WITHOUT ROWID;
          CREATE INDEX file_inode ON file (inode);
          CREATE INDEX file_time ON file (time);
          """)
    }
    return migrator
  }
}
