import PhotoFormats
import PhotoLibrary

/// Decides which assets may be picked; the pickers ask it before they take one.
public protocol SelectionPolicy: Sendable {
  /// Damaged assets may be picked too; they are refused if a policy does not say so.
  var allowsDamaged: Bool { get }
  /// Why an asset may not be picked while `count` others are; `nil` if it may. A line feed begins another line.
  func refusal(of asset: Asset, picked count: Int) -> String?
  /// Why a picked asset may not be let go; `nil` if it may.
  func refusalToDeselect(_ asset: Asset) -> String?
}

extension SelectionPolicy {
  public var allowsDamaged: Bool { false }

  /// Why an asset may not be picked as a damaged one; `nil` if it is sound, or damaged ones may be picked.
  ///
  /// This is the one rule of damaged photos: everything that picks asks it, before the policy's own limits.
  public func refusalOfDamage(in asset: Asset) -> String? {
    guard !allowsDamaged, let damage = asset.damage else { return nil }
    return "it is damaged: \(damage)"
  }

  public func refusalToDeselect(_ asset: Asset) -> String? { nil }
}

/// The limits and checks of the pickers: how many, how large, and whether damaged.
public struct SelectionChecks: SelectionPolicy, Hashable {
  /// How many may be picked; `nil` is no limit.
  public var maximumCount: Int?
  /// The smallest size, orientation applied; `nil` is no limit.
  public var minimumSize: PixelSize?
  /// The largest size, orientation applied; `nil` is no limit.
  public var maximumSize: PixelSize?
  /// Damaged photos may be picked too.
  public var allowsDamaged: Bool

  /// Checks; by default damaged photos are refused, and there are no limits.
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

  /// Why an asset may not be picked, however many others are; `nil` if it may.
  public func refusal(of asset: Asset) -> String? {
    if let refusal = refusalOfDamage(in: asset) { return refusal }
    guard minimumSize != nil || maximumSize != nil else { return nil }
    guard let stored = asset.pixelSize else { return "its size in pixels is not known" }
    let isTurned = asset.orientation?.swapsSides == true
    let (width, height) = isTurned ? (stored.height, stored.width) : (stored.width, stored.height)
    if let minimumSize, width < minimumSize.width || height < minimumSize.height {
      return "\(width)x\(height) is smaller than \(minimumSize.width)x\(minimumSize.height)"
    }
    if let maximumSize, width > maximumSize.width || height > maximumSize.height {
      return "\(width)x\(height) is larger than \(maximumSize.width)x\(maximumSize.height)"
    }
    return nil
  }

  /// What people are told if more are picked than may be, in two lines; `nil` if they are not.
  public func tooManyMessage(_ count: Int) -> String? {
    guard let maximumCount, count > maximumCount else { return nil }
    let photos = maximumCount == 1 ? "1 photo" : "\(maximumCount) photos"
    return "Only \(photos) please!\nYou can only pick \(photos) at a time."
  }
}
