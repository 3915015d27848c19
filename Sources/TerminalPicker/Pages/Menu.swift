import PhotoLibrary
import PhotoPicker
import Terminal

/// Words to choose from.
package struct Menu: Sendable {
  /// What they are for.
  package let title: String
  /// The words in order.
  package let words: [String]
  /// What stands before each word; empty if nothing does.
  package let marks: [Character]
  /// The word at the cursor.
  package let chosen: Int

  /// True if several words may be chosen.
  package var isChecklist: Bool { !marks.isEmpty }

  /// The places of the words on a terminal.
  package func layout(_ size: TerminalSize) -> MenuLayout {
    let widest = words.map { TerminalText.columns(of: $0) }.max() ?? 0
    return MenuLayout(
      count: words.count, widest: widest + (isChecklist ? 4 : 0), columns: size.columns,
      rows: PageArea(size).content.rows)
  }
}

extension PickerPages {
  /// The menu that is open; `nil` if none is.
  package var menu: Menu? {
    switch prompt {
    case .filter(let index, _):
      let state = FilterState(kinds: model.query.kinds, judged: model.judged)
      return Menu(
        title: "Show", words: FilterItem.all.map(\.name), marks: FilterItem.all.map { $0.mark(in: state) },
        chosen: index)
    case .grouping(let index):
      return Menu(title: "Group by", words: PickerModel.groupings.map(\.rawValue), marks: [], chosen: index)
    case .order(let index):
      return Menu(title: "Sort by", words: PickerModel.orders.map(\.name), marks: [], chosen: index)
    case .action(let index):
      // The key stands first, so that it is the initial too.
      let words = (model.options.actions?.actions ?? []).map { TerminalText.safe("\($0.key) \($0.name)") }
      return Menu(title: "Run", words: words, marks: [], chosen: index)
    case .find, .keywords, .trash, nil: return nil
    }
  }

  /// The cells of the menu, at the foot of the page; `nil` if none is open.
  package var menuArea: CellArea? {
    menu.map { menu in
      let content = PageArea(size).content
      let rows = menu.layout(size).rows
      return CellArea(
        column: 0, row: content.row + content.rows - rows, columns: content.columns, rows: rows)
    }
  }
}
