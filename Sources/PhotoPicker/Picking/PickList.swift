import PhotoLibrary

package struct PickList: Sendable {
  package private(set) var assets: [Asset] = []
  private var places: [PhotoKey: Int] = [:]
  /// The size of all files together in bytes.
  package private(set) var byteCount: Int64 = 0
  /// What was picked and not let go, in order: those that are gone among them.
  package private(set) var held: [Asset] = []
  private var gone = Set<PhotoKey>()

  /// Counts changes; it never goes back.
  package private(set) var revision = 0

  package init() {}

  package var count: Int { assets.count }

  /// The place of a photo in the order, from 1; `nil` if it is not picked.
  package func number(of asset: Asset) -> Int? { places[PhotoKey(asset)].map { $0 + 1 } }

  package func contains(_ asset: Asset) -> Bool { places[PhotoKey(asset)] != nil }

  package mutating func insert(_ asset: Asset) {
    guard !contains(asset) else { return }
    places[PhotoKey(asset)] = assets.count
    revision += 1
    assets.append(asset)
    if gone.remove(PhotoKey(asset)) != nil { held.removeAll { PhotoKey($0) == PhotoKey(asset) } }
    held.append(asset)
    byteCount = byteCount.addingReportingOverflow(max(asset.fileSize, 0)).partialValue
  }

  package mutating func remove(_ removed: Set<PhotoKey>) {
    guard !removed.isEmpty else { return }
    held.removeAll { removed.contains(PhotoKey($0)) }
    replaceAll(assets.filter { !removed.contains(PhotoKey($0)) })
  }

  /// Takes what is known now of the photos that a library was asked for; those that are gone are let go.
  package mutating func refresh(_ found: [PhotoKey: Asset?]) {
    for asset in assets {
      if let now = found[PhotoKey(asset)], now == nil { gone.insert(PhotoKey(asset)) }
    }
    replaceAll(
      assets.compactMap { asset in
        guard let now = found[PhotoKey(asset)] else { return asset }
        return now
      })
  }

  /// Becomes what another list is, as one more change.
  package mutating func become(_ other: PickList) {
    let revision = max(revision, other.revision) + 1
    self = other
    self.revision = revision
  }

  package mutating func removeAll() {
    held.removeAll { !gone.contains(PhotoKey($0)) }
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
