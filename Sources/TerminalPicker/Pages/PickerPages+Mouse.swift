import PhotoLibrary
import Terminal

/// Handles the mouse: a click toggles a pick, a drag picks a run, the wheel scrolls.
extension PickerPages {
  mutating func handle(_ mouse: MouseInput) -> [Effect] {
    if let effects = pressBar(mouse) { return effects }
    if prompt != nil { return handlePrompt(mouse) }
    switch page {
    case .grid: return handleGrid(mouse)
    case .albums: return handleAlbums(mouse)
    case .look: return handleLook(mouse)
    case .help:
      switch mouse.action {
      case .wheelUp: return handleHelp(.up)
      case .wheelDown: return handleHelp(.down)
      case .press: return handleHelp(.escape)
      case .drag, .release: return []
      }
    }
  }

  private mutating func handleGrid(_ mouse: MouseInput) -> [Effect] {
    switch mouse.action {
    case .wheelUp: wheel(-1)
    case .wheelDown: wheel(1)
    case .press: return press(mouse)
    case .drag: dragOver(mouse)
    case .release: model.endDrag()
    }
    return []
  }

  private func position(_ mouse: MouseInput) -> Int? {
    layout.path(column: mouse.column, row: mouse.row, scroll: scroll).map {
      model.contents.positions(of: $0.section).lowerBound + $0.item
    }
  }

  private mutating func press(_ mouse: MouseInput) -> [Effect] {
    guard let position = position(mouse) else {
      model.endDrag()
      return []
    }
    return tell { $0.beginDrag(at: position) }
  }

  private mutating func dragOver(_ mouse: MouseInput) {
    guard model.isDragging else { return }
    if mouse.row <= layout.area.row { scroll = layout.scroll(scroll, by: -1) }
    if mouse.row >= layout.area.row + layout.area.rows - 1 { scroll = layout.scroll(scroll, by: 1) }
    if let position = position(mouse) { model.continueDrag(to: position) }
  }

  private mutating func wheel(_ rows: Int) {
    guard model.contents.count > 0 else { return }
    scroll = layout.scroll(scroll, by: rows)
    let line = layout.line(of: model.cursorPath)
    let column = layout.column(of: model.cursorPath)
    if line <= scroll {
      moveCursor(toLine: scroll + 1, column: column, isAbove: false)
    } else if line + layout.cellHeight > scroll + layout.area.rows {
      let last = scroll + layout.area.rows - layout.cellHeight
      moveCursor(toLine: last, column: column, isAbove: true)
    }
  }

  private mutating func handleAlbums(_ mouse: MouseInput) -> [Effect] {
    switch mouse.action {
    case .wheelUp: return handleAlbums(.up)
    case .wheelDown: return handleAlbums(.down)
    case .press: return albumPage.move(toColumn: mouse.column, row: mouse.row) ? openAlbum() : []
    case .drag, .release: return []
    }
  }

  private mutating func handleLook(_ mouse: MouseInput) -> [Effect] {
    guard look.crop == nil else {
      handleCrop(mouse)
      return []
    }
    switch mouse.action {
    case .wheelUp: return handleLook(.up)
    case .wheelDown: return handleLook(.down)
    case .press:
      guard let pane = lookLayout.pane(column: mouse.column, row: mouse.row) else { return [] }
      if !look.compared.isEmpty { moveFocus(to: pane) }
      return tell { $0.toggle($0.cursor) }
    case .drag, .release: return []
    }
  }
}
