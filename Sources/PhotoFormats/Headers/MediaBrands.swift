/// The brands of a file (ISO/IEC 14496-12, 4.3), which tell what it is.
struct MediaBrands {
  /// What a file is by its brands.
  enum Kind: Equatable {
    case image(PhotoFileType)
    case movie(PhotoFileType)
    case canonRAW
    /// Sound, or a format of another standard that begins alike.
    case notPhoto
  }

  /// What is read of the list of compatible brands at most, in brands.
  private static let limit = 64

  let major: FourCC
  let compatible: [FourCC]

  /// The brands of a file that begins with `ftyp`.
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

  /// The type of the file, or `nil` if it is no photo or video.
  var fileType: PhotoFileType? {
    switch kind {
    case .image(let type), .movie(let type): type
    case .canonRAW: .canonCR3
    case .notPhoto: nil
    }
  }

  /// What the file is: by its major brand, which ExifTool goes by too, or by the compatible brands if the major one
  /// is not known.
  var kind: Kind {
    if let type = PhotoFileType.byBrand[major] {
      if type == .canonCR3 { return .canonRAW }
      return type.mediaType == .video ? .movie(type) : .image(type)
    }
    if Self.otherBrands.contains(major) { return .notPhoto }
    if isOf3GPP {
      return .movie(major.rawValue >> 8 == FourCC("3g2 ").rawValue >> 8 ? .threeGPP2 : .threeGPP)
    }
    return knowsMajorMovieBrand ? .movie(.mpeg4) : kindOfCompatibleBrands
  }

  /// True for the brands of 3GPP (TS 26.244, 5.3) and 3GPP2 (C.S0050, 8.1): a letter for the profile and a release
  /// follow.
  private var isOf3GPP: Bool { major.rawValue >> 16 == FourCC("3g  ").rawValue >> 16 }

  /// True for the brands of ISO/IEC 14496-12, 14496-14, 3GPP, 3GPP2 and iTunes videos.
  private var knowsMajorMovieBrand: Bool {
    let family = major.rawValue >> 8
    return isOf3GPP
      || ["iso ", "mp4 ", "M4V "].contains { (brand: FourCC) in brand.rawValue >> 8 == family }
  }

  private var kindOfCompatibleBrands: Kind {
    // The first one repeats the major brand in most files, and ExifTool passes it over.
    let others = compatible.dropFirst()
    if others.contains("qt  "), !others.contains(where: { ["mp41", "mp42", "avc1", "f4v "].contains($0) }) {
      return .movie(.quickTimeMovie)
    }
    return .movie(.mpeg4)
  }

  /// The type of the pictures in a file with an unknown major brand; `nil` if its other brands name none.
  var compatibleImageType: PhotoFileType? {
    if knowsMajorMovieBrand { return nil }
    if compatible.contains("avif") || compatible.contains("avis") { return .avif }
    return compatible.contains { ["heic", "heix", "hevc", "hevx", "mif1", "mif2", "msf1"].contains($0) }
      ? .heic : nil
  }

  /// True for the brands that are used for sound alone too.
  var mayBeSound: Bool {
    let family = major.rawValue >> 8
    return isOf3GPP || family == FourCC("iso ").rawValue >> 8 || major == "dash"
  }
}
