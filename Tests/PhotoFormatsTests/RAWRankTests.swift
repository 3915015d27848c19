import Testing

@testable import PhotoFormats

/// The choice of the full image of a RAW, and the end of Fujifilm's header.
struct RAWRankTests {
  typealias Entry = TIFFBuilder.Entry

  private func image(_ width: UInt16, _ height: UInt16, subfile: UInt32? = nil, isSensor: Bool = false)
    -> [Entry]
  {
    (subfile.map { [Entry(0x00FE, .long([$0]))] } ?? []) + [
      .init(0x0100, .short([width])), .init(0x0101, .short([height])),
      .init(0x0106, .short([isSensor ? 32803 : 2])),
    ]
  }

  private func read(_ file: [UInt8]) -> PhotoMetadata { PhotoMetadata.read(ByteSource(file)) }

  /// The width of a RAW whose IFD0 names its maker and has no size.
  private func width(_ images: [[Entry]], more: [Entry] = [], builder: TIFFBuilder = TIFFBuilder()) -> UInt32?
  {
    read(
      builder.file([[.init(0x010F, .ascii("PENTAX"))] + more + [.init(0x014A, .directories(images))]])
    ).pixelSize?.width
  }

  @Test func `a full image comes before a reduced one, a sensor's before a picture, then the larger`() {
    let reducedSensor = image(60, 40, subfile: 1, isSensor: true)
    let unmarked = image(50, 40)
    let unmarkedSensor = image(40, 40, isSensor: true)
    let full = image(39, 40, subfile: 0)
    let fullSensor = image(30, 40, subfile: 0, isSensor: true)
    #expect(width([reducedSensor]) == 60)
    #expect(width([reducedSensor, unmarked]) == 50)
    #expect(width([reducedSensor, unmarked, unmarkedSensor]) == 40)
    // An image marked as full and an unmarked sensor image have the same rank, so the larger one wins.
    #expect(width([full, unmarkedSensor, unmarked]) == 40)
    #expect(width([image(45, 40, subfile: 0), unmarkedSensor, unmarked]) == 45)
    #expect(width([reducedSensor, unmarked, fullSensor, full, unmarkedSensor]) == 30)
    #expect(width([image(29, 40, subfile: 0, isSensor: true), fullSensor]) == 30)
    #expect(width([fullSensor, image(31, 38, subfile: 0, isSensor: true)]) == 30)
  }

  @Test func `of images of as many samples the first counts`() {
    let (wide, high) = (image(60, 40, subfile: 0, isSensor: true), image(40, 60, subfile: 0, isSensor: true))
    #expect(width([wide, high]) == 60 && width([high, wide]) == 40)
  }

  @Test func `Exif tells the size of a CR2 unless a sensor's image is marked as full, and if it is larger`() {
    let exif: [Entry] = [
      .init(0x8769, .directories([[.init(0xA002, .short([50])), .init(0xA003, .short([40]))]]))
    ]
    let builder = TIFFBuilder(headerTail: RAWHeaderTests.canonTail)
    func width(_ images: [[Entry]]) -> UInt32? { self.width(images, more: exif, builder: builder) }
    #expect(width([]) == 50)
    #expect(width([image(60, 40, subfile: 1)]) == 60)
    #expect(width([image(49, 40, subfile: 1)]) == 50)
    #expect(width([image(49, 40, subfile: 0)]) == 50)
    #expect(width([image(30, 40, subfile: 0, isSensor: true)]) == 30)
    #expect(width([image(30, 40, isSensor: true)]) == 50)
    #expect(self.width([image(30, 40, isSensor: true)], more: exif) == 30)
  }

  @Test func `a DNG may name no maker`() {
    let file = TIFFBuilder().file([
      image(16, 12, subfile: 1) + [
        .init(0xC612, .bytes([1, 6, 0, 0], type: 1)),
        .init(0x014A, .directories([image(60, 40, subfile: 0, isSensor: true)])),
      ]
    ])
    #expect(read(file).fileType == .adobeDNG)
    #expect(read(file).pixelSize == PixelSize(width: 60, height: 40))
  }

  private static let jpeg = TIFFBuilder.jpeg(exif: TIFFBuilder().file([Entry.photo(make: "FUJIFILM")]))

  /// A RAF with a preview after its facts.
  private func fujifilm(
    facts: [UInt8], factsAt: Int = 100,
    preview: (_ offset: Int, _ count: Int) -> Int = { offset, _ in offset }
  ) -> PhotoMetadata {
    let head = latin("FUJIFILMCCD-RAW 0201") + [UInt8](repeating: 0, count: 64)
    let offset = 100 + facts.count
    return read(
      head + be32(preview(offset, Self.jpeg.count)) + be32(Self.jpeg.count) + be32(factsAt)
        + be32(facts.count)
        + facts + Self.jpeg)
  }

  @Test(arguments: [(255, 60), (256, 16)] as [(Int, UInt32)])
  func `255 facts of a RAF are looked at`(count: Int, width: UInt32) {
    let empty = Array(repeatElement(be16(0x0115) + be16(0), count: count - 1).joined())
    let size = be16(0x0111) + be16(4) + be16(40) + be16(60)
    #expect(fujifilm(facts: be32(count) + empty + size).pixelSize?.width == width)
  }

  @Test func `sizes of a RAF have four bytes, and the cropped one is not zero`() {
    func size(_ tag: Int, _ length: Int, _ height: Int, _ width: Int) -> [UInt8] {
      be16(tag) + be16(length) + be16(height) + be16(width) + [UInt8](repeating: 0, count: length - 4)
    }
    func width(_ facts: [UInt8]...) -> UInt32? {
      fujifilm(facts: be32(facts.count) + facts.flatMap { $0 }).pixelSize?.width
    }
    #expect(width(size(0x0100, 4, 40, 60), size(0x0111, 4, 38, 58)) == 58)
    #expect(width(size(0x0100, 4, 40, 60), size(0x0111, 4, 0, 58)) == 60)
    #expect(width(size(0x0111, 5, 38, 58), size(0x0100, 4, 40, 60)) == 60)
    #expect(width(size(0x0100, 4, 40, 60), size(0x0100, 4, 41, 61)) == 60)
    #expect(width(size(0x0110, 4, 40, 60)) == 16)
    #expect(fujifilm(facts: be32(1) + size(0x0111, 4, 38, 58), factsAt: 0).pixelSize?.width == 16)
  }

  @Test func `the preview of a RAF stands in the file and not at its start`() {
    let facts = be32(0)
    #expect(fujifilm(facts: facts).damage == nil)
    for offset in [{ _, _ in 0 }, { $0 + $1 }, { $0 + $1 + 1 }] as [(Int, Int) -> Int] {
      #expect(fujifilm(facts: facts, preview: offset).damage == "the preview that holds the Exif is missing")
    }
    let last = fujifilm(facts: facts) { $0 + $1 - 1 }.damage
    #expect(last != nil && last != "the preview that holds the Exif is missing")
  }

  @Test func `types know their boxes and their usual extensions`() {
    let boxes = PhotoFileType.allCases.filter(\.declaration.isMadeOfBoxes)
    #expect(boxes == [.heic, .avif, .canonCR3, .quickTimeMovie, .mpeg4, .threeGPP, .threeGPP2])
    #expect(PhotoFileType.otherRAW.usualExtension == nil && PhotoFileType.jpeg.usualExtension == "jpg")
    #expect(PhotoFileType.allCases.filter { $0.usualExtension == nil } == [.unknown, .otherRAW])
    #expect(PhotoFormat.known == PhotoFormat.allCases.dropLast())
    for type in PhotoFileType.allCases where type.format == .raw { #expect(type.mediaType == .image) }
  }
}
