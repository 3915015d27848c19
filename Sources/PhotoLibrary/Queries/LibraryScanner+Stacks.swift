import PhotoFiles
import SystemPackage

extension LibrarySnapshot {
  /// Returns the snapshot with each asset in its stack, so that several queries don't find them again.
  package func stacked(by finder: StackFinder) -> LibrarySnapshot {
    var stacked = LibrarySnapshot(
      assets: finder.stacked(assets), problems: problems + remarks, progress: progress)
    (stacked.isPart, stacked.hasStacks) = (isPart, true)
    return stacked
  }
}

extension LibraryScanner {
  /// Returns the assets, each with its stack, which is found among all files of its folder.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  package func stacked(_ assets: [Asset], by finder: StackFinder) async throws -> [Asset] {
    var options = options
    options.maximumDepth = 0
    let folders = assets.map(\.folder).uniqued()
    let snapshot = try await LibraryScanner(options: options, cache: cache).scan(folders.map(\.path))
    var stacked: [AssetItem.ID: Asset] = [:]
    for asset in finder.stacked(snapshot.assets) {
      if asset.stack != nil { stacked[AssetItem(asset: asset).id] = asset }
    }
    return assets.map { asset in
      let found = stacked[AssetItem(asset: asset).id]
      return asset.in(found?.stack, at: found?.memberIndex ?? 0)
    }
  }
}
