import PhotoLibrary
import PhotoPicker
import Terminal

/// Draws what a picker shows.
package struct PickerDrawing {
  private let model: PickerModel
  private let page: PageArea
  /// Gives the picture for a request.
  private let picture: (PictureRequest) -> PhotoCell.Picture

  /// A drawing of a picker.
  package init(_ model: PickerModel, picture: @escaping (PictureRequest) -> PhotoCell.Picture) {
    self.model = model
    page = PageArea(model.size)
    self.picture = picture
  }

  /// The frame.
  package func frame() -> Frame {
    var frame = Frame(size: model.size)
    let rows = page.content.row..<(page.content.row + page.content.rows)
    frame.clip = rows.clamped(to: 0..<model.size.rows)
    switch model.page {
    case .grid: drawGrid(on: &frame)
    case .albums: drawAlbums(on: &frame)
    case .preview: drawPreview(on: &frame)
    case .help: drawHelp(on: &frame)
    }
    frame.clip = 0..<model.size.rows
    let lines = StatusText(model)
    if let row = page.title {
      frame.write(lines.title, column: 0, row: row, style: TextStyle(isBold: true))
    }
    lines.draw(on: &frame, row: page.status)
    return frame
  }

  // MARK: Grid

  private func drawGrid(on frame: inout Frame) {
    guard model.contents.count > 0 else {
      drawNothing(on: &frame)
      return
    }
    let layout = model.layout
    for (line, band) in layout.bands(from: model.scroll, lines: layout.area.rows) {
      switch band {
      case .heading(let index):
        let section = model.contents.sections[index]
        let area = CellArea(
          column: layout.area.column, row: layout.area.row + line - model.scroll,
          columns: layout.area.columns,
          rows: 1)
        model.options.renderers.heading(section)?
          .draw(section, isAtCursor: model.cursorPath.section == index, in: area, of: &frame)
      case .cells(let index, let items):
        for item in items {
          drawCell(section: index, item: item, line: line, first: items.lowerBound, on: &frame)
        }
      }
    }
  }

  private func drawCell(section index: Int, item: Int, line: Int, first: Int, on frame: inout Frame) {
    let section = model.contents.sections[index]
    let asset = section.assets[item]
    let position = model.contents.positions(of: index).lowerBound + item
    let layout = model.layout
    let isPicked = model.picks.contains(asset)
    let request = PictureRequest(asset, columns: layout.pictureColumns, rows: layout.pictureRows)
    let cell = PhotoCell(
      asset: asset, picture: layout.pictureRows > 0 ? picture(request) : .missing(""), isPicked: isPicked,
      number: model.options.showsNumbers ? model.picks.number(of: asset) : nil,
      isAtCursor: position == model.cursor, isInRun: model.run?.contains(position) == true,
      refusal: model.refusal(of: asset))
    let area = layout.cell(line: line, index: item - first, scroll: model.scroll)
    model.options.renderers.cell(asset, in: section)?.draw(cell, in: area, of: &frame)
  }

  private func drawNothing(on frame: inout Frame) {
    let text = model.isLoaded && model.progress == nil ? "No photos found" : model.progress ?? "Reading…"
    let column = max((model.size.columns - text.count) / 2, 0)
    frame.write(
      text, column: column, row: page.content.row + page.content.rows / 2, style: TextStyle(isDim: true))
  }

  // MARK: Other pages

  private func drawAlbums(on frame: inout Frame) {
    guard !model.albums.isEmpty else {
      drawNothing(on: &frame)
      return
    }
    let list = AlbumListLayout(size: model.size)
    let first = list.first(cursor: model.albumCursor)
    for index in first..<min(first + max(list.count, 1), model.albums.count) {
      let area = list.album(index, cursor: model.albumCursor)
      AlbumDrawing(model.albums[index], isAtCursor: index == model.albumCursor, area: area)
        .draw(on: &frame, picture: picture)
    }
  }

  private func drawPreview(on frame: inout Frame) {
    guard let asset = model.current else { return }
    let request = Self.preview(of: asset, page)
    let area = CellArea(
      column: page.content.column, row: page.content.row, columns: request.columns, rows: request.rows)
    switch picture(request) {
    case .ready(let picture): frame.place(picture, in: area)
    case .waiting: frame.write("…", column: area.columns / 2, row: area.row + area.rows / 2)
    case .missing(let reason):
      frame.write(asset.damage.map { "damaged: \($0)" } ?? reason, column: 1, row: area.row + area.rows / 2)
    }
    let isPicked = model.picks.contains(asset)
    let mark =
      isPicked ? model.picks.number(of: asset).map { model.options.showsNumbers ? "\($0) " : "✓ " } ?? "" : ""
    frame.write(
      mark + PhotoFacts.line(asset), column: 0, row: area.row + area.rows,
      style: TextStyle(color: isPicked ? .green : nil, isBold: isPicked))
  }

  private static func preview(of asset: Asset, _ page: PageArea) -> PictureRequest {
    PictureRequest(
      asset, columns: page.content.columns, rows: max(page.content.rows - 1, 1), isPreview: true)
  }

  private func drawHelp(on frame: inout Frame) {
    for (index, line) in HelpText.lines.dropFirst(model.helpScroll).prefix(page.content.rows).enumerated() {
      let style = line.hasPrefix(" ") ? TextStyle.plain : TextStyle(isBold: true)
      frame.write(line, column: 0, row: page.content.row + index, style: style)
    }
  }

  // MARK: Pictures

  /// The pictures that are shown, and then those that are about to be, the nearest first.
  package func wanted() -> [PictureRequest] {
    switch model.page {
    case .grid: return wantedInGrid()
    case .albums:
      let list = AlbumListLayout(size: model.size)
      let first = list.first(cursor: model.albumCursor)
      return model.albums.dropFirst(first).prefix(list.count).compactMap { album in
        AlbumDrawing.poster(of: album, list.rowHeight)
      }
    case .preview:
      return [0, 1, -1].compactMap { model.contents[model.cursor + $0] }.map { Self.preview(of: $0, page) }
    case .help: return []
    }
  }

  private func wantedInGrid() -> [PictureRequest] {
    let layout = model.layout
    guard layout.pictureRows > 0, model.contents.count > 0 else { return [] }
    let rows = layout.area.rows
    let visible = requests(from: model.scroll, lines: rows)
    let below = requests(from: model.scroll + rows, lines: rows)
    let start = max(model.scroll - rows, 0)
    let above = requests(from: start, lines: model.scroll - start)
    var known = Set<PictureRequest>()
    return (visible + below + above.reversed()).filter { known.insert($0).inserted }
  }

  private func requests(from line: Int, lines: Int) -> [PictureRequest] {
    let layout = model.layout
    return layout.bands(from: line, lines: lines).flatMap { _, band -> [PictureRequest] in
      guard case .cells(let section, let items) = band else { return [] }
      return model.contents.sections[section].assets[items].lazy.filter { $0.damage == nil }.map {
        PictureRequest($0, columns: layout.pictureColumns, rows: layout.pictureRows)
      }
    }
  }
}
