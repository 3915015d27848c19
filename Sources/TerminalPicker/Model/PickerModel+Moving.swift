import PhotoLibrary
import Terminal

/// Moves through photos, albums and help.
extension PickerModel {
  mutating func handleGrid(_ key: Key) -> [PickerEffect] {
    if move(key) { return [] }
    switch key {
    case .character(" "): return toggleAtCursor()
    case .character("v"): return toggleRun()
    case .character("a"): return togglePositions(contents.count > 0 ? sectionAtCursor : nil)
    case .character("A"): return togglePositions(0..<contents.count)
    case .character("p"), .enter: openPreview()
    case .tab, .backspace, .backTab:
      runStart = nil
      page = .albums
    case .character("r"): return [.rescan]
    case .escape where runStart != nil: runStart = nil
    case .escape, .character("q"): return [.cancel]
    default: return handleCommand(key)
    }
    return []
  }

  /// Keys that mean the same in the grid and in the preview.
  private mutating func handleCommand(_ key: Key) -> [PickerEffect] {
    switch key {
    case .character("d"), .control("d"): return finish()
    case .character("o"): usesOriginal.toggle()
    case .character("?"): openHelp()
    case .character("/"): prompt = .find(text: "", start: cursor)
    case .character("n"): findNext(isForward: true)
    case .character("N"): findNext(isForward: false)
    case .character("f"): prompt = .filter(text: query.kinds.text)
    case .character("g"): prompt = .grouping(index: Self.groupings.firstIndex(of: query.grouping) ?? 0)
    case .character("s"): prompt = .order(index: currentOrder)
    default: break
    }
    return []
  }

  mutating func handlePreview(_ key: Key) -> [PickerEffect] {
    switch key {
    case .left, .up, .pageUp, .backspace, .character("h"), .character("k"): cursor = max(cursor - 1, 0)
    case .right, .down, .pageDown, .character("l"), .character("j"):
      cursor = min(cursor + 1, max(contents.count - 1, 0))
    case .home: cursor = 0
    case .end: cursor = max(contents.count - 1, 0)
    case .character(" "): return toggleAtCursor()
    case .escape, .enter, .character("p"), .character("q"): page = .grid
    case .character("d"), .control("d"), .character("o"), .character("?"): return handleCommand(key)
    default: break
    }
    showCursor()
    return []
  }

  mutating func handleAlbums(_ key: Key) -> [PickerEffect] {
    let last = max(albums.count - 1, 0)
    let pageCount = max(AlbumListLayout(size: size).count, 1)
    switch key {
    case .up, .character("k"): albumCursor = max(albumCursor - 1, 0)
    case .down, .character("j"): albumCursor = min(albumCursor + 1, last)
    case .pageUp: albumCursor = max(albumCursor - pageCount, 0)
    case .pageDown: albumCursor = min(albumCursor + pageCount, last)
    case .home: albumCursor = 0
    case .end: albumCursor = last
    case .enter, .right, .character("l"), .character(" "):
      return albums.indices.contains(albumCursor) ? open(albums[albumCursor].kind) : []
    case .tab, .backTab: page = .grid
    case .character("d"), .control("d"): return finish()
    case .character("r"): return [.rescan]
    case .character("?"): openHelp()
    case .escape, .character("q"): return [.cancel]
    default: break
    }
    return []
  }

  mutating func handleHelp(_ key: Key) -> [PickerEffect] {
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
    guard current != nil else { return }
    runStart = nil
    page = .preview
  }

  private var sectionAtCursor: Range<Int> { contents.positions(of: cursorPath.section) }

  /// Moves the cursor; false where the key is none that does.
  private mutating func move(_ key: Key) -> Bool {
    guard contents.count > 0 else { return false }
    let last = contents.count - 1
    switch key {
    case .left, .character("h"): cursor = max(cursor - 1, 0)
    case .right, .character("l"): cursor = min(cursor + 1, last)
    case .up, .character("k"): moveRow(isDown: false)
    case .down, .character("j"): moveRow(isDown: true)
    case .home: cursor = 0
    case .end: cursor = last
    case .pageUp: movePage(isDown: false)
    case .pageDown: movePage(isDown: true)
    default: return false
    }
    showCursor()
    return true
  }

  private mutating func moveRow(isDown: Bool) {
    let path = cursorPath
    let column = path.item % layout.perRow
    let positions = contents.positions(of: path.section)
    let row = path.item / layout.perRow
    let lastRow = (positions.count - 1) / layout.perRow
    if isDown, row < lastRow {
      cursor = min(cursor + layout.perRow, positions.upperBound - 1)
    } else if !isDown, row > 0 {
      cursor -= layout.perRow
    } else if let next = neighbour(of: path.section, isDown: isDown) {
      let positions = contents.positions(of: next)
      let firstItem = isDown ? 0 : (positions.count - 1) / layout.perRow * layout.perRow
      cursor = min(positions.lowerBound + firstItem + column, positions.upperBound - 1)
    }
  }

  /// The next section that holds photos.
  private func neighbour(of section: Int, isDown: Bool) -> Int? {
    let indices = contents.sections.indices
    return isDown
      ? indices.first { $0 > section && !contents.sections[$0].assets.isEmpty }
      : indices.last { $0 < section && !contents.sections[$0].assets.isEmpty }
  }

  private mutating func movePage(isDown: Bool) {
    let rows = max(layout.area.rows / layout.cellHeight, 1)
    let distance = layout.line(of: cursorPath) - scroll
    let column = cursorPath.item % layout.perRow
    let before = scroll
    scroll = layout.scroll(scroll, by: isDown ? rows : -rows)
    if scroll == before {
      cursor = isDown ? contents.count - 1 : 0
    } else {
      moveCursor(toLine: scroll + distance, column: column, isAbove: !isDown)
    }
  }

  /// Puts the cursor on the photo nearest to a line.
  mutating func moveCursor(toLine line: Int, column: Int, isAbove: Bool) {
    guard let path = layout.path(nearLine: line, column: column, isAbove: isAbove) else { return }
    cursor = contents.positions(of: path.section).lowerBound + path.item
  }
}
