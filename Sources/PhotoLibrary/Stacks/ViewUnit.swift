/// What one photo of a view represents, and what an action on it therefore touches.
///
///     let rejected = shown.flatMap { query.unit.files(of: $0) }
///
/// A filter selects shots: a photo represents the shots with a matching file, never other shots of their burst.
public enum ViewUnit: Sendable, Hashable {
  case file
  case shot
  /// The shots of a burst that the view contains; a shot outside bursts is alone.
  case burst

  /// Returns the files that an action on a photo of the view touches, in order of time and role.
  public func files(of asset: Asset) -> [Asset] {
    guard self != .file, let stack = asset.stack else { return [asset] }
    return members(of: asset).indices.map { index in
      // The photo of the view has its current metadata.
      index == Int(asset.memberIndex) ? asset : stack.members[index].asset.in(stack, at: Int32(index))
    }
  }

  /// Returns the files that marks of a photo of the view are written to: those with a picture, so that a shot has one
  /// rating. A video alone is marked itself.
  public func markedFiles(of asset: Asset) -> [Asset] {
    let pictures = files(of: asset).filter { $0.role != .video }
    return pictures.isEmpty ? [asset] : pictures
  }

  /// Returns the number of shots that a photo of the view represents.
  public func shotCount(of asset: Asset) -> Int { self == .burst ? asset.stack?.shotCount ?? 1 : 1 }

  /// Returns short strings about a photo of the view: its files, such as `RAW+JPEG`, and its burst, such as `burst 5`.
  public func badges(of asset: Asset) -> [String] {
    let burst = asset.stack.flatMap { self == .shot && $0.shotCount > 1 ? $0.badge : nil }
    return [badge(of: asset), burst].compactMap(\.self)
  }

  /// Returns a short text about the files of a photo of the view, such as `RAW+JPEG`, or about a collapsed burst.
  public func badge(of asset: Asset) -> String? {
    guard let stack = asset.stack else { return nil }
    if self == .shot || stack.shotCount == 1 {
      return AssetStack.badge(of: stack.shot(ofMemberAt: asset.memberIndex))
    }
    return stack.badge
  }

  /// Returns the files that an action on a photo of the view touches, with their roles.
  public func members(of asset: Asset) -> ArraySlice<AssetStack.Member> {
    switch (self, asset.stack) {
    case (.file, _), (_, nil): [AssetStack.Member(asset: asset, role: asset.role, shot: 0)]
    case (.shot, let stack?): stack.shot(ofMemberAt: asset.memberIndex)
    case (.burst, let stack?): stack.members[...]
    }
  }
}
