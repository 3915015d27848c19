import PhotoLibrary

/// How many photos each choice of the filter has, whatever the filter lets pass now.
package struct FilterCounts: Sendable, Hashable {
  /// The photos of each kind; kinds without photos are left out.
  package private(set) var kinds: [AssetKind: Int] = [:]
  package private(set) var judged: [JudgedKind: Int] = [:]
  package private(set) var labels: [String: Int] = [:]

  package init() {}

  /// Counts photos; stops early if the task is cancelled.
  package init(_ assets: [Asset]) {
    for asset in assets {
      if Task.isCancelled { return }
      for kind in AssetKind.allCases where kind.matches(asset) { kinds[kind, default: 0] += 1 }
      for kind in JudgedKind.allCases where kind.matches(asset) { judged[kind, default: 0] += 1 }
      if let label = asset.label, !label.isEmpty { labels[label, default: 0] += 1 }
    }
  }
}
