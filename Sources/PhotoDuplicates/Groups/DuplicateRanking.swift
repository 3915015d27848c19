import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// The order of duplicates, the best first: the camera's file, then most pixels, then in a preferred folder, then RAW or
/// least compressed, then rated, then in the path named first, then the oldest. A damaged photo is the last.
public struct DuplicateRanking: Sendable {
  private let preferred: GivenOrder
  private let named: GivenOrder

  /// - Parameters:
  ///   - preferred: A folder; the photos in it and below it are preferred.
  ///   - roots: Folders and photos, in the order in which the user named them.
  public init(preferring preferred: FilePath? = nil, roots: [FilePath] = []) {
    self.preferred = GivenOrder(preferred.map { [$0] } ?? [])
    named = GivenOrder(roots)
  }

  /// Returns photos with the best first, and the first property that distinguishes it from the second.
  func ranked(_ assets: [Asset]) -> (assets: [Asset], reason: String) {
    let ranks = ranks(of: assets)
    let order = Self.order(ranks)
    let reason = order.count > 1 ? ranks[order[0]].difference(to: ranks[order[1]])?.reason : nil
    return (order.map { assets[$0] }, reason ?? "first")
  }

  /// Returns positions of photos with the best first. Photos of equal rank keep their order.
  func order(of positions: [Int], in assets: [Asset]) -> [Int] {
    Self.order(ranks(of: positions.map { assets[$0] })).map { positions[$0] }
  }

  private static func order(_ ranks: [Rank]) -> [Int] {
    ranks.indices.sorted { left, right in
      ranks[left].difference(to: ranks[right])?.isBetter ?? (left < right)
    }
  }

  private func ranks(of assets: [Asset]) -> [Rank] {
    let (preferred, named) = (preferred.positions(of: assets), named.positions(of: assets))
    return assets.indices.map { index in
      Rank(assets[index], isPreferred: preferred[index] != .max, namedPosition: named[index])
    }
  }
}

/// The properties of a photo that decide, in this order.
private struct Rank {
  private let isIntact: Bool
  private let isOriginal: Bool
  private let pixels: UInt64
  private let isPreferred: Bool
  private let isRAW: Bool
  private let detail: Int
  private let isRated: Bool
  private let namedPosition: Int
  private let modified: FileStatus.Time

  init(_ asset: Asset, isPreferred: Bool, namedPosition: Int) {
    isIntact = asset.damage == nil
    isOriginal = asset.isOriginal
    pixels = asset.pixelSize.map { UInt64($0.width) * UInt64($0.height) } ?? 0
    self.isPreferred = isPreferred
    isRAW = asset.format == .raw
    detail = Self.detail(of: asset, pixels)
    isRated = AssetTrait.rated.matches(asset)
    self.namedPosition = namedPosition
    modified = asset.modified
  }

  /// Returns the file size per pixel in steps of 19 %: metadata and a different encoder change it by less.
  private static func detail(of asset: Asset, _ pixels: UInt64) -> Int {
    guard pixels > 0, asset.fileSize > 0 else { return .min }
    return Int((4 * log2(Double(asset.fileSize) / Double(pixels))).rounded())
  }

  /// Returns the first difference, or `nil` for equal ranks.
  func difference(to other: Rank) -> (isBetter: Bool, reason: String)? {
    if isIntact != other.isIntact { return (isIntact, "intact") }
    if isOriginal != other.isOriginal { return (isOriginal, "the camera's file") }
    if pixels != other.pixels { return (pixels > other.pixels, "more pixels") }
    if isPreferred != other.isPreferred { return (isPreferred, "in the preferred folder") }
    if isRAW != other.isRAW { return (isRAW, "RAW") }
    if detail != other.detail { return (detail > other.detail, "less compressed") }
    if isRated != other.isRated { return (isRated, "rated") }
    if namedPosition != other.namedPosition {
      return (namedPosition < other.namedPosition, "in the path named first")
    }
    if modified != other.modified { return (modified < other.modified, "older") }
    return nil
  }
}

extension Asset {
  /// Whether a camera wrote the file: it has the camera's Exif, a format of cameras, and no trace of a later program.
  var isOriginal: Bool {
    guard camera != nil, values[.editing] == nil, values[.rewritten] == nil else { return false }
    return switch format {
    case .jpeg, .heic, .raw, .tiff, .mov, .mp4, .threeGPP, .avi, .mts: true
    case .png, .gif, .webp, .avif, .jxl, .bmp, .ico, .psd, .mkv, .webm, .unknown: false
    }
  }
}

extension Asset {
  /// Whether both have the same numbers of pixels on both sides, in any orientation.
  func hasSize(of other: Asset) -> Bool {
    guard let size = pixelSize, let otherSize = other.pixelSize else { return false }
    return size == otherSize || size.width == otherSize.height && size.height == otherSize.width
  }
}

extension CaptureDate {
  /// Whether the fractions of the second are equal, as far as both are known.
  func hasFraction(of other: CaptureDate) -> Bool {
    var unit: UInt32 = 1_000_000_000
    for _ in 0..<min(fractionDigits, other.fractionDigits, 9) { unit /= 10 }
    return nanoseconds / unit == other.nanoseconds / unit
  }
}
