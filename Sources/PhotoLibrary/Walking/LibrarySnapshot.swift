import PhotoFiles
import SystemPackage

/// A library as it stood when it was read.
public struct LibrarySnapshot: Sendable {
  /// Photos and videos, each file once, in order of folder and name.
  public let assets: [Asset]
  public let problems: [ScanProblem]
  /// What was passed over for a good reason: links that lead nowhere or out of the roots, and folders by which the
  /// kernel shows itself.
  public let remarks: [ScanProblem]
  public let progress: ScanProgress

  /// Assets in any order, each file once.
  package init(inAnyOrder assets: [Asset]) {
    var assets = assets
    AssetOrder.sortByPath(&assets)
    self.init(assets: assets)
  }

  /// Assets that are in order of folder and name, each file once.
  package init(assets: [Asset], problems: [ScanProblem] = [], progress: ScanProgress = ScanProgress()) {
    self.assets = assets
    self.problems = problems.filter { !$0.isRemark }
    remarks = problems.filter(\.isRemark)
    self.progress = progress
  }

  /// "All Photos", then one album for each folder that holds photos, in natural order of their paths.
  public var albums: [Album] { [Album(.all, assets: assets)] + Album.folders(of: assets) }

  /// The albums that a name or a path means: the folders of that path, else all of that name.
  public func albums(named text: String) -> [Album] {
    let folders = Album.folders(of: assets)
    let path = RootPath(FilePath(text)).path
    if let album = folders.first(where: { $0.folder?.path == path }) { return [album] }
    if text == "All Photos" { return [Album(.all, assets: assets)] }
    return folders.filter { $0.name == text }
  }
}
