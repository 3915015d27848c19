import Testing

@testable import PhotoFormats

@Suite("Damaged PNG files")
struct PNGDamageTests {
  private static let size = PixelSize(width: 640, height: 480)
  private static let exif = PNGBuilder.chunk("eXIf", PNGBuilder.exif("2014:05:25 10:00:00"))

  private func read(_ bytes: [UInt8]) -> (fields: HeaderFields, damage: String?) {
    var fields = HeaderFields()
    do throws(HeaderDamage) {
      try PNGHeader.read(ByteSource(bytes), into: &fields)
      return (fields, nil)
    } catch {
      return (fields, error.reason)
    }
  }

  /// A file with the given IHDR or first chunks.
  private func damage(_ chunks: [[UInt8]]) -> String? { read(PNGBuilder.signature + chunks.joined()).damage }

  @Test("A signature whose line ends were converted is told, and the size is read all the same")
  func signature() {
    var bytes = PNGBuilder.file()
    bytes[7] = 0x20
    let (fields, damage) = read(bytes)
    #expect(damage?.contains("signature") == true)
    #expect(fields.pixelSize == Self.size)
    var short = PNGBuilder.file()
    short.remove(at: 4)
    #expect(read(short).damage?.contains("signature") == true)
  }

  @Test("A wrong CRC of IHDR is damage; size and Exif are read all the same")
  func headerCRC() {
    var bytes = PNGBuilder.file(before: [Self.exif])
    bytes[8 + 8 + 13] ^= 1
    let (fields, damage) = read(bytes)
    #expect(damage?.contains("IHDR") == true)
    #expect(fields.pixelSize == Self.size)
    #expect(fields.exif?.dateTimeOriginal == DateText("2014:05:25 10:00:00"))
  }

  @Test("A colour type and a depth that do not exist are told")
  func headerValues() {
    let rest = [PNGBuilder.imageData, PNGBuilder.end]
    #expect(damage([PNGBuilder.header(colourType: 1)] + rest)?.contains("color type") == true)
    #expect(damage([PNGBuilder.header(colourType: 9)] + rest)?.contains("color type") == true)
    #expect(damage([PNGBuilder.header(depth: 0)] + rest)?.contains("bit depth") == true)
    #expect(damage([PNGBuilder.header(depth: 3)] + rest)?.contains("bit depth") == true)
    #expect(damage([PNGBuilder.header(depth: 99)] + rest)?.contains("bit depth") == true)
    #expect(damage([PNGBuilder.header(width: 0)] + rest)?.contains("width") == true)
    #expect(damage([PNGBuilder.header(height: 0x8000_0000)] + rest)?.contains("out of range") == true)
    #expect(damage([PNGBuilder.header(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF)] + rest) == nil)
  }

  @Test("A picture without image data is damaged")
  func noImageData() {
    #expect(damage([PNGBuilder.header(), PNGBuilder.end])?.contains("IDAT") == true)
    #expect(damage([PNGBuilder.header()])?.contains("IDAT") == true)
    #expect(damage([])?.contains("IDAT") == true)
  }

  @Test("A wrong CRC of the image data is told where it costs no further read")
  func imageDataCRC() {
    let wrong = PNGBuilder.chunk("IDAT", [1, 2, 3], crcError: 1)
    #expect(damage([PNGBuilder.header(), wrong, PNGBuilder.end])?.contains("IDAT") == true)
  }

  @Test("A palette that is missing or has a wrong CRC is damage")
  func palette() {
    let header = PNGBuilder.header(colourType: 3)
    let rest = [PNGBuilder.imageData, PNGBuilder.end]
    #expect(damage([header] + rest)?.contains("PLTE") == true)
    #expect(
      damage([header, PNGBuilder.chunk("PLTE", [1, 2, 3], crcError: 1)] + rest)?.contains("PLTE") == true)
    #expect(damage([header, PNGBuilder.chunk("PLTE", [1, 2, 3])] + rest) == nil)
  }

  @Test("IHDR must stand first, but for CgBI of Apple's tools")
  func order() {
    let rest = [PNGBuilder.header(), PNGBuilder.imageData, PNGBuilder.end]
    #expect(damage([PNGBuilder.text("Comment", "x")] + rest)?.contains("before IHDR") == true)
    #expect(damage([PNGBuilder.chunk("CgBI", [0x50, 0, 0x20, 2])] + rest) == nil)
    #expect(damage([PNGBuilder.imageData, PNGBuilder.end])?.contains("IHDR") == true)
  }

  @Test("A wrong CRC of a text or of eXIf is no damage, and both are read")
  func ancillaryCRC() {
    let text = PNGBuilder.chunk("tEXt", Array("Creation Time\02014:05:25 10:00:00".utf8), crcError: 1)
    let exif = PNGBuilder.chunk("eXIf", PNGBuilder.exif("2014:05:25 10:00:00"), crcError: 1)
    let (fields, damage) = read(PNGBuilder.file(before: [text, exif]))
    #expect(damage == nil)
    #expect(fields.pngCreationTime == DateText("2014:05:25 10:00:00"))
    #expect(fields.exif?.dateTimeOriginal == DateText("2014:05:25 10:00:00"))
  }

  @Test(
    "A wrong CRC of a chunk that is not needed takes no text away, behind the image data either",
    arguments: ["sRGB", "gAMA", "pHYs", "iCCP", "tIME", "eXIf", "tEXt", "zzZz"], [true, false])
  func otherCRC(type: String, isBefore: Bool) {
    let wrong = PNGBuilder.chunk(type, [0, 1, 2], crcError: 1)
    let text = PNGBuilder.text("Creation Time", "2014:05:25 10:00:00")
    let (fields, damage) = read(
      PNGBuilder.file(before: isBefore ? [wrong] : [], after: (isBefore ? [] : [wrong]) + [text]))
    #expect(damage == nil)
    #expect(fields.pngCreationTime == DateText("2014:05:25 10:00:00"))
  }

  @Test("A chunk that is longer than the file is damage before the image data, none behind it")
  func hugeChunks() {
    let huge = PNGBuilder.bytes(0x3FFF_FFFF) + Array("tEXtCreation Time".utf8)
    #expect(damage([PNGBuilder.header(), huge])?.contains("tEXt") == true)
    #expect(damage([PNGBuilder.header(), PNGBuilder.imageData, huge]) == nil)
    let impossible = PNGBuilder.bytes(0xFFFF_FFFF) + Array("tEXt".utf8)
    #expect(damage([PNGBuilder.header(), impossible]) != nil)
  }

  @Test("Cut off anywhere, a file is damaged unless its image data has begun")
  func truncation() {
    let text = PNGBuilder.text("Creation Time", "2014:05:25 10:00:00")
    let header = PNGBuilder.signature + PNGBuilder.header() + Self.exif
    let bytes = header + PNGBuilder.imageData + text + PNGBuilder.end
    for count in 0..<bytes.count {
      let (fields, damage) = read(Array(bytes[..<count]))
      #expect((damage == nil) == (count >= header.count + 8), "\(count) bytes")
      #expect((fields.pixelSize == nil) == (count < 24), "\(count) bytes")
      #expect((fields.exif == nil) == (count < header.count), "\(count) bytes")
    }
  }

  @Test("Any byte may be wrong: the size stays what it is unless IHDR itself is hit")
  func corruption() {
    let text = PNGBuilder.internationalText("XML:com.adobe.xmp", XMPBuilder.packet(), isCompressed: true)
    let bytes = PNGBuilder.file(before: [Self.exif], after: [text])
    for index in bytes.indices {
      for mask: UInt8 in [0x01, 0xFF] {
        var changed = bytes
        changed[index] ^= mask
        let (fields, _) = read(changed)
        if !(8..<24).contains(index) { #expect(fields.pixelSize == Self.size, "byte \(index)") }
      }
    }
  }
}
