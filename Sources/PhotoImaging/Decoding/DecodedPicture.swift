import CPhotoPixels
import PhotoFormats

/// The result of a decoder: pixels of at least the requested size, and properties of the picture.
struct DecodedPicture {
  /// The pixels with the stored orientation, in the color space of `profile`.
  private(set) var pixels: PixelBuffer
  /// The number of columns and rows of `pixels` that the picture covers.
  let covered: (width: Double, height: Double)
  let fullSize: PixelSize
  /// The orientation in a TIFF or JPEG XL file.
  let orientation: Orientation?
  let isTruncated: Bool

  init(
    _ source: PictureSource, as coding: PictureCoding, _ request: photo_request, _ share: MemoryShare
  ) throws(ImagingError) {
    try self.init(request, share) { request, picture throws(ImagingError) in
      try coding.decode(source, request, into: &picture)
    }
  }

  /// Takes ownership of the picture that `decode` returns.
  init(
    _ request: photo_request, _ share: MemoryShare,
    _ decode: (photo_request, inout photo_picture) throws(ImagingError) -> photo_status
  ) throws(ImagingError) {
    var picture = photo_picture()
    defer { photo_picture_free(&picture) }
    try Self.fill(&picture, request, share, decode)
    let size = PixelSize(width: picture.full_width, height: picture.full_height)
    guard let size, let decoded = PixelSize(width: picture.width, height: picture.height),
      let start = picture.pixels
    else { throw ImagingError(.damaged("no pixels")) }
    let profile = picture.profile.map { Array(UnsafeBufferPointer(start: $0, count: picture.profile_size)) }
    let memory = PixelMemory(
      takingOver: start, count: Int(decoded.width) * Int(decoded.height) * 4, mapped: picture.mapped)
    picture.pixels = nil
    fullSize = size
    orientation = Orientation(rawValue: picture.orientation)
    covered = (picture.covered_width, picture.covered_height)
    isTruncated = picture.is_truncated
    var colorProfile = profile.map { Bytes($0) }
    if picture.is_cmyk {
      Self.convertFromCMYK(memory, decoded, colorProfile)
      colorProfile = nil
    }
    pixels = PixelBuffer(
      size: decoded, isOpaque: !picture.has_alpha, colorProfile: colorProfile, memory: memory)
  }

  /// Calls `decode` with a request whose memory comes from `share`. The caller frees the picture.
  ///
  /// - Throws: `ImagingError` for every status except success.
  static func fill(
    _ picture: inout photo_picture, _ request: photo_request, _ share: MemoryShare,
    _ decode: (photo_request, inout photo_picture) throws(ImagingError) -> photo_status
  ) throws(ImagingError) {
    var request = request
    request.context = Unmanaged.passUnretained(share).toOpaque()
    request.admit = { context, bytes in
      guard let context else { return }
      Unmanaged<MemoryShare>.fromOpaque(context).takeUnretainedValue().take(bytes)
    }
    let status = try decode(request, &picture)
    let message = withUnsafeBytes(of: picture.message) { Bytes(Array($0)).trimmedText }
    switch status {
    case PHOTO_OK: break
    case PHOTO_UNSUPPORTED: throw ImagingError(.unsupported(message ?? "an unknown coding"))
    case PHOTO_TOO_LARGE:
      throw ImagingError(.tooLarge(PixelSize(width: picture.full_width, height: picture.full_height)))
    case PHOTO_NO_MEMORY: throw ImagingError(.outOfMemory)
    default: throw ImagingError(.damaged(message ?? "no pixels"))
    }
  }

  /// Converts CMYK, by the profile if it matches. CMYK can't be scaled or displayed.
  private static func convertFromCMYK(_ memory: PixelMemory, _ size: PixelSize, _ profile: Bytes?) {
    let isConverted = profile.map { memory.convertToSRGB(size, PHOTO_CMYK, $0) } ?? false
    if !isConverted { memory.withPixels(size) { withUnsafePointer(to: $0, photo_convert_cmyk) } }
  }

  /// Returns the pixels scaled to the requested size, optionally in sRGB.
  ///
  /// - Parameter size: Overrides the size of the request, so that a preview with rounded sides yields the size of its
  ///   photo.
  func finished(
    _ request: photo_request, to size: PixelSize?, convertsToSRGB: Bool
  ) throws(ImagingError) -> PixelBuffer {
    guard let target = size ?? request.finishedSize(of: fullSize) else { return pixels }
    let isWhole = request.box_width == 0 || pixels.size.width < target.width
    let scaled =
      isWhole
      ? pixels : try pixels.scaled(to: target, coveredWidth: covered.width, coveredHeight: covered.height)
    return convertsToSRGB ? try scaled.convertedToSRGB() : scaled
  }
}

extension photo_request {
  func finishedSize(of size: PixelSize) -> PixelSize? {
    var request = self
    var width: UInt32 = 0
    var height: UInt32 = 0
    photo_finished_size(&request, size.width, size.height, &width, &height)
    return PixelSize(width: width, height: height)
  }
}
