import CPhotoPixels
import CVideoFrames
import PhotoFormats

extension PictureCoding {
  /// The coding of a file by its start, or `nil` if it can't be shown.
  ///
  /// - Parameters:
  ///   - head: the first bytes of the file, 64 or more.
  ///   - fileType: what the header reader made of it; it tells RAW from TIFF.
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

  /// The coding of a picture.
  ///
  /// - Throws: `ImagingError` if it can't be shown.
  init(of source: PictureSource, _ fileType: PhotoFileType) throws(ImagingError) {
    guard let coding = PictureCoding(head: source.bytes(at: 0, count: 256), fileType: fileType) else {
      throw ImagingError(.unsupported("neither a photo nor a video of a known format"))
    }
    self = coding
  }

  /// True if a brand of `ftyp` (ISO/IEC 14496-12, 4.3) names a HEIF picture (ISO/IEC 23008-12, 10.2).
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
    if self == .video { return source.withVideo { video_decode_frame($0, &request, &picture) } }
    return source.withInput { input in
      switch self {
      case .jpeg: photo_decode_jpeg(input, &request, &picture)
      case .png: photo_decode_png(input, &request, &picture)
      case .gif: photo_decode_gif(input, &request, &picture)
      case .webp: photo_decode_webp(input, &request, &picture)
      case .tiff: photo_decode_tiff(input, &request, &picture)
      case .heif: photo_decode_heif(input, &request, &picture)
      case .jxl: photo_decode_jxl(input, &request, &picture)
      case .bmp: photo_decode_bmp(input, &request, &picture)
      case .ico: photo_decode_ico(input, &request, &picture)
      case .raw, .video: PHOTO_UNSUPPORTED
      }
    }
  }
}
