import PhotoFiles
import PhotoLibrary
import PhotoPicker
import Terminal

package struct FilterState: Sendable, Hashable {
  package var kinds = KindFilter()
  package var judged: Set<JudgedKind> = []
  package var labels: Set<String> = []
}

package enum FilterItem: Sendable, Hashable {
  case kind(AssetKind)
  case judged(JudgedKind)
  case label(String)

  private static let labelWidth = 24

  package var name: String {
    switch self {
    case .kind(let kind): kind.words
    case .judged(let kind): kind.rawValue
    case .label(let label): TerminalText.truncated(SafeText.escaping(label), to: Self.labelWidth)
    }
  }

  func count(in counts: FilterCounts) -> Int? {
    // Every photo has some rating or is unrated, so counts are never empty.
    guard !counts.judged.isEmpty else { return nil }
    return switch self {
    case .kind(let kind): counts.kinds[kind] ?? 0
    case .judged(let kind): counts.judged[kind] ?? 0
    case .label(let label): counts.labels[label] ?? 0
    }
  }

  /// Returns `✓` for included photos, `×` for excluded photos, and a space otherwise.
  package func mark(in state: FilterState) -> Character {
    switch self {
    case .kind(let kind):
      state.kinds.included.contains(kind) ? "✓" : state.kinds.excluded.contains(kind) ? "×" : " "
    case .judged(let kind): state.judged.contains(kind) ? "✓" : " "
    case .label(let label): state.labels.contains(label) ? "✓" : " "
    }
  }

  /// Advances to the next mark. Ratings and labels can be included, but not excluded.
  func advance(_ state: inout FilterState) {
    switch self {
    case .kind(let kind):
      if state.kinds.included.remove(kind) != nil {
        state.kinds.excluded.insert(kind)
      } else if state.kinds.excluded.remove(kind) == nil {
        state.kinds.included.insert(kind)
      }
    case .judged(let kind): if state.judged.remove(kind) == nil { state.judged.insert(kind) }
    case .label(let label): if state.labels.remove(label) == nil { state.labels.insert(label) }
    }
  }
}

extension PickerPages {
  private static let labelLimit = 20

  package var filterState: FilterState {
    FilterState(kinds: model.query.kinds, judged: model.judged, labels: model.labels)
  }

  /// The items of the checklist: the kinds that occur or are in the filter, then ratings and labels.
  package var filterItems: [FilterItem] {
    let (counts, state) = (model.counts, filterState)
    let items = AssetKind.allCases.map(FilterItem.kind).filter { item in
      item.count(in: counts) != 0 || item.mark(in: state) != " "
    }
    let labels = counts.labels.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    let others = state.labels.filter { counts.labels[$0] == nil }.sorted()
    return items + JudgedKind.allCases.map(FilterItem.judged)
      + (labels.prefix(Self.labelLimit) + others).map(FilterItem.label)
  }
}
