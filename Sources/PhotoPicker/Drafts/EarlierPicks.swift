import PhotoFiles
import PhotoLibrary
import SystemPackage

/// Photos that were picked before a view is made: those to show first, and those to leave out.
public struct EarlierPicks: Sendable, Hashable {
  /// The key of the first group; `@selected` picks it.
  public static let groupKey = "selected"
  /// The heading of the first group.
  public static let groupTitle = "Selected"

  /// The photos that stand in a first group "Selected", in this order.
  public var preselected: PathList?
  /// The photos that are left out, even if they are preselected.
  public var excluded: PathList?

  /// Earlier picks; there are none unless given.
  public init(preselected: PathList? = nil, excluded: PathList? = nil) {
    self.preselected = preselected
    self.excluded = excluded
  }

  /// True if a view stays as it is.
  public var isEmpty: Bool { preselected == nil && excluded == nil }

  /// A view with the preselected photos first and in no other group, and without the excluded ones.
  ///
  /// Preselected photos are shown whatever the view leaves out; those that it does not hold are read by the scanner.
  /// - Returns: the view, and a problem for each preselected photo that cannot be read.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func arranged(
    _ view: NumberedView, with scanner: LibraryScanner
  ) throws -> (view: NumberedView, problems: [ScanProblem]) {
    let excluded = FileIdentities(self.excluded?.paths ?? [])
    let (found, problems) = try read(preselected?.paths ?? [], view, with: scanner)
    var shown = Set<Asset>()
    let selected = found.filter { !excluded.contains($0) && shown.insert($0).inserted }
    var groups = view.groups.compactMap { group -> AssetGroup? in
      let assets = group.assets.filter { !shown.contains($0) && !excluded.contains($0) }
      guard !assets.isEmpty || group.assets.isEmpty else { return nil }
      return AssetGroup(key: group.key, title: group.title, assets: assets)
    }
    if !selected.isEmpty {
      groups.insert(AssetGroup(key: Self.groupKey, title: Self.groupTitle, assets: selected), at: 0)
    }
    return (NumberedView(groups), problems)
  }

  /// The photos at paths, those of a view as they are there.
  private func read(
    _ paths: [[UInt8]], _ view: NumberedView, with scanner: LibraryScanner
  ) throws -> (found: [Asset], problems: [ScanProblem]) {
    let wanted = FileIdentities(paths)
    var known: [FileStatus.Identity: Asset] = [:]
    for asset in view.groups.lazy.flatMap(\.assets) where wanted.contains(asset) {
      known[asset.identity] = asset
    }
    var (found, problems) = ([Asset](), [ScanProblem]())
    for path in paths {
      try Task.checkCancellation()
      if let asset = FileIdentities.identity(path).flatMap({ known[$0] }) {
        found.append(asset)
        continue
      }
      do throws(ScanProblem) {
        found.append(try scanner.read(FilePath(fileSystemBytes: path)))
      } catch {
        problems.append(error)
      }
    }
    return (found, problems)
  }

  /// Photos without the excluded ones.
  public func included(_ picked: [PickedAsset]) -> [PickedAsset] {
    guard let list = excluded else { return picked }
    let excluded = FileIdentities(list.paths)
    return picked.filter { !excluded.contains($0.asset) }
  }
}

/// Which files some paths lead to now, so that another path to the same file counts as well.
private struct FileIdentities {
  private let identities: Set<FileStatus.Identity>
  private let paths: Set<[UInt8]>

  init(_ paths: [[UInt8]]) {
    self.paths = Set(paths)
    // Some file systems number no files.
    identities = Set(paths.compactMap(Self.identity).filter { $0.inode != 0 })
  }

  func contains(_ asset: Asset) -> Bool {
    if identities.isEmpty, paths.isEmpty { return false }
    return identities.contains(asset.identity) || paths.contains(asset.pathBytes)
  }

  /// The file at a path, symbolic links followed; `nil` if there is none.
  static func identity(_ path: [UInt8]) -> FileStatus.Identity? {
    (try? FileStatus(FilePath(fileSystemBytes: path)))?.identity
  }
}
