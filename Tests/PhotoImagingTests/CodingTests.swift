import Foundation
import PhotoFormats
import PhotoImaging
import Testing

/// Files that our encoders can't create: a few hundred bytes from ImageMagick, libwebp and libheif.
@Suite struct CodingTests {
  private func render(_ base64: String) throws -> PixelBuffer {
    let data = try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters))
    return try PhotoImage.render(Bytes(Array(data)), .full).pixels
  }

  /// 8 x 8 pixels of rgb(200, 40, 90) in the inverted inks of Adobe, encoded as YCCK.
  @Test func inksOfAdobeAreInverted() throws {
    let pixels = try render(
      """
      /9j/7gAOQWRvYmUAZAAAAAAC/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUV
      FQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU
      FBQUFBQU/8AAFAgACAAIBAERAAIRAQMRAQQRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAUI/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/E
      ABUBAQEAAAAAAAAAAAAAAAAAAAMJ/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAA4EAQACEQMRBAAAPwBUqfiwH//Z
      """)
    #expect(pixels.size == PixelSize(width: 8, height: 8))
    #expect(Pictures.isNear(pixels.pixel(x: 4, y: 4), [200, 40, 90, 255], by: 8))
  }

  /// 8 x 8 pixels of rgb(255, 0, 0) as CMYK, without the marker that says so.
  @Test func `a CMYK JPEG without an Adobe marker contains inverted inks`() throws {
    let pixels = try render(
      """
      /9j/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAAUCA
      AIAAgEQxEATREAWREASxEA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQR
      BRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3
      R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3
      +Pn6/9oADgRDAE0AWQBLAAA/AP1Tr8qq/Kqv1Tr/2Q==
      """)
    #expect(Pictures.isNear(pixels.pixel(x: 4, y: 4), [255, 0, 0, 255], by: 8))
  }

  @Test func progressiveJPEGIsTheSameAtEverySize() throws {
    let base64 = """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU
      FRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU
      FBQUFBQUFBT/wgARCAAQABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAWAQEBAQAAAAAAAAAAAAAAAAAAAgf/
      2gAMAwEAAhADEAAAAZGNlAH/xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAEFAh//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oA
      CAEDAQE/AR//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAECAQE/AR//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAY/Ah//
      xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAE/IR//2gAMAwEAAgADAAAAEP8A/wD/xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oA
      CAEDAQE/EB//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAECAQE/EB//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAE/EB//
      2Q==
      """
    #expect(Pictures.isNear(try render(base64).pixel(x: 8, y: 8), [200, 40, 90, 255], by: 8))
    let data = try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters))
    let small = try PhotoImage.render(Bytes(Array(data)), .thumbnail(side: 1)).pixels
    #expect(Pictures.isNear(small.pixel(x: 0, y: 0), [200, 40, 90, 255], by: 8))
  }

  /// 8 x 8 of rgb(200, 40, 90), lossless.
  @Test func webPIsDecoded() throws {
    let pixels = try render("UklGRh4AAABXRUJQVlA4TBEAAAAvB8ABAAdQlCJXq/+BiOh/AAA=")
    #expect(pixels.size == PixelSize(width: 8, height: 8))
    #expect(Pictures.isNear(pixels.pixel(x: 7, y: 7), [200, 40, 90, 255], by: 8))
  }

  /// 64 x 64 of rgb(200, 40, 90).
  @Test func heicIsDecoded() throws {
    let pixels = try render(
      """
      AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA
      AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAHQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA
      AGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMA
      AAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3Bl
      AAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAlbWRhdAAAABkoAa8J4CE5dV//+9Kf
      /8FfIfq/unQcw9fg
      """)
    #expect(pixels.size == PixelSize(width: 64, height: 64))
    #expect(Pictures.isNear(pixels.pixel(x: 60, y: 60), [200, 40, 90, 255], by: 8))
  }

  /// Decoded HEIC has the orientation applied, but the reported size is the stored one.
  @Test(arguments: [0, 1, 2, 3] as [UInt8])
  func `a rotated HEIC reports its stored size`(quarters: UInt8) throws {
    let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Samples/Trip to Kyoto/IMG_4021.HEIC")
    var bytes = Array(try Data(contentsOf: sample))
    // Replaces a redundant property with a rotation.
    let property = try #require(Data(bytes).range(of: Data("pixi".utf8))).lowerBound
    bytes.replaceSubrange(property..<(property + 5), with: Array("irot".utf8) + [quarters])
    let image = try PhotoImage.render(Bytes(bytes), .full)
    let stored = try #require(PixelSize(width: 320, height: 240))
    let turned = try #require(PixelSize(width: 240, height: 320))
    #expect(image.fullSize == stored)
    #expect(image.pixels.size == (quarters % 2 == 0 ? stored : turned))
    #expect(image.orientation == [.up, .left, .down, .right][Int(quarters)])
    #expect(image.origin == .picture)
  }

  /// Two by one pixel on a screen of three by one: red and transparent; the third is not covered.
  @Test func gifShowsItsFirstFrameOnItsScreen() throws {
    let screen: [UInt8] = [3, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]
    let control: [UInt8] = [0x21, 0xF9, 4, 1, 0, 0, 1, 0]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0]
    // Three-bit codes: clear (4), 0, 1, end (5).
    let image: [UInt8] = [2, 2, 0b0100_0100, 0b0000_1010, 0, 0x3B]
    let file = Array("GIF89a".utf8) + screen + control + frame + image
    let pixels = try PhotoImage.render(Bytes(file), .full).pixels
    #expect(Pictures.rows(pixels) == [[Pictures.red, [0, 0, 0, 0], [0, 0, 0, 0]]])
  }

  /// Two by one uncompressed RGB pixels, rotated by 90°.
  @Test func tiffIsDecodedAndTurned() throws {
    let entries: [(UInt32, UInt32, UInt32, UInt32)] = [
      (0x0100, 3, 1, 2), (0x0101, 3, 1, 1), (0x0102, 3, 1, 8), (0x0103, 3, 1, 1), (0x0106, 3, 1, 2),
      (0x0111, 4, 1, 8), (0x0112, 3, 1, 6), (0x0115, 3, 1, 3), (0x0116, 3, 1, 1), (0x0117, 4, 1, 6),
    ]
    var file: [UInt8] = [0x49, 0x49, 42, 0, 14, 0, 0, 0] + [255, 0, 0, 0, 0, 255]
    file += Pictures.number(UInt32(entries.count), size: 2)
    for entry in entries {
      file += Pictures.number(entry.0, size: 2) + Pictures.number(entry.1, size: 2)
      file += Pictures.number(entry.2, size: 4) + Pictures.number(entry.3, size: 4)
    }
    file += [0, 0, 0, 0]
    let pixels = try PhotoImage.render(Bytes(file), .full).pixels
    #expect(Pictures.rows(pixels) == [[Pictures.red], [Pictures.blue]])
  }
}
