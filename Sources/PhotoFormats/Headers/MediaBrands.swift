/// The brands of a file (ISO 14496-12, 4.3), which determine its type.
struct MediaBrands {
  /// The maximum number of compatible brands to read.
  private static let limit = 64

  private let major: FourCC
  let compatible: [FourCC]

  init?(_ head: Bytes) {
    guard head.fourCC(at: 4) == .fileType, let size = head.uint32(at: 0, .big), size >= 12,
      let major = head.fourCC(at: 8)
    else { return nil }
    self.major = major
    compatible = stride(from: 16, to: min(Int(size), 16 + 4 * Self.limit) - 3, by: 4)
      .compactMap(head.fourCC(at:))
  }

  /// The brands of sound and of JPEG 2000.
  private static let otherBrands: Set<FourCC> = [
    "M4A ", "M4B ", "M4P ", "F4A ", "F4B ", "aax ", "JP2 ", "jpm ", "jpx ",
  ]

  /// The type by the major brand, as in ExifTool, or by the compatible brands if that is unknown; `nil` for sound and
  /// similar formats of other standards.
  var fileType: PhotoFileType? {
    if let type = PhotoFileType.byBrand[major] { return type }
    if Self.otherBrands.contains(major) { return nil }
    if isOf3GPP { return major.rawValue >> 8 == FourCC("3g2 ").rawValue >> 8 ? .threeGPP2 : .threeGPP }
    if knowsMajorMovieBrand { return .mpeg4 }
    // The first one usually repeats the major brand, and ExifTool ignores it.
    let others = compatible.dropFirst()
    let isMPEG4 = others.contains { ["mp41", "mp42", "avc1", "f4v "].contains($0) }
    return others.contains("qt  ") && !isMPEG4 ? .quickTimeMovie : .mpeg4
  }

  /// The brands of 3GPP (TS 26.244, 5.3) and 3GPP2 (C.S0050, 8.1) end with a letter and a release.
  private var isOf3GPP: Bool { major.rawValue >> 16 == FourCC("3g  ").rawValue >> 16 }

  /// Whether it is a brand of MP4, 3GPP, 3GPP2 or iTunes videos.
  private var knowsMajorMovieBrand: Bool {
    let family = major.rawValue >> 8
    return isOf3GPP
      || ["iso ", "mp4 ", "M4V "].contains { (brand: FourCC) in brand.rawValue >> 8 == family }
  }

  /// The type of the pictures in a file with an unknown major brand.
  var compatibleImageType: PhotoFileType? {
    if knowsMajorMovieBrand { return nil }
    if compatible.contains("avif") || compatible.contains("avis") { return .avif }
    return compatible.contains { ["heic", "heix", "hevc", "hevx", "mif1", "mif2", "msf1"].contains($0) }
      ? .heic : nil
  }

  /// Whether the brand is also used for sound alone.
  var mayBeSound: Bool {
    let family = major.rawValue >> 8
    return isOf3GPP || family == FourCC("iso ").rawValue >> 8 || major == "dash"
  }
}
