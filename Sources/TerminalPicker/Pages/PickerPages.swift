import PhotoLibrary
import PhotoPicker
import Terminal

/// The pages of the terminal picker: the current page, its scroll position, and the reactions to keys and mouse. A
/// pure value: it returns effects.
@dynamicMemberLookup
package struct PickerPages: Sendable {
  package enum Page: Sendable, Hashable { case albums, grid, look, help }

  package enum Effect: Sendable, Hashable {
    case picker(PickerEffect)
    case suspend
    case redraw
  }

  package internal(set) var model: PickerModel
  package internal(set) var page: Page
  var pageBehind = Page.grid
  package private(set) var layout: GridLayout
  package private(set) var size: TerminalSize
  /// The number of picture pixels in a cell.
  package var cell = CellSize.symbols
  package internal(set) var scroll = 0
  package internal(set) var albumPage: AlbumPage
  package internal(set) var look = LookState()
  package internal(set) var helpScroll = 0
  package internal(set) var prompt: Prompt?

  private let footerLines: @Sendable (AssetGroup) -> Int

  package init(
    _ options: PickerOptions, size: TerminalSize,
    footerLines: @escaping @Sendable (AssetGroup) -> Int = { _ in 0 }
  ) {
    model = PickerModel(options)
    self.footerLines = footerLines
    self.size = size
    page = options.startsWithAlbums ? .albums : .grid
    layout = GridLayout(area: PageArea(size, hasBar: true).content, counts: [])
    albumPage = AlbumPage(area: PageArea(size, hasBar: true).content)
  }

  package subscript<Value>(dynamicMember path: KeyPath<PickerModel, Value>) -> Value { model[keyPath: path] }

  package mutating func handle(_ event: PickerEvent) -> [Effect] {
    let distance = lineOfCursor - scroll
    let keepsPlace = model.isLoaded && model.isUsed
    let effects = tell { $0.handle(event) }
    switch event {
    case .update:
      if !model.isUsed { scroll = 0 }
      arrange(keeping: keepsPlace ? distance : nil)
      refreshLook()
    case .albums: albumPage.show(model.albums)
    case .changed(let change):
      if let place = change.place { focus(on: place) }
      refreshLook()
      showCursor()
    case .actions: openActions()
    case .progress, .inspecting, .inspected, .working, .keywords, .counts, .message: break
    }
    return effects
  }

  package mutating func resize(_ size: TerminalSize) -> [Effect] {
    self.size = size
    albumPage.fit(albumArea.content)
    arrange(keeping: lineOfCursor - scroll)
    return [.redraw]
  }

  package mutating func handle(_ input: TerminalInput) -> [Effect] {
    model.begin()
    if model.inspection != nil, let effects = answerWhileInspecting(input) { return effects }
    switch input {
    case .mouse(let mouse): return handle(mouse)
    case .paste(let text): return paste(text)
    case .key(.control("c")): return [.picker(.cancel)]
    case .key(.control("z")): return [.suspend]
    case .key(.control("l")): return [.redraw]
    case .key(let key):
      if prompt != nil { return handlePrompt(key) }
      switch page {
      case .albums: return handleAlbums(key)
      case .grid: return handleGrid(key)
      case .look: return handleLook(key)
      case .help: return handleHelp(key)
      }
    }
  }

  /// Cancels an inspection on any key. Returns `nil` for keys that keep their meaning.
  private mutating func answerWhileInspecting(_ input: TerminalInput) -> [Effect]? {
    switch input {
    case .key(.control("c")), .key(.control("z")), .key(.control("l")): nil
    case .mouse: []
    case .key, .paste: tell { $0.stopInspection() }
    }
  }

  /// Changes the model and wraps the effects it returns. A question of the model becomes the prompt.
  mutating func tell(_ change: (inout PickerModel) -> [PickerEffect]) -> [Effect] {
    let effects = change(&model)
    if let question = model.question { prompt = .question(question) }
    return effects.map(Effect.picker)
  }

  private var lineOfCursor: Int { layout.line(of: model.cursorPath) }

  /// Recomputes the grid's layout, with the cursor at the same distance from the top.
  private mutating func arrange(keeping distance: Int?) {
    let groups = model.contents.groups
    layout = GridLayout(
      area: gridArea.content, counts: groups.map(\.assets.count), footers: groups.map(footerLines))
    guard model.contents.count > 0 else {
      scroll = 0
      return
    }
    if let distance { scroll = layout.scroll(max(lineOfCursor - distance, 0), by: 0) }
    showCursor()
  }

  mutating func openAlbum() -> [Effect] {
    guard let kind = albumPage.current?.kind else { return [] }
    page = .grid
    let effects = tell { $0.open(kind) }
    if !effects.isEmpty { scroll = 0 }
    return effects
  }

  /// Returns `true` if a neighbor of the photo was taken in the same minute.
  func sharesMinute(_ position: Int) -> Bool {
    guard let asset = model.contents[position] else { return false }
    return [position - 1, position + 1].contains { other in
      model.contents[other].map { PhotoFacts.shareMinute(asset, $0) } == true
    }
  }

  mutating func showCursor() { scroll = layout.scroll(scroll, showing: model.cursorPath) }
}
