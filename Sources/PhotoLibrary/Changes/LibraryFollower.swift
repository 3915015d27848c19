import PhotoFiles
import SystemPackage

/// Keeps a library true while its folders change.
///
/// It is read once and then watched; only folders that changed are listed again, and only files that changed are
/// read again. Each state equals what a scan of the roots finds at that time. What happens while a state is
/// read or its reader is busy is gathered into the next one, so that nothing queues up.
package struct LibraryFollower: Sendable {
  /// How folders are watched.
  package struct Watching: Sendable {
    /// How long changes are gathered.
    package var pace: ChangeGatherer.Pace
    /// How often what cannot be watched is looked through.
    package var interval: Duration
    /// False to look through all folders again and again.
    package var usesSystem: Bool

    /// How people watch.
    package init(
      pace: ChangeGatherer.Pace = ChangeGatherer.Pace(), interval: Duration = .seconds(2),
      usesSystem: Bool = true
    ) {
      self.pace = pace
      self.interval = interval
      self.usesSystem = usesSystem
    }
  }

  private let gatherer: ChangeGatherer
  private let watcher: SystemWatcher
  private let probe: PathProbe
  private let background: [BackgroundTask]
  private var tree: FolderTree
  private var last: LibrarySnapshot?

  /// A follower of roots; nothing is read yet.
  package init(
    roots: [FilePath], options: ScanOptions, cache: (any MetadataCache)? = nil,
    watching: Watching = Watching(),
    onNotice: @escaping @Sendable (WatchNotice) -> Void
  ) {
    let gatherer = ChangeGatherer(pace: watching.pace)
    let watcher = SystemWatcher(
      gatherer: gatherer, includesHidden: options.includesHidden, usesSystem: watching.usesSystem,
      interval: watching.interval, onNotice: onNotice)
    let probe = PathProbe(gatherer: gatherer, interval: watching.interval)
    background = [
      BackgroundTask { await watcher.polling.run() },
      BackgroundTask { await probe.run() },
    ]
    tree = FolderTree(roots: roots, reader: FolderReader(options: options, watcher: watcher, cache: cache))
    self.gatherer = gatherer
    self.watcher = watcher
    self.probe = probe
  }

  /// Reads the library the first time, and waits for the next change after that.
  ///
  /// - Returns: `nil` where the task is cancelled while it waits.
  /// - Throws: `CancellationError` where the task is cancelled while it reads.
  package mutating func next(onProgress: @escaping @Sendable (ScanProgress) -> Void) async throws
    -> LibraryChange?
  {
    guard let last else {
      let snapshot = try await read(FolderChanges(), onProgress) ?? LibrarySnapshot(ScanResult())
      return LibraryChange(first: snapshot)
    }
    var changes = gatherer.makeAsyncIterator()
    while let gathered = await changes.next() {
      guard let snapshot = try await read(gathered, { _ in }) else { continue }
      let change = LibraryChange(from: last, to: snapshot)
      if !change.isEmpty || snapshot.problems != last.problems { return change }
    }
    return nil
  }

  /// Reads what changed; `nil` where nothing did.
  private mutating func read(
    _ changes: FolderChanges, _ onProgress: @Sendable (ScanProgress) -> Void
  ) async throws -> LibrarySnapshot? {
    let threads = WorkerPool(threadCount: WorkerPool.countForFiles)
    defer { threads.finish() }
    let start = ContinuousClock.now
    defer { watcher.polling.adapt(to: .now - start) }
    guard let found = try await tree.update(changes, threads: threads, onProgress: onProgress) else {
      return nil
    }
    probe.look(at: found.probed)
    let snapshot = LibrarySnapshot(found.result)
    last = snapshot
    return snapshot
  }
}

/// Work that goes on beside as long as somebody holds it.
private final class BackgroundTask: Sendable {
  private let task: Task<Void, Never>

  init(_ body: @escaping @Sendable () async -> Void) { task = Task { await body() } }

  deinit { task.cancel() }
}
