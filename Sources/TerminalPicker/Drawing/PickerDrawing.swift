import PhotoLibrary
import PhotoPicker
import Terminal

/// Draws what a picker shows.
package struct PickerDrawing {
  private let pages: PickerPages
  private let renderers: GridRenderers
  private let page: PageArea
  /// Returns the picture for a request.
  private let picture: (PictureRequest) -> PhotoPicture

  /// A drawing of a picker.
  package init(
    _ pages: PickerPages, renderers: GridRenderers = GridRenderers(),
    picture: @escaping (PictureRequest) -> PhotoPicture
  ) {
    self.pages = pages
    self.renderers = renderers
    page = PageArea(pages.size)
    self.picture = picture
  }

  /// The frame.
  package func frame() -> Frame {
    var frame = Frame(size: pages.size)
    let lines = StatusText(pages)
    let end = page.content.row + page.content.rows - max(lines.message.count - 1, 0)
    let rows = page.content.row..<max(end, page.content.row)
    frame.clip = rows.clamped(to: 0..<pages.size.rows)
    switch pages.page {
    case .grid: drawGrid(on: &frame)
    case .albums: drawAlbums(on: &frame)
    case .preview: drawPreview(on: &frame)
    case .help: drawHelp(on: &frame)
    }
    frame.clip = 0..<pages.size.rows
    if let row = page.title {
      frame.write(lines.title, column: 0, row: row, style: TextStyle(isBold: true))
    }
    lines.draw(on: &frame, row: page.status)
    return frame
  }

  // MARK: Grid

  private func drawGrid(on frame: inout Frame) {
    guard pages.contents.count > 0 else {
      drawNothing(on: &frame)
      return
    }
    let layout = pages.layout
    for (line, band) in layout.bands(from: pages.scroll, lines: layout.area.rows) {
      switch band {
      case .heading(let index):
        let section = pages.contents.groups[index]
        let area = CellArea(
          column: layout.area.column, row: layout.area.row + line - pages.scroll,
          columns: layout.area.columns,
          rows: 1)
        renderers.heading(section)?
          .draw(section, isAtCursor: pages.cursorPath.section == index, in: area, of: &frame)
      case .cells(let index, let items):
        for item in items {
          drawCell(section: index, item: item, line: line, first: items.lowerBound, on: &frame)
        }
      }
    }
  }

  private func drawCell(section index: Int, item: Int, line: Int, first: Int, on frame: inout Frame) {
    let section = pages.contents.groups[index]
    let asset = section.assets[item]
    let position = pages.contents.positions(of: index).lowerBound + item
    let layout = pages.layout
    let isPicked = pages.picks.contains(asset)
    let request = PictureRequest(asset, columns: layout.pictureColumns, rows: layout.pictureRows)
    let cell = PhotoCell(
      asset: asset, picture: layout.pictureRows > 0 ? picture(request) : .missing(""), isPicked: isPicked,
      number: pages.options.showsNumbers ? pages.picks.number(of: asset) : nil,
      isAtCursor: position == pages.cursor, isInRun: pages.run?.contains(position) == true,
      refusal: pages.model.refusal(of: asset))
    let area = layout.cell(line: line, index: item - first, scroll: pages.scroll)
    renderers.cell(asset, in: section)?.draw(cell, in: area, of: &frame)
  }

  /// Says that there are no photos, and what could not be read, where photos may be.
  private func drawNothing(on frame: inout Frame) {
    let isOver = pages.isLoaded && pages.progress == nil && pages.contents.count == 0
    let text = isOver ? "No photos found" : pages.progress ?? "Reading…"
    let area = page.content
    let reasons = pages.problems.lazy.flatMap { TerminalText.lines(of: "\($0)", width: area.columns) }
    let lines = [text] + reasons.prefix(area.rows - 1)
    for (index, line) in lines.enumerated() {
      frame.write(
        line, column: area.column + max((area.columns - TerminalText.columns(of: line)) / 2, 0),
        row: area.row + (area.rows - lines.count) / 2 + index,
        style: index == 0 ? TextStyle(isDim: true) : TextStyle(color: .yellow))
    }
  }

  // MARK: Other pages

  private func drawAlbums(on frame: inout Frame) {
    guard !pages.albums.isEmpty else {
      drawNothing(on: &frame)
      return
    }
    let list = AlbumListLayout(size: pages.size)
    let first = list.first(cursor: pages.albumCursor)
    for index in first..<min(first + max(list.count, 1), pages.albums.count) {
      let area = list.album(index, cursor: pages.albumCursor)
      AlbumDrawing(pages.albums[index], isAtCursor: index == pages.albumCursor, area: area)
        .draw(on: &frame, picture: picture)
    }
  }

  private func drawPreview(on frame: inout Frame) {
    guard let asset = pages.current else { return }
    let request = Self.preview(of: asset, page)
    let area = CellArea(
      column: page.content.column, row: page.content.row, columns: request.columns, rows: request.rows)
    switch picture(request) {
    case .ready(let picture): frame.place(picture, in: area)
    case .waiting: frame.write("…", column: area.columns / 2, row: area.row + area.rows / 2)
    case .missing(let reason):
      frame.write(asset.damage.map { "damaged: \($0)" } ?? reason, column: 1, row: area.row + area.rows / 2)
    }
    let isPicked = pages.picks.contains(asset)
    let mark =
      isPicked ? pages.picks.number(of: asset).map { pages.options.showsNumbers ? "\($0) " : "✓ " } ?? "" : ""
    frame.write(
      mark + PhotoFacts.line(asset, limit: pages.size.columns - mark.count), column: 0,
      row: area.row + area.rows,
      style: TextStyle(color: isPicked ? .green : nil, isBold: isPicked))
  }

  private static func preview(of asset: Asset, _ page: PageArea) -> PictureRequest {
    PictureRequest(
      asset, columns: page.content.columns, rows: max(page.content.rows - 1, 1), isPreview: true)
  }

  private func drawHelp(on frame: inout Frame) {
    for (index, line) in HelpText.lines.dropFirst(pages.helpScroll).prefix(page.content.rows).enumerated() {
      let style = line.hasPrefix(" ") ? TextStyle.plain : TextStyle(isBold: true)
      frame.write(line, column: 0, row: page.content.row + index, style: style)
    }
  }

  // MARK: Pictures

  /// The pictures that are shown, and then those that are about to be, the nearest first.
  package func wanted() -> [PictureRequest] {
    switch pages.page {
    case .grid: return wantedInGrid()
    case .albums:
      let list = AlbumListLayout(size: pages.size)
      let first = list.first(cursor: pages.albumCursor)
      return pages.albums.dropFirst(first).prefix(list.count).compactMap { album in
        AlbumDrawing.poster(of: album, list.rowHeight)
      }
    case .preview:
      return [0, 1, -1].compactMap { pages.contents[pages.cursor + $0] }.map { Self.preview(of: $0, page) }
    case .help: return []
    }
  }

  private func wantedInGrid() -> [PictureRequest] {
    let layout = pages.layout
    guard layout.pictureRows > 0, pages.contents.count > 0 else { return [] }
    let rows = layout.area.rows
    let visible = requests(from: pages.scroll, lines: rows)
    let below = requests(from: pages.scroll + rows, lines: rows)
    let start = max(pages.scroll - rows, 0)
    let above = requests(from: start, lines: pages.scroll - start)
    var known = Set<PictureRequest>()
    return (visible + below + above.reversed()).filter { known.insert($0).inserted }
  }

  private func requests(from line: Int, lines: Int) -> [PictureRequest] {
    let layout = pages.layout
    return layout.bands(from: line, lines: lines).flatMap { _, band -> [PictureRequest] in
      guard case .cells(let section, let items) = band else { return [] }
      return pages.contents.groups[section].assets[items].lazy.filter { $0.damage == nil }.map {
        PictureRequest($0, columns: layout.pictureColumns, rows: layout.pictureRows)
      }
    }
  }
}
