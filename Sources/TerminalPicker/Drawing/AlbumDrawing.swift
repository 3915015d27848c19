import PhotoFiles
import PhotoLibrary
import PhotoPicker
import Terminal

struct AlbumDrawing {
  let page: AlbumPage
  let picture: (PictureRequest) -> PhotoPicture

  private var layout: GridLayout { page.layout }

  func draw(on frame: inout Frame) {
    frame.write(
      PhotoFacts.path(page.base), column: layout.area.column + 1, row: layout.area.row,
      style: TextStyle(isDim: true))
    var cursor: CellFrame?
    for case (let line, .cells(_, let items, let column)) in layout.bands(
      from: page.scroll, lines: layout.area.rows)
    {
      for index in items {
        let area = layout.cell(line: line, column: column + index - items.lowerBound, scroll: page.scroll)
        drawAlbum(index, area, on: &frame)
        if index == page.cursor { cursor = CellFrame(CellFrame.State(isAtCursor: true), around: area) }
      }
    }
    if layout.gutter > 0 { cursor?.draw(on: &frame) }
  }

  private func drawAlbum(_ index: Int, _ area: CellArea, on frame: inout Frame) {
    let album = page.albums[index]
    drawPoster(of: album, area, on: &frame)
    let row = area.row + layout.pictureRows
    let isReversed = layout.gutter == 0 && index == page.cursor
    frame.write(
      TerminalText.truncatedInMiddle(SafeText.escaping(page.names[index]), to: area.columns),
      column: area.column, row: row, style: TextStyle(isBold: true, isReversed: isReversed))
    guard area.rows > 1 else { return }
    let facts = Self.facts(of: album).first { TerminalText.columns(of: $0) <= area.columns } ?? ""
    frame.write(facts, column: area.column, row: row + 1, style: TextStyle(isDim: true))
  }

  private func drawPoster(of album: AlbumSummary, _ area: CellArea, on frame: inout Frame) {
    guard let request = request(album) else { return }
    switch picture(request) {
    case .ready(let picture):
      frame.place(
        picture,
        in: CellArea(column: area.column, row: area.row, columns: request.columns, rows: request.rows))
    case .waiting, .missing:
      frame.write(
        "…", column: area.column + area.columns / 2, row: area.row + layout.pictureRows / 2,
        style: TextStyle(isDim: true))
    }
  }

  /// `123 photos · 2012–2014`, and shorter forms.
  private static func facts(of album: AlbumSummary) -> [String] {
    let years = album.years.map { " · \($0)" } ?? ""
    let unit = album.count == 1 ? "photo" : "photos"
    return ["\(album.count) \(unit)\(years)", "\(album.count)\(years)", "\(album.count)"]
  }

  private func request(_ album: AlbumSummary) -> PictureRequest? {
    guard layout.pictureRows > 0, let poster = album.poster else { return nil }
    return PictureRequest(poster, columns: layout.pictureColumns, rows: layout.pictureRows)
  }

  func wanted() -> [PictureRequest] {
    layout.bands(from: page.scroll, lines: 2 * layout.area.rows).flatMap { _, band -> [PictureRequest] in
      guard case .cells(_, let items, _) = band else { return [] }
      return page.albums[items].compactMap(request)
    }
  }
}
