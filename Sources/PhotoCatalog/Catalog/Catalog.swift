import PhotoFiles
import PhotoFormats
import PhotoLibrary
import Synchronization
import SystemPackage

/// A SQLite cache of the metadata of photos, with which a scan costs little more than a directory walk.
///
///     let catalog = try Catalog(.ofUser)
///     let library = PhotoLibrary(roots: ["/photos"], catalog: catalog)
///
/// The catalog only returns metadata of files whose inode, size, modification time and change time are equal to the
/// nanosecond and which are readable; the scanner reads all other files again. A write through mapped memory (`mmap`) may
/// update those times only when the kernel flushes the page, and is noticed then. If the database fails, scans continue
/// without it and return the same assets; `takeNotices()` returns messages about the failure.
///
/// `Sendable`: the database pool is safe to use from any thread, and a lock protects all other state.
public final class Catalog: Sendable {
  /// The location of the database file.
  public let location: CatalogLocation
  let pool: ConnectionPool
  /// The databases, of which only queries use more than the first.
  let pools: [ConnectionPool]
  /// Whether no path is in several of the databases. `false` if unknown.
  let areDisjoint: Bool
  /// Whether the catalog only answers queries: scans read every file, and nothing is stored.
  public let isReadOnly: Bool
  private let state: Mutex<State>
  /// Whether the catalog contained files when it was opened.
  private let hadFiles: Bool
  /// Whether the index of inodes exists, which the first complete scan creates.
  private let findsMoves: Bool

  private struct State {
    var failure: (any Error)?
    var notices: [String] = []
    var pending: [ScanReport] = []
    /// The time of the first pending report.
    var pendingSince = ContinuousClock.now
    var writing: Task<Void, Never>?
    var hasWritten = false
  }

  /// The maximum number of scanned files per transaction.
  private static let batchCount = 2048
  /// The maximum time before changes are written: the amount of work that a crash can lose.
  private let longestWait: Duration

  /// Opens a catalog, or creates an empty one.
  ///
  /// - Throws: `CatalogUnavailable` if the folder is not writable, the file is not a catalog, or a newer version of
  ///   photopick created it.
  public convenience init(_ location: CatalogLocation) throws(CatalogUnavailable) {
    try self.init(location, longestWait: .seconds(3))
  }

  /// Opens a catalog with a given delay before writing.
  init(_ location: CatalogLocation, longestWait: Duration) throws(CatalogUnavailable) {
    guard !PublishedIndex.isName(location.file) else {
      throw CatalogUnavailable("no catalog: \(location.file.string) is published, and never changes")
    }
    let opened = try CatalogDatabase.open(location)
    self.location = location
    self.longestWait = longestWait
    (pool, pools, areDisjoint, isReadOnly) = (opened.pool, [opened.pool], true, false)
    state = Mutex(State(notices: opened.notice.map { [$0] } ?? []))
    (hadFiles, findsMoves) =
      (try? opened.pool.read { db in
        let sql = "SELECT EXISTS (SELECT 1 FROM photo) OR EXISTS (SELECT 1 FROM otherFile)"
        return (try db.number(sql) == 1, try CatalogSchema.hasIndexes(db))
      }) ?? (false, false)
  }

  /// The maximum number of files that are read as one catalog.
  public static let sourceLimit = 256
  private static let mostReaders = 8

  /// Opens existing catalogs, which are never changed. Together they answer queries like one catalog with all of their
  /// photos.
  ///
  /// If several catalogs contain a file, the entry counts whose file or sidecars changed last (ctime), and that of the
  /// last catalog if the times are equal.
  ///
  /// - Throws: `CatalogUnavailable` if a file is missing, corrupt, not a catalog, or of another version.
  public init(reading sources: [CatalogSource]) throws(CatalogUnavailable) {
    guard let first = sources.first else { throw CatalogUnavailable("there is no catalog to read") }
    guard sources.count <= Self.sourceLimit else {
      throw CatalogUnavailable(
        "\(sources.count) catalogs are too many; merge them into \(Self.sourceLimit) or fewer")
    }
    let readers = FileDescriptor.share(
      of: min(WorkerPool.processorCount, Self.mostReaders), each: sources.count)
    var pools: [ConnectionPool] = []
    for source in sources { pools.append(try source.open(readerCount: readers)) }
    (location, pool, self.pools, isReadOnly) = (first.location, pools[0], pools, true)
    areDisjoint = pools.count == 1 || PathResidue.areDisjoint(sources.map(\.residue))
    state = Mutex(State())
    longestWait = .seconds(3)
    (hadFiles, findsMoves) = (false, false)
  }

  /// The largest log that `leaveOpen()` leaves to the next launch, in bytes.
  private static let longestLog: Int64 = 64 << 10

  /// Keeps the database open until the process exits, unless its log is long. Without this, releasing the last reference closes it.
  ///
  /// Closing copies SQLite's log into the database, which flushes the storage device twice, and deletes the log. A short log may
  /// therefore remain: the next connection recovers it, as after a crash (SQLite, "Write-Ahead Logging", 2.2). A catalog at a path
  /// that the user chose is always closed, because users copy and move that file and ignore the log.
  public func leaveOpen() {
    // An unbalanced retain, because the optimizer releases a variable after its last use, even if the process exits next.
    if mayStayOpen { _ = Unmanaged.passRetained(self) }
  }

  /// Leaves the database open as `leaveOpen()`, or closes it now: a task that has ended may still refer to its result, so that
  /// the process would exit before the last reference is released.
  public func end() {
    leaveOpen()
    if !mayStayOpen { try? pool.close() }
  }

  private var mayStayOpen: Bool { isReadOnly || location.isOwn && location.logSize <= Self.longestLog }

  /// Returns messages for the user, one line each, and removes them from the catalog.
  public func takeNotices() -> [String] {
    state.withLock { state in
      defer { state.notices = [] }
      return state.notices
    }
  }

  /// Reads from the database. Returns `nil` after the first failure, so the scan continues without the catalog.
  private func readOrFail<Value>(_ body: (Connection) throws -> Value) -> Value? {
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
      guard state.failure == nil, !(error is CancellationError) else { return }
      state.failure = error
      state.pending = []
      // The user can't do anything about a lock of another photopick.
      if CatalogDatabase.isBusy(error) { return }
      let reason = CatalogDatabase.reason(error)
      state.notices.append(
        "the catalog \(location.file.string) cannot be used: \(reason); photos are read anew")
    }
  }
}

extension Catalog: MetadataCache {
  package func known(_ folder: Folder, sharing facts: SharedFacts) -> KnownFolder {
    guard hadFiles || state.withLock({ $0.hasWritten }) else { return KnownFolder() }
    return readOrFail { try CatalogReader.known(folder, sharing: facts, $0) } ?? KnownFolder()
  }

  package func known(_ identity: FileStatus.Identity, birth: FileStatus.Time) -> KnownFile? {
    guard hadFiles, findsMoves else { return nil }
    return readOrFail { try CatalogReader.known(identity, birth: birth, $0) } ?? nil
  }

  package func absorb(_ reports: [ScanReport]) async {
    let previous: Task<Void, Never>? = state.withLock { state in
      guard !isReadOnly, state.failure == nil, !reports.isEmpty else { return nil }
      if state.pending.isEmpty { state.pendingSince = .now }
      state.pending += reports
      let isDue = state.pending.count >= Self.batchCount || .now - state.pendingSince >= longestWait
      return isDue ? write(&state) : nil
    }
    // Waiting here keeps at most two batches in memory.
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
    guard !isReadOnly else { return }
    if state.withLock({ $0.hasWritten }) || !findsMoves { await makeIndexes() }
    let failure = state.withLock { $0.failure }
    if let failure, location.isOwn, CatalogDatabase.isDamage(failure) {
      // The next run creates an empty catalog. If the file can't be removed, that run finds it again.
      try? pool.close()
      try? location.remove()
    }
  }

  /// Writes all findings, and closes the database. All data is in one file then, without a log.
  ///
  /// - Throws: `CatalogUnavailable` if the database failed at any time, so that findings are missing.
  package func close() async throws {
    await finish()
    do {
      if let failure = state.withLock({ $0.failure }) { throw failure }
      try pool.close(mergingLog: true)
    } catch {
      throw CatalogUnavailable("\(location.file.string) can't be written: \(CatalogDatabase.reason(error))")
    }
  }

  private func makeIndexes() async {
    guard state.withLock({ $0.failure == nil }) else { return }
    do {
      // Committing is slow, since it flushes the storage device.
      try await pool.writeOnThread { try CatalogSchema.makeIndexes($0) }
    } catch {
      // After a cancellation, the next scan creates them.
      fail(error)
    }
  }

  /// Starts writing all pending changes as soon as the previous batch is written.
  ///
  /// - Returns: The task that writes the previous batch.
  @discardableResult
  private func write(_ state: inout State) -> Task<Void, Never>? {
    let (batch, previous) = (state.pending, state.writing)
    state.pending = []
    state.hasWritten = true
    state.writing = Task {
      await previous?.value
      do {
        try await pool.writeOnThread { db in
          var writer = try CatalogWriter(db)
          try writer.write(batch)
        }
      } catch {
        fail(error)
      }
    }
    return previous
  }
}

extension Catalog {
  /// Stores small pictures. An error is reported by `takeNotices()`, and the catalog isn't used any more.
  public func store(_ pictures: [CatalogPicture]) async {
    guard !isReadOnly, !pictures.isEmpty, state.withLock({ $0.failure == nil }) else { return }
    do {
      try await pool.writeOnThread { db in
        var writer = try CatalogWriter(db)
        for picture in pictures { try writer.write(picture) }
      }
    } catch {
      fail(error)
    }
  }

  /// Returns the small pictures of the photos in a folder, in any state of the files.
  public func pictures(in folder: Folder) -> [FileName: CatalogPicture] {
    guard isReadOnly else { return readOrFail { try CatalogReader.pictures(in: folder, $0) } ?? [:] }
    return pools.reduce(into: [:]) { pictures, pool in
      let more = try? pool.read { try CatalogReader.pictures(in: folder, $0) }
      pictures.merge(more ?? [:]) { $1 }
    }
  }
}

extension LibraryScanner {
  /// Creates a scanner that only reads files that are missing in the catalog.
  public init(options: ScanOptions, catalog: Catalog?) { self.init(options: options, cache: catalog) }
}

extension PhotoLibrary {
  /// Creates a library that only reads files that are missing in the catalog.
  public init(roots: [FilePath], options: ScanOptions = ScanOptions(), catalog: Catalog?) {
    self.init(roots: roots, options: options, cache: catalog)
  }
}
