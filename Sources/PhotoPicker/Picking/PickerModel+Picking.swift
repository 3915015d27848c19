import PhotoFiles
import PhotoLibrary

extension PickerModel {
  struct Drag: Sendable {
    let start: Int
    /// Whether the drag picks photos, because the first one was not picked.
    let isPicking: Bool
    /// The picks before the drag, restored for photos that it leaves.
    let before: PickList
    var last: Int
  }

  /// Toggles the photo at the cursor, or ends the run.
  package mutating func toggleAtCursor() -> [PickerEffect] {
    if runStart != nil { return toggleRun() }
    return toggle(cursor)
  }

  package mutating func toggle(_ position: Int) -> [PickerEffect] {
    guard let asset = contents[position] else { return [] }
    if picks.contains(asset) {
      if let refusal = options.policy.refusalToDeselect(asset) {
        message = refusal
      } else {
        picks.remove([PhotoKey(asset)])
      }
      return []
    }
    if let refusal = refusal(of: asset) {
      message = Self.refusalMessage(asset, refusal)
      return []
    }
    // A single pick replaces the previous one if that may be unpicked.
    let kept = options.isSingle ? picks.assets.lazy.compactMap(options.policy.refusalToDeselect).first : nil
    if let refusal = kept ?? options.policy.refusal(of: asset, picked: options.isSingle ? 0 : picks.count) {
      message = refusal
      return []
    }
    if options.isSingle { picks.removeAll() }
    picks.insert(asset, as: contents.unit)
    return options.isImmediate ? finish() : []
  }

  /// Starts a run at the cursor, or picks the current run.
  package mutating func toggleRun() -> [PickerEffect] {
    guard contents.count > 0 else { return [] }
    guard let run, let start = runStart else {
      runStart = cursor
      return []
    }
    runStart = nil
    return togglePositions(run.lowerBound..<run.upperBound + 1, isBackwards: start > cursor)
  }

  /// Picks all allowed photos at these positions, or unpicks them if all are picked.
  package mutating func togglePositions(_ positions: Range<Int>?, isBackwards: Bool = false) -> [PickerEffect]
  {
    guard let positions, !positions.isEmpty else { return [] }
    let order = isBackwards ? Array(positions.reversed()) : Array(positions)
    let assets = order.compactMap { contents[$0] }
    let isOpen = assets.contains { !picks.contains($0) && refusal(of: $0) == nil }
    if !isOpen, assets.contains(where: picks.contains) {
      unpick(assets)
    } else {
      // Explains the refusal if no photo is allowed.
      pick(assets)
    }
    return []
  }

  package mutating func leaveRun() { runStart = nil }

  /// Toggles the photo at a position and starts a drag.
  package mutating func beginDrag(at position: Int) -> [PickerEffect] {
    endDrag()
    guard let asset = contents[position] else { return [] }
    runStart = nil
    moveCursor(to: position)
    let before = picks
    let isPicking = !picks.contains(asset)
    let effects = toggle(position)
    if !options.isSingle, !options.isImmediate {
      drag = Drag(start: position, isPicking: isPicking, before: before, last: position)
    }
    return effects
  }

  package var isDragging: Bool { drag != nil }

  /// Picks or unpicks all photos between the start of the drag and a position.
  package mutating func continueDrag(to position: Int) {
    guard var drag, position != drag.last else { return }
    drag.last = position
    self.drag = drag
    moveCursor(to: position)
    picks.become(drag.before)
    let step = position < drag.start ? -1 : 1
    let assets = stride(from: drag.start, through: position, by: step).compactMap { contents[$0] }
    if drag.isPicking { pick(assets) } else { unpick(assets) }
  }

  package mutating func endDrag() { drag = nil }

  private mutating func pick(_ assets: some Sequence<Asset>) {
    var refused: [Asset] = []
    for asset in assets where !picks.contains(asset) {
      if refusal(of: asset) != nil {
        refused.append(asset)
      } else if let refusal = options.policy.refusal(of: asset, picked: picks.count) {
        message = refusal
        return
      } else {
        picks.insert(asset, as: contents.unit)
      }
    }
    if refused.count > 1 {
      message = "\(refused.count) photos cannot be picked: \(refusals(of: refused))"
    } else if let first = refused.first, let refusal = refusal(of: first) {
      message = Self.refusalMessage(first, refusal)
    }
  }

  private mutating func unpick(_ assets: some Sequence<Asset>) {
    var removed = Set<PhotoKey>()
    for asset in assets where picks.contains(asset) {
      if let refusal = options.policy.refusalToDeselect(asset) {
        message = refusal
      } else {
        removed.insert(PhotoKey(asset))
      }
    }
    picks.remove(removed)
  }

  private static func refusalMessage(_ asset: Asset, _ refusal: String) -> String {
    "\(SafeText.escaping(asset.name.text)) cannot be picked: \(refusal)"
  }

  /// The number of reasons to name, and of photos for a single reason.
  private static let namedCount = 3

  /// Returns photos that can't be picked by reason, such as `a.jpg, b.jpg and 2 others (it is damaged: it is cut off)`,
  /// in one line.
  func refusals(of refused: [Asset]) -> String {
    var reasons: [String] = []
    var photos: [String: [Asset]] = [:]
    for asset in refused {
      let reason = (refusal(of: asset) ?? "").replacing("\n", with: " ")
      if photos[reason] == nil { reasons.append(reason) }
      photos[reason, default: []].append(asset)
    }
    let named = reasons.prefix(Self.namedCount)
    let limit = max(Self.namedCount / named.count, 1)
    let texts = named.map { "\(Self.names(of: photos[$0] ?? [], limit: limit)) (\($0))" }
    let rest = reasons.dropFirst(Self.namedCount).reduce(0) { $0 + (photos[$1]?.count ?? 0) }
    return texts.joined(separator: "; ") + (rest > 0 ? "; \(rest) for other reasons" : "")
  }

  private static func names(of assets: [Asset], limit: Int) -> String {
    let names = assets.prefix(limit).map { SafeText.escaping($0.name.text) }.joined(separator: ", ")
    let others = assets.count - limit
    return others > 0 ? "\(names) and \(others) other\(others == 1 ? "" : "s")" : names
  }
}
