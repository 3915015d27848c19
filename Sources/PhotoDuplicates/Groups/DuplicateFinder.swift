import PhotoCatalog
import PhotoFiles
import PhotoImaging
import PhotoLibrary

/// Finds copies and versions of photos.
///
///     let finder = DuplicateFinder(cache: ThumbnailCache(folder: folder, version: "1"), catalog: catalog)
///     let found = try await finder.groups(of: library.snapshot().assets)
public struct DuplicateFinder: Sendable {
  public enum Progress: Sendable {
    /// The bytes of files are compared.
    case comparing(Int, of: Int)
    /// Pictures are reduced to hashes.
    case hashing(Int, of: Int)
  }

  public struct Result: Sendable {
    /// Copies first, each kind in the order of the first photos.
    public var groups: [DuplicateGroup] = []
    /// The photos whose pictures couldn't be compared, with reasons.
    public var failures: [ImagingError] = []
  }

  public var kinds: Set<DuplicateGroup.Kind> = Set(DuplicateGroup.Kind.allCases)
  public var ranking = DuplicateRanking()
  /// Returns the stack of a photo; versions in the same stack are not proposed. `nil` for no stack.
  public var stackID: @Sendable (Asset) -> AnyHashableSendable? = { _ in nil }
  private let cache: ThumbnailCache
  private let catalog: Catalog?

  /// - Parameters:
  ///   - cache: The thumbnails from which pictures are compared.
  ///   - catalog: The cache of pictures; `nil` to compute all anew.
  public init(cache: ThumbnailCache, catalog: Catalog? = nil) {
    (self.cache, self.catalog) = (cache, catalog)
  }

  /// Returns the groups of duplicates. Several paths of one file are no duplicates: only the first counts.
  ///
  /// - Parameter onProgress: Called on any thread.
  /// - Throws: `CancellationError` if the task is cancelled. Computed hashes are then stored.
  public func groups(
    of assets: [Asset], onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> Result {
    var assets = assets
    SameFiles.removeDuplicates(from: &assets, areNamed: true)
    var result = Result()
    // Copies are also excluded from versions: each is a version of the same photos as the best one.
    let copies = try await ContentDuplicates.groups(of: assets) { onProgress(.comparing($0, of: $1)) }
      .map { group in DuplicateGroup(.copy, group.map { assets[$0] }, ranking: ranking) }
    if kinds.contains(.copy) { result.groups = copies }
    return result
  }
}

/// A stack identifier of any type.
public typealias AnyHashableSendable = any Hashable & Sendable
