import Testing

@testable import PhotoFormats

@Suite("Brands of files made of boxes")
struct ISOMediaBrandTests {
  @Test(
    "The major brand tells what a file is",
    arguments: [
      ("heic", PhotoFileType.heic), ("heix", .heic), ("hevc", .heic), ("mif1", .heic), ("msf1", .heic),
      ("avif", .avif), ("avis", .avif), ("qt  ", .quickTimeMovie), ("mqt ", .quickTimeMovie),
      ("isom", .mpeg4), ("iso6", .mpeg4), ("mp42", .mpeg4), ("M4V ", .mpeg4), ("3gp5", .threeGPP),
      ("3ge6", .threeGPP), ("3gr9", .threeGPP), ("3g2a", .threeGPP2), ("3gp2", .threeGPP),
      ("XAVC", .mpeg4), ("crx ", .canonCR3),
    ])
  func majorBrand(brand: String, type: PhotoFileType) {
    let file = ftyp(brand, brand) + box("mdat")
    #expect(ISOMediaHeader.fileType(Bytes(file)) != nil)
    #expect(readISOMedia(file).fields.fileType == type)
  }

  @Test(
    "Sound and JPEG 2000 are no photos", arguments: ["M4A ", "M4B ", "M4P ", "F4A ", "aax ", "JP2 ", "jpx "])
  func notPhotos(brand: String) {
    let file = ftyp(brand, "isom", "mp42")
    #expect(ISOMediaHeader.fileType(Bytes(file)) == nil)
    #expect(readISOMedia(file).fields.fileType == .unknown)
  }

  @Test("mif1 that is compatible with avif stays HEIF, as ExifTool has it")
  func commonBrandWithAVIF() {
    #expect(readISOMedia(ftyp("mif1", "mif1", "avif")).fields.fileType == .heic)
  }

  @Test("Compatible brands decide where the major one is not known")
  func compatibleBrands() {
    #expect(readISOMedia(ftyp("abcd", "abcd", "qt  ")).fields.fileType == .quickTimeMovie)
    #expect(readISOMedia(ftyp("abcd", "abcd", "qt  ", "mp42")).fields.fileType == .mpeg4)
    #expect(readISOMedia(ftyp("abcd", "abcd")).fields.fileType == .mpeg4)
  }

  @Test("A file of unknown major brand that holds pictures is one")
  func compatiblePicture() {
    var file = PictureFile()
    file.fileType = ftyp("abcd", "mif1", "heic")
    let read = readISOMedia(file.bytes)
    #expect(read.fields.fileType == .heic)
    #expect(read.fields.pixelSize == PixelSize(width: 640, height: 480))
    file.fileType = ftyp("abcd", "mif1", "avif")
    #expect(readISOMedia(file.bytes).fields.fileType == .avif)
    #expect(readISOMedia(ftyp("abcd", "mif1", "heic")).fields.fileType == .mpeg4)
  }

  @Test(
    "Old QuickTime files begin with another box", arguments: ["mdat", "moov", "wide", "free", "skip", "pnot"])
  func oldQuickTime(type: String) {
    let first = type == "moov" ? [] : box(type, [1, 2, 3, 4])
    let file = first + box("moov", mvhd(), trak())
    #expect(ISOMediaHeader.fileType(Bytes(file)) != nil)
    let read = readISOMedia(file)
    #expect(read.fields.fileType == .quickTimeMovie)
    #expect(read.fields.pixelSize == PixelSize(width: 1920, height: 1080))
    #expect(read.damage == nil)
  }

  @Test("Text and boxes of impossible size are no movies")
  func notOldQuickTime() {
    #expect(ISOMediaHeader.fileType(Bytes(latin("Let free speech be"))) == nil)
    #expect(ISOMediaHeader.fileType(Bytes(be32(4) + latin("mdat"))) == nil)
    #expect(ISOMediaHeader.fileType(Bytes(be32(1) + latin("mdat") + be(15, 8))) == nil)
    #expect(ISOMediaHeader.fileType(Bytes(be32(1) + latin("mdat") + be(16, 8))) != nil)
    #expect(ISOMediaHeader.fileType(Bytes(be32(8) + latin("abcd"))) == nil)
    #expect(ISOMediaHeader.fileType(Bytes([])) == nil)
  }
}
