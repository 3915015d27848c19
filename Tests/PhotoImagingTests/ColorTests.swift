import PhotoFormats
import PhotoImaging
import Testing

@Suite struct ColorTests {
  /// A profile (ICC.1, 7) of three primaries and a gamma that exchanges sRGB's red and blue.
  private var exchangedProfile: [UInt8] {
    let primaries: [(name: String, values: [UInt32])] = [
      ("rXYZ", [0x0000_24A0, 0x0000_0F84, 0x0000_B6CF]), ("gXYZ", [0x0000_6299, 0x0000_B785, 0x0000_18DA]),
      ("bXYZ", [0x0000_6FA2, 0x0000_38F5, 0x0000_0390]), ("wtpt", [0x0000_F6D6, 0x0001_0000, 0x0000_D32D]),
    ]
    var tags: [(name: String, data: [UInt8])] = primaries.map { primary in
      (primary.name, text("XYZ ") + big(0) + primary.values.flatMap(big))
    }
    let gamma = text("curv") + big(0) + big(1) + [0x02, 0x33, 0, 0]  // One value: 2.2.
    tags += ["rTRC", "gTRC", "bTRC"].map { ($0, gamma) }
    var offset = UInt32(128 + 4 + tags.count * 12)
    var table = big(UInt32(tags.count))
    for tag in tags {
      table += text(tag.name) + big(offset) + big(UInt32(tag.data.count))
      offset += UInt32(tag.data.count)
    }
    var header = big(offset) + big(0) + big(0x0210_0000) + text("mntr") + text("RGB ") + text("XYZ ")
    header += [UInt8](repeating: 0, count: 12) + text("acsp") + [UInt8](repeating: 0, count: 28)
    header += big(0x0000_F6D6) + big(0x0001_0000) + big(0x0000_D32D)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + tags.flatMap(\.data)
  }

  private func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  private func big(_ value: UInt32) -> [UInt8] { Pictures.number(value, size: 4).reversed() }

  /// A red JPEG whose profile is split into two APP2 segments (ICC.1, B.4).
  private func photo(_ profile: [UInt8]) throws -> Bytes {
    let red = [SIMD4<UInt8>](repeating: Pictures.red, count: 32)
    return withProfile(profile, jpeg: try Pictures.buffer(.init(repeating: red, count: 32)).jpeg(quality: 1))
  }

  private func withProfile(_ profile: [UInt8], jpeg: [UInt8]) -> Bytes {
    let halves = [profile.prefix(100), profile.dropFirst(100)]
    let segments = halves.enumerated().flatMap { index, half in
      let content = text("ICC_PROFILE\0") + [UInt8(index + 1), 2] + half
      return [0xFF, 0xE2] + Array(big(UInt32(content.count + 2)).suffix(2)) + content
    }
    return Bytes(Array(jpeg.prefix(2)) + segments + Array(jpeg.dropFirst(2)))
  }

  @Test func coloursAreConvertedFromTheirProfile() throws {
    let image = try PhotoImage.render(photo(exchangedProfile), .full)
    #expect(Pictures.isNear(image.pixels.pixel(x: 9, y: 9), Pictures.blue, by: 10))
    #expect(image.pixels.colorProfile == nil)
  }

  /// Large pictures use a lookup table, small ones Little CMS.
  @Test func `a part has the same colors as in the entire picture`() throws {
    let plain = try RegionFiles.slopes(width: 240, height: 160).jpeg(quality: 1)
    let photo = withProfile(exchangedProfile, jpeg: plain)
    let whole = try PhotoImage.render(photo, .full).pixels
    let size = try #require(PixelSize(width: 120, height: 80))
    for (x, y) in [(0, 0), (120, 0), (0, 80), (120, 80)] as [(UInt32, UInt32)] {
      let part = PixelRectangle(x: x, y: y, size: size)
      let pixels = try PhotoImage.render(photo, .region(part, fitting: size)).pixels
      for column in 0..<120 {
        let there = whole.pixel(x: Int(x) + column, y: Int(y) + column / 2)
        #expect(Pictures.isNear(pixels.pixel(x: column, y: column / 2), there ?? [0, 0, 0, 0], by: 1))
      }
    }
  }

  @Test func coloursAndProfileStayOnRequest() throws {
    let options = RenderingOptions(convertsToSRGB: false)
    let image = try PhotoImage.render(photo(exchangedProfile), .full, options: options)
    #expect(Pictures.isNear(image.pixels.pixel(x: 9, y: 9), Pictures.red))
    #expect(image.pixels.colorProfile == Bytes(exchangedProfile))
    let again = try PhotoImage.render(Bytes(try image.pixels.jpeg(quality: 1)), .full)
    #expect(Pictures.isNear(again.pixels.pixel(x: 9, y: 9), Pictures.blue, by: 10))
  }

  @Test func aBrokenProfileLeavesColoursAsTheyAre() throws {
    let image = try PhotoImage.render(photo([UInt8](repeating: 7, count: 300)), .full)
    #expect(Pictures.isNear(image.pixels.pixel(x: 9, y: 9), Pictures.red))
  }
}
