import PhotoLibrary
import PhotoPicker
import Terminal

struct GridDrawing {
  let pages: PickerPages
  let renderers: GridRenderers
  let picture: (PictureRequest) -> PhotoPicture

  private var layout: GridLayout { pages.layout }

  /// Draws the current cells. The frame of the cursor overwrites its neighbors.
  func draw(on frame: inout Frame) {
    var atCursor: CellFrame?
    let bands = layout.bands(from: pages.scroll, lines: layout.area.rows)
    for edges in BurstFrame.Edges.allCases {
      // A row shares its lower line with the upper line of the next one.
      for case (let line, .cells(let section, let items, let column)) in bands {
        drawBursts(section, items, line, column, edges, on: &frame)
      }
    }
    for case (let line, .cells(let section, let items, let column)) in bands {
      for item in items {
        let area = layout.cell(line: line, column: column + item - items.lowerBound, scroll: pages.scroll)
        let (asset, state) = drawCell(section, item, area, on: &frame)
        guard layout.gutter > 0 else { continue }
        let cellFrame = CellFrame(state, around: area)
        if state.isAtCursor {
          atCursor = cellFrame
        } else {
          cellFrame.draw(on: &frame)
          drawBadges(of: asset, section, item, area, after: cellFrame.badgeColumns, on: &frame)
        }
      }
    }
    atCursor?.draw(on: &frame)
    // Draw headings last: they cover cells scrolled below them.
    for case (let line, .footer(let section, let column, let lines)) in bands {
      let area = layout.lines(lines, of: section, column: column, line: line, scroll: pages.scroll)
      drawFooters(of: section, area, on: &frame)
    }
    for case (let line, .heading(let section, let column)) in bands {
      let area = layout.lines(1, of: section, column: column, line: line, scroll: pages.scroll)
      drawSupplements(of: section, nil, .heading, area, on: &frame)
    }
  }

  /// Draws the badge of the burst that begins here, and the badge of the photo, above its cell.
  ///
  /// - Parameter taken: The number of columns that the frame of the cell needs.
  private func drawBadges(
    of asset: Asset, _ section: Int, _ item: Int, _ area: CellArea, after taken: Int, on frame: inout Frame
  ) {
    var gutter = CellArea(
      column: area.column + taken, row: area.row - 1, columns: max(area.columns - taken, 0), rows: 1)
    if let badge = burst(section, startingAt: item)?.badge {
      let used = BurstFrame.draw(badge, in: gutter, on: &frame)
      gutter = CellArea(
        column: gutter.column + used, row: gutter.row, columns: gutter.columns - used, rows: 1)
    }
    drawSupplements(of: section, asset, .badge, gutter, on: &frame)
  }

  /// Draws frames around the bursts of a row, which the frames of cells overwrite.
  private func drawBursts(
    _ index: Int, _ items: Range<Int>, _ line: Int, _ column: Int, _ edges: BurstFrame.Edges,
    on frame: inout Frame
  ) {
    guard layout.gutter > 0, pages.contents.unit == .shot else { return }
    let assets = pages.contents.groups[index].assets
    var item = items.lowerBound
    while item < items.upperBound {
      let start = item
      item += 1
      guard let stack = assets[start].stack, stack.shotCount > 1 else { continue }
      while item < items.upperBound, assets[item].stack === stack { item += 1 }
      let cells = [start, item - 1].map {
        layout.cell(line: line, column: column + $0 - items.lowerBound, scroll: pages.scroll)
      }
      BurstFrame(
        around: cells[0], cells[1], isFirst: start == 0 || assets[start - 1].stack !== stack,
        isLast: item == assets.count || assets[item].stack !== stack
      ).draw(edges, on: &frame)
    }
  }

  /// Returns the burst that begins with a photo.
  private func burst(_ section: Int, startingAt item: Int) -> AssetStack? {
    let assets = pages.contents.groups[section].assets
    guard pages.contents.unit == .shot, let stack = assets[item].stack, stack.shotCount > 1 else {
      return nil
    }
    return item == 0 || assets[item - 1].stack !== stack ? stack : nil
  }

  private func drawSupplements(
    of index: Int, _ asset: Asset?, _ place: SupplementaryKind.Place, _ area: CellArea, on frame: inout Frame
  ) {
    let section = pages.contents.groups[index]
    for (kind, renderer) in renderers.supplements(of: section, asset, where: { $0 == place }) {
      renderer.draw(view(kind, index, asset), in: area, of: &frame)
    }
  }

  private func drawFooters(of index: Int, _ area: CellArea, on frame: inout Frame) {
    var row = area.row
    let section = pages.contents.groups[index]
    for (kind, renderer) in renderers.supplements(of: section, where: { $0 != .heading && $0 != .badge }) {
      let lines = CellArea(column: area.column, row: row, columns: area.columns, rows: kind.footerLines)
      renderer.draw(view(kind, index, nil), in: lines, of: &frame)
      row += kind.footerLines
    }
  }

  private func view(_ kind: SupplementaryKind, _ section: Int, _ asset: Asset?) -> SupplementaryView {
    SupplementaryView(
      kind: kind, section: pages.contents.groups[section], asset: asset, unit: pages.contents.unit,
      isAtCursor: asset == nil && pages.cursorPath.section == section)
  }

  private func drawCell(
    _ index: Int, _ item: Int, _ area: CellArea, on frame: inout Frame
  ) -> (Asset, CellFrame.State) {
    let section = pages.contents.groups[index]
    let asset = section.assets[item]
    let position = pages.contents.positions(of: index).lowerBound + item
    let isPicked = pages.picks.contains(asset)
    let state = CellFrame.State(
      isAtCursor: position == pages.cursor, isInRun: pages.run?.contains(position) == true,
      isPicked: isPicked, number: pages.options.showsNumbers ? pages.picks.number(of: asset) : nil)
    let request = PictureRequest(asset, columns: layout.pictureColumns, rows: layout.pictureRows)
    let cell = PhotoCell(
      asset: asset, picture: layout.pictureRows > 0 ? picture(request) : .missing(""), isPicked: isPicked,
      number: state.number, isAtCursor: state.isAtCursor, isInRun: state.isInRun,
      refusal: pages.model.refusal(of: asset), isFramed: layout.gutter > 0)
    renderers.cell(asset, in: section)?.draw(cell, in: area, of: &frame)
    return (asset, state)
  }

  /// The pictures on the current page, then the neighboring ones, nearest first.
  func wanted() -> [PictureRequest] {
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
    layout.bands(from: line, lines: lines).flatMap { _, band -> [PictureRequest] in
      guard case .cells(let section, let items, _) = band else { return [] }
      return pages.contents.groups[section].assets[items].lazy.filter { $0.damage == nil }.map {
        PictureRequest($0, columns: layout.pictureColumns, rows: layout.pictureRows)
      }
    }
  }
}
