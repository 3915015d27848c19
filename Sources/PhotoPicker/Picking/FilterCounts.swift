import PhotoLibrary

/// The number of photos that each choice shows.
///
///     var counts = FilterCounts(assets)
///     counts.count(with: FilterState(labels: ["Red"]))
///     counts.judged[.threeStars]   // the red photos with three stars or more
///
/// The other parts apply to a choice, but not other choices of the same part, which are alternatives.
/// Photos with equal properties are counted together, so counting again doesn't depend on the size of the library.
package struct FilterCounts: Sendable, Hashable {
  /// The properties of a photo to test.
  private struct Traits: Sendable, Hashable {
    let kinds: KindSet
    /// -1 if the photo is rejected.
    let stars: Int8
    let label: String?

    /// The rating, 0 to 5; `nil` if the photo is rejected.
    var starCount: Int? { stars < 0 ? nil : Int(stars) }

    /// - Parameter known: The labels so far. Further ones count as none.
    init(_ asset: Asset, _ known: inout Set<String>) {
      kinds = KindSet(matching: asset)
      stars = Int8(asset.stars ?? -1)
      label = asset.label.flatMap { label in
        if label.isEmpty || known.count >= FilterCounts.labelLimit && !known.contains(label) { return nil }
        known.insert(label)
        return label
      }
    }
  }

  private struct UnitKey: Hashable {
    let stack: ObjectIdentifier
    let shot: Int
  }

  /// The maximum number of labels; each photo may have another one.
  private static let labelLimit = 200

  private var photos: [Traits: Int] = [:]
  /// Shots or bursts by the properties of their files. A choice shows a shot if it shows a file.
  private var units: [Set<Traits>: Int] = [:]
  /// The number of photos of each kind. Kinds of no photo are missing, regardless of other choices; so are
  /// ratings and labels.
  package private(set) var kinds: [AssetKind: Int] = [:]
  package private(set) var judged: [JudgedKind: Int] = [:]
  package private(set) var labels: [String: Int] = [:]

  package init() {}

  /// Counts photos until the task is cancelled.
  ///
  /// - Parameter unit: What to count once.
  package init(_ assets: [Asset], of unit: ViewUnit = .file) {
    var (members, known) = ([UnitKey: Set<Traits>](), Set<String>())
    for asset in assets {
      if Task.isCancelled { return }
      if unit != .file, let stack = asset.stack {
        let key = UnitKey(stack: ObjectIdentifier(stack), shot: unit == .shot ? asset.shotIndex : 0)
        members[key, default: []].insert(Traits(asset, &known))
      } else {
        photos[Traits(asset, &known), default: 0] += 1
      }
    }
    for traits in members.values { units[traits, default: 0] += 1 }
    count(with: FilterState())
  }

  /// `false` before the first count, and if there are no photos.
  package var isKnown: Bool { !judged.isEmpty }

  /// Counts the photos again with another filter.
  package mutating func count(with state: FilterState) {
    (kinds, judged, labels) = ([:], [:], [:])
    let filter = TraitsFilter(state)
    for (traits, number) in photos { add(CollectionOfOne(traits), number, filter) }
    for (members, number) in units { add(members, number, filter) }
  }

  private mutating func add(_ members: some Collection<Traits>, _ number: Int, _ filter: TraitsFilter) {
    var (shown, others) = (ShownChoices(), ShownChoices())
    for traits in members {
      let isShown = filter.parts(of: traits)
      let judged = JudgedKind.allCases.filter { $0.matches(stars: traits.starCount) }
      others.kinds.formUnion(traits.kinds)
      others.judged.formUnion(judged)
      if let label = traits.label { others.labels.insert(label) }
      if isShown.judged, isShown.label { shown.kinds.formUnion(filter.choosable(traits.kinds)) }
      if isShown.kinds, isShown.label { shown.judged.formUnion(judged) }
      if isShown.kinds, isShown.judged, let label = traits.label { shown.labels.insert(label) }
    }
    for kind in others.kinds.kinds { kinds[kind, default: 0] += shown.kinds.contains(kind) ? number : 0 }
    for kind in others.judged { judged[kind, default: 0] += shown.judged.contains(kind) ? number : 0 }
    for label in others.labels { labels[label, default: 0] += shown.labels.contains(label) ? number : 0 }
  }

  private struct ShownChoices {
    var kinds = KindSet()
    var judged: Set<JudgedKind> = []
    var labels: Set<String> = []
  }

  private struct TraitsFilter {
    let state: FilterState
    let included: KindSet
    let excluded: KindSet

    init(_ state: FilterState) {
      self.state = state
      included = KindSet(state.kinds.included)
      excluded = KindSet(state.kinds.excluded)
    }

    /// Returns whether each part includes a photo.
    func parts(of traits: Traits) -> (kinds: Bool, judged: Bool, label: Bool) {
      (
        (included.isEmpty || !included.isDisjoint(with: traits.kinds))
          && excluded.isDisjoint(with: traits.kinds),
        state.judged.isEmpty || state.judged.contains { $0.matches(stars: traits.starCount) },
        state.labels.isEmpty || traits.label.map(state.labels.contains) == true
      )
    }

    /// Returns the kinds that would show a photo: none if another kind excludes it.
    func choosable(_ kinds: KindSet) -> KindSet {
      let excluding = kinds.intersection(excluded)
      return excluding.isEmpty ? kinds : excluding.kinds.count == 1 ? excluding : KindSet()
    }
  }
}

/// A set of kinds in few bytes.
private struct KindSet: OptionSet, Sendable, Hashable {
  private static let members = Dictionary(
    uniqueKeysWithValues: AssetKind.allCases.enumerated().map { ($1, KindSet(rawValue: 1 << UInt64($0))) })

  let rawValue: UInt64

  init(_ kinds: Set<AssetKind>) { self = kinds.reduce(into: []) { $0.formUnion(Self.members[$1] ?? []) } }

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(matching asset: Asset) {
    var (bits, bit) = (UInt64(0), UInt64(1))
    for kind in AssetKind.allCases {
      if kind.matches(asset) { bits |= bit }
      bit <<= 1
    }
    rawValue = bits
  }

  var kinds: [AssetKind] {
    AssetKind.allCases.filter(contains)
  }

  func contains(_ kind: AssetKind) -> Bool { Self.members[kind].map { isSuperset(of: $0) } ?? false }
}
