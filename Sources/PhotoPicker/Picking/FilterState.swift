import PhotoLibrary

/// The choices that checklist, filter bar and page edit. Choices of one part are alternatives; a photo must
/// match all parts.
package struct FilterState: Sendable, Hashable {
  package var kinds = KindFilter()
  package var judged: Set<JudgedKind> = []
  package var labels: Set<String> = []

  package init(kinds: KindFilter = KindFilter(), judged: Set<JudgedKind> = [], labels: Set<String> = []) {
    self.kinds = kinds
    self.judged = judged
    self.labels = labels
  }
}

/// A condition that people choose.
package enum FilterItem: Sendable, Hashable {
  case kind(AssetKind)
  case judged(JudgedKind)
  case label(String)

  /// Returns the number of photos that the choice shows, or `nil` while it is unknown.
  package func count(in counts: FilterCounts) -> Int? { counts.isKnown ? knownCount(in: counts) ?? 0 : nil }

  /// Returns `true` if the choice shows photos, at least without the current filter.
  package func occurs(in counts: FilterCounts) -> Bool { knownCount(in: counts) != nil }

  private func knownCount(in counts: FilterCounts) -> Int? {
    switch self {
    case .kind(let kind): counts.kinds[kind]
    case .judged(let kind): counts.judged[kind]
    case .label(let label): counts.labels[label]
    }
  }

  package func isIncluded(in state: FilterState) -> Bool {
    switch self {
    case .kind(let kind): state.kinds.included.contains(kind)
    case .judged(let kind): state.judged.contains(kind)
    case .label(let label): state.labels.contains(label)
    }
  }

  package func isExcluded(in state: FilterState) -> Bool {
    if case .kind(let kind) = self { state.kinds.excluded.contains(kind) } else { false }
  }

  /// Returns `✓` if the photos are included, `×` if they are excluded, and a space otherwise.
  package func mark(in state: FilterState) -> Character {
    isIncluded(in: state) ? "✓" : isExcluded(in: state) ? "×" : " "
  }

  /// Includes the photos, or removes the choice.
  package func toggle(_ state: inout FilterState) {
    switch self {
    case .kind(let kind):
      if state.kinds.included.remove(kind) == nil, state.kinds.excluded.remove(kind) == nil {
        state.kinds.included.insert(kind)
      }
    case .judged(let kind):
      if state.judged.remove(kind) != nil { return }
      // Of two minimums, the higher one would have no effect.
      if kind.isMinimum { state.judged = state.judged.filter { !$0.isMinimum } }
      state.judged.insert(kind)
    case .label(let label): if state.labels.remove(label) == nil { state.labels.insert(label) }
    }
  }

  /// Includes the photos, then excludes them, then removes the choice. Ratings and labels can't be excluded.
  package func advance(_ state: inout FilterState) {
    if case .kind(let kind) = self, state.kinds.included.remove(kind) != nil {
      state.kinds.excluded.insert(kind)
    } else {
      toggle(&state)
    }
  }
}

extension PickerModel {
  private static let labelLimit = 20
  private static let colors = ["Red", "Yellow", "Green", "Blue", "Purple"]
  private static let stars: [JudgedKind] = [.oneStar, .twoStars, .threeStars, .fourStars, .fiveStars]

  package var filterState: FilterState { FilterState(kinds: query.kinds, judged: judged, labels: labels) }

  /// Filters the photos, and keeps the cursor on a photo, or near it while it is filtered out.
  package mutating func show(_ state: FilterState, at place: Asset?) -> [PickerEffect] {
    guard state != filterState else { return [] }
    (query.kinds, judged, labels) = (state.kinds, state.judged, state.labels)
    countChoices()
    returnPlace = place
    return [.makeContents]
  }

  /// Counts again after a change.
  mutating func countChoices() { counts.count(with: filterState) }

  /// The choices of the checklist: the kinds that occur or are selected, then ratings and labels.
  package var filterItems: [FilterItem] {
    AssetKind.allCases.map(FilterItem.kind).filter { !counts.isKnown || isOffered($0) }
      + JudgedKind.allCases.map(FilterItem.judged) + labelItems
  }

  /// The chips that occur or are selected: ratings, labels, formats, and other kinds if they
  /// are selected. Empty while the counts are unknown.
  package var barItems: [FilterItem] {
    guard counts.isKnown else { return [] }
    let state = filterState
    let judged = (Self.stars + [.rejected, .unrated]).map(FilterItem.judged).filter(isOffered)
    let colors = Self.colors.map(FilterItem.label)
    let labels = colors.filter(isOffered) + labelItems.filter { !colors.contains($0) }
    let kinds = AssetKind.allCases.filter { kind in
      let item = FilterItem.kind(kind)
      if case .format = kind { return isOffered(item) }
      return item.mark(in: state) != " "
    }
    return judged + labels + kinds.map(FilterItem.kind)
  }

  private func isOffered(_ item: FilterItem) -> Bool {
    item.occurs(in: counts) || item.mark(in: filterState) != " "
  }

  /// The labels of most photos, and selected ones.
  private var labelItems: [FilterItem] {
    let known = counts.labels.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    let shown = known.prefix(Self.labelLimit)
    return (shown + labels.subtracting(shown).sorted()).map(FilterItem.label)
  }
}
