import PhotoFormats
import PhotoImaging
import Testing

@Suite struct EmbeddedPictureTests {
  @Test func coverOfAVideoIsShown() throws {
    let cover = try Pictures.quarters(width: 32, height: 16).png()
    let data = Pictures.box("data", [0, 0, 0, 14, 0, 0, 0, 0] + cover)
    let list = Pictures.box("ilst", Pictures.box("covr", data))
    let meta = Pictures.box(
      "meta", [0, 0, 0, 0] + Pictures.box("hdlr", .init(repeating: 0, count: 24)) + list)
    let movie = Pictures.box("moov", Pictures.box("udta", meta))
    let file = Pictures.box("ftyp", Array("isom".utf8) + [0, 0, 2, 0]) + movie
    let image = try PhotoImage.render(Bytes(file), .full)
    #expect(image.origin == .cover)
    #expect(image.pixels.size == PixelSize(width: 32, height: 16))
  }

  @Test func aVideoWithoutCoverHasNoPicture() throws {
    let file = Pictures.box("ftyp", Array("isom".utf8) + [0, 0, 2, 0]) + Pictures.box("moov", [])
    let error = #expect(throws: ImagingError.self) { try PhotoImage.render(Bytes(file), .full) }
    #expect(error?.reason == .noPicture)
  }

  @Test func fujifilmRAWShowsItsPreview() throws {
    let preview = try Pictures.quarters(width: 48, height: 32).jpeg(quality: 1)
    var file = Array("FUJIFILMCCD-RAW ".utf8) + [UInt8](repeating: 0, count: 68)
    file +=
      Pictures.number(92, size: 4).reversed() + Pictures.number(UInt32(preview.count), size: 4).reversed()
    let image = try PhotoImage.render(Bytes(file + preview), .full)
    #expect(image.origin == .rawPreview)
    #expect(image.pixels.size == PixelSize(width: 48, height: 32))
  }

  @Test func canonCR3ShowsItsPreview() throws {
    let preview = try Pictures.quarters(width: 48, height: 32).jpeg(quality: 1)
    let type: [UInt8] = [
      0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
    ]
    let box = Pictures.box("PRVW", [UInt8](repeating: 0, count: 16) + preview)
    var file = Pictures.box("ftyp", Array("crx ".utf8) + [0, 0, 0, 1] + Array("crx isom".utf8))
    file += Pictures.box("moov", []) + Pictures.box("uuid", type + [0, 0, 0, 0, 0, 0, 0, 1] + box)
    let image = try PhotoImage.render(Bytes(file), .full)
    #expect(image.origin == .rawPreview)
    #expect(image.pixels.size == PixelSize(width: 48, height: 32))
  }

  /// A DNG with a small preview in IFD0 and a larger one in the SubIFD.
  @Test func theSmallestPreviewThatSufficesIsTaken() throws {
    let small = try Pictures.quarters(width: 40, height: 30).jpeg(quality: 1)
    let large = try Pictures.quarters(width: 400, height: 300).jpeg(quality: 1)
    // The second directory, with two entries, starts after 8 bytes and a directory of four entries.
    let first: UInt32 = 62
    let start: UInt32 = first + 30
    var file: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 4, 0]
    let entries: [[UInt32]] = [
      [0x014A, 4, 1, first], [0x0201, 4, 1, start], [0x0202, 4, 1, UInt32(small.count)],
      [0xC612, 1, 4, 0x0000_0401],
    ]
    for entry in entries {
      let (tag, type, count, value) = (entry[0], entry[1], entry[2], entry[3])
      file += Pictures.number(tag, size: 2) + Pictures.number(type, size: 2)
      file += Pictures.number(count, size: 4) + Pictures.number(value, size: 4)
    }
    file += [0, 0, 0, 0, 2, 0]
    for (tag, value) in [(0x0201, start + UInt32(small.count)), (0x0202, UInt32(large.count))] {
      file += Pictures.number(UInt32(tag), size: 2) + Pictures.number(4, size: 2)
      file += Pictures.number(1, size: 4) + Pictures.number(value, size: 4)
    }
    file += [0, 0, 0, 0]
    let photo = Bytes(file + small + large)
    let size = try #require(PixelSize(width: 32, height: 32))
    let thumbnail = try PhotoImage.render(photo, .aspectRatioThumbnail(fitting: size))
    #expect(thumbnail.pixels.size == PixelSize(width: 32, height: 24))
    #expect(try PhotoImage.render(photo, .full).pixels.size == PixelSize(width: 400, height: 300))
  }

  /// Returns a DNG with a single directory of strips, of which the first is JPEG.
  private func strips(_ preview: [UInt8], compression: UInt32, count: UInt32) -> Bytes {
    var file: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 4, 0]
    let entries: [[UInt32]] = [
      [0x0103, 3, 1, compression], [0x0111, 4, count, 62], [0x0117, 4, 1, UInt32(preview.count)],
      [0xC612, 1, 4, 0x0000_0401],
    ]
    for entry in entries {
      file += Pictures.number(entry[0], size: 2) + Pictures.number(entry[1], size: 2)
      file += Pictures.number(entry[2], size: 4) + Pictures.number(entry[3], size: 4)
    }
    return Bytes(file + [0, 0, 0, 0] + preview)
  }

  @Test(arguments: [(6, 1, true), (7, 1, true), (1, 1, false), (8, 1, false), (6, 2, false), (7, 2, false)])
  func `only a single JPEG strip is a preview`(compression: Int, count: Int, isOne: Bool) throws {
    let preview = try Pictures.quarters(width: 48, height: 32).jpeg(quality: 1)
    let photo = strips(preview, compression: UInt32(compression), count: UInt32(count))
    if isOne {
      let image = try PhotoImage.render(photo, .full)
      #expect(image.origin == .rawPreview)
      #expect(image.pixels.size == PixelSize(width: 48, height: 32))
    } else {
      let error = #expect(throws: ImagingError.self) { try PhotoImage.render(photo, .full) }
      #expect(error?.reason == .noPicture)
    }
  }

  @Test func `a part of a RAW photo is in pixels of its preview`() throws {
    let preview = try Pictures.quarters(width: 48, height: 32).jpeg(quality: 1)
    let photo = strips(preview, compression: 7, count: 1)
    let part = PixelRectangle(x: 30, y: 20, size: try #require(PixelSize(width: 10, height: 5)))
    let image = try PhotoImage.render(photo, .region(part, fitting: part.size))
    #expect(image.origin == .rawPreview)
    #expect(image.fullSize == PixelSize(width: 48, height: 32))
    #expect(image.pixels.size == part.size)
    #expect(Pictures.isNear(image.pixels.pixel(x: 5, y: 2), Pictures.white))
  }

  /// Sensor data (TIFF/EP, 5.1.10) can't be decoded by libtiff.
  @Test func `a RAW photo without a preview has no picture`() throws {
    let entries: [[UInt32]] = [
      [0x0100, 3, 1, 2], [0x0101, 3, 1, 1], [0x0102, 3, 1, 16], [0x0103, 3, 1, 1], [0x0106, 3, 1, 32_803],
      [0x0111, 4, 1, 134], [0x0115, 3, 1, 1], [0x0116, 3, 1, 1], [0x0117, 4, 1, 4],
      [0xC612, 1, 4, 0x0000_0401],
    ]
    var file: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, UInt8(entries.count), 0]
    for entry in entries {
      file += Pictures.number(entry[0], size: 2) + Pictures.number(entry[1], size: 2)
      file += Pictures.number(entry[2], size: 4) + Pictures.number(entry[3], size: 4)
    }
    let photo = Bytes(file + [0, 0, 0, 0, 1, 2, 3, 4])
    let error = #expect(throws: ImagingError.self) { try PhotoImage.render(photo, .full) }
    #expect(error?.reason == .noPicture)
  }
}
