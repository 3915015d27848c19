import CLibSQLite
import PhotoFiles
import SystemPackage

/// Opens the database of a catalog and creates its tables.
enum CatalogDatabase {
  /// An open database, and a message for the user.
  struct Opened {
    let pool: ConnectionPool
    let notice: String?
  }

  /// Opens the catalog at a location. Replaces photopick's own catalog if it is invalid or belongs to another
  /// application.
  static func open(_ location: CatalogLocation) throws(CatalogUnavailable) -> Opened {
    let name = location.file.string
    do {
      if location.isOwn { try OpenFolder.make(location.file.containingFolder) }
      // Prevents programs that start at the same time from removing each other's new catalog.
      let lock = folderLock(location)
      defer { withExtendedLifetime(lock) {} }
      try CatalogFile.requireRegularFiles(location)
      switch try CatalogFile.content(location) {
      case .catalog, .empty: break
      case .none: try CatalogFile.requireNoRemains(location)
      case .foreign:
        guard location.isOwn else {
          throw CatalogUnavailable("\(name) is not a photopick catalog; use another one", .anotherCatalog)
        }
        return try replaced(location)
      }
      do {
        return Opened(pool: try prepared(location), notice: nil)
      } catch let error where isDamage(error) && location.isOwn {
        return try replaced(location)
      }
    } catch let error as CatalogUnavailable {
      throw error
    } catch let error where isDamage(error) {
      throw CatalogUnavailable("no catalog: \(name) is damaged; every photo is read anew", .removal)
    } catch {
      throw CatalogUnavailable("no catalog: \(name): \(reason(error)); every photo is read anew")
    }
  }

  private static func replaced(_ location: CatalogLocation) throws -> Opened {
    try location.remove()
    return Opened(
      pool: try prepared(location),
      notice: "the catalog \(location.file.string) was damaged and is made anew")
  }

  private static func prepared(_ location: CatalogLocation) throws -> ConnectionPool {
    if let pool = try pool(location) { return pool }
    // Deleting all rows of a large catalog takes seconds. No connection is open, which would remove the new log.
    try location.remove()
    guard let pool = try pool(location) else { throw SQLiteError.damage }
    return pool
  }

  /// Returns `nil` for a catalog of an earlier version.
  private static func pool(_ location: CatalogLocation) throws -> ConnectionPool? {
    try CatalogFile.makeEmptyDatabase(location)
    let writer = try Connection(to: location.real, for: .writing)
    try writer.execute("PRAGMA journal_mode = WAL; PRAGMA temp_store = MEMORY")
    switch try writer.transaction(.read, CatalogSchema.state) {
    case .outdated: return nil
    case .newer:
      throw CatalogUnavailable(
        "the catalog \(location.file.string) was made by a newer photopick; every photo is read anew")
    case .foreign: throw SQLiteError.damage
    case .present: break
    case .unmade:
      try writer.transaction(.write) { db in
        if try CatalogSchema.state(db) == .unmade { try CatalogSchema.makeTables(db) }
      }
    }
    // A large batch changes pages in all parts of the indexes. With SQLite's usual 2 MB, each page is written many times.
    try writer.execute("PRAGMA cache_size = -24000")
    return ConnectionPool(try location.real, writer: writer)
  }

  /// Opens an existing catalog, which is never changed.
  ///
  /// - Parameters:
  ///   - isImmutable: Whether no program changes the file, so that SQLite needs neither locks nor a log.
  ///   - readerCount: The maximum number of connections.
  static func openReadOnly(
    _ location: CatalogLocation, isImmutable: Bool, readerCount: Int
  ) throws(CatalogUnavailable) -> ConnectionPool {
    let name = location.file.string
    do {
      try CatalogFile.requireRegularFiles(location)
      switch try CatalogFile.content(location) {
      case .none: throw CatalogUnavailable("\(name): there is no such catalog")
      case .empty, .foreign: throw CatalogUnavailable("\(name) is not a photopick catalog")
      case .catalog: break
      }
      let pool = ConnectionPool(
        reading: try location.real, isImmutable: isImmutable, readerCount: readerCount)
      switch try pool.read(CatalogSchema.state) {
      case .present: return pool
      case .outdated, .newer:
        throw CatalogUnavailable("\(name) was made by another version of photopick")
      case .unmade, .foreign: throw SQLiteError.damage
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
  static func make(_ file: FilePath) throws -> Connection {
    try CatalogFile.makeEmptyDatabase(CatalogLocation(file))
    let connection = try Connection(to: file, for: .writing)
    try connection.execute(
      "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -24000")
    try connection.transaction(.write, CatalogSchema.makeTables)
    return connection
  }

  /// Returns whether an error means that the file is not a valid database.
  static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? SQLiteError else { return false }
    // photopick writes no value beyond the limit of the connections.
    return [
      SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_SCHEMA, SQLITE_ERROR, SQLITE_MISMATCH,
      SQLITE_TOOBIG,
    ].contains(error.code)
  }

  /// Returns whether another connection keeps the database locked.
  static func isBusy(_ error: any Error) -> Bool {
    (error as? SQLiteError).map { [SQLITE_BUSY, SQLITE_LOCKED].contains($0.code) } ?? false
  }

  /// Returns a description of an error.
  static func reason(_ error: any Error) -> String {
    if isBusy(error) { return "another program keeps it locked" }
    if let error = error as? SQLiteError {
      switch error.code {
      case SQLITE_FULL: return "the disk is full"
      case SQLITE_TOOBIG: return "it is damaged"
      case SQLITE_IOERR where FileDescriptor.hasSizeLimit:
        return "files may not grow that large; raise the limit with ulimit -f"
      case SQLITE_CANTOPEN where !FileDescriptor.areFree(8):
        return "too many open files; raise the limit with ulimit -n"
      case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM:
        return "it cannot be written; check its permissions"
      default: return error.description
      }
    }
    if let error = error as? Errno, error == .tooManyOpenFiles || error == .tooManyOpenFilesInSystem {
      return "too many open files; raise the limit with ulimit -n"
    }
    return "\(error)"
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
