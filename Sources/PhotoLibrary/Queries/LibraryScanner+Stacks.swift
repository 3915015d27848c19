import PhotoFiles
import SystemPackage

extension LibraryScanner {
  /// Returns the assets, each with its stack, which is found among all files of its folder.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  package func stacked(_ assets: [Asset], by finder: StackFinder) async throws -> [Asset] {
    var options = options
    options.maximumDepth = 0
    let folders = assets.map(\.folder).uniqued()
    let snapshot = try await LibraryScanner(options: options, cache: cache).scan(folders.map(\.path))
    var stacks: [AssetItem.ID: AssetStack] = [:]
    for asset in finder.stacked(snapshot.assets) {
      if let stack = asset.stack { stacks[AssetItem(asset: asset).id] = stack }
    }
    return assets.map { $0.in(stacks[AssetItem(asset: $0).id]) }
  }
}
