import PhotoLibrary

/// Which photos are copies and versions of one another, from which groups follow by rank without reading a file.
struct DuplicateRelations: Sendable {
  /// Files with the same bytes, of which one was compared with other pictures.
  struct Copies: Sendable {
    /// Ascending, two or more.
    var positions: [Int]
    var compared: Int
  }

  /// The compared photos, to which positions refer.
  private(set) var assets: [Asset]
  var copies: [Copies] = []
  /// For each photo, the positions of its versions, possibly with repetitions.
  var versions: [Int: [Int]] = [:]

  init(_ assets: [Asset]) { self.assets = assets }

  /// Returns the groups: copies, then versions, each kind in the order of the first photos.
  func groups(_ kinds: Set<DuplicateGroup.Kind>, by ranking: DuplicateRanking) -> [DuplicateGroup] {
    let versions =
      kinds.contains(.version)
      ? versionGroups(by: ranking).map { DuplicateGroup(.version, $0, ranking: ranking) } : []
    guard kinds.contains(.copy) else { return versions }
    let versionsOfPhoto = Dictionary(
      versions.flatMap { group in group.assets.map { ($0, group) } }, uniquingKeysWith: { first, _ in first })
    let copies = copies.map { copies in
      let ranked = ranking.ranked(copies.positions.map { assets[$0] })
      return DuplicateGroup(
        .copy, ranked.assets, reason: ranked.reason,
        versions: versionsOfPhoto[assets[copies.compared]])
    }
    return copies + versions
  }

  /// Returns groups in which each photo is a version of the best one. Versions of versions don't form a group, since
  /// the first and the last of such a chain may show different pictures.
  private func versionGroups(by ranking: DuplicateRanking) -> [[Asset]] {
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

extension DuplicateRelations {
  /// Returns the relations among photos in their current state, all of which were compared.
  ///
  /// - Returns: `nil` if another one of several copies is now the best, and its metadata could lead to other versions.
  func updated(to current: [Asset], by ranking: DuplicateRanking) -> DuplicateRelations? {
    let places = Dictionary(
      current.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var result = DuplicateRelations(current)
    var moved = assets.map { places[$0] }
    for copies in copies {
      let positions = copies.positions.compactMap { moved[$0] }.sorted()
      guard let best = ranking.order(of: positions, in: current).first else { continue }
      if best != moved[copies.compared] {
        guard current[best].isComparedLike(assets[copies.compared]), current[best].stack == nil,
          assets[copies.compared].stack == nil
        else { return nil }
        moved[copies.compared] = best
      }
      if positions.count > 1 { result.copies.append(Copies(positions: positions, compared: best)) }
    }
    for (position, others) in versions {
      guard let position = moved[position] else { continue }
      let others = others.compactMap { moved[$0] }
      if !others.isEmpty { result.versions[position] = others }
    }
    return result
  }
}

extension Asset {
  /// Whether everything but the picture that relates photos as versions is the same; see ``PictureRelation``.
  func isComparedLike(_ other: Asset) -> Bool {
    date == other.date && camera == other.camera && pixelSize == other.pixelSize
      && isPhoto == other.isPhoto
  }
}
