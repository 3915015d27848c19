import PhotoFiles
import PhotoLibrary
import SystemPackage

/// Previous results that change a view: photos to list first, and photos to exclude.
public struct EarlierPicks: Sendable, Hashable {
  /// The key of the first group, for `@selected`.
  public static let groupKey = "selected"
  public static let groupTitle = "Selected"

  /// The photos of the first group, "Selected", in this order.
  public let preselected: PathList?
  private let excluded: FileIdentities?

  /// Creates the change, resolving each excluded path once: a photo remains excluded even if the file changes later.
  public init(preselected: PathList? = nil, excluded: PathList? = nil) {
    self.preselected = preselected
    self.excluded = excluded.map { FileIdentities($0.paths) }
  }

  /// The number of excluded paths that don't exist.
  public var missingExclusions: Int { excluded?.missingCount ?? 0 }

  public var isEmpty: Bool { preselected == nil && excluded == nil }

  /// Moves preselected photos into a separate first group, and removes excluded photos.
  ///
  /// Preselected photos are added even from outside the scanned folders; the scanner reads these.
  /// - Returns: The changed view, and a problem for each photo that can't be read.
  /// - Throws: `CancellationError`.
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
    return (NumberedView(groups, unit: view.unit), problems)
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

/// The files that a list of paths referred to, so that other paths to the same files match too.
private struct FileIdentities: Hashable {
  private var byPath: [[UInt8]: FileStatus.Identity?]
  private var identities: Set<FileStatus.Identity> = []
  /// The number of paths that don't exist, including dangling symlinks.
  private(set) var missingCount = 0

  init(_ paths: [[UInt8]]) {
    byPath = Dictionary(minimumCapacity: paths.count)
    for path in paths {
      do throws(Errno) {
        let identity = try FileStatus(FilePath(fileSystemBytes: path)).identity
        byPath[path] = .some(identity)
        // Some file systems have no inode numbers.
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

  /// The file at a path of the list, resolving symlinks.
  func identity(at path: [UInt8]) -> FileStatus.Identity? { byPath[path] ?? nil }
}
