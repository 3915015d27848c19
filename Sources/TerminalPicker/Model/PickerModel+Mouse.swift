import PhotoLibrary
import Terminal

/// Answers the mouse: a click toggles, a drag picks a run, the wheel scrolls.
extension PickerModel {
  /// A drag over several photos.
  struct Drag: Sendable {
    /// Where it began.
    let start: Int
    /// True where it picks, false where it lets go: the opposite of what the first photo was.
    let isPicking: Bool
    /// The picks before it, so that photos the mouse leaves again become what they were.
    let before: PickList
    var last: Int
  }

  mutating func handle(_ mouse: MouseInput) -> [PickerEffect] {
    guard prompt == nil else { return [] }
    switch page {
    case .grid: return handleGrid(mouse)
    case .albums: return handleAlbums(mouse)
    case .preview:
      switch mouse.action {
      case .wheelUp: return handlePreview(.left)
      case .wheelDown: return handlePreview(.right)
      case .press: return toggleAtCursor()
      case .drag, .release: return []
      }
    case .help:
      switch mouse.action {
      case .wheelUp: return handleHelp(.up)
      case .wheelDown: return handleHelp(.down)
      case .press: return handleHelp(.escape)
      case .drag, .release: return []
      }
    }
  }

  private mutating func handleGrid(_ mouse: MouseInput) -> [PickerEffect] {
    switch mouse.action {
    case .wheelUp: wheel(-1)
    case .wheelDown: wheel(1)
    case .press: return press(mouse)
    case .drag: dragOver(mouse)
    case .release: drag = nil
    }
    return []
  }

  private func position(_ mouse: MouseInput) -> Int? {
    layout.path(column: mouse.column, row: mouse.row, scroll: scroll).map {
      contents.positions(of: $0.section).lowerBound + $0.item
    }
  }

  private mutating func press(_ mouse: MouseInput) -> [PickerEffect] {
    drag = nil
    guard let position = position(mouse), let asset = contents[position] else { return [] }
    runStart = nil
    cursor = position
    let before = picks
    let isPicking = !picks.contains(asset)
    let effects = toggle(position)
    if !options.isSingle, !options.isImmediate {
      drag = Drag(start: position, isPicking: isPicking, before: before, last: position)
    }
    return effects
  }

  private mutating func dragOver(_ mouse: MouseInput) {
    guard var drag else { return }
    if mouse.row <= layout.area.row { scroll = layout.scroll(scroll, by: -1) }
    if mouse.row >= layout.area.row + layout.area.rows - 1 { scroll = layout.scroll(scroll, by: 1) }
    guard let position = position(mouse), position != drag.last else { return }
    drag.last = position
    self.drag = drag
    cursor = position
    picks = drag.before
    let step = position < drag.start ? -1 : 1
    let assets = stride(from: drag.start, through: position, by: step).compactMap { contents[$0] }
    if drag.isPicking { pick(assets) } else { unpick(assets) }
  }

  private mutating func wheel(_ rows: Int) {
    guard contents.count > 0 else { return }
    scroll = layout.scroll(scroll, by: rows)
    let line = layout.line(of: cursorPath)
    let column = cursorPath.item % layout.perRow
    if line < scroll {
      moveCursor(toLine: scroll + 1, column: column, isAbove: false)
    } else if line + layout.cellHeight > scroll + layout.area.rows {
      moveCursor(toLine: scroll + layout.area.rows - layout.cellHeight, column: column, isAbove: true)
    }
  }

  private mutating func handleAlbums(_ mouse: MouseInput) -> [PickerEffect] {
    switch mouse.action {
    case .wheelUp: return handleAlbums(.up)
    case .wheelDown: return handleAlbums(.down)
    case .press:
      let list = AlbumListLayout(size: size)
      guard let index = list.index(atRow: mouse.row, cursor: albumCursor), albums.indices.contains(index)
      else {
        return []
      }
      albumCursor = index
      return open(albums[index].kind)
    case .drag, .release: return []
    }
  }
}
