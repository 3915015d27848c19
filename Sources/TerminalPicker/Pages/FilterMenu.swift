import PhotoLibrary
import PhotoPicker

/// What a filter lets pass.
package struct FilterState: Sendable, Hashable {
  /// The kinds of files.
  package var kinds: KindFilter
  /// How photos were judged.
  package var judged: Set<JudgedKind>
}

/// One line of the checklist of filters.
package enum FilterItem: Sendable, Hashable {
  case kind(AssetKind)
  case judged(JudgedKind)

  /// All lines in order.
  package static let all =
    AssetKind.allCases.map(FilterItem.kind) + JudgedKind.allCases.map(FilterItem.judged)

  /// What people read.
  package var name: String {
    switch self {
    case .kind(let kind): kind.rawValue
    case .judged(let kind): kind.rawValue
    }
  }

  /// `✓` if such photos are shown, `×` if they are not, a blank if it does not matter.
  package func mark(in state: FilterState) -> Character {
    switch self {
    case .kind(let kind):
      state.kinds.included.contains(kind) ? "✓" : state.kinds.excluded.contains(kind) ? "×" : " "
    case .judged(let kind): state.judged.contains(kind) ? "✓" : " "
    }
  }

  /// Goes on to the next mark; judgements are only shown or do not matter.
  func advance(_ state: inout FilterState) {
    switch self {
    case .kind(let kind):
      if state.kinds.included.remove(kind) != nil {
        state.kinds.excluded.insert(kind)
      } else if state.kinds.excluded.remove(kind) == nil {
        state.kinds.included.insert(kind)
      }
    case .judged(let kind):
      if state.judged.remove(kind) == nil { state.judged.insert(kind) }
    }
  }
}
