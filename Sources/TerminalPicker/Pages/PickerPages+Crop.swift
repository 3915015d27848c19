import PhotoLibrary
import PhotoPicker
import Terminal

/// Moves the crop of the open photo by keys and mouse.
extension PickerPages {
  private static let growth = 1.1
  private static let stepCount = 40

  /// Starts moving the crop of the photo at the cursor, or explains why it can't be moved.
  mutating func beginCrop() {
    guard model.options.crop != nil, let asset = model.current else { return }
    guard model.cropRefusal(of: asset) == nil, let frame = model.crop(of: asset) else {
      model.message = model.cropRefusal(of: asset)
      return
    }
    look.reset()
    look.pictures = ShotPictures()
    look.crop = LookState.CropMove(asset: asset, before: frame)
  }

  /// Continues with the crop of the current photo, if the cursor has moved.
  mutating func followCrop() {
    guard let crop = look.crop, model.current.map(PhotoKey.init) != PhotoKey(crop.asset) else { return }
    look.crop = nil
    beginCrop()
  }

  mutating func handleCrop(_ key: Key) -> [Effect] {
    switch key {
    case .left, .character("h"): moveCrop(right: -cropStep, down: 0)
    case .right, .character("l"): moveCrop(right: cropStep, down: 0)
    case .up, .character("k"): moveCrop(right: 0, down: -cropStep)
    case .down, .character("j"): moveCrop(right: 0, down: cropStep)
    case .character("H"): moveCrop(right: -1, down: 0)
    case .character("L"): moveCrop(right: 1, down: 0)
    case .character("K"): moveCrop(right: 0, down: -1)
    case .character("J"): moveCrop(right: 0, down: 1)
    case .character("+"), .character("="): resizeCrop(isLarger: true)
    case .character("-"): resizeCrop(isLarger: false)
    case .character("0"): changeCrop { $0.reset() }
    case .character(" "): return tell { $0.toggle($0.cursor) }
    case .pageDown, .tab: turnWithCrop(.pageDown, .tab)
    case .pageUp, .backTab: turnWithCrop(.pageUp, .backTab)
    case .enter, .character("C"): look.crop = nil
    case .escape, .character("q"), .backspace:
      if let before = look.crop?.before { changeCrop { $0 = before } }
      look.crop = nil
    case .character("?"), .character("d"), .control("d"): return handleCommand(key)
    default: break
    }
    return []
  }

  private mutating func turnWithCrop(_ alone: Key, _ compared: Key) {
    if look.compared.isEmpty { _ = turnPage(alone) } else { _ = moveFocus(compared) }
    followCrop()
  }

  private var cropStep: Int {
    guard let photo = look.crop?.before.photo else { return 1 }
    return max(Int(max(photo.width, photo.height)) / Self.stepCount, 1)
  }

  private mutating func moveCrop(right: Int, down: Int) { changeCrop { $0.move(right: right, down: down) } }

  private mutating func resizeCrop(isLarger: Bool) {
    changeCrop { $0.resize(by: isLarger ? Self.growth : 1 / Self.growth) }
  }

  private mutating func changeCrop(_ change: (inout CropFrame) -> Void) {
    guard let asset = look.crop?.asset else { return }
    let before = model.crop(of: asset)
    model.changeCrop(of: asset, change)
    if let before, model.crop(of: asset) != before { look.leaveTrail(before.rectangle) }
  }

  /// Handles the mouse: the wheel resizes the crop, a drag moves it, and a press outside centers it there.
  mutating func handleCrop(_ mouse: MouseInput) {
    switch mouse.action {
    case .wheelUp: resizeCrop(isLarger: true)
    case .wheelDown: resizeCrop(isLarger: false)
    case .press: gripCrop(mouse)
    case .drag:
      guard let grip = look.crop?.grip, let place = pixel(mouse) else { return }
      changeCrop {
        $0 = grip.frame
        $0.move(right: place.x - grip.x, down: place.y - grip.y)
      }
    case .release: look.crop?.grip = nil
    }
  }

  private mutating func gripCrop(_ mouse: MouseInput) {
    guard lookLayout.pane(column: mouse.column, row: mouse.row) == paneInFocus, let place = pixel(mouse),
      let part = look.crop.flatMap({ model.crop(of: $0.asset) })?.rectangle
    else { return }
    let (left, top) = (Int(part.x), Int(part.y))
    let (width, height) = (Int(part.size.width), Int(part.size.height))
    if !(left..<left + width).contains(place.x) || !(top..<top + height).contains(place.y) {
      moveCrop(right: place.x - left - width / 2, down: place.y - top - height / 2)
    }
    guard let asset = look.crop?.asset, let frame = model.crop(of: asset) else { return }
    look.crop?.grip = LookState.CropMove.Grip(x: place.x, y: place.y, frame: frame)
  }

  /// Returns the photo pixel at the center of the cell under the mouse.
  private func pixel(_ mouse: MouseInput) -> (x: Int, y: Int)? {
    guard let asset = look.crop?.asset, let view = view(of: asset, pane: paneInFocus) else { return nil }
    let area = lookLayout.picture(paneInFocus)
    return view.pixel(
      x: (Double(mouse.column - area.column) + 0.5) * Double(cell.width),
      y: (Double(mouse.row - area.row) + 0.5) * Double(cell.height), enlarges: cell == .symbols)
  }
}
