import PhotoLibrary
import PhotoPicker
import Terminal
import TestSupport

@testable import TerminalPicker

extension Photos {
  /// Returns sections with the given photo counts, named `0-0.jpg` by section and item.
  static func contents(_ counts: Int..., change: (Int, Int) -> Asset? = { _, _ in nil }) -> NumberedView {
    NumberedView(groups(counts, change: change))
  }

  /// Returns a picker of 80 × 24 cells, four photos per row.
  static func model(
    _ contents: NumberedView, columns: Int = 80, rows: Int = 24,
    renderers: GridRenderers = GridRenderers(), _ change: (inout PickerOptions) -> Void = { _ in }
  ) -> PickerPages {
    var options = PickerOptions()
    change(&options)
    var model = PickerPages(
      options, size: TerminalSize(columns: columns, rows: rows), footerLines: renderers.footerLines)
    _ = model.handle(.update(PickerUpdate(contents)))
    return model
  }
}

extension PickerDrawing {
  /// Creates a drawing before pictures are loaded.
  init(_ pages: PickerPages, renderers: GridRenderers = GridRenderers()) {
    self.init(pages, renderers: renderers, pictures: PictureSourceView { _ in .waiting })
  }

  /// The characters of the rows.
  var rows: [String] {
    let frame = frame()
    return (0..<frame.size.rows).map { frame.text(ofRow: $0) }
  }
}

extension PickerPages {
  /// Presses keys, and returns the effects of the last one.
  @discardableResult
  mutating func press(_ keys: Key...) -> [PickerPages.Effect] {
    keys.reduce([]) { _, key in handle(.key(key)) }
  }

  @discardableResult
  mutating func type(_ text: String) -> [PickerPages.Effect] {
    text.reduce([]) { _, character in handle(.key(.character(character))) }
  }

  /// Moves the mouse to the photo at a position.
  mutating func mouse(_ action: MouseInput.Action, over position: Int) {
    guard let path = model.contents.path(of: position) else { return }
    let line = layout.line(of: path)
    let cell = layout.cell(line: line, column: layout.column(of: path), scroll: scroll)
    _ = handle(.mouse(MouseInput(action, column: cell.column + 1, row: cell.row)))
  }

  /// The names of the picks, in picking order.
  var pickedNames: [String] { model.picks.assets.map { $0.name.text } }
}
