/// The format of a photo or video as photopick groups and filters it.
public enum PhotoFormat: String, CaseIterable, Sendable, Hashable {
  case jpeg, png, gif, webp, tiff, heic, avif, raw, mov, mp4, unknown
}

/// Whether a file holds a picture or a video.
public enum MediaType: String, CaseIterable, Sendable, Hashable {
  case image, video
}

/// What a file is by its content: its format, and for RAW the maker's kind.
public enum PhotoFileType: UInt8, CaseIterable, Sendable, Hashable {
  case unknown, jpeg, png, gif, webp, tiff, heic, avif
  case canonRAW, canonCR3, nikonRAW, adobeDNG, sonyRAW, olympusRAW, panasonicRAW, fujifilmRAW, otherRAW
  case quickTimeMovie, mpeg4

  /// The format as photopick groups and filters it.
  public var format: PhotoFormat {
    switch self {
    case .unknown: .unknown
    case .jpeg: .jpeg
    case .png: .png
    case .gif: .gif
    case .webp: .webp
    case .tiff: .tiff
    case .heic: .heic
    case .avif: .avif
    case .canonRAW, .canonCR3, .nikonRAW, .adobeDNG, .sonyRAW, .olympusRAW, .panasonicRAW, .fujifilmRAW,
      .otherRAW:
      .raw
    case .quickTimeMovie: .mov
    case .mpeg4: .mp4
    }
  }

  /// Picture or video; a file of unknown type counts as a picture.
  public var mediaType: MediaType {
    switch self {
    case .quickTimeMovie, .mpeg4: .video
    default: .image
    }
  }

  /// The uniform type identifier, as Apple's systems name the type; `public.data` where it is unknown.
  public var typeIdentifier: String {
    switch self {
    case .unknown: "public.data"
    case .jpeg: "public.jpeg"
    case .png: "public.png"
    case .gif: "com.compuserve.gif"
    case .webp: "org.webmproject.webp"
    case .tiff: "public.tiff"
    case .heic: "public.heic"
    case .avif: "public.avif"
    case .canonRAW: "com.canon.cr2-raw-image"
    case .canonCR3: "com.canon.cr3-raw-image"
    case .nikonRAW: "com.nikon.raw-image"
    case .adobeDNG: "com.adobe.raw-image"
    case .sonyRAW: "com.sony.arw-raw-image"
    case .olympusRAW: "com.olympus.or-raw-image"
    case .panasonicRAW: "com.panasonic.rw2-raw-image"
    case .fujifilmRAW: "com.fuji.raw-image"
    case .otherRAW: "public.camera-raw-image"
    case .quickTimeMovie: "com.apple.quicktime-movie"
    case .mpeg4: "public.mpeg-4"
    }
  }
}
