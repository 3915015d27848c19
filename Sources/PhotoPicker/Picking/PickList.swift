import PhotoLibrary

package struct PickList: Sendable {
  package private(set) var assets: [Asset] = []
  private var places: [PhotoKey: Int] = [:]
  package private(set) var byteCount: Int64 = 0
  /// Everything the user picked and didn't unpick, in order, including deleted photos.
  package private(set) var withDeleted: [Asset] = []
  private var gone = Set<PhotoKey>()

  /// Increases with each change.
  package private(set) var revision = 0

  package init() {}

  package var count: Int { assets.count }

  /// The position in the picking order, from 1.
  package func number(of asset: Asset) -> Int? { places[PhotoKey(asset)].map { $0 + 1 } }

  package func contains(_ asset: Asset) -> Bool { places[PhotoKey(asset)] != nil }

  package mutating func insert(_ asset: Asset) {
    guard !contains(asset) else { return }
    places[PhotoKey(asset)] = assets.count
    revision += 1
    assets.append(asset)
    if gone.remove(PhotoKey(asset)) != nil { withDeleted.removeAll { PhotoKey($0) == PhotoKey(asset) } }
    withDeleted.append(asset)
    byteCount = byteCount.addingReportingOverflow(max(asset.fileSize, 0)).partialValue
  }

  package mutating func remove(_ removed: Set<PhotoKey>) {
    guard !removed.isEmpty else { return }
    withDeleted.removeAll { removed.contains(PhotoKey($0)) }
    replaceAll(assets.filter { !removed.contains(PhotoKey($0)) })
  }

  /// Updates picks from the library and drops deleted photos.
  package mutating func refresh(_ found: [PhotoKey: Asset?]) {
    for asset in assets {
      if let now = found[PhotoKey(asset)], now == nil { gone.insert(PhotoKey(asset)) }
    }
    replaceAll(
      assets.compactMap { asset in
        guard let now = found[PhotoKey(asset)] else { return asset }
        return now?.inGroups(of: asset)
      })
  }

  /// Copies another list, as one more revision.
  package mutating func become(_ other: PickList) {
    let revision = max(revision, other.revision) + 1
    self = other
    self.revision = revision
  }

  package mutating func removeAll() {
    withDeleted.removeAll { !gone.contains(PhotoKey($0)) }
    replaceAll([])
  }

  private mutating func replaceAll(_ assets: [Asset]) {
    if self.assets != assets { revision += 1 }
    self.assets = assets
    places = Dictionary(
      assets.enumerated().map { (PhotoKey($1), $0) }, uniquingKeysWith: { first, _ in first })
    byteCount = assets.reduce(0) { $0.addingReportingOverflow(max($1.fileSize, 0)).partialValue }
  }
}
