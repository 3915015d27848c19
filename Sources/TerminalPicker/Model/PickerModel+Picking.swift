import PhotoLibrary
import PhotoPicker

/// Picks photos and lets them go.
extension PickerModel {
  mutating func toggleAtCursor() -> [PickerEffect] {
    if runStart != nil { return toggleRun() }
    return toggle(cursor)
  }

  /// Picks a photo, or lets it go.
  mutating func toggle(_ position: Int) -> [PickerEffect] {
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
      message = "\(name(asset)) cannot be picked: \(refusal)"
      return []
    }
    if options.isSingle { picks.removeAll() }
    if let refusal = options.policy.refusal(of: asset, picked: picks.count) {
      message = refusal
      return []
    }
    picks.insert(asset)
    return options.isImmediate ? finish() : []
  }

  /// Begins a run, or picks what it holds.
  mutating func toggleRun() -> [PickerEffect] {
    guard contents.count > 0 else { return [] }
    guard let run, let start = runStart else {
      runStart = cursor
      return []
    }
    runStart = nil
    return togglePositions(run.lowerBound..<run.upperBound + 1, isBackwards: start > cursor)
  }

  /// Picks all photos at some positions that may be picked; lets them go where all are picked.
  mutating func togglePositions(_ positions: Range<Int>?, isBackwards: Bool = false) -> [PickerEffect] {
    guard let positions, !positions.isEmpty else { return [] }
    let order = isBackwards ? Array(positions.reversed()) : Array(positions)
    let assets = order.compactMap { contents[$0] }
    let open = assets.filter { !picks.contains($0) && refusal(of: $0) == nil }
    if open.isEmpty {
      unpick(assets)
    } else {
      pick(assets)
    }
    return []
  }

  /// Picks photos in order until no more may be picked.
  mutating func pick(_ assets: some Sequence<Asset>) {
    var refused = 0
    for asset in assets where !picks.contains(asset) {
      if refusal(of: asset) != nil {
        refused += 1
      } else if let refusal = options.policy.refusal(of: asset, picked: picks.count) {
        message = refusal
        return
      } else {
        picks.insert(asset)
      }
    }
    if refused > 0 {
      message = refused == 1 ? "1 photo cannot be picked" : "\(refused) photos cannot be picked"
    }
  }

  /// Lets photos go.
  mutating func unpick(_ assets: some Sequence<Asset>) {
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

  private func name(_ asset: Asset) -> String { asset.name.text }
}
