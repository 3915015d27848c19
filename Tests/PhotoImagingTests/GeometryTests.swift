import PhotoFormats
import PhotoImaging
import Testing

@Suite struct GeometryTests {
  /// Row 0 and column 0 of "AB / CD / EF" after each orientation, by the table of Exif 2.32, 4.6.4.
  @Test(arguments: [
    (Orientation.up, ["AB", "CD", "EF"]), (.upMirrored, ["BA", "DC", "FE"]), (.down, ["FE", "DC", "BA"]),
    (.downMirrored, ["EF", "CD", "AB"]), (.leftMirrored, ["ACE", "BDF"]), (.right, ["ECA", "FDB"]),
    (.rightMirrored, ["FDB", "ECA"]), (.left, ["BDF", "ACE"]),
  ])
  func everyOrientationStandsUpright(_ orientation: Orientation, _ expected: [String]) throws {
    let stored = try Pictures.buffer(["AB", "CD", "EF"].map(pixels))
    #expect(Pictures.rows(try stored.oriented(orientation)) == expected.map(pixels))
  }

  private func pixels(_ letters: String) -> [SIMD4<UInt8>] {
    letters.utf8.map { SIMD4($0, 255 - $0, 7, 255) }
  }

  @Test func croppingKeepsTheMiddle() throws {
    let wide = try Pictures.buffer([[Pictures.red, Pictures.green, Pictures.blue, Pictures.white]])
    #expect(Pictures.rows(try wide.cropped(to: .square)) == [[Pictures.green]])
    let shape = try #require(AspectRatio("2:1"))
    #expect(Pictures.rows(try wide.cropped(to: shape)) == [[Pictures.green, Pictures.blue]])
  }

  @Test(arguments: ["", "1", "1:", ":1", "0:1", "1:0", "1:1:1", "-1:1", "a:b", "100001:1"])
  func whatIsNoAspectRatioIsRefused(_ text: String) { #expect(AspectRatio(text) == nil) }

  @Test func scalingKeepsFlatColoursAndEdges() throws {
    let picture = try Pictures.quarters(width: 64, height: 48)
    let size = try #require(PixelSize(width: 8, height: 6))
    let small = try picture.scaled(to: size)
    #expect(Pictures.isNear(small.pixel(x: 0, y: 0), Pictures.red, by: 2))
    #expect(Pictures.isNear(small.pixel(x: 7, y: 0), Pictures.green, by: 2))
    #expect(Pictures.isNear(small.pixel(x: 0, y: 5), Pictures.blue, by: 2))
    #expect(Pictures.isNear(small.pixel(x: 7, y: 5), Pictures.white, by: 2))
  }
}
