import PhotoLibrary
import PhotoPicker
import Terminal

package struct PickerDrawing {
  private let pages: PickerPages
  private let renderers: GridRenderers
  private let page: PageArea
  private let pictures: PictureSourceView

  package init(
    _ pages: PickerPages, renderers: GridRenderers = GridRenderers(), pictures: PictureSourceView
  ) {
    self.pages = pages
    self.renderers = renderers
    page = PageArea(pages.size)
    self.pictures = pictures
  }

  package func frame() -> Frame {
    var frame = Frame(size: pages.size)
    let lines = StatusText(pages)
    let menuRows = (pages.menuArea?.rows ?? 0) + (pages.noteArea?.rows ?? 0)
    let covered = max(lines.message.count - 1, 0) + menuRows
    let rows = page.content.row..<max(page.content.row + page.content.rows - covered, page.content.row)
    frame.clip = rows.clamped(to: 0..<pages.size.rows)
    switch pages.page {
    case .grid: drawGrid(on: &frame)
    case .albums: drawAlbums(on: &frame)
    case .look: LookDrawing(pages, pictures: pictures).draw(on: &frame)
    case .help: drawHelp(on: &frame)
    }
    frame.clip = 0..<pages.size.rows
    if let row = page.title {
      frame.write(lines.title, column: 0, row: row, style: TextStyle(isBold: true))
    }
    if let menu = pages.menu, let area = pages.menuArea, let notes = pages.noteArea {
      MenuDrawing(menu, area: area, notes: notes, size: pages.size).draw(on: &frame)
    }
    lines.draw(on: &frame, page)
    return frame
  }

  private func drawGrid(on frame: inout Frame) {
    guard pages.contents.count > 0 else {
      drawNothing(on: &frame)
      return
    }
    GridDrawing(pages, renderers, picture: pictures.picture).draw(on: &frame)
  }

  private func drawAlbums(on frame: inout Frame) {
    guard !pages.albumPage.albums.isEmpty else {
      drawNothing(on: &frame)
      return
    }
    AlbumDrawing(pages.albumPage, picture: pictures.picture).draw(on: &frame)
  }

  /// Says that there are no photos, and what could not be read, where photos may be.
  private func drawNothing(on frame: inout Frame) {
    let isOver = pages.isLoaded && pages.progress == nil && pages.contents.count == 0
    let isFiltered = pages.filterState != FilterState()
    let ways = [pages.search == nil ? "" : "Esc widens", isFiltered ? "f changes the filter" : ""]
    let none = "No photos found" + Self.ways(ways.filter { !$0.isEmpty })
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

  private static func ways(_ ways: [String]) -> String {
    ways.isEmpty ? "" : ": " + ways.joined(separator: ", ")
  }

  private func drawHelp(on frame: inout Frame) {
    let lines = HelpText.lines(width: pages.size.columns, isCropping: pages.options.crop != nil)
    for (index, line) in lines.dropFirst(pages.helpScroll).prefix(page.content.rows).enumerated() {
      let style = line.hasPrefix(" ") ? TextStyle.plain : TextStyle(isBold: true)
      frame.write(line, column: 0, row: page.content.row + index, style: style)
    }
  }

  /// The picture that a terminal may be sent before it is shown; `nil` if there is none.
  package func next() -> PictureRequest? {
    pages.page == .look ? LookDrawing(pages, pictures: pictures).next() : nil
  }

  /// How many of the pictures that are wanted are on the screen, if the others may wait for them; else all are.
  package func urgentCount() -> Int {
    pages.page == .look ? LookDrawing(pages, pictures: pictures).shown().count : .max
  }

  /// The pictures that are shown, and then those that are about to be, the nearest first.
  package func wanted() -> [PictureRequest] {
    switch pages.page {
    case .grid: GridDrawing(pages, renderers, picture: pictures.picture).wanted()
    case .albums: AlbumDrawing(pages.albumPage, picture: pictures.picture).wanted()
    case .look: LookDrawing(pages, pictures: pictures).wanted()
    case .help: []
    }
  }
}
