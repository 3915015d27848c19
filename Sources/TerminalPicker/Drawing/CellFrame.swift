import Terminal

/// The frame in the gutter around a cell, for the cursor, a run, or a picked photo.
struct CellFrame {
  struct State: Hashable {
    var isAtCursor = false
    var isInRun = false
    var isPicked = false
    /// The position in the picking order, if the options ask for numbers.
    var number: Int?
  }

  /// The least width of a cell with words in the gutter.
  static let leastWidthOfWords = 16

  private let state: State
  private let area: CellArea

  init(_ state: State, around cell: CellArea) {
    self.state = state
    area = CellArea(
      column: cell.column - 1, row: cell.row - 1, columns: cell.columns + 2, rows: cell.rows + 2)
  }

  /// Corners clockwise from the upper left, then the top, right, bottom and left line.
  private typealias Lines = (corners: [Character], sides: [Character])

  /// Blocks in the default foreground contrast with light and dark backgrounds.
  private static let cursor: Lines = (["▗", "▖", "▘", "▝"], ["▄", "▌", "▀", "▐"])
  private static let run: Lines = (["╭", "╮", "╯", "╰"], ["╌", "╎", "╌", "╎"])
  private static let picked: Lines = (["┏", "┓", "┛", "┗"], ["━", "┃", "━", "┃"])

  private var lines: Lines? {
    state.isAtCursor ? Self.cursor : state.isInRun ? Self.run : state.isPicked ? Self.picked : nil
  }

  private var style: TextStyle {
    let color: TextStyle.Color? = state.isPicked ? .green : state.isInRun ? .cyan : nil
    return TextStyle(color: color, isBold: true)
  }

  private var badge: String { state.isPicked ? " \(state.number.map(String.init) ?? "✓") " : "" }

  /// The columns of the badge in the upper line.
  var badgeColumns: Int { TerminalText.columns(of: badge) }

  func draw(on frame: inout Frame) {
    guard let (corners, sides) = lines else { return }
    let (right, bottom) = (area.column + area.columns - 1, area.row + area.rows - 1)
    for column in (area.column + 1)..<max(right, area.column + 1) {
      put(sides[0], column, area.row, &frame)
      put(sides[2], column, bottom, &frame)
    }
    for row in (area.row + 1)..<max(bottom, area.row + 1) {
      put(sides[1], right, row, &frame)
      put(sides[3], area.column, row, &frame)
    }
    put(corners[0], area.column, area.row, &frame)
    put(corners[1], right, area.row, &frame)
    put(corners[2], right, bottom, &frame)
    put(corners[3], area.column, bottom, &frame)
    frame.write(
      badge, column: area.column + 1, row: area.row, limit: area.columns - 2,
      style: TextStyle(color: .green, isBold: true, isReversed: true))
  }

  private func put(_ character: Character, _ column: Int, _ row: Int, _ frame: inout Frame) {
    frame.write(String(character), column: column, row: row, style: style)
  }
}
