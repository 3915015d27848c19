import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import Terminal

struct LookDrawing {
  let pages: PickerPages
  let pictures: PictureSourceView

  func draw(on frame: inout Frame) {
    let layout = pages.lookLayout
    let pictures = zip(pages.lookedAt, pages.lookedAtPictures).prefix(layout.panes.count)
    for (index, (photo, picture)) in pictures.enumerated() {
      draw(picture, of: photo, index, layout, on: &frame)
    }
    guard let facts = layout.facts, let asset = pages.pictureInFocus else { return }
    let area = layout.picture(pages.paneInFocus)
    let histogram = histogram(of: asset, area)
    FactsDrawing(asset: asset, histogram: histogram, area: facts).draw(on: &frame)
  }

  private func histogram(of asset: Asset, _ area: CellArea) -> Histogram? {
    // While the user moves a crop, use the histogram of the previous picture.
    let requests = [whole(asset, area)] + pages.look.cropTrail.map { whole(asset, area, crop: $0) }
    return requests.lazy.compactMap(pictures.histogram).first
  }

  /// The share of clipped pixels in the focused photo, such as `clipped 0.4 % light, 2 % dark`, while the overlay shows
  /// them and the complete photo is loaded.
  func clippedShare() -> String? {
    guard pages.look.aids.contains(.clipping), let asset = pages.pictureInFocus else { return nil }
    let area = pages.lookLayout.picture(pages.paneInFocus)
    guard let histogram = histogram(of: asset, area), histogram.count > 0 else { return nil }
    func percent(_ count: Int) -> String {
      "\(((Double(count) / Double(histogram.count) * 1000).rounded() / 10).shortestText) %"
    }
    return "clipped \(percent(histogram.clippedHighlights)) light, \(percent(histogram.clippedShadows)) dark"
  }

  private func draw(
    _ asset: Asset, of photo: Asset, _ index: Int, _ layout: LookLayout, on frame: inout Frame
  ) {
    let area = layout.picture(index)
    draw(asset, area, picture(of: asset, index, area), on: &frame)
    let pane = layout.panes[index]
    let isPicked = pages.picks.contains(photo)
    let number = pages.options.showsNumbers ? pages.picks.number(of: photo) : nil
    let hasFocus = layout.isFramed && index == pages.look.focus
    if layout.isFramed {
      CellFrame(CellFrame.State(isAtCursor: hasFocus, isPicked: isPicked, number: number), around: pane)
        .draw(on: &frame)
    }
    let face = pages.faceName(of: asset).map { SafeText.escaping($0) + PhotoFacts.gap } ?? ""
    let mark = isPicked ? "\(number.map(String.init) ?? "✓") " : ""
    let marks = JudgementMarks(asset: photo)
    let width = marks.width(atMost: min(8, pane.columns / 4), of: pane.columns)
    let room = pane.columns - TerminalText.columns(of: mark + face) - (width > 0 ? width + 1 : 0)
    frame.write(
      mark + face
        + PhotoFacts.line(
          asset, of: pages.contents.unit, limit: room, showsSeconds: pages.showsSeconds(ofPane: index)),
      column: pane.column, row: area.row + area.rows, limit: pane.columns,
      style: TextStyle(
        color: isPicked ? .green : nil, isBold: isPicked || hasFocus, isDim: photo.isRejected))
    marks.draw(on: &frame, endingAt: pane.column + pane.columns, row: area.row + area.rows, width: width)
  }

  /// Returns the requested picture or, while it is loading, an available one: a previous region, the complete photo,
  /// or its thumbnail.
  private func picture(of asset: Asset, _ index: Int, _ area: CellArea) -> PhotoPicture {
    guard asset.damage == nil else { return .missing("") }
    let wanted = request(asset, index, area)
    let picture = pictures.picture(wanted)
    guard case .waiting = picture else { return picture }
    let layout = pages.layout
    let earlier = pages.look.trail.map { request(asset, index, area, $0) }
    let moved = pages.look.cropTrail.map { whole(asset, area, crop: $0) }
    let others =
      [wanted.withoutAids] + earlier + moved + [
        whole(asset, area), PictureRequest(asset, columns: layout.pictureColumns, rows: layout.pictureRows),
      ]
    for other in others where other.columns <= area.columns && other.rows <= area.rows {
      if case .ready(let found) = pictures.picture(other) { return .ready(found) }
    }
    return .waiting
  }

  private func draw(_ asset: Asset, _ area: CellArea, _ picture: PhotoPicture, on frame: inout Frame) {
    switch picture {
    case .ready(let picture):
      var area = area
      area.column += (area.columns - picture.columns) / 2
      area.row += (area.rows - picture.rows) / 2
      frame.place(picture, in: area)
    case .waiting: frame.write("…", column: area.column + area.columns / 2, row: area.row + area.rows / 2)
    case .missing(let reason):
      let text = asset.damage.map { "damaged: \($0)" } ?? (asset.isVideo ? "▶ video (O plays it)" : reason)
      let lines = TerminalText.lines(of: text, width: area.columns)
      for (index, line) in lines.enumerated() {
        frame.write(line, column: area.column + 1, row: area.row + area.rows / 2 + index)
      }
    }
  }

  private func whole(_ asset: Asset, _ area: CellArea) -> PictureRequest { request(asset, area, .fit) }

  private func whole(_ asset: Asset, _ area: CellArea, crop: PixelRectangle?) -> PictureRequest {
    PictureRequest(
      asset, columns: area.columns, rows: area.rows, .fit, crop: crop, aids: pages.look.aids)
  }

  private func request(_ asset: Asset, _ area: CellArea, _ detail: PictureRequest.Detail) -> PictureRequest {
    let crop = pages.look.pictures.isSwitched ? nil : pages.model.shownCrop(of: asset)?.rectangle
    return PictureRequest(
      asset, columns: area.columns, rows: area.rows, detail, crop: crop, aids: pages.look.aids)
  }

  private func request(
    _ asset: Asset, _ index: Int, _ area: CellArea, _ look: LookState.Place? = nil
  ) -> PictureRequest {
    let place = pages.place(look ?? pages.look.place, of: asset, pane: index)
    return pages.view(of: asset, pane: index)?.region(place).map { request(asset, area, .region($0)) }
      ?? whole(asset, area)
  }

  func shown() -> [PictureRequest] {
    let layout = pages.lookLayout
    return pages.lookedAtPictures.prefix(layout.panes.count).enumerated()
      .map { request($1, $0, layout.picture($0)) }
  }

  func next() -> PictureRequest? {
    guard pages.look.compared.isEmpty else { return nil }
    return beside([1]).first
  }

  /// The open pictures, then the next photos, then full-size pixels of this photo.
  func wanted() -> [PictureRequest] {
    let layout = pages.lookLayout
    let photos = pages.lookedAtPictures.prefix(layout.panes.count)
    var wanted = shown()
    if pages.look.showsFacts || pages.look.aids.contains(.clipping), pages.look.isZoomed,
      let asset = pages.pictureInFocus
    {
      wanted.append(whole(asset, layout.picture(pages.paneInFocus)))
    }
    if pages.look.compared.isEmpty { wanted += beside([1, 2]) }
    if !pages.look.isZoomed {
      var full = pages.look
      full.toggleFull()
      wanted += photos.enumerated().compactMap { index, asset in
        let area = layout.picture(index)
        let place = pages.place(full.place, of: asset, pane: index)
        return pages.view(of: asset, pane: index)?.region(place).map { request(asset, area, .region($0)) }
      }
    }
    // Users usually continue or zoom in before they go back.
    if pages.look.compared.isEmpty { wanted += beside([-1]) }
    return wanted.filter { $0.asset.damage == nil }
  }

  private func beside(_ distances: [Int]) -> [PictureRequest] {
    distances.compactMap { pages.contents[pages.cursor + $0] }
      .map { request(pages.picture(of: $0), 0, pages.lookLayout.picture(0)) }
  }
}

struct PictureSourceView {
  let picture: (PictureRequest) -> PhotoPicture
  var histogram: (PictureRequest) -> Histogram? = { _ in nil }
}
