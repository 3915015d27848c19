import PhotoFormats

extension PhotoFileType {
  /// The name that the shared MIME database has for the type; `nil` where the file is of no known type.
  var mediaTypeName: String? {
    switch self {
    case .unknown: nil
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .tiff: "image/tiff"
    case .heic: "image/heif"
    case .avif: "image/avif"
    case .canonRAW: "image/x-canon-cr2"
    case .canonCR3: "image/x-canon-cr3"
    case .nikonRAW: "image/x-nikon-nef"
    case .adobeDNG: "image/x-adobe-dng"
    case .sonyRAW: "image/x-sony-arw"
    case .olympusRAW: "image/x-olympus-orf"
    case .panasonicRAW: "image/x-panasonic-rw2"
    case .fujifilmRAW: "image/x-fuji-raf"
    case .otherRAW: "image/x-dcraw"
    case .quickTimeMovie: "video/quicktime"
    case .mpeg4: "video/mp4"
    }
  }
}
