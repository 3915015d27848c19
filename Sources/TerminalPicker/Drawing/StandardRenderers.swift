import PhotoFiles
import PhotoLibrary
import PhotoPicker
import Terminal

/// The common parts of cells, also for custom renderers.
public struct CellParts: Sendable {
  private let cell: PhotoCell
  private let area: CellArea

  /// Creates the parts of a cell in a rectangle.
  public init(_ cell: PhotoCell, in area: CellArea) {
    self.cell = cell
    self.area = area
  }

  /// The area of the picture, above the caption.
  public var pictureArea: CellArea {
    CellArea(column: area.column, row: area.row, columns: area.columns, rows: area.rows - 1)
  }

  /// Prints the caption: a mark for picks and refusals, a string, and the rating and label.
  public func drawCaption(_ text: String, on frame: inout Frame) {
    let row = area.row + area.rows - 1
    let isRejected = cell.asset.isRejected
    var style = TextStyle(isBold: cell.isPicked || cell.isAtCursor, isDim: cell.refusal != nil || isRejected)
    if cell.isPicked { style.color = .green } else if cell.isInRun { style.color = .cyan }
    if !cell.isFramed {
      style.isReversed = cell.isAtCursor || cell.isInRun
      frame.fill(CellArea(column: area.column, row: row, columns: area.columns, rows: 1), style: style)
    }
    let start = frame.write(mark, column: area.column, row: row, limit: area.columns, style: style)
    let marks = JudgementMarks(asset: cell.asset)
    let room = area.column + area.columns - start
    let width = marks.width(atMost: room - TerminalText.columns(of: SafeText.escaping(text)) - 1, of: room)
    let name = TerminalText.truncatedInMiddle(SafeText.escaping(text), to: room - width - (width > 0 ? 1 : 0))
    frame.write(name, column: start, row: row, limit: room, style: style)
    marks.draw(on: &frame, endingAt: area.column + area.columns, row: row, width: width)
  }

  private var mark: String {
    if cell.isPicked, !cell.isFramed { return (cell.number.map(String.init) ?? "✓") + " " }
    if cell.refusal != nil { return "× " }
    let isTold = cell.isFramed && area.columns >= CellFrame.leastWidthOfWords
    return cell.asset.isDatedByFile && !isTold ? "~" : ""
  }

  /// Draws the picture, or a placeholder.
  public func drawPicture(missing: String? = nil, on frame: inout Frame) {
    switch cell.picture {
    case .ready(let picture): frame.place(picture, in: pictureArea)
    case .waiting: drawText("…", on: &frame)
    case .missing(let reason): drawText(missing ?? reason, on: &frame)
    }
  }

  /// Prints a string in place of the picture, wrapped at spaces.
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

/// A dot in the color of the label, and the stars.
struct JudgementMarks {
  let asset: Asset

  private var dot: String { asset.label?.isEmpty == false ? "●" : "" }

  private func text(isShort: Bool) -> String {
    guard let stars = asset.stars else { return "✗" }
    return stars == 0 ? "" : isShort ? "★\(stars)" : String(repeating: "★", count: stars)
  }

  /// Returns the width of the rating: a star for each rating point if there is room, otherwise a number.
  ///
  /// - Parameters:
  ///   - limit: the space next to the complete name.
  ///   - room: the total space.
  func width(atMost limit: Int, of room: Int) -> Int {
    let (long, short) = (dot.count + text(isShort: false).count, dot.count + text(isShort: true).count)
    return long <= limit ? long : short * 2 <= room ? short : 0
  }

  func draw(on frame: inout Frame, endingAt end: Int, row: Int, width: Int) {
    guard width > 0 else { return }
    let next = frame.write(dot, column: end - width, row: row, style: TextStyle(color: color, isBold: true))
    let isShort = dot.count + text(isShort: false).count > width
    let style = TextStyle(color: asset.stars == nil ? .red : .yellow, isBold: true)
    frame.write(text(isShort: isShort), column: next, row: row, limit: end - next, style: style)
  }

  private var color: TextStyle.Color? { TextStyle.Color(label: asset.label) }
}

/// Draws a photo or video with its name, or why the file is invalid.
struct StandardCellRenderer: CellRenderer {
  func draw(_ cell: PhotoCell, in area: CellArea, of frame: inout Frame) {
    let (parts, asset) = (CellParts(cell, in: area), cell.asset)
    let name = asset.name.text
    if let damage = asset.damage {
      parts.drawText("damaged: \(damage)", on: &frame)
      parts.drawCaption(name, on: &frame)
    } else if asset.isVideo {
      parts.drawPicture(missing: "▶ video", on: &frame)
      let length = asset.duration.map { PhotoFacts.length($0) + " " } ?? ""
      parts.drawCaption("▶ \(length)\(name)", on: &frame)
    } else {
      parts.drawPicture(on: &frame)
      parts.drawCaption(name, on: &frame)
    }
  }
}

struct CountHeadingRenderer: SupplementaryRenderer {
  func draw(_ view: SupplementaryView, in area: CellArea, of frame: inout Frame) {
    let section = view.section
    let (title, count) = (SafeText.escaping(section.title), " · \(section.assets.count)")
    let isWhole = TerminalText.columns(of: title) + count.count <= area.columns
    // A single photo makes the count redundant.
    let showsCount = isWhole || section.assets.count > 1
    let room = showsCount ? area.columns - count.count : area.columns
    let end = frame.write(
      TerminalText.truncatedInMiddle(title, to: max(room, 1)), column: area.column, row: area.row,
      style: TextStyle(isBold: true))
    guard showsCount else { return }
    frame.write(
      count, column: end, row: area.row, limit: area.column + area.columns - end,
      style: TextStyle(isDim: true))
  }
}

struct StackBadgeRenderer: SupplementaryRenderer {
  func draw(_ view: SupplementaryView, in area: CellArea, of frame: inout Frame) {
    guard let badge = view.asset.flatMap(view.unit.badge) else { return }
    let text = " \(badge) "
    guard area.columns > TerminalText.columns(of: text) + 3 else { return }
    frame.write(
      text, column: area.column + area.columns - TerminalText.columns(of: text), row: area.row,
      style: TextStyle(isDim: true))
  }
}

struct FileDateRenderer: SupplementaryRenderer {
  private static let text = " file date "

  func draw(_ view: SupplementaryView, in area: CellArea, of frame: inout Frame) {
    guard area.columns >= CellFrame.leastWidthOfWords else { return }
    frame.write(
      Self.text, column: area.column + area.columns - Self.text.count, row: area.row,
      style: TextStyle(isDim: true))
  }
}
