import PhotoLibrary
import PhotoPicker
import Terminal

/// The chips of the bar.
package struct FilterBar: Sendable {
  /// Narrower terminals have shorter chips.
  private static let wideColumns = 72
  /// From this number on, short chips count in thousands.
  private static let leastShortened = 10_000

  package struct Chip: Sendable {
    package let item: FilterItem
    let mark: Character
    let name: String
    let count: String
    let isEmpty: Bool

    /// The text without the space that separates chips: `✓★3+ 12`.
    package var text: String { "\(mark)\(dot)\(name) \(count)" }
    var dot: String { if case .label = item { "●" } else { "" } }
    var width: Int { TerminalText.columns(of: text) + 1 }
  }

  package let chips: [Chip]
  package let chosen: Int?
  package let layout: FilterBarLayout

  init(_ model: PickerModel, at item: FilterItem?, columns: Int) {
    let (state, counts, isShort) = (model.filterState, model.counts, columns < Self.wideColumns)
    let chips = model.barItems.map { item in
      let count = item.count(in: counts) ?? 0
      return Chip(
        item: item, mark: item.mark(in: state), name: item.chipName(isShort: isShort),
        count: isShort && count >= Self.leastShortened ? "\(count / 1000)k" : "\(count)", isEmpty: count == 0)
    }
    let chosen = item.flatMap { item in chips.firstIndex { $0.item == item } }
    (self.chips, self.chosen) = (chips, chosen)
    layout = FilterBarLayout(widths: chips.map(\.width), columns: columns, chosen: chosen)
  }
}

extension PickerPages {
  /// The area of the current page. An opened burst contains the shots that matched, so it has no filter bar.
  package var area: PageArea {
    switch page {
    case .grid: gridArea
    case .albums: albumArea
    case .look, .help: PageArea(size)
    }
  }

  var gridArea: PageArea { PageArea(size, hasBar: model.openedBurst == nil) }
  var albumArea: PageArea { PageArea(size, hasBar: true) }

  /// The bar; `nil` if the page has no bar.
  package var filterBar: FilterBar? {
    guard area.bar != nil, model.openedBurst == nil else { return nil }
    let item: FilterItem? = if case .bar(let item, _) = prompt { item } else { nil }
    return FilterBar(model, at: item, columns: size.columns)
  }

  mutating func openBar() {
    guard let first = filterBar?.chips.first?.item else {
      model.message =
        model.openedBurst != nil
        ? "An opened burst contains the shots that matched."
        : area.bar == nil ? "There is no filter bar here: f filters." : "There is nothing to filter."
      return
    }
    prompt = .bar(item: first, place: model.current)
  }

  /// Applies each change at once. The cursor stays on its photo, or near it while the photo is filtered out.
  mutating func answerBar(_ key: Key, place: Asset?) -> [Effect] {
    guard let bar = filterBar, !bar.chips.isEmpty else {
      prompt = nil
      return []
    }
    let (chosen, last) = (bar.chosen ?? 0, bar.chips.count - 1)
    func move(to index: Int) -> Prompt { .bar(item: bar.chips[index].item, place: place) }
    switch key {
    case .left, .backTab, .character("h"): prompt = move(to: chosen > 0 ? chosen - 1 : last)
    case .right, .tab, .character("l"): prompt = move(to: chosen < last ? chosen + 1 : 0)
    case .home: prompt = move(to: 0)
    case .end: prompt = move(to: last)
    case .enter, .character(" "): return toggle(bar.chips[chosen].item, at: place)
    case .backspace: return tell { $0.show(FilterState(), at: place) }
    case .escape, .up, .down, .character("F"), .character("q"): prompt = nil
    case .character("f"):
      prompt = nil
      return handleCommand(key)
    default: break
    }
    return []
  }

  private mutating func toggle(_ item: FilterItem, at place: Asset?) -> [Effect] {
    var state = filterState
    item.toggle(&state)
    return tell { $0.show(state, at: place) }
  }

  /// Toggles the chip at a terminal cell. Returns `nil` if there is no chip.
  mutating func pressBar(_ mouse: MouseInput) -> [Effect]? {
    guard mouse.action == .press, mouse.row == area.bar, let bar = filterBar,
      let index = bar.layout.chip(atColumn: mouse.column)
    else { return nil }
    return toggle(bar.chips[index].item, at: model.current)
  }
}
