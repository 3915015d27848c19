import PhotoCatalog
import PhotoFiles
import PhotoImaging
import PhotoLibrary

/// Finds copies, versions and edits of photos.
///
///     let finder = DuplicateFinder(cache: ThumbnailCache(folder: folder, version: "1"), catalog: catalog)
///     let found = try await finder.groups(of: library.snapshot().assets)
public struct DuplicateFinder: Sendable {
  public enum Progress: Sendable {
    /// The bytes of files are compared.
    case comparing(Int, of: Int)
    /// Pictures are reduced to hashes.
    case hashing(Int, of: Int)
    /// Thumbnails distinguish edits from versions.
    case verifying(Int, of: Int)
  }

  public struct Result: Sendable {
    /// Copies first, each kind in the order of the first photos.
    public var groups: [DuplicateGroup] = []
    /// The photos whose pictures couldn't be compared, with reasons.
    public var failures: [ImagingError] = []
    /// The number of photos in trashes and other system folders, which are never compared.
    public var systemCount = 0
  }

  public var kinds: Set<DuplicateGroup.Kind> = Set(DuplicateGroup.Kind.allCases)
  public var ranking = DuplicateRanking()
  private let cache: ThumbnailCache
  private let catalog: Catalog?
  /// Returns the current time, by which a file may be too new to be stored.
  var now: @Sendable () -> FileStatus.Time = { .now }

  /// - Parameters:
  ///   - cache: The thumbnails from which pictures are compared.
  ///   - catalog: The cache of pictures; `nil` to compute all pictures.
  public init(cache: ThumbnailCache, catalog: Catalog? = nil) {
    (self.cache, self.catalog) = (cache, catalog)
  }

  /// Returns the groups of duplicates. Photos of one stack, if the assets have stacks, are neither versions nor edits. Several paths of
  /// one file are no duplicates: only the first counts. Symbolic links, and files in trashes and other system folders,
  /// are neither copies nor versions: they may disappear.
  ///
  /// - Parameters:
  ///   - assets: The photos to compare.
  ///   - onProgress: Called on any thread.
  /// - Throws: `CancellationError` if the task is cancelled. Computed hashes are then stored.
  public func groups(
    of assets: [Asset], onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> Result {
    var compared = try await relations(among: assets, onProgress)
    compared.result.groups = compared.relations.groups(kinds, by: ranking)
    return compared.result
  }

  /// The result of comparing photos; its relations don't depend on the ranking.
  struct Comparison: Sendable {
    var relations: DuplicateRelations
    /// The result without groups.
    var result = Result()
  }

  /// Compares photos.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func relations(
    among assets: [Asset], _ onProgress: @escaping @Sendable (Progress) -> Void
  ) async throws -> Comparison {
    var assets = assets.filter { !$0.isSymbolicLink }
    let systemCount = Self.removeSystemFiles(from: &assets)
    SameFiles.removeDuplicates(from: &assets, areNamed: true)
    var result = Comparison(relations: DuplicateRelations(assets), result: Result(systemCount: systemCount))
    // Copies are also excluded from versions: each is a version of the same photos as the best one.
    result.relations.copies = try await ContentDuplicates.groups(of: assets) {
      onProgress(.comparing($0, of: $1))
    }.map { positions in
      let best = ranking.order(of: positions, in: assets)[0]
      return DuplicateRelations.Copies(positions: positions, compared: best)
    }
    if kinds.contains(.version) || kinds.contains(.edit) { try await addVersions(to: &result, onProgress) }
    return result
  }

  /// Returns the number of removed assets.
  private static func removeSystemFiles(from assets: inout [Asset]) -> Int {
    var folders: [Folder: Bool] = [:]
    let count = assets.count
    assets.removeAll { asset in
      let isOfSystem = folders[asset.folder] ?? SystemFolder.contains(asset.folder)
      folders[asset.folder] = isOfSystem
      return isOfSystem
    }
    return count - assets.count
  }

  private func addVersions(
    to result: inout Comparison, _ onProgress: @escaping @Sendable (Progress) -> Void
  ) async throws {
    var superfluous = Set<Int>()
    for copies in result.relations.copies {
      superfluous.formUnion(copies.positions)
      superfluous.remove(copies.compared)
    }
    let all = result.relations.assets
    let positions = all.indices.filter { all[$0].isPhoto && !superfluous.contains($0) }
    let assets = positions.map { all[$0] }
    let reader = PictureReader(cache, catalog, now: now)
    let pictures = try await reader.pictures(of: assets) { onProgress(.hashing($0, of: assets.count)) }
    for case .failure(let error)? in pictures { result.result.failures.append(error) }
    let finder = VersionFinder(pictures.map { try? $0?.get() }) { left, right in
      if let stack = assets[left].stack, stack === assets[right].stack { return .different }
      return PictureRelation(assets[left], assets[right])
    }
    let found = try await WorkerPool.using { pool in
      try await EditFinder(assets, cache).relations(finder.versions(on: pool), on: pool) {
        onProgress(.verifying($0, of: $1))
      }
    }
    for (place, others) in found.versions {
      result.relations.versions[positions[place]] = others.map { positions[$0] }
    }
    for (place, others) in found.edits {
      result.relations.edits[positions[place]] = others.map { positions[$0] }
    }
  }
}
