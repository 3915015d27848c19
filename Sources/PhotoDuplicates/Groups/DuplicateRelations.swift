import PhotoLibrary

/// Which photos are copies, versions and edits of one another, from which groups follow by rank without reading a file.
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
  /// For each photo, the positions of its edits. If it is unknown which of two is edited, each is an edit of the other.
  var edits: [Int: [Int]] = [:]

  init(_ assets: [Asset]) { self.assets = assets }

  /// Returns the groups: copies, versions, then edits, each kind in the order of the first photos.
  func groups(_ kinds: Set<DuplicateGroup.Kind>, by ranking: DuplicateRanking) -> [DuplicateGroup] {
    let versionGroups = kinds.contains(.version) ? versionGroups(by: ranking) : []
    let edits = kinds.contains(.edit) ? editGroups(versionGroups, by: ranking) : []
    let editsOfPhoto = Self.byPhoto(edits)
    let versions = versionGroups.map { group in
      let ranked = ranking.ranked(group.map { assets[$0] })
      let others = [ranked.assets.first.flatMap { editsOfPhoto[$0] }].compactMap(\.self)
      return DuplicateGroup(.version, ranked.assets, reason: ranked.reason, others: others)
    }
    guard kinds.contains(.copy) else { return versions + edits }
    let versionsOfPhoto = Self.byPhoto(versions)
    let copies = copies.map { copies in
      let ranked = ranking.ranked(copies.positions.map { assets[$0] })
      let compared = assets[copies.compared]
      return DuplicateGroup(
        .copy, ranked.assets, reason: ranked.reason,
        others: [versionsOfPhoto[compared], editsOfPhoto[compared]].compactMap(\.self))
    }
    return copies + versions + edits
  }

  private static func byPhoto(_ groups: [DuplicateGroup]) -> [Asset: DuplicateGroup] {
    Dictionary(
      groups.flatMap { group in group.assets.map { ($0, group) } }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns groups in which each photo is a version of the best one. Versions of versions don't form a group, since
  /// the first and the last of such a chain may show different pictures.
  private func versionGroups(by ranking: DuplicateRanking) -> [[Int]] {
    var groups: [[Int]] = []
    var grouped = Set<Int>()
    for best in ranking.order(of: versions.keys.sorted(), in: assets) where !grouped.contains(best) {
      let members = Set(versions[best] ?? []).subtracting(grouped)
      guard !members.isEmpty else { continue }
      grouped.formUnion(members.union([best]))
      groups.append((Array(members) + [best]).sorted())
    }
    return groups.sorted { $0[0] < $1[0] }
  }

  /// Returns groups of a photo and its edits. The best version represents the others, with their edits.
  private func editGroups(_ versionGroups: [[Int]], by ranking: DuplicateRanking) -> [DuplicateGroup] {
    var representatives: [Int: Int] = [:]
    for group in versionGroups {
      let best = ranking.order(of: group, in: assets).first
      for position in group { representatives[position] = best }
    }
    var edits: [Int: Set<Int>] = [:]
    for (photo, others) in self.edits {
      let original = representatives[photo] ?? photo
      // The camera's file is no edit, although it may represent one.
      let others = Set(others.map { representatives[$0] ?? $0 }).subtracting([original])
        .filter { !assets[$0].isOriginal }
      if !others.isEmpty { edits[original, default: []].formUnion(others) }
    }
    var groups: [(original: Int, edits: [Int])] = []
    var grouped = Set<Int>()
    for original in ranking.order(of: edits.keys.sorted(), in: assets) where !grouped.contains(original) {
      let members = (edits[original] ?? []).subtracting(grouped)
      guard !members.isEmpty else { continue }
      grouped.formUnion(members.union([original]))
      groups.append((original, ranking.order(of: members.sorted(), in: assets)))
    }
    return groups.sorted { $0.original < $1.original }.map { group in
      let photos = ([group.original] + group.edits).map { assets[$0] }
      let ranked = ranking.ranked(Array(photos.prefix(2)))
      return DuplicateGroup(.edit, photos, reason: ranked.assets[0] == photos[0] ? ranked.reason : "unedited")
    }
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
    func updated(_ relations: [Int: [Int]]) -> [Int: [Int]] {
      var result: [Int: [Int]] = [:]
      for (position, others) in relations {
        let others = others.compactMap { moved[$0] }
        if let position = moved[position], !others.isEmpty { result[position] = others }
      }
      return result
    }
    (result.versions, result.edits) = (updated(versions), updated(edits))
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
