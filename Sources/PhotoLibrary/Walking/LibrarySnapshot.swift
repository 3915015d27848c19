import PhotoFiles
import SystemPackage

public struct LibrarySnapshot: Sendable {
  /// The photos and videos without duplicates, ordered by folder and name.
  public let assets: [Asset]
  public let problems: [ScanProblem]
  /// Skipped items that need no attention: symbolic links without a target or out of the roots, and kernel file
  /// systems.
  public let remarks: [ScanProblem]
  public let progress: ScanProgress
  /// `true` while reading continues and later snapshots contain more photos.
  package var isPart = false
  /// Whether the assets are in their stacks.
  package var hasStacks = false

  /// Creates a snapshot from unsorted assets without duplicates.
  package init(inAnyOrder assets: [Asset]) {
    var assets = assets
    AssetOrder.sortByPath(&assets)
    self.init(assets: assets)
  }

  /// Creates a snapshot from assets without duplicates, ordered by folder and name.
  package init(assets: [Asset], problems: [ScanProblem] = [], progress: ScanProgress = ScanProgress()) {
    self.assets = assets
    self.problems = problems.filter { !$0.isRemark }
    remarks = problems.filter(\.isRemark)
    self.progress = progress
  }

  /// "All Photos", then one album per folder, in natural order of the paths.
  public var albums: [Album] { [Album(.all, assets: assets)] + Album.folders(of: assets) }

  /// Returns the album of a path, otherwise all albums of a name.
  public func albums(named text: String) -> [Album] {
    let folders = Album.folders(of: assets)
    let path = RootPath(FilePath(text)).path
    if let album = folders.first(where: { $0.folder?.path == path }) { return [album] }
    if text == "All Photos" { return [Album(.all, assets: assets)] }
    return folders.filter { $0.name == text }
  }
}
