import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import Synchronization
import SystemPackage

/// Remembers in a SQLite database what was read of photos, so that a later look costs little more than a walk.
///
///     let catalog = try Catalog(.ofUser)
///     let library = PhotoLibrary(roots: ["/photos"], catalog: catalog)
///
/// It is only a cache. A file is believed to be what it was if inode, size, time of modification and time of
/// change are the same, to the nanosecond, and it may be read; everything else is read anew. A write through mapped
/// memory (mmap) can change those times only when it reaches the disk, and is seen then. Whatever goes wrong with the
/// database, a scan goes on without it and is right; `takeNotices()` then says what the user should know.
///
/// `Sendable`: the database pool is safe to use from any thread, and all other state stands behind a lock.
public final class Catalog: Sendable {
  /// The place of the catalog.
  public let location: CatalogLocation
  let pool: DatabasePool
  let otherProcesses: OtherProcesses
  private let writer: CatalogWriter
  private let state: Mutex<State>
  /// False if the catalog was empty when it was opened: then nothing is known until something is written.
  private let hadFiles: Bool
  /// False until the first scan has ended: files that were moved are read anew until then.
  private let findsMoves: Bool

  private struct State {
    var failure: (any Error)?
    var notices: [String] = []
    var pending: [ScanReport] = []
    /// When the first of them came.
    var pendingSince = ContinuousClock.now
    var writing: Task<Void, Never>?
    var hasWritten = false
  }

  /// How many reports are written in one transaction, at most.
  private static let batchCount = 8192
  /// For how long reports wait to be written: so much is read in vain if the process is killed.
  private let longestWait: Duration

  /// Opens a catalog, or makes it if there is none.
  ///
  /// - Throws: `CatalogUnavailable` if there can be none: the folder cannot be written, the file is something
  ///   else, or a newer version of photopick made it.
  public convenience init(_ location: CatalogLocation) throws(CatalogUnavailable) {
    try self.init(location, longestWait: .seconds(3))
  }

  /// Opens a catalog that writes reports which are as old as that.
  init(_ location: CatalogLocation, longestWait: Duration) throws(CatalogUnavailable) {
    let opened = try CatalogDatabase.open(location)
    self.location = location
    self.longestWait = longestWait
    pool = opened.pool
    otherProcesses = OtherProcesses(of: opened.pool)
    writer = CatalogWriter(pool: opened.pool)
    state = Mutex(State(notices: opened.notice.map { [$0] } ?? []))
    (hadFiles, findsMoves) =
      (try? opened.pool.read { db in
        let sql = "SELECT EXISTS (SELECT 1 FROM photo) OR EXISTS (SELECT 1 FROM otherFile)"
        return (try Bool.fetchOne(db, sql: sql) ?? false, try CatalogSchema.hasIndexes(db))
      }) ?? (false, false)
  }

  /// How long a log may be that is left to the next process, in bytes: some pages, which it reads at once.
  private static let longestLog: Int64 = 64 << 10

  /// True if the catalog has to be closed before the process ends; it closes with its last reference.
  ///
  /// That brings what was written from SQLite's log into the catalog, for which the disk is waited for twice, and removes
  /// the log; the next process then waits twice again, when GRDB begins a new one. A log of a few pages may as well stay:
  /// it is read by whoever comes next, as after a kill (SQLite, "Write-Ahead Logging", 2.2). A catalog that a person named
  /// is always closed: people copy and move a file and know nothing of a log beside it.
  public var needsClosing: Bool { !location.isOwn || location.logSize > Self.longestLog }

  /// Returns what the user should know, one line each, and forgets it.
  public func takeNotices() -> [String] {
    state.withLock { state in
      defer { state.notices = [] }
      return state.notices
    }
  }

  /// Reads from the database; after the first failure every read gives `nil`, and the scan goes on without.
  func readOrFail<Value>(_ body: (Database) throws -> Value) -> Value? {
    guard state.withLock({ $0.failure == nil }) else { return nil }
    do {
      return try pool.read(body)
    } catch {
      fail(error)
      return nil
    }
  }

  private func fail(_ error: any Error) {
    state.withLock { state in
      guard state.failure == nil else { return }
      state.failure = error
      state.pending = []
      // A lock that another photopick holds is nothing that the user can or must mend.
      if let error = error as? DatabaseError, [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
        return
      }
      let reason = CatalogDatabase.reason(error)
      state.notices.append(
        "the catalog \(location.file.string) cannot be used: \(reason); photos are read anew")
    }
  }
}

extension Catalog: MetadataCache {
  package func known(_ folder: Folder) -> KnownFolder {
    guard hadFiles || state.withLock({ $0.hasWritten }) else { return KnownFolder() }
    return readOrFail { try CatalogReader.known(folder, $0) } ?? KnownFolder()
  }

  package func known(_ identity: FileStatus.Identity, birth: FileStatus.Time) -> KnownFile? {
    guard hadFiles, findsMoves else { return nil }
    return readOrFail { try CatalogReader.known(identity, birth: birth, $0) } ?? nil
  }

  package func absorb(_ reports: [ScanReport]) async {
    let previous: Task<Void, Never>? = state.withLock { state in
      guard state.failure == nil, !reports.isEmpty else { return nil }
      if state.pending.isEmpty { state.pendingSince = .now }
      state.pending += reports
      let isDue = state.pending.count >= Self.batchCount || .now - state.pendingSince >= longestWait
      return isDue ? write(&state) : nil
    }
    // So at most two batches are in memory.
    await previous?.value
  }

  package func stop() async {
    let writing = state.withLock { state in
      if !state.pending.isEmpty { write(&state) }
      return state.writing
    }
    await writing?.value
  }

  package func finish() async {
    await stop()
    if state.withLock({ $0.hasWritten }) || !findsMoves { await makeIndexes() }
    let failure = state.withLock { $0.failure }
    if let failure, location.isOwn, CatalogDatabase.isDamage(failure) {
      // The next run begins with an empty catalog; if it cannot be removed, that run says so again.
      try? pool.close()
      try? location.remove()
    }
  }

  private func makeIndexes() async {
    guard state.withLock({ $0.failure == nil }) else { return }
    do {
      try await CatalogSchema.makeIndexes(pool)
    } catch is CancellationError {
      // The next scan makes them.
    } catch {
      fail(error)
    }
  }

  /// Starts to write what is pending once the batch before is written.
  ///
  /// - Returns: the work on the batch before.
  @discardableResult
  private func write(_ state: inout State) -> Task<Void, Never>? {
    let (batch, previous) = (state.pending, state.writing)
    state.pending = []
    state.hasWritten = true
    state.writing = Task {
      await previous?.value
      do {
        try await writer.write(batch)
      } catch {
        fail(error)
      }
    }
    return previous
  }
}

extension LibraryScanner {
  /// A scanner that reads only what a catalog does not know.
  public init(options: ScanOptions, catalog: Catalog?) { self.init(options: options, cache: catalog) }
}

extension PhotoLibrary {
  /// A library that reads only what a catalog does not know.
  public init(roots: [FilePath], options: ScanOptions = ScanOptions(), catalog: Catalog?) {
    self.init(roots: roots, options: options, cache: catalog)
  }
}
