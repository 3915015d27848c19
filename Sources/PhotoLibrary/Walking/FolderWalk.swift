import PhotoFiles
import SystemPackage

/// Walks folders and reads their photos and videos, using all cores.
///
/// A scan starts without records. An incremental walk uses the records of the previous walk: it reuses current folders,
/// enumerates stale folders again, and reads only changed files. Both have equal results. Without a watcher, no records
/// are created, so that a plain scan needs no memory for them.
struct FolderWalk {
  private let context: WalkContext
  private let known: WalkRecords?
  private var queue: WalkQueue
  private var findings = WalkFindings()
  private(set) var records = WalkRecords()
  private(set) var hasNews = false

  /// - Parameter watcher: Watches each folder before it is listed; `nil` for a plain scan.
  init(
    _ roots: [RootPath], options: ScanOptions, reader: AssetReader, watcher: (any FolderWatcher)? = nil,
    known: WalkRecords? = nil
  ) {
    context = WalkContext(roots, options: options, reader: reader, watcher: watcher)
    self.known = known
    queue = WalkQueue(roots)
  }

  /// Runs the walk. If it is cancelled, the cache still receives the results, so that the next walk can resume.
  mutating func run(
    onProgress: @Sendable (ScanProgress) -> Void, onPart: (@Sendable (LibrarySnapshot) async -> Void)? = nil
  ) async throws {
    let threads = RemoteFiles.threadCount(
      isRemote: context.roots.contains { $0.path.isRemote }, local: WorkerPool.countForFiles)
    let pool = WorkerPool(threadCount: threads)
    defer { pool.finish() }
    // Runs on the pool's threads, independent of the global executor.
    do {
      try await withTaskExecutorPreference(pool) {
        try await walk(on: pool, onProgress, onPart)
      }
    } catch {
      await context.reader.cache?.stop()
      throw error
    }
    await context.reader.cache?.finish()
    if let known {
      let gone = known.folders(missingIn: records)
      for folder in gone { context.watcher?.unwatch(folder) }
      hasNews = hasNews || !gone.isEmpty || known.isIncomplete || !records.beginsLike(known)
    } else {
      hasNews = true
    }
  }

  var snapshot: LibrarySnapshot { findings.snapshot() }

  private mutating func walk(
    on pool: WorkerPool, _ onProgress: @Sendable (ScanProgress) -> Void,
    _ onPart: (@Sendable (LibrarySnapshot) async -> Void)?
  ) async throws {
    var pace = PartPace()
    try await withThrowingTaskGroup(of: WalkPart.self) { group in
      var underWay = 0
      repeat {
        if Task.isCancelled { break }
        while underWay < pool.threadCount, let work = nextWork() {
          underWay += 1
          group.addTask(executorPreference: pool) { [context] in work.run(context) }
        }
        if let part = try await group.next() {
          underWay -= 1
          await absorb(part)
        }
        onProgress(findings.progress)
        if let onPart, pace.isDue {
          var part = findings.snapshot()
          part.isPart = true
          await onPart(part)
        }
      } while underWay > 0 || queue.hasWork
      // Workers return early after a cancellation, with valid partial results.
      guard Task.isCancelled else { return }
      for try await part in group { await context.reader.cache?.absorb(part.reports) }
      throw CancellationError()
    }
  }

  private mutating func absorb(_ part: WalkPart) async {
    if let cache = context.reader.cache, !part.reports.isEmpty { await cache.absorb(part.reports) }
    queue.absorb(part.next)
    guard let found = part.records else { return findings.absorb(part) }
    hasNews = hasNews || found.hasNews
    records.keep(found.roots)
    if let (folder, record) = found.folder { records.keep(record, of: folder) }
    if let place = part.place {
      guard records.holds(place) else { return hasNews = true }
      records.keep(found.files, of: place)
    }
    findings.absorb(part)
  }

  private mutating func nextWork() -> WalkWork? {
    while let work = queue.next() {
      switch work {
      case .folder(let visit, _):
        if takeKnown(visit) { continue }
        return .folder(visit, previous: known?[visit.folder])
      case .files(var batch):
        if batch.place.isNamed { batch.previous = known?.namedFiles(in: batch.place.folder) ?? [:] }
        return .files(batch)
      case .roots: return work
      }
    }
    return nil
  }

  private mutating func takeKnown(_ visit: FolderVisit) -> Bool {
    guard let record = known?.current(visit.folder), record.isListed else { return false }
    if visit.isRoot, let identity = record.identity { context.noteRoot(identity) }
    var next = NextWork()
    next.isWalking = true
    switch record.identity.map({ context.enter($0, at: visit.folder) }) ?? .first {
    case .first: break
    case .again:
      queue.absorb(next)
      return true
    case .elsewhere: return false
    }
    if visit.entersFolders(context.options) { next.add(record, from: visit) }
    queue.absorb(next)
    findings.absorb(record, of: visit.folder)
    records.keep(record, of: visit.folder)
    return true
  }
}

/// The schedule of partial results, at doubling intervals, since each takes longer to create.
private struct PartPace {
  private var next = ContinuousClock.now + .milliseconds(150)
  private var pause = Duration.milliseconds(150)

  var isDue: Bool {
    mutating get {
      guard ContinuousClock.now >= next else { return false }
      pause *= 2
      next = .now + pause
      return true
    }
  }
}

/// Watches folders for changes. Thread-safe.
///
/// Watch a folder before listing it, so that no change is missed.
protocol FolderWatcher: Sendable {
  /// Watches a folder, but not its subfolders. Call this again if the path may refer to a different folder.
  ///
  /// - Throws: `WatchRefusal` if the folder can't be watched.
  func watch(_ folder: Folder) throws(WatchRefusal)

  func unwatch(_ folder: Folder)
}

enum WatchRefusal: Error, Sendable, Hashable {
  case limitReached
  /// The path is missing or no folder.
  case gone
  /// The folder is unreadable, or the system refused for another reason.
  case refused(Errno)
}
