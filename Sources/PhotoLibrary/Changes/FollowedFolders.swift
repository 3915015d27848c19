import PhotoFiles
import SystemPackage

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
