import PhotoFiles
import SystemPackage

/// Walks the folders under some roots and reads the photos and videos in them, over all cores at once.
///
/// A scan is a walk over nothing known. A walk that is given the records of an earlier one takes the folders that are
/// not stale as they were, lists the others again, and reads only files that changed; it finds what a scan would find.
/// Records are kept only if a watcher is given, so that a scan that nobody follows costs no memory for them.
struct FolderWalk {
  private let context: WalkContext
  private let known: WalkRecords?
  private var queue: WalkQueue
  private var findings = WalkFindings()
  private(set) var records = WalkRecords()
  /// False if the walk found what was known.
  private(set) var hasNews = false

  /// A walk from nothing, or from the records of an earlier walk.
  ///
  /// - Parameter watcher: watches each folder before it is listed; `nil` if nobody follows what is found.
  init(
    _ roots: [RootPath], options: ScanOptions, reader: AssetReader, watcher: (any FolderWatcher)? = nil,
    known: WalkRecords? = nil
  ) {
    context = WalkContext(roots, options: options, reader: reader, watcher: watcher)
    self.known = known
    queue = WalkQueue(roots)
  }

  /// Walks to the end. A walk that is cancelled reports to the cache what it has read, so that the next one begins there.
  mutating func run(
    onProgress: @Sendable (ScanProgress) -> Void, onPart: (@Sendable (LibrarySnapshot) async -> Void)? = nil
  ) async throws {
    let pool = WorkerPool(threadCount: WorkerPool.countForFiles)
    defer { pool.finish() }
    // On the pool's own threads, so that no step from folder to folder waits for what else Swift's threads do.
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
        if let onPart, pace.isDue { await onPart(findings.snapshot()) }
      } while underWay > 0 || queue.hasWork
      // A worker ends early after a cancellation; what it has read so far is true all the same.
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

  /// The next piece of work for a worker. Folders that are fully known are taken on the way.
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

  /// Takes a folder as an earlier walk found it; false if it has to be looked at.
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

/// When a walk shows what it found so far: soon at first, then less and less often, since each time takes longer.
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

/// Watches folders for changes.
///
/// A folder is watched first and listed then, so that nothing that happens meanwhile is missed. Watchers may be used
/// from any task.
protocol FolderWatcher: Sendable {
  /// Watches what lies in a folder, not in the folders below it; again if the path is watched already and may lead to
  /// another folder now.
  ///
  /// - Throws: `WatchRefusal` if it cannot be watched in this way.
  func watch(_ folder: Folder) throws(WatchRefusal)

  func unwatch(_ folder: Folder)
}

enum WatchRefusal: Error, Sendable, Hashable {
  case limitReached
  /// The folder is gone, or no folder.
  case gone
  /// The folder may not be read, or the system refuses.
  case refused(Errno)
}
