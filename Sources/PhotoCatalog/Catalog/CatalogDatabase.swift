import CCatalog
import GRDB
import PhotoFiles
import SystemPackage

/// Opens the database of a catalog and creates its tables.
enum CatalogDatabase {
  /// An open database, and a message for the user.
  struct Opened {
    let pool: DatabasePool
    let notice: String?
  }

  /// Opens the catalog at a location. Replaces photopick's own catalog if it is invalid or belongs to another
  /// application.
  ///
  /// - Parameter hasView: Whether requests can use the columns of `PhotoView`.
  static func open(_ location: CatalogLocation, hasView: Bool) throws(CatalogUnavailable) -> Opened {
    let name = location.file.string
    let configuration = configuration(hasView: hasView, sortsInMemory: true)
    do {
      if location.isOwn { try OpenFolder.make(location.file.containingFolder) }
      // GRDB and SQLite take a string. A repaired string would name another file.
      guard String(validating: try location.real.fileSystemBytes, as: UTF8.self) != nil else {
        throw CatalogUnavailable(
          "no catalog: \(name): the path is not UTF-8; every photo is read anew; use another catalog",
          .anotherCatalog)
      }
      // Prevents programs that start at the same time from removing each other's new catalog.
      let lock = folderLock(location)
      defer { withExtendedLifetime(lock) {} }
      try CatalogFile.requireRegularFiles(location)
      switch try CatalogFile.content(location) {
      case .catalog, .empty: return try openPrepared(location, configuration)
      case .none:
        try CatalogFile.requireNoRemains(location)
        return try openPrepared(location, configuration)
      case .foreign:
        guard location.isOwn else {
          throw CatalogUnavailable("\(name) is not a photopick catalog; use another one", .anotherCatalog)
        }
        try location.remove()
        return Opened(
          pool: try prepared(location, configuration),
          notice: "the catalog \(name) was damaged and is made anew")
      }
    } catch let error as CatalogUnavailable {
      throw error
    } catch let error where isDamage(error) {
      throw CatalogUnavailable("no catalog: \(name) is damaged; every photo is read anew", .removal)
    } catch {
      throw CatalogUnavailable("no catalog: \(name): \(reason(error)); every photo is read anew")
    }
  }

  /// Opens an existing catalog, which is never changed.
  ///
  /// - Parameters:
  ///   - isImmutable: Whether no program changes the file, so that SQLite needs neither locks nor a log.
  ///   - readerCount: The maximum number of connections besides the first.
  static func openReadOnly(
    _ location: CatalogLocation, isImmutable: Bool, readerCount: Int
  ) throws(CatalogUnavailable) -> DatabasePool {
    let name = location.file.string
    do {
      let file = try location.real
      guard let path = String(validating: file.fileSystemBytes, as: UTF8.self) else {
        throw CatalogUnavailable("\(name): the path of a catalog must be UTF-8")
      }
      try CatalogFile.requireRegularFiles(location)
      switch try CatalogFile.content(location) {
      case .none: throw CatalogUnavailable("\(name): there is no such catalog")
      case .empty, .foreign: throw CatalogUnavailable("\(name) is not a photopick catalog")
      case .catalog: break
      }
      var configuration = configuration(hasView: false)
      configuration.readonly = true
      configuration.maximumReaderCount = readerCount
      let pool = try DatabasePool(
        path: isImmutable ? CatalogFile.immutableName(path) : path, configuration: configuration)
      switch try pool.read(CatalogSchema.state) {
      case .present: return pool
      case .outdated, .newer:
        throw CatalogUnavailable("\(name) was made by another version of photopick")
      case .unmade, .foreign: throw DatabaseError.damage
      }
    } catch let error as CatalogUnavailable {
      throw error
    } catch let error where isDamage(error) {
      throw CatalogUnavailable("\(name) is a damaged catalog")
    } catch {
      throw CatalogUnavailable("\(name) cannot be read: \(reason(error))")
    }
  }

  /// Creates an empty catalog without a log and indexes, to which one connection writes everything before anybody reads it.
  static func make(_ file: FilePath) throws -> DatabaseQueue {
    let configuration = configuration(hasView: false)
    try CatalogFile.makeEmptyDatabase(CatalogLocation(file), configuration)
    let queue = try DatabaseQueue(path: file.string, configuration: configuration)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -24000")
    }
    try CatalogSchema.migrator.migrate(queue)
    return queue
  }

  private static func openPrepared(
    _ location: CatalogLocation, _ configuration: Configuration
  ) throws -> Opened {
    do {
      return Opened(pool: try prepared(location, configuration), notice: nil)
    } catch let error as DatabaseError where isDamage(error) && location.isOwn {
      try location.remove()
      return Opened(
        pool: try prepared(location, configuration),
        notice: "the catalog \(location.file.string) was damaged and is made anew")
    }
  }

  /// Returns whether an error means that the file is not a valid database.
  static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return error is RowDecodingError }
    // photopick writes no value beyond the limit of the connections.
    return [
      .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_SCHEMA, .SQLITE_ERROR, .SQLITE_MISMATCH,
      .SQLITE_TOOBIG,
    ].contains(error.resultCode)
  }

  /// Returns a description of an error.
  static func reason(_ error: any Error) -> String {
    if let error = error as? DatabaseError {
      switch error.resultCode {
      case .SQLITE_FULL: return "the disk is full"
      case .SQLITE_TOOBIG: return "it is damaged"
      case .SQLITE_IOERR where FileDescriptor.hasSizeLimit:
        return "files may not grow that large; raise the limit with ulimit -f"
      case .SQLITE_BUSY, .SQLITE_LOCKED: return "another program keeps it locked"
      case .SQLITE_CANTOPEN where !FileDescriptor.areFree(8):
        return "too many open files; raise the limit with ulimit -n"
      case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
        return "it cannot be written; check its permissions"
      default: return error.message ?? "\(error.resultCode)"
      }
    }
    if let error = error as? Errno, error == .tooManyOpenFiles || error == .tooManyOpenFilesInSystem {
      return "too many open files; raise the limit with ulimit -n"
    }
    return error is RowDecodingError ? "it is damaged" : "\(error)"
  }

  private static func prepared(
    _ location: CatalogLocation, _ configuration: Configuration
  ) throws -> DatabasePool {
    var pool = try opened(location, configuration)
    switch try pool.read(CatalogSchema.state) {
    case .newer:
      throw CatalogUnavailable(
        "the catalog \(location.file.string) was made by a newer photopick; every photo is read anew")
    case .foreign:
      try pool.close()
      throw DatabaseError.damage
    case .outdated:
      // Deleting all rows of a large catalog takes seconds.
      try pool.close()
      try location.remove()
      pool = try opened(location, configuration)
    case .unmade, .present: break
    }
    try CatalogSchema.migrator.migrate(pool)
    guard try pool.read(CatalogSchema.state) == .present else {
      try pool.close()
      throw DatabaseError.damage
    }
    return pool
  }

  private static func opened(
    _ location: CatalogLocation, _ configuration: Configuration
  ) throws -> DatabasePool {
    try CatalogFile.makeEmptyDatabase(location, configuration)
    return try DatabasePool(path: location.real.string, configuration: configuration)
  }

  /// Copies the log of a closed catalog into the database, and removes it. A pool closes its readers last, which can't do
  /// that (GRDB, issue 739).
  static func removeLog(_ location: CatalogLocation) throws {
    let queue = try DatabaseQueue(
      path: location.real.string, configuration: configuration(hasView: false))
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try queue.close()
  }

  /// Returns the configuration of every connection. It disables everything that the schema of a file could make SQLite
  /// execute, and limits the values that SQLite loads.
  ///
  /// - Parameters:
  ///   - hasView: Whether requests can use the columns of `PhotoView`, which take time to declare.
  ///   - sortsInMemory: Whether SQLite never uses temporary files.
  private static func configuration(hasView: Bool, sortsInMemory: Bool = false) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    // Each reader opens the database and its log.
    configuration.maximumReaderCount = FileDescriptor.share(of: 8, each: 2)
    configuration.prepareDatabase { db in
      guard let connection = db.sqliteConnection,
        catalog_connection_defend(UnsafeMutableRawPointer(connection))
      else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "SQLite is too old") }
      try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA cell_size_check = ON")
      // Before the view is declared, since this would remove it.
      if sortsInMemory { try db.execute(sql: "PRAGMA temp_store = MEMORY") }
      if hasView { try PhotoView.make(in: db) }
    }
    return configuration
  }

  /// Locks the folder while a catalog is created or removed. Returns `nil` if the file system doesn't support locks, or
  /// if another program holds the lock; only programs that start at the same time need it.
  ///
  /// The lock is on the folder because it must outlast the catalog, and because SQLite has its own locks on the catalog.
  private static func folderLock(_ location: CatalogLocation) -> FileLock? {
    do throws(Errno) {
      let folder = try OpenFolder(reaching: location.real.containingFolder)
      let lock = FileLock(try folder.open(FileName("."), O_RDONLY | O_DIRECTORY))
      // The timeout is that of SQLite's locks.
      try lock.descriptor.lock(.exclusive, within: .seconds(5))
      return lock
    } catch {
      return nil
    }
  }
}
