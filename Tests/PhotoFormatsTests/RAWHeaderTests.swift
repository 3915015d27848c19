import Testing

@testable import PhotoFormats

/// The detection of RAW by content.
struct RAWHeaderTests {
  typealias Entry = TIFFBuilder.Entry

  static let canonTail: [UInt8] = [0x43, 0x52, 2, 0, 0, 0, 0, 0]

  private func image(
    _ width: UInt16, _ height: UInt16, subfile: UInt32? = nil, photometric: UInt16 = 2,
    compression: UInt16 = 1
  ) -> [Entry] {
    let size: [Entry] = [
      .init(0x0100, .short([width])), .init(0x0101, .short([height])), .init(0x0103, .short([compression])),
      .init(0x0106, .short([photometric])),
    ]
    return (subfile.map { [.init(0x00FE, .long([$0]))] } ?? []) + size
  }

  private func read(_ file: [UInt8]) -> PhotoMetadata { PhotoMetadata.read(ByteSource(file)) }

  /// A preview in IFD0, and images in its SubIFDs.
  private func file(
    make: String, _ images: [[Entry]], more: [Entry] = [], order: ByteOrder = .little
  ) -> [UInt8] {
    TIFFBuilder(order).file([
      image(160, 120, subfile: 1) + [.init(0x010F, .ascii(make))] + more + [
        .init(0x014A, .directories(images))
      ]
    ])
  }

  @Test(arguments: [
    ("NIKON CORPORATION", 34713, 32803, PhotoFileType.nikonRAW), ("SONY", 32767, 32803, .sonyRAW),
    ("SAMSUNG", 32770, 32803, .samsungRAW), ("PENTAX", 65535, 32803, .pentaxRAW),
    ("RICOH IMAGING COMPANY, LTD.", 65535, 32803, .pentaxRAW), ("Hasselblad", 1, 32803, .hasselbladRAW),
    ("Phase One", 1, 32803, .otherRAW), ("SONY", 7, 34892, .sonyRAW), ("NIKON", 34713, 6, .nikonRAW),
  ])
  func tellsTheMakersKindByTheSamplesOfASensor(
    _ make: String, _ compression: UInt16, _ photometric: UInt16, _ kind: PhotoFileType
  ) {
    for order in [ByteOrder.little, .big] {
      let raw = image(6000, 4000, subfile: 0, photometric: photometric, compression: compression)
      let metadata = read(file(make: make, [image(6200, 4100, subfile: 1), raw], order: order))
      #expect(metadata.fileType == kind)
      #expect(metadata.pixelSize == PixelSize(width: 6000, height: 4000))
      #expect(metadata.camera?.make == make)
      #expect(metadata.damage == nil)
    }
  }

  @Test func leavesTheTIFFOfAScannerATIFF() {
    let scan = read(file(make: "Nikon", [image(6000, 4000, subfile: 0)]))
    #expect(scan.fileType == .tiff)
    #expect(scan.pixelSize == PixelSize(width: 160, height: 120))
    let unnamed = TIFFBuilder().file([image(6000, 4000, photometric: 32803)])
    #expect(read(unnamed).fileType == .tiff)
  }

  @Test func tellsDNGByItsVersionWhoeverMadeIt() {
    let raw = image(6000, 4000, subfile: 0, photometric: 34892, compression: 7)
    let metadata = read(file(make: "NIKON", [raw], more: [.init(0xC612, .bytes([1, 6, 0, 0], type: 1))]))
    #expect(metadata.fileType == .adobeDNG)
    #expect(metadata.pixelSize == PixelSize(width: 6000, height: 4000))
  }

  @Test func tellsCR2ByItsHeaderAndItsSizeByExif() {
    let exif: [Entry] = [.init(0xA002, .short([3456])), .init(0xA003, .short([2304]))]
    let chain = [
      image(1536, 1024, compression: 6) + [.init(0x8769, .directories([exif]))], image(160, 120),
    ]
    let metadata = read(TIFFBuilder(headerTail: Self.canonTail).file(chain))
    #expect(metadata.fileType == .canonRAW)
    #expect(metadata.pixelSize == PixelSize(width: 3456, height: 2304))
    #expect(read(TIFFBuilder().file(chain)).fileType == .tiff)
  }

  @Test(arguments: [("IIRO", ByteOrder.little), ("IIRS", .little), ("MMOR", .big)])
  func tellsORFByItsSignature(_ signature: String, _ order: ByteOrder) {
    let metadata = read(TIFFBuilder(order, signature: signature).file([Entry.photo(make: "OLYMPUS")]))
    #expect(metadata.fileType == .olympusRAW)
    #expect(metadata.pixelSize == PixelSize(width: 4000, height: 3000))
    #expect(metadata.captureDate?.iso8601 == "2014-05-25T10:00:00.345+09:00")
  }

  @Test func readsTheBordersOfRW2AndTheExifOfItsJPEG() {
    let jpeg = TIFFBuilder.jpeg(exif: TIFFBuilder(.big).file([Entry.photo(make: "Other")]))
    let image: [Entry] = [
      .init(0x0002, .short([3724])), .init(0x0003, .short([2754])), .init(0x0004, .short([6])),
      .init(0x0005, .short([8])), .init(0x0006, .short([2742])), .init(0x0007, .short([3656])),
      .init(0x002E, .bytes(jpeg)), .init(0x010F, .ascii("Panasonic")),
    ]
    let metadata = read(TIFFBuilder(signature: "IIU\0").file([image]))
    #expect(metadata.fileType == .panasonicRAW)
    #expect(metadata.pixelSize == PixelSize(width: 3648, height: 2736))
    #expect(metadata.camera?.make == "Panasonic")
    #expect(metadata.camera?.model == "Model 1")
    #expect(metadata.captureDate?.iso8601 == "2014-05-25T10:00:00.345+09:00")
  }

  @Test func takesTheSensorOfRW2WhereItsBordersAreMissingOrCrossed() {
    let sensor: [Entry] = [.init(0x0002, .short([3724])), .init(0x0003, .short([2754]))]
    let crossed: [Entry] = [
      .init(0x0004, .short([9])), .init(0x0005, .short([9])), .init(0x0006, .short([1])),
      .init(0x0007, .short([1])),
    ]
    for image in [sensor, sensor + crossed] {
      let metadata = read(TIFFBuilder(signature: "IIU\0").file([image]))
      #expect(metadata.pixelSize == PixelSize(width: 3724, height: 2754))
    }
  }

  /// A RAF: header, preview, facts.
  private func fujifilm(facts: [[UInt8]], jpeg: [UInt8]) -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    var file = Array("FUJIFILMCCD-RAW 0201".utf8) + [UInt8](repeating: 0, count: 64)
    file +=
      big(108) + big(jpeg.count) + big(108 + jpeg.count) + big(4 + facts.joined().count) + big(0) + big(0)
    return file + jpeg + big(facts.count) + facts.joined()
  }

  @Test func readsThePreviewAndTheSizeOfRAF() {
    let jpeg = TIFFBuilder.jpeg(exif: TIFFBuilder().file([Entry.photo(make: "FUJIFILM")]))
    let full: [UInt8] = [0x01, 0x00, 0, 4, 0x0F, 0xC8, 0x17, 0xA0]
    let other: [UInt8] = [0x01, 0x15, 0, 2, 0, 3]
    let cropped: [UInt8] = [0x01, 0x11, 0, 4, 0x0F, 0xA0, 0x17, 0x70]
    let metadata = read(fujifilm(facts: [full, other, cropped], jpeg: jpeg))
    #expect(metadata.fileType == .fujifilmRAW)
    #expect(metadata.pixelSize == PixelSize(width: 6000, height: 4000))
    #expect(metadata.camera?.name == "FUJIFILM Model 1")
    #expect(metadata.captureDate?.iso8601 == "2014-05-25T10:00:00.345+09:00")
    #expect(metadata.damage == nil)
    #expect(
      read(fujifilm(facts: [full, other], jpeg: jpeg)).pixelSize == PixelSize(width: 6048, height: 4040))
    #expect(read(fujifilm(facts: [], jpeg: jpeg)).pixelSize == PixelSize(width: 16, height: 8))
  }

  @Test func readsTheIPTCOfThePreviewOfRAF() {
    let resources = IPTCBuilder.resources(IPTCBuilder.text(25, "Kyoto"))
    let metadata = read(fujifilm(facts: [], jpeg: IPTCBuilder.jpeg(resources: [resources])))
    #expect(metadata.values[.keywords] == .list(["Kyoto"]))
  }

  @Test func readsWhatIsThereOfARAFCutOffAnywhere() {
    let jpeg = TIFFBuilder.jpeg(exif: TIFFBuilder().file([Entry.photo(make: "FUJIFILM")]))
    let file = fujifilm(facts: [[0x01, 0x11, 0, 4, 0x0F, 0xA0, 0x17, 0x70]], jpeg: jpeg)
    for count in 16..<file.count {
      let metadata = read(Array(file.prefix(count)))
      #expect(metadata.fileType == .fujifilmRAW)
      if count < 108 + jpeg.count - 10 { #expect(metadata.damage != nil) }
    }
  }

  @Test func saysWhyADirectoryCannotBeRead() {
    #expect(read([0x49, 0x49, 0x52, 0x4F, 0, 0, 0, 0]).damage == "the first image file directory is missing")
    #expect(read([0x49, 0x49, 0x52, 0x4F, 0, 0, 0, 0]).fileType == .olympusRAW)
    let cut = Array(TIFFBuilder().file([Entry.photo()]).dropLast(20))
    #expect(read(cut).damage == "the first image file directory is cut off")
  }
}
