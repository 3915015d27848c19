import CPhotoPixels
import PhotoFormats

/// How the pixels of a file are coded, by the signature at its start.
enum PictureCoding: Sendable, Hashable {
  case jpeg, png, gif, webp, tiff, heif
  /// Not decoded itself: its preview or cover picture is.
  case raw, video

  /// The coding of a file; `nil` for one that can't be shown.
  ///
  /// - Parameters:
  ///   - head: the first bytes of the file, 64 or more.
  ///   - fileType: what the header reader made of it; it tells RAW from TIFF.
  init?(head: Bytes, fileType: PhotoFileType) {
    if fileType.format == .raw {
      self = .raw
      return
    }
    guard let signature = head.uint32(at: 0, .big) else { return nil }
    switch signature {
    case 0x8950_4E47: self = .png
    case 0xFFD8_FF00...0xFFD8_FFFF: self = .jpeg
    case 0x4749_4638: self = .gif
    case 0x5249_4646 where head.has("WEBP", at: 8): self = .webp
    case 0x4949_2A00 where head.has("CR", at: 8): self = .raw
    case 0x4D4D_002A, 0x4949_2A00, 0x4D4D_002B, 0x4949_2B00: self = .tiff
    case 0x4949_524F, 0x4949_5253, 0x4D4D_4F52, 0x4949_5500, 0x4655_4A49: self = .raw
    default:
      guard let box = head.fourCC(at: 4) else { return nil }
      if box == "ftyp" {
        self = Self.isPicture(head) ? .heif : .video
      } else if ["moov", "mdat", "wide", "free", "skip", "pnot"].contains(box) {
        self = .video  // QuickTime before ftyp came.
      } else {
        return nil
      }
    }
  }

  /// True where a brand of `ftyp` (ISO/IEC 14496-12, 4.3) names a HEIF picture (ISO/IEC 23008-12, 10.2).
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

  /// Decodes into `picture`, which the caller frees.
  func decode(
    _ source: PictureSource, _ request: photo_request, into picture: inout photo_picture
  ) -> photo_status {
    var request = request
    return source.withInput { input in
      switch self {
      case .jpeg: photo_decode_jpeg(input, &request, &picture)
      case .png: photo_decode_png(input, &request, &picture)
      case .gif: photo_decode_gif(input, &request, &picture)
      case .webp: photo_decode_webp(input, &request, &picture)
      case .tiff: photo_decode_tiff(input, &request, &picture)
      case .heif: photo_decode_heif(input, &request, &picture)
      case .raw, .video: PHOTO_UNSUPPORTED
      }
    }
  }
}
