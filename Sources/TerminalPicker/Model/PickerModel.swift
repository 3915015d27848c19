import PhotoLibrary
import PhotoPicker
import Terminal

/// What a person sees and does in a picker: a value that changes with each event and does nothing else.
package struct PickerModel: Sendable {
  /// What fills the screen.
  package enum Page: Sendable, Hashable { case albums, grid, preview, help }

  /// The folders of one album, or everything.
  package private(set) var album = Album.Kind.all
  /// What the picker was started with.
  package let options: PickerOptions
  /// What is shown.
  package internal(set) var query: AssetQuery
  package internal(set) var page: Page
  /// The page behind help and preview.
  var pageBehind = Page.grid
  package internal(set) var contents = PickerContents()
  package internal(set) var albums: [AlbumSummary] = []
  package private(set) var layout: GridLayout
  package private(set) var size: TerminalSize
  /// True once there was something to show.
  package private(set) var isLoaded = false
  /// How far the library is read.
  package private(set) var progress: String?
  /// What was said last; until the next key.
  package internal(set) var message: String?
  /// True once somebody has pressed a key or a button.
  private var hasInput = false
  /// The position of the cursor in the grid.
  package internal(set) var cursor = 0
  /// The line of the grid's page that stands at the top.
  package internal(set) var scroll = 0
  /// The album at the cursor.
  package internal(set) var albumCursor = 0
  /// The first line of the help that is shown.
  package internal(set) var helpScroll = 0
  package internal(set) var picks = PickList()
  /// Where a run began; `nil` while there is none.
  package internal(set) var runStart: Int?
  var drag: Drag?
  package internal(set) var prompt: Prompt?
  /// The picks that are being inspected, and how many are done; `nil` while none are.
  package internal(set) var inspection: (picks: [Asset], done: Int)?
  /// What inspections found.
  var findings: [PhotoKey: PickerOptions.Finding] = [:]
  /// What was looked for last.
  var needle = ""
  /// True where the original files are handed over as pictures.
  package internal(set) var usesOriginal: Bool

  /// A picker before anything was read.
  package init(_ options: PickerOptions, size: TerminalSize) {
    self.options = options
    self.size = size
    query = options.query
    page = options.startsWithAlbums ? .albums : .grid
    usesOriginal = options.usesOriginal
    layout = GridLayout(area: PageArea(size).content, counts: [])
    for asset in options.picks where refusal(of: asset) == nil { picks.insert(asset) }
  }

  /// Answers an event.
  package mutating func handle(_ event: PickerEvent) -> [PickerEffect] {
    switch event {
    case .input(let input): return handle(input)
    case .resize(let size):
      self.size = size
      arrange(keeping: layout.line(of: cursorPath) - scroll)
      return [.redraw]
    case .update(let update):
      show(update)
    case .albums(let albums): show(albums)
    case .progress(let progress): self.progress = progress
    case .inspecting(let count): inspection?.done = count
    case .inspected(let photos, let findings): return take(findings, of: photos)
    case .message(let message): self.message = message
    }
    return []
  }

  private mutating func handle(_ input: TerminalInput) -> [PickerEffect] {
    message = nil
    hasInput = true
    if inspection != nil, let effects = answerWhileInspecting(input) { return effects }
    switch input {
    case .mouse(let mouse): return handle(mouse)
    case .paste(let text): return prompt == nil ? [] : paste(text)
    case .key(.control("c")): return [.cancel]
    case .key(.control("z")): return [.suspend]
    case .key(.control("l")): return [.redraw]
    case .key(let key):
      if prompt != nil { return handlePrompt(key) }
      switch page {
      case .albums: return handleAlbums(key)
      case .grid: return handleGrid(key)
      case .preview: return handlePreview(key)
      case .help: return handleHelp(key)
      }
    }
  }

  // MARK: Contents

  private mutating func show(_ update: PickerUpdate) {
    let asset = contents[cursor]
    let runAsset = runStart.flatMap { contents[$0] }
    let distance = layout.line(of: cursorPath) - scroll
    contents = update.contents
    // What comes before somebody has moved is shown from its start; after that the place is kept.
    let position = hasInput ? asset.flatMap { contents.position(of: $0) } ?? cursor : 0
    cursor = min(position, max(contents.count - 1, 0))
    runStart = runAsset.flatMap { contents.position(of: $0) }
    drag = nil
    let count = picks.count
    picks.refresh(update.picks)
    if picks.count < count {
      message = Self.goneMessage(count - picks.count)
    }
    if !isLoaded { pickAtStart() }
    if !hasInput { scroll = 0 }
    arrange(keeping: isLoaded && hasInput ? distance : nil)
    isLoaded = true
  }

  static func goneMessage(_ count: Int) -> String {
    count == 1 ? "1 picked photo is gone" : "\(count) picked photos are gone"
  }

  private mutating func pickAtStart() {
    for section in contents.sections where section.key == options.pickedSection {
      for asset in section.assets where refusal(of: asset) == nil { picks.insert(asset) }
    }
  }

  private mutating func show(_ albums: [AlbumSummary]) {
    let shown = self.albums.indices.contains(albumCursor) ? self.albums[albumCursor].kind : nil
    self.albums = albums
    albumCursor =
      shown.flatMap { kind in albums.firstIndex { $0.kind == kind } }
      ?? min(albumCursor, max(albums.count - 1, 0))
  }

  /// Lays the grid out anew with the cursor as far below the top as it was.
  private mutating func arrange(keeping distance: Int?) {
    layout = GridLayout(area: PageArea(size).content, counts: contents.sections.map(\.assets.count))
    guard contents.count > 0 else {
      scroll = 0
      return
    }
    if let distance { scroll = layout.scroll(max(layout.line(of: cursorPath) - distance, 0), by: 0) }
    showCursor()
  }

  /// Opens an album, or everything.
  mutating func open(_ kind: Album.Kind) -> [PickerEffect] {
    page = .grid
    guard kind != album else { return [] }
    album = kind
    runStart = nil
    (cursor, scroll) = (0, 0)
    return [.makeContents]
  }

  // MARK: Places

  /// The section and item at the cursor.
  package var cursorPath: ItemIndexPath { contents.path(of: cursor) ?? ItemIndexPath(section: 0, item: 0) }

  /// The photo at the cursor.
  package var current: Asset? { contents[cursor] }

  /// Scrolls so that the cursor is seen.
  mutating func showCursor() { scroll = layout.scroll(scroll, showing: cursorPath) }

  /// Why a photo may not be picked, however many others are; `nil` where it may.
  package func refusal(of asset: Asset) -> String? {
    // A photo that was replaced since is another one.
    if let finding = findings[PhotoKey(asset)], finding.asset == asset { return finding.reason }
    return options.refusal(of: asset)
  }

  /// The positions between the start of a run and the cursor.
  package var run: ClosedRange<Int>? { runStart.map { min($0, cursor)...max($0, cursor) } }
}
