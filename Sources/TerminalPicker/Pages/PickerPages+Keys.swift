import PhotoLibrary
import PhotoPicker
import Terminal

/// Handles the keys of the grid, the albums and the help.
extension PickerPages {
  mutating func handleGrid(_ key: Key) -> [Effect] {
    if move(key) { return [] }
    switch key {
    case .character(" "): return tell { $0.toggleAtCursor() }
    case .character("a"):
      return tell {
        $0.togglePositions($0.contents.count > 0 ? $0.contents.positions(of: $0.cursorPath.section) : nil)
      }
    case .character("A"): return tell { $0.togglePositions(0..<$0.contents.count) }
    case .enter where model.currentBurst != nil: return tell { $0.openBurst() }
    case .character("p"), .enter: openLook()
    case .character("c"): openComparison()
    case .escape where model.openedBurst != nil && model.runStart == nil && !model.aimsAtPicks:
      return tell { $0.closeBurst() }
    case .backspace where model.openedBurst != nil: return tell { $0.closeBurst() }
    case .tab, .backspace, .backTab:
      model.leaveRun()
      page = .albums
    case .escape where model.runStart != nil: model.leaveRun()
    case .escape where model.aimsAtPicks: model.aimAtPicks()
    case .escape where model.search != nil: return tell { $0.widen() }
    case .escape, .character("q"): return tell { $0.cancel() }
    default: return handleJudging(key) ?? handleDoing(key) ?? handleCommand(key)
    }
    return []
  }

  private mutating func findNext(isForward: Bool) {
    model.findNext(isForward: isForward)
    showCursor()
  }

  mutating func handleCommand(_ key: Key) -> [Effect] {
    switch key {
    case .character("d"), .control("d"): return tell { $0.finish() }
    case .character("o"): model.usesOriginal.toggle()
    case .character("S"): return tell { $0.toggleBursts() }
    case .character("r"): return [.picker(.rescan)]
    case .character("u"): return tell { $0.undo() }
    case .character("?"): openHelp()
    case .character("/"): prompt = .find(text: "", before: model.search?.text ?? "", place: model.current)
    case .character("n"): findNext(isForward: true)
    case .character("N"): findNext(isForward: false)
    case .character("f"):
      prompt = .filter(item: filterItems.first, before: filterState, place: model.current)
    case .character("F"): openBar()
    case .character("g"):
      let index = PickerModel.groupings.firstIndex(of: model.query.grouping) ?? 0
      prompt = .choice(of: .grouping, index: index)
    case .character("s"): prompt = .choice(of: .order, index: model.currentOrder)
    default: break
    }
    return []
  }

  mutating func handleAlbums(_ key: Key) -> [Effect] {
    switch key {
    case .left, .character("h"): albumPage.move(by: -1)
    case .right, .character("l"): albumPage.move(by: 1)
    case .up, .character("k"): albumPage.moveRow(isDown: false)
    case .down, .character("j"): albumPage.moveRow(isDown: true)
    case .pageUp: albumPage.movePage(isDown: false)
    case .pageDown: albumPage.movePage(isDown: true)
    case .home: albumPage.move(to: 0)
    case .end: albumPage.move(to: .max)
    case .enter, .character(" "): return openAlbum()
    case .tab, .backTab: page = .grid
    case .character("d"), .control("d"):
      guard model.picks.count > 0 else {
        model.message = "Nothing is picked: Enter opens an album."
        return []
      }
      return handleCommand(key)
    case .character("s"): prompt = .choice(of: .albumOrder, index: model.currentAlbumOrder)
    case .character("g"): model.message = "Albums have no groups: Tab shows the photos."
    case .escape where model.search != nil: return tell { $0.widen() }
    case .escape, .character("q"): return tell { $0.cancel() }
    default: return handleCommand(key)
    }
    return []
  }

  mutating func handleHelp(_ key: Key) -> [Effect] {
    let lines = HelpText.lines(width: size.columns, isCropping: model.options.crop != nil)
    let last = max(lines.count - PageArea(size).content.rows, 0)
    switch key {
    case .up, .character("k"), .pageUp: helpScroll = max(helpScroll - 1, 0)
    case .down, .character("j"), .pageDown, .character(" "): helpScroll = min(helpScroll + 1, last)
    default:
      page = pageBehind
      // The library may have changed in the meantime.
      refreshLook()
    }
    return []
  }

  private mutating func openHelp() {
    pageBehind = page
    helpScroll = 0
    page = .help
  }

  /// Moves the cursor. Returns `false` for other keys.
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
    if let path = layout.path(after: model.cursorPath, isDown: isDown) { moveCursor(to: path) }
  }

  private mutating func moveCursor(to path: ItemIndexPath) {
    model.moveCursor(to: model.contents.positions(of: path.section).lowerBound + path.item)
  }

  private mutating func movePage(isDown: Bool) {
    let rows = layout.rowsOfScreen
    let distance = layout.line(of: model.cursorPath) - scroll
    let column = layout.column(of: model.cursorPath)
    let before = scroll
    scroll = layout.scroll(scroll, by: isDown ? rows : -rows)
    if scroll == before {
      model.moveCursor(to: isDown ? .max : 0)
    } else {
      moveCursor(toLine: scroll + distance, column: column, isAbove: !isDown)
    }
  }

  mutating func moveCursor(toLine line: Int, column: Int, isAbove: Bool) {
    if let path = layout.path(nearLine: line, column: column, isAbove: isAbove) { moveCursor(to: path) }
  }
}
