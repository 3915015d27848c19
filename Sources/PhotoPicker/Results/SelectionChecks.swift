import PhotoFormats
import PhotoLibrary

/// Decides which assets the user may pick.
public protocol SelectionPolicy: Sendable {
  /// Whether the user may pick damaged assets.
  var allowsDamaged: Bool { get }
  /// Returns the reason why an asset can't be picked in addition to `count` others. May contain line breaks.
  func refusal(of asset: Asset, picked count: Int) -> String?
  /// Returns the reason why an asset can't be unpicked.
  func refusalToDeselect(_ asset: Asset) -> String?
}

extension SelectionPolicy {
  public var allowsDamaged: Bool { false }

  /// Returns why an asset is refused as damaged; `nil` if it is intact or `allowsDamaged` is set.
  ///
  /// Applies to all ways of picking, before the policy's own rules.
  public func refusalOfDamage(in asset: Asset) -> String? {
    guard !allowsDamaged, let damage = asset.damage else { return nil }
    return "it is damaged: \(damage)"
  }

  public func refusalToDeselect(_ asset: Asset) -> String? { nil }
}

/// Restrictions on the number, size and names of picks.
public struct SelectionChecks: SelectionPolicy, Hashable {
  public var maximumCount: Int?
  /// The minimum size, with orientation applied.
  public var minimumSize: PixelSize?
  /// The maximum size, with orientation applied.
  public var maximumSize: PixelSize?
  public var allowsDamaged: Bool
  /// A Boolean value indicating whether paths with a line break are refused, since the result is a list of lines.
  public var requiresLines = false

  public init(
    maximumCount: Int? = nil, minimumSize: PixelSize? = nil, maximumSize: PixelSize? = nil,
    allowsDamaged: Bool = false
  ) {
    self.maximumCount = maximumCount
    self.minimumSize = minimumSize
    self.maximumSize = maximumSize
    self.allowsDamaged = allowsDamaged
  }

  public func refusal(of asset: Asset, picked count: Int) -> String? {
    if let refusal = tooManyMessage(count + 1) { return refusal }
    return refusal(of: asset)
  }

  /// Returns the reason why an asset can't be picked, regardless of the number of picks.
  public func refusal(of asset: Asset) -> String? {
    if let refusal = refusalOfDamage(in: asset) { return refusal }
    if let refusal = refusalOfLineBreak(in: asset) { return refusal }
    guard minimumSize != nil || maximumSize != nil else { return nil }
    guard let size = asset.shownSize else { return "its size in pixels is unknown" }
    let (width, height) = (size.width, size.height)
    if let minimumSize, width < minimumSize.width || height < minimumSize.height {
      return "\(width)x\(height) is smaller than \(minimumSize.width)x\(minimumSize.height)"
    }
    if let maximumSize, width > maximumSize.width || height > maximumSize.height {
      return "\(width)x\(height) is larger than \(maximumSize.width)x\(maximumSize.height)"
    }
    return nil
  }

  /// Returns the reason why the path of an asset can't be a line of a list, if the result is such a list.
  ///
  /// A line feed ends a line, and for many readers a carriage return does (Python's universal newlines) or disappears at
  /// the end of a line (Vim, Go): they would get other paths.
  public func refusalOfLineBreak(in asset: Asset) -> String? {
    guard requiresLines, asset.pathBytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    return "a path with a line break can't be in a list of lines"
  }

  /// Returns a two-line message if the number of picks exceeds the limit.
  public func tooManyMessage(_ count: Int) -> String? {
    guard let maximumCount, count > maximumCount else { return nil }
    let photos = maximumCount == 1 ? "1 photo" : "\(maximumCount) photos"
    return "Only \(photos) please!\nYou can only pick \(photos) at a time."
  }
}
