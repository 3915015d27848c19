import PhotoFiles
import SystemPackage

/// Keeps a library current while its folders change.
///
/// The library is read once and then watched. After a change, only the affected folders are listed and only modified
/// files are read. Each state equals a complete scan at that time. Changes that arrive while a state is being read or
/// processed are merged into the next state.
struct LibraryFollower: Sendable {
  struct Watching: Sendable {
    var pace = DebouncedChanges.Pace()
    var interval = Duration.seconds(2)
    /// Whether to use the system's notifications; otherwise all folders are polled.
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
    background = [BackgroundTask { await watcher.polling.run() }, BackgroundTask { await poller.run() }]
    let reader = AssetReader(clocks: options.clocks, cache: cache)
    folders = FollowedFolders(roots: roots, options: options, reader: reader, watcher: watcher)
    self.changes = changes
    self.watcher = watcher
    self.poller = poller
  }

  /// Returns the initial state first, and then suspends until the next change.
  ///
  /// - Returns: `nil` if the task is cancelled while waiting.
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
    defer {
      // Waiting for a lost server takes no resources.
      watcher.polling.adapt(to: RemoteFiles.hasOutage(since: start) ? .zero : .now - start)
    }
    guard let news = try await folders.update(changes, onProgress: onProgress, onPart: onPart) else {
      return nil
    }
    poller.poll(news.polledPaths)
    last = news.snapshot
    return news.snapshot
  }
}

private final class BackgroundTask: Sendable {
  private let task: Task<Void, Never>

  init(_ body: @escaping @Sendable () async -> Void) { task = Task { await body() } }

  deinit { task.cancel() }
}

/// The folders under the roots and their records, updated incrementally.
///
/// An update is a walk of changed folders that reads only changed files, with the same result as a scan.
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

  /// Applies changes. If the task is cancelled, the next call applies them.
  ///
  /// - Returns: `nil` if nothing differs from the previous snapshot.
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
