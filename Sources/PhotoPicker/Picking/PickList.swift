import PhotoLibrary

package struct PickList: Sendable {
  package private(set) var assets: [Asset] = []
  private var places: [PhotoKey: Int] = [:]
  /// What each photo represented when it was picked; drafts don't contain it.
  private var units: [PhotoKey: ViewUnit] = [:]
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

  /// What a photo represented when it was picked, if known.
  func unit(of asset: Asset) -> ViewUnit? { units[PhotoKey(asset)] }

  package mutating func insert(_ asset: Asset, as unit: ViewUnit? = nil) {
    guard !contains(asset) else { return }
    units[PhotoKey(asset)] = unit
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
        // The stack of a pick contains the part that the view contained; a pick of a draft isn't in a stack yet.
        return asset.stack == nil ? now : now?.inGroups(of: asset)
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
