import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// The order of duplicates, the best first: most pixels, then RAW or least compressed, then with Exif, then rated, then
/// in a preferred folder, then the oldest.
public struct DuplicateRanking: Sendable {
  private let preferred: [UInt8]?

  /// - Parameter preferred: The absolute path of a folder; the photos in it and below it are preferred.
  public init(preferring preferred: FilePath? = nil) {
    self.preferred = preferred.map { path in
      let bytes = Folder(path).bytes
      return bytes == [UInt8(ascii: "/")] ? bytes : bytes + [UInt8(ascii: "/")]
    }
  }

  /// Returns photos with the best first, and the first property that distinguishes it from the second.
  func ranked(_ assets: [Asset]) -> (assets: [Asset], reason: String) {
    let order = order(of: Array(assets.indices), in: assets)
    let ranks = order.prefix(2).map { Rank(assets[$0], preferred) }
    let reason = ranks.count > 1 ? ranks[0].difference(to: ranks[1])?.reason : nil
    return (order.map { assets[$0] }, reason ?? "first")
  }

  /// Returns positions of photos with the best first. Photos of equal rank keep their order.
  func order(of positions: [Int], in assets: [Asset]) -> [Int] {
    let ranks = positions.map { Rank(assets[$0], preferred) }
    return positions.indices.sorted { left, right in
      ranks[left].difference(to: ranks[right])?.isBetter ?? (left < right)
    }.map { positions[$0] }
  }
}

/// The properties of a photo that decide, in this order.
private struct Rank {
  private let pixels: UInt64
  private let isRAW: Bool
  private let detail: Int
  private let hasExif: Bool
  private let isRated: Bool
  private let isPreferred: Bool
  private let modified: FileStatus.Time

  init(_ asset: Asset, _ preferred: [UInt8]?) {
    pixels = asset.pixelSize.map { UInt64($0.width) * UInt64($0.height) } ?? 0
    isRAW = asset.format == .raw
    detail = Self.detail(of: asset, pixels)
    hasExif = asset.camera != nil || asset.date.map(\.source.isOfCapture) ?? false
    isRated = AssetTrait.rated.matches(asset)
    isPreferred = preferred.map { asset.pathBytes.starts(with: $0) } ?? false
    modified = asset.modified
  }

  /// Returns the file size per pixel in steps of 19 %: metadata and a different encoder change it by less.
  private static func detail(of asset: Asset, _ pixels: UInt64) -> Int {
    guard pixels > 0, asset.fileSize > 0 else { return .min }
    return Int((4 * log2(Double(asset.fileSize) / Double(pixels))).rounded())
  }

  /// Returns the first difference, or `nil` for equal ranks.
  func difference(to other: Rank) -> (isBetter: Bool, reason: String)? {
    if pixels != other.pixels { return (pixels > other.pixels, "more pixels") }
    if isRAW != other.isRAW { return (isRAW, "RAW") }
    if detail != other.detail { return (detail > other.detail, "less compressed") }
    if hasExif != other.hasExif { return (hasExif, "has Exif") }
    if isRated != other.isRated { return (isRated, "rated") }
    if isPreferred != other.isPreferred { return (isPreferred, "in the preferred folder") }
    if modified != other.modified { return (modified < other.modified, "older") }
    return nil
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

extension DateSource {
  /// Whether a camera wrote the date, and programs preserve it.
  var isOfCapture: Bool {
    switch self {
    case .exifDateTimeOriginal, .exifDateTimeDigitized, .xmpDateTimeOriginal: true
    case .xmpDateCreated, .xmpCreateDate, .exifDateTime, .pngCreationTime, .pngModificationTime,
      .quickTimeCreationDate, .quickTimeCreateDate, .matroskaDateRecorded, .matroskaDateUTC,
      .riffDateTimeOriginal, .h264DateTimeOriginal, .sigmaTime, .takeoutPhotoTakenTime, .fileName, .file,
      .fileNameDay, .fileNameTimestamp:
      false
    }
  }
}
