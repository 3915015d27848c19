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
  private let cache: ThumbnailCache
  private let catalog: Catalog?

  /// - Parameters:
  ///   - cache: The thumbnails from which pictures are compared.
  ///   - catalog: The cache of pictures; `nil` to compute all pictures.
  public init(cache: ThumbnailCache, catalog: Catalog? = nil) {
    (self.cache, self.catalog) = (cache, catalog)
  }

  /// Returns the groups of duplicates. Photos of one stack, if the assets have stacks, are no versions. Several paths of
  /// one file are no duplicates: only the first counts.
  ///
  /// - Parameters:
  ///   - assets: The photos to compare.
  ///   - onProgress: Called on any thread.
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
    if kinds.contains(.version) {
      let superfluous = Set(copies.lazy.flatMap { $0.assets.dropFirst() })
      try await addVersions(
        of: assets.filter { $0.isPhoto && !superfluous.contains($0) }, to: &result, onProgress)
    }
    return result
  }

  private func addVersions(
    of assets: [Asset], to result: inout Result, _ onProgress: @escaping @Sendable (Progress) -> Void
  ) async throws {
    let reader = PictureReader(cache, catalog)
    let pictures = try await reader.pictures(of: assets) { onProgress(.hashing($0, of: assets.count)) }
    for case .failure(let error)? in pictures { result.failures.append(error) }
    let finder = VersionFinder(pictures.map { try? $0?.get() }) { left, right in
      if let stack = assets[left].stack, stack === assets[right].stack { return .different }
      return PictureRelation(assets[left], assets[right])
    }
    let versions = try await WorkerPool.using { try await finder.versions(on: $0) }
    result.groups += groups(assets, versions).map { DuplicateGroup(.version, $0, ranking: ranking) }
  }

  /// Returns groups in which each photo is a version of the best one. Versions of versions don't form a group, since
  /// the first and the last of such a chain may show different pictures.
  private func groups(_ assets: [Asset], _ versions: [Int: [Int]]) -> [[Asset]] {
    var groups: [[Int]] = []
    var grouped = Set<Int>()
    for best in ranking.order(of: versions.keys.sorted(), in: assets) where !grouped.contains(best) {
      let members = Set(versions[best] ?? []).subtracting(grouped)
      guard !members.isEmpty else { continue }
      grouped.formUnion(members.union([best]))
      groups.append((Array(members) + [best]).sorted())
    }
    return groups.sorted { $0[0] < $1[0] }.map { group in group.map { assets[$0] } }
  }
}
