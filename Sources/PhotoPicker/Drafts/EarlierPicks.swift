import PhotoFiles
import PhotoLibrary
import SystemPackage

/// Photos that were picked before a view is made: those to show first, and those to leave out.
public struct EarlierPicks: Sendable, Hashable {
  /// The key of the first group; `@selected` picks it.
  public static let groupKey = "selected"
  public static let groupTitle = "Selected"

  /// The photos that stand in a first group "Selected", in this order.
  public let preselected: PathList?
  private let excluded: FileIdentities?

  /// Earlier picks; there are none unless given.
  ///
  /// Each excluded path is looked at here, once: a photo that is left out stays so whatever happens to its file.
  public init(preselected: PathList? = nil, excluded: PathList? = nil) {
    self.preselected = preselected
    self.excluded = excluded.map { FileIdentities($0.paths) }
  }

  /// How many of the excluded paths lead to no file.
  public var missingExclusions: Int { excluded?.missingCount ?? 0 }

  public var isEmpty: Bool { preselected == nil && excluded == nil }

  /// A view with the preselected photos first and in no other group, and without the excluded ones.
  ///
  /// Preselected photos are shown whatever the view leaves out; those that it does not hold are read by the scanner.
  /// - Returns: the view, and a problem for each preselected photo that cannot be read.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func arranged(
    _ view: NumberedView, with scanner: LibraryScanner
  ) throws -> (view: NumberedView, problems: [ScanProblem]) {
    let (found, problems) = try read(preselected?.paths ?? [], view, with: scanner)
    var shown = Set<Asset>()
    let selected = found.filter { !isExcluded($0) && shown.insert($0).inserted }
    var groups = view.groups.compactMap { group -> AssetGroup? in
      let assets = group.assets.filter { !shown.contains($0) && !isExcluded($0) }
      guard !assets.isEmpty || group.assets.isEmpty else { return nil }
      return AssetGroup(key: group.key, title: group.title, assets: assets)
    }
    if !selected.isEmpty {
      groups.insert(AssetGroup(key: Self.groupKey, title: Self.groupTitle, assets: selected), at: 0)
    }
    return (NumberedView(groups), problems)
  }

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
      if let asset = wanted.identity(at: path).flatMap({ known[$0] }) {
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

  public func included(_ picked: [PickedAsset]) -> [PickedAsset] { picked.filter { !isExcluded($0.asset) } }

  private func isExcluded(_ asset: Asset) -> Bool { excluded?.contains(asset) ?? false }
}

/// Which files some paths led to when they were looked at, so that another path to the same file counts as well.
private struct FileIdentities: Hashable {
  private var byPath: [[UInt8]: FileStatus.Identity?]
  private var identities: Set<FileStatus.Identity> = []
  /// How many of the paths lead to nothing, not even by a symbolic link.
  private(set) var missingCount = 0

  init(_ paths: [[UInt8]]) {
    byPath = Dictionary(minimumCapacity: paths.count)
    for path in paths {
      do throws(Errno) {
        let identity = try FileStatus(FilePath(fileSystemBytes: path)).identity
        byPath[path] = .some(identity)
        // Some file systems number no files.
        if identity.inode != 0 { identities.insert(identity) }
      } catch {
        byPath[path] = .some(nil)
        if error == .noSuchFileOrDirectory { missingCount += 1 }
      }
    }
  }

  func contains(_ asset: Asset) -> Bool {
    if byPath.isEmpty { return false }
    return identities.contains(asset.identity) || byPath[asset.pathBytes] != nil
  }

  /// The file at one of the paths, symbolic links followed; `nil` if there is none.
  func identity(at path: [UInt8]) -> FileStatus.Identity? { byPath[path] ?? nil }
}
