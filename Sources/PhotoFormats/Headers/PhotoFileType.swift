/// The format of a photo or video in groups and filters, in display order.
public enum PhotoFormat: String, CaseIterable, Sendable, Hashable {
  case jpeg, png, gif, webp, tiff, heic, avif, jxl, bmp, ico, psd, raw, mov, mp4
  case threeGPP = "3gp"
  case avi, mts, mkv, webm
  case unknown

  /// The formats except `unknown`.
  public static let known = allCases.filter { $0 != .unknown }

  /// The name in a heading, such as "JPEG".
  public var title: String {
    switch self {
    case .webp: "WebP"
    case .webm: "WebM"
    case .jxl: "JPEG XL"
    case .jpeg, .png, .gif, .tiff, .heic, .avif, .bmp, .ico, .psd, .raw, .mov, .mp4, .threeGPP, .avi, .mts,
      .mkv,
      .unknown:
      rawValue.uppercased()
    }
  }
}

public enum MediaType: String, CaseIterable, Sendable, Hashable {
  case image, video
  /// The file is of no known type.
  case unknown
}

/// How the pixels of a file are coded, which determines the decoder.
package enum PictureCoding: UInt32, Sendable, Hashable {
  case jpeg, png, gif, webp, tiff, heif, jxl, bmp, ico
  /// Only a preview inside is decoded.
  case raw
  /// The cover picture or a frame is decoded.
  case video
}

/// The type of a file, detected from the content: the format, and for RAW the maker's kind.
///
/// A type is a case here and a row below. Filters, groups, help, extensions, names and recognition follow from the row.
public enum PhotoFileType: UInt8, CaseIterable, Sendable, Hashable {
  // Numbers never change: catalogs contain them.
  case unknown = 0
  case jpeg = 1
  case png = 2
  case gif = 3
  case webp = 4
  case tiff = 5
  case heic = 6
  case avif = 7
  case canonRAW = 8
  case canonCR3 = 9
  case nikonRAW = 10
  case adobeDNG = 11
  case sonyRAW = 12
  case olympusRAW = 13
  case panasonicRAW = 14
  case fujifilmRAW = 15
  case otherRAW = 16
  case quickTimeMovie = 17
  case mpeg4 = 18
  case bmp = 19
  case ico = 20
  case pentaxRAW = 21
  case samsungRAW = 22
  case hasselbladRAW = 23
  case threeGPP = 24
  case threeGPP2 = 25
  case photoshop = 26
  case matroska = 27
  case webM = 28
  case avi = 29
  case sigmaRAW = 30
  case jpegXL = 31
  case transportStream = 32

  private var row: FileTypeDeclaration {
    switch self {
    case .unknown: FileTypeDeclaration(.unknown, "public.data", mime: nil, [])
    case .jpeg:
      FileTypeDeclaration(
        .jpeg, "public.jpeg", mime: "image/jpeg", ["jpg", "jpeg", "jpe", "mpo"], alias: "jpg",
        signatures: [FileSignature(0xFFD8_FF00, mask: 0xFFFF_FF00)], JPEGHeader.self, .jpeg)
    case .png:
      FileTypeDeclaration(
        .png, "public.png", mime: "image/png", ["png", "apng"],
        signatures: [FileSignature(0x8950_4E47)], PNGHeader.self, .png)  // "\u{89}PNG"
    case .gif:
      FileTypeDeclaration(
        .gif, "com.compuserve.gif", mime: "image/gif", ["gif"],
        signatures: [FileSignature(0x4749_4638)], GIFHeader.self, .gif)  // "GIF8"
    case .webp:
      FileTypeDeclaration(
        .webp, "org.webmproject.webp", mime: "image/webp", ["webp"],
        signatures: [FileSignature(0x5249_4646) { $0.has("WEBP", at: 8) }], WebPHeader.self, .webp)  // "RIFF"
    case .tiff:
      FileTypeDeclaration(
        .tiff, "public.tiff", mime: "image/tiff", ["tif", "tiff"], alias: "tif",
        signatures: [0x4D4D_002A, 0x4949_2A00, 0x4D4D_002B, 0x4949_2B00].map { FileSignature($0) },
        TIFFHeader.self, .tiff)
    case .heic:
      FileTypeDeclaration(
        .heic, "public.heic", mime: "image/heif", ["heic", "heif", "hif"], alias: "heif",
        brands: ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "mif2", "msf1"],
        ISOMediaHeader.self, .heif)
    case .avif:
      FileTypeDeclaration(
        .avif, "public.avif", mime: "image/avif", ["avif"], brands: ["avif", "avis"], ISOMediaHeader.self,
        .heif)
    case .bmp:
      FileTypeDeclaration(
        .bmp, "com.microsoft.bmp", mime: "image/bmp", ["bmp", "dib"],
        signatures: [FileSignature(0x424D_0000, mask: 0xFFFF_0000, BMPHeader.isPresent)], BMPHeader.self, .bmp
      )
    case .ico:
      FileTypeDeclaration(
        .ico, "com.microsoft.ico", mime: "image/vnd.microsoft.icon", ["ico"],
        signatures: [FileSignature(0x0000_0100, ICOHeader.isPresent)], ICOHeader.self, .ico)
    case .canonRAW:
      // In a CR2, "CR" and version 2.0 follow the offset of IFD0.
      FileTypeDeclaration(
        .raw, "com.canon.cr2-raw-image", mime: "image/x-canon-cr2", ["cr2"],
        signatures: [FileSignature(0x4949_2A00) { $0.has("CR\u{2}", at: 8) }], TIFFHeader.self, .raw)
    case .canonCR3:
      FileTypeDeclaration(
        .raw, "com.canon.cr3-raw-image", mime: "image/x-canon-cr3", ["cr3"], brands: ["crx "],
        ISOMediaHeader.self, .raw)
    case .nikonRAW:
      FileTypeDeclaration(
        .raw, "com.nikon.raw-image", mime: "image/x-nikon-nef", ["nef"], TIFFHeader.self, .raw)
    case .adobeDNG:
      FileTypeDeclaration(
        .raw, "com.adobe.raw-image", mime: "image/x-adobe-dng", ["dng"], TIFFHeader.self, .raw)
    case .sonyRAW:
      FileTypeDeclaration(
        .raw, "com.sony.arw-raw-image", mime: "image/x-sony-arw", ["arw"], TIFFHeader.self, .raw)
    case .olympusRAW:
      // IIRO, IIRS, MMOR
      FileTypeDeclaration(
        .raw, "com.olympus.or-raw-image", mime: "image/x-olympus-orf", ["orf"],
        signatures: [0x4949_524F, 0x4949_5253, 0x4D4D_4F52].map { FileSignature($0) }, TIFFHeader.self, .raw)
    case .panasonicRAW:
      FileTypeDeclaration(
        .raw, "com.panasonic.rw2-raw-image", mime: "image/x-panasonic-rw2", ["rw2"],
        signatures: [FileSignature(0x4949_5500)], TIFFHeader.self, .raw)  // "IIU\0"
    case .fujifilmRAW:
      FileTypeDeclaration(
        .raw, "com.fuji.raw-image", mime: "image/x-fuji-raf", ["raf"],
        signatures: [FileSignature(0x4655_4A49) { $0.has("FUJIFILMCCD-RAW") }], FujifilmRAWHeader.self, .raw)
    case .otherRAW:
      FileTypeDeclaration(
        .raw, "public.camera-raw-image", mime: "image/x-dcraw", ["iiq", "fff"], TIFFHeader.self, .raw)
    case .pentaxRAW:
      FileTypeDeclaration(
        .raw, "com.pentax.raw-image", mime: "image/x-pentax-pef", ["pef"], TIFFHeader.self, .raw)
    case .samsungRAW:
      FileTypeDeclaration(
        .raw, "com.samsung.raw-image", mime: "image/x-samsung-srw", ["srw"], TIFFHeader.self, .raw)
    case .hasselbladRAW:
      FileTypeDeclaration(
        .raw, "com.hasselblad.3fr-raw-image", mime: "image/x-hasselblad-3fr", ["3fr"], TIFFHeader.self, .raw)
    case .quickTimeMovie:
      FileTypeDeclaration(
        .mov, "com.apple.quicktime-movie", mime: "video/quicktime", ["mov"], brands: ["qt  ", "mqt "],
        ISOMediaHeader.self, .video)
    case .mpeg4:
      // Has too many brands to list: see `MediaBrands`.
      FileTypeDeclaration(
        .mp4, "public.mpeg-4", mime: "video/mp4", ["mp4", "m4v"], ISOMediaHeader.self, .video)
    case .threeGPP:
      // Releases and profiles have too many brands to list.
      FileTypeDeclaration(
        .threeGPP, "public.3gpp", mime: "video/3gpp", ["3gp", "3gpp"], ISOMediaHeader.self, .video)
    case .threeGPP2:
      FileTypeDeclaration(
        .threeGPP, "public.3gpp2", mime: "video/3gpp2", ["3g2", "3gp2"], ISOMediaHeader.self, .video)
    case .avi:
      FileTypeDeclaration(
        .avi, "public.avi", mime: "video/x-msvideo", ["avi"],
        signatures: [FileSignature(0x5249_4646) { $0.has("AVI ", at: 8) }], AVIHeader.self, .video)  // "RIFF"
    case .transportStream:
      // In AVCHD, four bytes with any value precede the first packet.
      FileTypeDeclaration(
        .mts, "public.mpeg-2-transport-stream", mime: "video/mp2t", ["mts", "m2ts", "m2t"],
        signatures: [FileSignature(0, mask: 0, TransportStreamHeader.isPresent)],
        TransportStreamHeader.self, .video)
    case .sigmaRAW:
      FileTypeDeclaration(
        .raw, "com.sigma.raw-image", mime: "image/x-sigma-x3f", ["x3f"],
        signatures: [FileSignature(0x464F_5662)], SigmaRAWHeader.self, .raw)  // "FOVb"
    case .jpegXL:
      FileTypeDeclaration(
        .jxl, "public.jpeg-xl", mime: "image/jxl", ["jxl"],
        signatures: [
          FileSignature(0x0000_000C, JPEGXLHeader.isContainer),
          FileSignature(0xFF0A_0000, mask: 0xFFFF_0000, JPEGXLHeader.isCodestream),
        ], JPEGXLHeader.self, .jxl)
    case .photoshop:
      FileTypeDeclaration(
        .psd, "com.adobe.photoshop-image", mime: "image/vnd.adobe.photoshop", ["psd", "psb"],
        signatures: [FileSignature(0x3842_5053, PhotoshopHeader.isPresent)],  // "8BPS"
        PhotoshopHeader.self, .raw)
    case .matroska:
      // The EBML header, which may be longer than a signature, identifies Matroska.
      FileTypeDeclaration(
        .mkv, "org.matroska.mkv", mime: "video/x-matroska", ["mkv"],
        signatures: [FileSignature(0x1A45_DFA3)], MatroskaHeader.self, .video)
    case .webM:
      FileTypeDeclaration(
        .webm, "org.webmproject.webm", mime: "video/webm", ["webm"],
        signatures: [FileSignature(0x1A45_DFA3) { MatroskaHeader.fileType(ByteSource($0)) == .webM }],
        MatroskaHeader.self, .video)
    }
  }

  package var declaration: FileTypeDeclaration { Self.rows[Int(rawValue)] }

  private static let rows: [FileTypeDeclaration] = {
    let last = allCases.map(\.rawValue).reduce(0, max)
    return (0...last).map { (PhotoFileType(rawValue: $0) ?? .unknown).row }
  }()

  /// The format in groups and filters.
  public var format: PhotoFormat { declaration.format }

  /// The media type, `unknown` for a file of unknown type.
  public var mediaType: MediaType { declaration.mediaType }

  /// The uniform type identifier of Apple's systems; `public.data` if the type is unknown.
  public var typeIdentifier: String { declaration.typeIdentifier }

  /// The name in the shared MIME database, if the type is known.
  public var mimeName: String? { declaration.mimeName }

  /// The usual extension after the dot; `nil` for RAW of unknown kind.
  public var usualExtension: String? { self == .otherRAW ? nil : declaration.extensions.first }
}
