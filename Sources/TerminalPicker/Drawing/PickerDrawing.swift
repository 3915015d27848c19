import PhotoLibrary
import PhotoPicker
import Terminal

/// The current page with title, status line and menu.
struct PickerDrawing {
  private let pages: PickerPages
  private let renderers: GridRenderers
  private let page: PageArea
  private let pictures: PictureSourceView

  init(_ pages: PickerPages, renderers: GridRenderers = GridRenderers(), pictures: PictureSourceView) {
    self.pages = pages
    self.renderers = renderers
    page = pages.area
    self.pictures = pictures
  }

  private var grid: GridDrawing {
    GridDrawing(pages: pages, renderers: renderers, picture: pictures.picture)
  }
  private var albums: AlbumDrawing { AlbumDrawing(page: pages.albumPage, picture: pictures.picture) }
  private var look: LookDrawing { LookDrawing(pages: pages, pictures: pictures) }

  func frame() -> Frame {
    var frame = Frame(size: pages.size)
    let lines = StatusText(pages)
    let menuRows = (pages.menuArea?.rows ?? 0) + (pages.noteArea?.rows ?? 0)
    let covered = max(lines.message.count - 1, 0) + menuRows
    let rows = page.content.row..<max(page.content.row + page.content.rows - covered, page.content.row)
    frame.clip = rows.clamped(to: 0..<pages.size.rows)
    switch pages.page {
    case .grid: if pages.contents.count > 0 { grid.draw(on: &frame) } else { drawNothing(on: &frame) }
    case .albums:
      if pages.albumPage.albums.isEmpty { drawNothing(on: &frame) } else { albums.draw(on: &frame) }
    case .look: look.draw(on: &frame)
    case .help: drawHelp(on: &frame)
    }
    frame.clip = 0..<pages.size.rows
    if let row = page.title {
      let share = pages.page == .look ? look.clippedShare().map { " · \($0)" } ?? "" : ""
      frame.write(lines.title + share, column: 0, row: row, style: TextStyle(isBold: true))
    }
    if let row = page.bar, let bar = pages.filterBar { FilterBarDrawing(bar: bar).draw(on: &frame, row: row) }
    drawMenu(on: &frame)
    lines.draw(on: &frame, page)
    return frame
  }

  private func drawNothing(on frame: inout Frame) {
    let isOver = pages.isLoaded && pages.progress == nil && pages.contents.count == 0
    let isFiltered = pages.filterState != FilterState()
    let ways = [
      pages.search == nil ? nil : "Esc clears the search", isFiltered ? "f changes the filter" : nil,
    ]
    .compactMap { $0 }.joined(separator: ", ")
    let none = "No photos found" + (ways.isEmpty ? "" : ": \(ways)")
    let text = isOver ? none : pages.progress ?? "Reading…"
    let area = page.content
    let reasons = pages.problems.lazy.flatMap { TerminalText.lines(of: "\($0)", width: area.columns) }
    let told = TerminalText.lines(of: text, width: area.columns)
    let lines = told + reasons.prefix(max(area.rows - told.count, 0))
    for (index, line) in lines.enumerated() {
      frame.write(
        line, column: area.column + max((area.columns - TerminalText.columns(of: line)) / 2, 0),
        row: area.row + (area.rows - lines.count) / 2 + index,
        style: index < told.count ? TextStyle(isDim: true) : TextStyle(color: .yellow))
    }
  }

  private func drawMenu(on frame: inout Frame) {
    guard let menu = pages.menu, let area = pages.menuArea, let notes = pages.noteArea else { return }
    frame.fill(notes)
    for (index, line) in menu.noteLines(pages.size).enumerated() {
      frame.write(line, column: notes.column, row: notes.row + index, style: TextStyle(color: .yellow))
    }
    frame.fill(area)
    let layout = menu.layout(pages.size)
    for (index, column, row) in layout.places(chosen: menu.chosen) {
      let mark = menu.isChecklist ? "[\(menu.marks[index])] " : ""
      let isChosen = index == menu.chosen
      let isMarked = menu.isChecklist && menu.marks[index] != " "
      frame.write(
        TerminalText.truncated(mark + menu.words[index], to: layout.width), column: area.column + column,
        row: area.row + row, style: TextStyle(isBold: isChosen || isMarked, isReversed: isChosen))
    }
  }

  private func drawHelp(on frame: inout Frame) {
    let lines = HelpText.lines(width: pages.size.columns, isCropping: pages.options.crop != nil)
    for (index, line) in lines.dropFirst(pages.helpScroll).prefix(page.content.rows).enumerated() {
      let style = line.hasPrefix(" ") ? TextStyle.plain : TextStyle(isBold: true)
      frame.write(line, column: 0, row: page.content.row + index, style: style)
    }
  }

  func next() -> PictureRequest? { pages.page == .look ? look.next() : nil }

  /// The number of wanted pictures to load before all others.
  func urgentCount() -> Int { pages.page == .look ? look.shown().count : .max }

  func wanted() -> [PictureRequest] {
    switch pages.page {
    case .grid: grid.wanted()
    case .albums: albums.wanted()
    case .look: look.wanted()
    case .help: []
    }
  }
}
