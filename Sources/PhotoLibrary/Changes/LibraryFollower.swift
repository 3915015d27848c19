import PhotoFiles
import SystemPackage

/// Keeps a library true while its folders change.
///
/// It is read once and then watched; only folders that changed are listed again, and only files that changed are read
/// again. Each state equals what a scan of the roots finds at that time. What happens while a state is read or its
/// reader is busy is gathered into the next one, so that nothing queues up.
struct LibraryFollower: Sendable {
  struct Watching: Sendable {
    var pace = DebouncedChanges.Pace()
    /// How often what cannot be watched is looked through.
    var interval = Duration.seconds(2)
    /// False to look through all folders again and again.
    var usesSystem = true
  }

  private let changes: DebouncedChanges
  private let watcher: SystemWatcher
  private let poller: PathPoller
  private let background: [BackgroundTask]
  private var folders: FollowedFolders
  private var last: LibrarySnapshot?

  init(
    roots: [FilePath], options: ScanOptions, cache: (any MetadataCache)? = nil,
    watching: Watching = Watching(), onNotice: @escaping @Sendable (WatchNotice) -> Void
  ) {
    let changes = DebouncedChanges(pace: watching.pace)
    let watcher = SystemWatcher(
      changes, includesHidden: options.includesHidden, watching: watching, onNotice: onNotice)
    let poller = PathPoller(changes, interval: watching.interval)
    background = [
      BackgroundTask { await watcher.polling.run() },
      BackgroundTask { await poller.run() },
    ]
    let reader = AssetReader(clocks: options.clocks, cache: cache)
    folders = FollowedFolders(roots: roots, options: options, reader: reader, watcher: watcher)
    self.changes = changes
    self.watcher = watcher
    self.poller = poller
  }

  /// Reads the library the first time, and waits for the next change after that.
  ///
  /// - Returns: `nil` if the task is cancelled while it waits.
  mutating func next(
    onProgress: @escaping @Sendable (ScanProgress) -> Void = { _ in },
    onPart: (@Sendable (LibrarySnapshot) async -> Void)? = nil
  ) async throws -> LibraryChange? {
    guard let last else {
      let snapshot = try await read(FolderChanges(), onProgress, onPart) ?? LibrarySnapshot(assets: [])
      return LibraryChange(first: snapshot)
    }
    var gathered = changes.makeAsyncIterator()
    while let changes = await gathered.next() {
      guard let snapshot = try await read(changes) else { continue }
      let change = LibraryChange(from: last, to: snapshot)
      if !change.isEmpty || snapshot.problems != last.problems { return change }
    }
    return nil
  }

  private mutating func read(
    _ changes: FolderChanges, _ onProgress: @Sendable (ScanProgress) -> Void = { _ in },
    _ onPart: (@Sendable (LibrarySnapshot) async -> Void)? = nil
  ) async throws -> LibrarySnapshot? {
    let start = ContinuousClock.now
    defer { watcher.polling.adapt(to: .now - start) }
    guard let news = try await folders.update(changes, onProgress: onProgress, onPart: onPart) else {
      return nil
    }
    poller.poll(news.polledPaths)
    last = news.snapshot
    return news.snapshot
  }
}

/// Work that goes on in the background as long as somebody holds it.
private final class BackgroundTask: Sendable {
  private let task: Task<Void, Never>

  init(_ body: @escaping @Sendable () async -> Void) { task = Task { await body() } }

  deinit { task.cancel() }
}

/// The folders under some roots with what is known of them, brought up to date as they change.
///
/// Each time it is walked as a scan walks, so that it equals what a scan would find; but only folders that changed are
/// listed, and only files that changed are read.
struct FollowedFolders {
  private let roots: [RootPath]
  private let options: ScanOptions
  private let reader: AssetReader
  private let watcher: any FolderWatcher
  private var records: WalkRecords?

  struct News {
    let snapshot: LibrarySnapshot
    let polledPaths: [PolledPath]
  }

  init(roots: [FilePath], options: ScanOptions, reader: AssetReader, watcher: any FolderWatcher) {
    self.roots = RootPath.resolve(roots)
    self.options = options
    self.reader = reader
    self.watcher = watcher
  }

  /// Reads what changed, or reads it the next time if the task is cancelled.
  ///
  /// - Returns: `nil` if nothing differs from the last time.
  mutating func update(
    _ changes: FolderChanges, onProgress: @Sendable (ScanProgress) -> Void = { _ in },
    onPart: (@Sendable (LibrarySnapshot) async -> Void)? = nil
  ) async throws -> News? {
    for tree in changes.trees { records?.forget(tree).forEach(watcher.unwatch) }
    if changes.isEverything { records?.markAllStale() } else { records?.markStale(changes.folders) }
    var walk = FolderWalk(roots, options: options, reader: reader, watcher: watcher, known: records)
    try await walk.run(onProgress: onProgress, onPart: onPart)
    records = walk.records
    guard walk.hasNews else { return nil }
    return News(snapshot: walk.snapshot, polledPaths: walk.records.polledPaths)
  }
}
