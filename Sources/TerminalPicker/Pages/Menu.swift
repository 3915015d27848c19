import PhotoFiles
import PhotoLibrary
import PhotoPicker
import Terminal

package struct Menu: Sendable {
  let title: String
  package let words: [String]
  /// The checkboxes of a checklist's items.
  var marks: [Character] = []
  package let chosen: Int
  var notes: [String] = []

  package var isChecklist: Bool { !marks.isEmpty }

  package func layout(_ size: TerminalSize) -> MenuLayout {
    let widest = TerminalText.columns(ofWidest: words)
    return MenuLayout(
      count: words.count, widest: widest + (isChecklist ? 4 : 0), columns: size.columns,
      rows: PageArea(size).content.rows)
  }

  /// Returns the lines of the notes. They leave one line of the page free; an ellipsis indicates truncation.
  package func noteLines(_ size: TerminalSize) -> [String] {
    let room = max(PageArea(size).content.rows - layout(size).rows - 1, 0)
    let lines = notes.flatMap { TerminalText.lines(of: $0, width: size.columns) }
    guard lines.count > room, room > 0 else { return Array(lines.prefix(room)) }
    return lines.prefix(room - 1) + [TerminalText.truncated(lines[room - 1], to: size.columns - 1) + "…"]
  }
}

extension PickerPages {
  package var menu: Menu? {
    switch prompt {
    case .filter(let item, _, _):
      let (items, state, counts) = (filterItems, filterState, model.counts)
      return Menu(
        title: "Show", words: items.map { $0.name + ($0.count(in: counts).map { " \($0)" } ?? "") },
        marks: items.map { $0.mark(in: state) }, chosen: item.flatMap(items.firstIndex) ?? 0)
    case .choice(.grouping, let index):
      return Menu(title: "Group by", words: PickerModel.groupings.map(\.words), chosen: index)
    case .choice(.order, let index):
      return Menu(title: "Sort by", words: PickerModel.orders.map(\.name), chosen: index)
    case .choice(.albumOrder, let index):
      return Menu(title: "Sort albums by", words: PickerModel.albumOrders.map(\.name), chosen: index)
    case .choice(.action, let index):
      // The key comes first, so that it also selects the item as its initial.
      let words = (model.actions?.actions ?? []).map { SafeText.escaping("\($0.key) \($0.name)") }
      let mistakes = (model.actions?.mistakes ?? []).map { SafeText.escaping($0.shortDescription) }
      return Menu(title: "Run", words: words, chosen: index, notes: mistakes)
    case .find, .bar, .keywords, .question, .shift, nil: return nil
    }
  }

  package var menuArea: CellArea? {
    guard let menu else { return nil }
    let content = PageArea(size).content
    let rows = menu.layout(size).rows
    return CellArea(column: 0, row: content.row + content.rows - rows, columns: content.columns, rows: rows)
  }

  package var noteArea: CellArea? {
    guard let menu, let area = menuArea else { return nil }
    let rows = menu.noteLines(size).count
    return CellArea(column: 0, row: area.row - rows, columns: area.columns, rows: rows)
  }
}
