import CPhotoPixels
import CVideoFrames
import PhotoFormats

extension PictureCoding {
  /// Detects the coding of a file. Returns `nil` if it can't be decoded.
  ///
  /// - Parameters:
  ///   - head: The first 64 bytes of the file, or more.
  ///   - fileType: The file type from the header reader, which distinguishes RAW from TIFF.
  init?(head: Bytes, fileType: PhotoFileType) {
    if fileType.format == .raw {
      self = .raw
      return
    }
    let known = PhotoFileType(signature: head)?.declaration
    if let coding = known?.coding, known?.isMadeOfBoxes == false {
      self = coding
      return
    }
    switch head.fourCC(at: 4) {
    case "ftyp": self = Self.isPicture(head) ? .heif : .video
    case "moov", "mdat", "wide", "free", "skip", "pnot": self = .video  // QuickTime before ftyp came.
    default: return nil
    }
  }

  init(of source: PictureSource, _ fileType: PhotoFileType) throws(ImagingError) {
    guard let coding = PictureCoding(head: source.bytes(at: 0, count: 256), fileType: fileType) else {
      throw ImagingError(.unsupported("neither a photo nor a video of a known format"))
    }
    self = coding
  }

  /// Returns `true` if a brand of `ftyp` indicates a HEIF picture (ISO 23008-12, 10.2).
  private static func isPicture(_ head: Bytes) -> Bool {
    let brands: Set<FourCC> = [
      "mif1", "msf1", "mif2", "heic", "heix", "heim", "heis", "hevc", "avif", "avis",
    ]
    let end = min(Int(head.uint32(at: 0, .big) ?? 0), head.count)
    guard let major = head.fourCC(at: 8) else { return false }
    if brands.contains(major) { return true }
    if ["qt  ", "isom", "mp41", "mp42", "M4V "].contains(major) { return false }
    return stride(from: 16, to: end, by: 4).contains { head.fourCC(at: $0).map(brands.contains) == true }
  }

  /// Decodes into `picture`, which the caller frees. Uses a helper if a file can crash or stall the library.
  ///
  /// - Throws: `ImagingError` if the helper is missing or terminates, or if the picture consists of too many others.
  func decode(
    _ source: PictureSource, _ request: photo_request, into picture: inout photo_picture
  ) throws(ImagingError) -> photo_status {
    var request = request
    if self == .heif { try bound(source, &request) }
    guard needsHelper, !DecodingHelper.isReplacedByThisProcess else {
      return decodeHere(source, request, into: &picture)
    }
    return try HelperPool.shared.decode(source, as: self, request, into: &picture)
  }

  /// Refuses a HEIF file if decoding it with its derived pictures is too expensive.
  private func bound(_ source: PictureSource, _ request: inout photo_request) throws(ImagingError) {
    guard let bytes = source.byteSource() else { throw ImagingError(.unreadable(.ioError)) }
    let derived = DerivedPictures(bytes)
    if let failure = bytes.failure { throw ImagingError(.unreadable(failure)) }
    // A picture whose cost is unknown is not decoded.
    guard let derived else {
      throw ImagingError(.damaged("it does not tell which of its items is the picture"))
    }
    if let excess = derived.excess { throw ImagingError(.tooCostly(excess)) }
    request.coded_pixels = max(request.coded_pixels, derived.largestCanvas)
  }

  func decodeHere(
    _ source: PictureSource, _ request: photo_request, into picture: UnsafeMutablePointer<photo_picture>
  ) -> photo_status {
    var request = request
    return source.withInput { input in
      switch self {
      case .jpeg: photo_decode_jpeg(input, &request, picture)
      case .png: photo_decode_png(input, &request, picture)
      case .gif: photo_decode_gif(input, &request, picture)
      case .webp: photo_decode_webp(input, &request, picture)
      case .tiff: photo_decode_tiff(input, &request, picture)
      case .heif: photo_decode_heif(input, &request, picture)
      case .jxl: photo_decode_jxl(input, &request, picture)
      case .bmp: photo_decode_bmp(input, &request, picture)
      case .ico: photo_decode_ico(input, &request, picture)
      case .video: video_decode_frame(input, &request, picture)
      case .raw: PHOTO_UNSUPPORTED
      }
    }
  }

  /// Loads the libraries of the decoder, including their plugins.
  ///
  /// Returns `false`, and sets the error message, if a library can't be loaded.
  func loadLibraries(_ message: UnsafeMutablePointer<CChar>) -> Bool {
    switch self {
    case .heif: photo_load_heif(message)
    case .jxl: photo_load_jxl(message)
    case .tiff: photo_load_tiff(message)
    case .video: video_load(message)
    case .jpeg, .png, .gif, .webp, .bmp, .ico, .raw: true
    }
  }

  private var needsHelper: Bool {
    switch self {
    case .webp, .tiff, .heif, .jxl, .video: true
    case .jpeg, .png, .gif, .bmp, .ico, .raw: false
    }
  }

  /// Whether decoding may require a helper, and so block its thread for as long as the file causes. The first directory
  /// of a RAW photo is decoded as TIFF.
  var mayNeedHelper: Bool { needsHelper || self == .raw }

  /// Returns the limit on the processor time for decoding a picture.
  ///
  /// Entropy decoding time is proportional to the number of bytes, the rest to the number of pixels. In November 2026,
  /// a noisy HEIC of 12 megapixels and 8.5 MB took 2.6 s, mostly for entropy decoding; slow machines take several times
  /// as long. Small files, the cheapest way to stall a decoder, get a low limit.
  ///
  /// - Parameters:
  ///   - pixels: The number of pixels, 0 if unknown.
  ///   - bytes: The file size.
  func processorTime(forPixels pixels: UInt64, bytes: Int) -> Duration {
    let megapixels = Double(pixels) / 1_000_000
    let base = 2 + min(Double(bytes) / 1_048_576, 20)
    switch self {
    // Lossless decoding takes 200 ms for each megapixel.
    case .jxl: return .seconds(base + megapixels / 4)
    // Up to five frames are decoded, each with its reference frames, from a file of any size.
    case .video: return .seconds(6)
    case .jpeg, .png, .gif, .webp, .tiff, .heif, .bmp, .ico, .raw: return .seconds(base + megapixels / 20)
    }
  }
}
