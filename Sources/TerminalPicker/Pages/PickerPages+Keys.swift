import PhotoLibrary
import PhotoPicker
import Terminal

/// Answers keys: moves through photos, albums and help.
extension PickerPages {
  mutating func handleGrid(_ key: Key) -> [Effect] {
    if move(key) { return [] }
    switch key {
    case .character(" "): return tell { $0.toggleAtCursor() }
    case .character("v"): return tell { $0.toggleRun() }
    case .character("a"): return toggle(model.contents.count > 0 ? sectionAtCursor : nil)
    case .character("A"): return toggle(0..<model.contents.count)
    case .character("p"), .enter: openPreview()
    case .tab, .backspace, .backTab:
      model.leaveRun()
      page = .albums
    case .character("r"): return [.picker(.rescan)]
    case .escape where model.runStart != nil: model.leaveRun()
    case .escape where model.search != nil: return tell { $0.widen(to: "", at: $0.current) }
    case .escape, .character("q"): return [.picker(.cancel)]
    default: return handleCommand(key)
    }
    return []
  }

  private mutating func toggle(_ positions: Range<Int>?) -> [Effect] {
    tell { $0.togglePositions(positions) }
  }

  private mutating func findNext(isForward: Bool) {
    model.findNext(isForward: isForward)
    showCursor()
  }

  /// Keys that mean the same in the grid and in the preview.
  private mutating func handleCommand(_ key: Key) -> [Effect] {
    switch key {
    case .character("d"), .control("d"): return tell { $0.finish() }
    case .character("o"): model.usesOriginal.toggle()
    case .character("?"): openHelp()
    case .character("/"):
      prompt = .find(text: "", before: model.search?.text ?? "", place: model.current)
    case .character("n"): findNext(isForward: true)
    case .character("N"): findNext(isForward: false)
    case .character("f"): prompt = .filter(text: model.query.kinds.list)
    case .character("g"):
      prompt = .grouping(index: PickerModel.groupings.firstIndex(of: model.query.grouping) ?? 0)
    case .character("s"): prompt = .order(index: model.currentOrder)
    default: break
    }
    return []
  }

  mutating func handlePreview(_ key: Key) -> [Effect] {
    switch key {
    case .left, .up, .pageUp, .backspace, .character("h"), .character("k"):
      model.moveCursor(to: model.cursor - 1)
    case .right, .down, .pageDown, .character("l"), .character("j"):
      model.moveCursor(to: model.cursor + 1)
    case .home: model.moveCursor(to: 0)
    case .end: model.moveCursor(to: .max)
    case .character(" "): return tell { $0.toggleAtCursor() }
    case .escape, .enter, .character("p"), .character("q"): page = .grid
    case .character("d"), .control("d"), .character("o"), .character("?"): return handleCommand(key)
    default: break
    }
    showCursor()
    return []
  }

  mutating func handleAlbums(_ key: Key) -> [Effect] {
    let last = max(model.albums.count - 1, 0)
    let pageCount = max(AlbumListLayout(size: size).count, 1)
    switch key {
    case .up, .character("k"): albumCursor = max(albumCursor - 1, 0)
    case .down, .character("j"): albumCursor = min(albumCursor + 1, last)
    case .pageUp: albumCursor = max(albumCursor - pageCount, 0)
    case .pageDown: albumCursor = min(albumCursor + pageCount, last)
    case .home: albumCursor = 0
    case .end: albumCursor = last
    case .enter, .right, .character("l"), .character(" "):
      return model.albums.indices.contains(albumCursor) ? open(model.albums[albumCursor].kind) : []
    case .tab, .backTab: page = .grid
    case .character("d"), .control("d"): return tell { $0.finish() }
    case .character("r"): return [.picker(.rescan)]
    case .character("?"): openHelp()
    case .escape, .character("q"): return [.picker(.cancel)]
    default: break
    }
    return []
  }

  mutating func handleHelp(_ key: Key) -> [Effect] {
    let last = max(HelpText.lines.count - PageArea(size).content.rows, 0)
    switch key {
    case .up, .character("k"), .pageUp: helpScroll = max(helpScroll - 1, 0)
    case .down, .character("j"), .pageDown, .character(" "): helpScroll = min(helpScroll + 1, last)
    default: page = pageBehind
    }
    return []
  }

  private mutating func openHelp() {
    pageBehind = page
    helpScroll = 0
    page = .help
  }

  private mutating func openPreview() {
    guard model.current != nil else { return }
    model.leaveRun()
    page = .preview
  }

  private var sectionAtCursor: Range<Int> { model.contents.positions(of: model.cursorPath.section) }

  /// Moves the cursor; false if the key is none that does.
  private mutating func move(_ key: Key) -> Bool {
    guard model.contents.count > 0 else { return false }
    switch key {
    case .left, .character("h"): model.moveCursor(to: model.cursor - 1)
    case .right, .character("l"): model.moveCursor(to: model.cursor + 1)
    case .up, .character("k"): moveRow(isDown: false)
    case .down, .character("j"): moveRow(isDown: true)
    case .home: model.moveCursor(to: 0)
    case .end: model.moveCursor(to: .max)
    case .pageUp: movePage(isDown: false)
    case .pageDown: movePage(isDown: true)
    default: return false
    }
    showCursor()
    return true
  }

  private mutating func moveRow(isDown: Bool) {
    let path = model.cursorPath
    let column = path.item % layout.perRow
    let positions = model.contents.positions(of: path.section)
    let row = path.item / layout.perRow
    let lastRow = (positions.count - 1) / layout.perRow
    if isDown, row < lastRow {
      model.moveCursor(to: min(model.cursor + layout.perRow, positions.upperBound - 1))
    } else if !isDown, row > 0 {
      model.moveCursor(to: model.cursor - layout.perRow)
    } else if let next = neighbour(of: path.section, isDown: isDown) {
      let positions = model.contents.positions(of: next)
      let firstItem = isDown ? 0 : (positions.count - 1) / layout.perRow * layout.perRow
      model.moveCursor(to: min(positions.lowerBound + firstItem + column, positions.upperBound - 1))
    }
  }

  /// The next section that holds photos.
  private func neighbour(of section: Int, isDown: Bool) -> Int? {
    let groups = model.contents.groups
    return isDown
      ? groups.indices.first { $0 > section && !groups[$0].assets.isEmpty }
      : groups.indices.last { $0 < section && !groups[$0].assets.isEmpty }
  }

  private mutating func movePage(isDown: Bool) {
    let rows = max(layout.area.rows / layout.cellHeight, 1)
    let distance = layout.line(of: model.cursorPath) - scroll
    let column = model.cursorPath.item % layout.perRow
    let before = scroll
    scroll = layout.scroll(scroll, by: isDown ? rows : -rows)
    if scroll == before {
      model.moveCursor(to: isDown ? .max : 0)
    } else {
      moveCursor(toLine: scroll + distance, column: column, isAbove: !isDown)
    }
  }

  /// Puts the cursor on the photo nearest to a line.
  mutating func moveCursor(toLine line: Int, column: Int, isAbove: Bool) {
    guard let path = layout.path(nearLine: line, column: column, isAbove: isAbove) else { return }
    model.moveCursor(to: model.contents.positions(of: path.section).lowerBound + path.item)
  }
}
