import PhotoFiles
import PhotoLibrary
import PhotoPicker
import Terminal

extension PickerPages {
  mutating func openLook() {
    guard model.current != nil else { return }
    model.leaveRun()
    look.compared = []
    look.pictures = ShotPictures()
    look.reset()
    page = .look
  }

  /// Compares the picks, the run, or the photo at the cursor and the next one.
  mutating func openComparison() {
    let count = LookLayout.limit
    var picks = model.picks.assets
    // Keys apply to the photo at the cursor, and the cursor can't reach hidden photos.
    if picks.count <= count { picks = picks.filter { model.contents.position(of: $0) != nil } }
    var photos = model.run.map { $0.compactMap { model.contents[$0] } } ?? picks
    if photos.count < 2 {
      photos = [0, 1].compactMap { model.contents[model.cursor + $0] }
    }
    guard (2...count).contains(photos.count) else {
      model.message =
        photos.count < 2
        ? "There is no other photo to compare with."
        : "\(photos.count) photos are too many to compare: pick 2 to \(count), or let all go."
      return
    }
    model.leaveRun()
    look.compared = photos
    look.focus = 0
    if page != .look { look.pictures = ShotPictures() }
    look.reset()
    page = .look
    followFocus()
  }

  var isComparing: Bool { page == .look && !look.compared.isEmpty }

  package var lookedAt: [Asset] {
    look.compared.isEmpty ? model.current.map { [$0] } ?? [] : look.compared
  }

  /// The pictures of the open photos.
  package var lookedAtPictures: [Asset] { look.pictures.pictures(of: lookedAt, in: model.contents.unit) }

  /// The picture of the photo at the cursor.
  package var pictureInFocus: Asset? {
    let pictures = lookedAtPictures
    return pictures.indices.contains(paneInFocus) ? pictures[paneInFocus] : nil
  }

  package var paneInFocus: Int { look.compared.isEmpty ? 0 : look.focus }

  /// Returns the picture that another photo would show.
  package func picture(of photo: Asset) -> Asset {
    look.pictures.pictures(of: [photo], in: model.contents.unit).first ?? photo
  }

  /// Whether the shot at the cursor has several pictures.
  package var hasOtherPicture: Bool {
    var pictures = look.pictures
    guard let photo = model.current else { return false }
    return pictures.switchToNext(of: photo, after: photo, in: model.contents.unit)
  }

  /// Displays the next picture of the shot, at the same place of the frame.
  private mutating func showNextPicture() {
    guard let photo = model.current, let displayed = pictureInFocus else { return }
    let before = viewInFocus
    guard look.pictures.switchToNext(of: photo, after: displayed, in: model.contents.unit) else {
      model.message = "This shot has no other picture."
      return
    }
    keepPlace(since: before)
    guard let picture = pictureInFocus else { return }
    model.message = "\(PhotoFacts.kind(of: picture)): \(SafeText.escaping(picture.name.text))"
  }

  /// Keeps the part of the frame in view, after the picture in focus has changed.
  private mutating func keepPlace(since before: LookView?) {
    guard let before, let view = viewInFocus else { return }
    look.move(to: view.place(alignedWith: look.place, in: before))
  }

  /// Updates the open photos; compared photos that disappeared are removed.
  mutating func refreshLook() {
    guard page == .look else { return }
    defer { followCrop() }
    if model.contents.count == 0 { leaveLook() }
    guard !look.compared.isEmpty else { return }
    look.compared = look.compared.compactMap { asset in
      model.contents.position(of: asset).flatMap { model.contents[$0] }
    }
    look.focus = min(look.focus, max(look.compared.count - 1, 0))
    followFocus()
    if look.compared.count == 1 { look.compared = [] }
  }

  mutating func focus(on asset: Asset) {
    look.focus = look.compared.firstIndex { PhotoKey($0) == PhotoKey(asset) } ?? look.focus
  }

  /// Returns `true` if a compared photo, or a neighbor of a single photo, was taken in the same minute.
  func showsSeconds(ofPane index: Int) -> Bool {
    guard look.compared.indices.contains(index) else { return sharesMinute(model.cursor) }
    let asset = look.compared[index]
    return look.compared.indices.contains {
      $0 != index && PhotoFacts.shareMinute(asset, look.compared[$0])
    }
  }

  package var lookLayout: LookLayout {
    LookLayout(area: PageArea(size).content, count: max(look.compared.count, 1), showsFacts: look.showsFacts)
  }

  /// Returns the part of a photo that a pane shows; `nil` if the size of the photo is unknown.
  package func view(of asset: Asset, pane: Int) -> LookView? {
    LookView(asset, lookLayout.picture(pane), cell)
  }

  mutating func handleLook(_ key: Key) -> [Effect] {
    if look.crop != nil { return handleCrop(key) }
    if look.isZoomed, pan(key) { return [] }
    if look.compared.isEmpty ? turnPage(key) : moveFocus(key) { return [] }
    switch key {
    case .character("+"), .character("="): zoom(isIn: true)
    case .character("-"): zoom(isIn: false)
    case .character("z"): toggleFull()
    case .character("e"): toggleAids()
    case .character("w"): showNextFace()
    case .character("V"): showNextPicture()
    case .character("i"): look.showsFacts.toggle()
    case .character("C"): beginCrop()
    case .character("c"): if look.compared.isEmpty { openComparison() } else { leaveComparison() }
    case .character(" "): return tell { $0.toggle($0.cursor) }
    case .escape where !look.compared.isEmpty && look.isZoomed: look.reset()
    case .escape, .enter, .character("p"), .character("q"), .backspace: leaveLook()
    default: return handleJudging(key) ?? handleDoing(key) ?? handleCommand(key)
    }
    return []
  }

  private mutating func leaveLook() {
    look.compared = []
    look.crop = nil
    page = .grid
    showCursor()
  }

  private mutating func leaveComparison() {
    look.compared = []
    showCursor()
  }

  /// Opens another photo. Returns `false` for other keys.
  mutating func turnPage(_ key: Key) -> Bool {
    switch key {
    case .left, .up, .pageUp, .character("h"), .character("k"): model.moveCursor(to: model.cursor - 1)
    case .right, .down, .pageDown, .tab, .character("l"), .character("j"):
      model.moveCursor(to: model.cursor + 1)
    case .home: model.moveCursor(to: 0)
    case .end: model.moveCursor(to: .max)
    default: return false
    }
    showCursor()
    return true
  }

  /// Moves the focus to another compared photo. Returns `false` if the key has another purpose.
  mutating func moveFocus(_ key: Key) -> Bool {
    let count = look.compared.count
    switch key {
    case .left, .up, .backTab, .character("h"), .character("k"):
      moveFocus(to: (look.focus + count - 1) % count)
    case .right, .down, .tab, .character("l"), .character("j"): moveFocus(to: (look.focus + 1) % count)
    default: return false
    }
    return true
  }

  mutating func moveFocus(to pane: Int) {
    let before = viewInFocus
    look.focus = pane
    followFocus()
    keepPlace(since: before)
  }

  /// Moves the cursor to the focused photo, because keys apply to the cursor.
  mutating func followFocus() {
    guard look.compared.indices.contains(look.focus) else { return }
    if let position = model.contents.position(of: look.compared[look.focus]) {
      model.moveCursor(to: position)
    }
  }

  private var viewInFocus: LookView? { pictureInFocus.flatMap { view(of: $0, pane: paneInFocus) } }

  private mutating func tellUnknownSize() {
    model.message = "This photo cannot be zoomed: its size in pixels is unknown."
  }

  private mutating func toggleFull() {
    guard viewInFocus != nil else { return tellUnknownSize() }
    let views = lookedAtPictures.enumerated().compactMap { view(of: $1, pane: $0) }
    if look.isZoomed || views.contains(where: { $0.fit < 1 }) {
      look.toggleFull()
    } else {
      model.message = "All pixels of this photo are shown already; + makes them larger."
    }
  }

  private mutating func zoom(isIn: Bool) {
    leaveFaces()
    if let view = viewInFocus { look.zoom(isIn: isIn, fit: view.fit) } else { tellUnknownSize() }
  }

  private mutating func pan(_ key: Key) -> Bool {
    let steps: (right: Int, down: Int)
    switch key {
    case .left, .character("h"): steps = (-1, 0)
    case .right, .character("l"): steps = (1, 0)
    case .up, .character("k"): steps = (0, -1)
    case .down, .character("j"): steps = (0, 1)
    default: return false
    }
    leaveFaces()
    guard let view = viewInFocus, case .factor(let factor) = look.place.zoom else { return false }
    look.pan(right: steps.right, down: steps.down, seeing: view.part(at: factor))
    return true
  }
}
