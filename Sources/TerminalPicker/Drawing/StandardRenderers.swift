import PhotoLibrary
import Terminal

/// Draws the parts that cells have in common, for renderers of one's own too.
public struct CellParts: Sendable {
  private let cell: PhotoCell
  private let area: CellArea

  /// The parts of a cell in a rectangle.
  public init(_ cell: PhotoCell, in area: CellArea) {
    self.cell = cell
    self.area = area
  }

  /// The cells of the picture: beside the bar, above the caption.
  public var pictureArea: CellArea {
    CellArea(column: area.column + 1, row: area.row, columns: area.columns - 1, rows: area.rows - 1)
  }

  /// The style of what tells that a photo is picked, in a run, or at the cursor.
  private var markStyle: TextStyle {
    if cell.isAtCursor { return TextStyle(color: .yellow, isBold: true) }
    return TextStyle(color: cell.isInRun ? .cyan : .green, isBold: true)
  }

  /// Draws a bar at the left of photos that are picked, in a run, or at the cursor.
  public func drawBar(on frame: inout Frame) {
    guard cell.isPicked || cell.isAtCursor || cell.isInRun else { return }
    let bar = CellArea(column: area.column, row: area.row, columns: 1, rows: area.rows - 1)
    frame.fill(bar, style: markStyle, with: cell.isAtCursor ? "▌" : "▎")
  }

  /// Draws the caption: a check mark or number on what is picked, and a text.
  public func drawCaption(_ text: String, on frame: inout Frame) {
    let row = area.row + area.rows - 1
    let mark = cell.isPicked ? cell.number.map(String.init) ?? "✓" : cell.refusal == nil ? "" : "×"
    var style = TextStyle(isBold: cell.isPicked, isDim: cell.refusal != nil, isReversed: cell.isAtCursor)
    if cell.isPicked { style.color = .green }
    if cell.isAtCursor || cell.isInRun {
      let line = CellArea(column: area.column, row: row, columns: area.columns - 1, rows: 1)
      frame.fill(line, style: TextStyle(color: cell.isInRun ? .cyan : nil, isReversed: true))
      style.isReversed = true
    }
    let caption = mark.isEmpty ? " " + text : mark + " " + text
    frame.write(caption, column: area.column, row: row, limit: area.columns - 1, style: style)
  }

  /// Draws the picture, or a text in its place.
  public func drawPicture(missing: String? = nil, on frame: inout Frame) {
    switch cell.picture {
    case .ready(let picture): frame.place(picture, in: pictureArea)
    case .waiting: drawText("…", on: &frame)
    case .missing(let reason): drawText(missing ?? reason, on: &frame)
    }
  }

  /// Draws a text in place of the picture, broken at blanks.
  public func drawText(_ text: String, on frame: inout Frame) {
    let place = pictureArea
    guard !place.isEmpty else { return }
    let lines = TerminalText.lines(of: text, width: place.columns).prefix(place.rows)
    let first = place.row + (place.rows - lines.count) / 2
    for (index, line) in lines.enumerated() {
      let column = place.column + max((place.columns - TerminalText.columns(of: line)) / 2, 0)
      frame.write(
        line, column: column, row: first + index, limit: place.column + place.columns - column,
        style: TextStyle(isDim: true))
    }
  }
}

/// Draws a photo: picture and name.
struct PhotoCellRenderer: CellRenderer {
  func draw(_ cell: PhotoCell, in area: CellArea, of frame: inout Frame) {
    let parts = CellParts(cell, in: area)
    parts.drawPicture(on: &frame)
    parts.drawBar(on: &frame)
    parts.drawCaption(cell.asset.name.text, on: &frame)
  }
}

/// Draws a video: its cover picture, or a tile, and its length before its name.
struct VideoCellRenderer: CellRenderer {
  func draw(_ cell: PhotoCell, in area: CellArea, of frame: inout Frame) {
    let parts = CellParts(cell, in: area)
    parts.drawPicture(missing: "▶ video", on: &frame)
    parts.drawBar(on: &frame)
    let length = cell.asset.duration.map { PhotoFacts.length($0) + " " } ?? ""
    parts.drawCaption("▶ \(length)\(cell.asset.name.text)", on: &frame)
  }
}

/// Draws a damaged photo: why, and its name.
struct DamagedCellRenderer: CellRenderer {
  func draw(_ cell: PhotoCell, in area: CellArea, of frame: inout Frame) {
    let parts = CellParts(cell, in: area)
    parts.drawText("damaged: \(cell.asset.damage ?? "")", on: &frame)
    parts.drawBar(on: &frame)
    parts.drawCaption(cell.asset.name.text, on: &frame)
  }
}

/// Draws a heading: the title and how many photos follow.
struct CountHeadingRenderer: HeadingRenderer {
  func draw(_ section: AssetGroup, isAtCursor: Bool, in area: CellArea, of frame: inout Frame) {
    let end = frame.write(
      section.title, column: area.column, row: area.row, limit: max(area.columns - 8, 1),
      style: TextStyle(isBold: true))
    frame.write(
      " · \(section.assets.count)", column: end, row: area.row,
      limit: area.column + area.columns - end, style: TextStyle(isDim: true))
  }
}
