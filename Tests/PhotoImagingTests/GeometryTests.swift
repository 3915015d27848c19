import PhotoFormats
import PhotoImaging
import Testing

@Suite struct GeometryTests {
  /// The rows of the picture AB, CD, EF after each orientation (Exif 2.32, 4.6.4).
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

  /// Returns a single row or column with the gray levels of `grey`.
  private func line(_ count: Int, isRow: Bool, _ grey: (Int) -> UInt8) throws -> PixelBuffer {
    let pixels = (0..<count).map { SIMD4(grey($0), grey($0), grey($0), 255) }
    return try Pictures.buffer(isRow ? [pixels] : pixels.map { [$0] })
  }

  @Test(arguments: [true, false])
  func `a gradient remains linear on either side`(isRow: Bool) throws {
    let ramp = try line(240, isRow: isRow) { UInt8($0) }
    let size = try #require(PixelSize(width: isRow ? 96 : 1, height: isRow ? 1 : 96))
    let small = try ramp.scaled(to: size)
    // Except near the edges, each pixel is the center of the 2.5 pixels that it represents.
    for place in 8..<88 {
      let grey = try #require(small.pixel(x: isRow ? place : 0, y: isRow ? 0 : place)?[0])
      #expect(abs(Double(grey) - (Double(place) * 2.5 + 0.75)) <= 1)
    }
  }

  @Test(arguments: [true, false])
  func `stripes too fine for the size are averaged`(isRow: Bool) throws {
    let stripes = try line(300, isRow: isRow) { $0 % 2 == 0 ? 40 : 160 }
    let size = try #require(PixelSize(width: isRow ? 50 : 1, height: isRow ? 1 : 50))
    let small = try stripes.scaled(to: size)
    for place in 2..<48 {
      #expect(
        Pictures.isNear(
          small.pixel(x: isRow ? place : 0, y: isRow ? 0 : place), SIMD4(100, 100, 100, 255), by: 2))
    }
  }

  @Test func `a flat picture is unchanged at any size`() throws {
    let colour = SIMD4<UInt8>(255, 1, 128, 255)
    let flat = try Pictures.buffer(.init(repeating: .init(repeating: colour, count: 37), count: 23))
    for (width, height) in [(36, 22), (19, 12), (5, 3), (1, 1), (37, 1), (1, 23), (50, 40)] {
      let size = try #require(PixelSize(width: UInt32(width), height: UInt32(height)))
      #expect(Set(Pictures.rows(try flat.scaled(to: size)).joined()) == [colour])
    }
  }

  /// The filter has negative lobes, which brighten pixels near edges.
  @Test func `no color exceeds its alpha`() throws {
    let (clear, solid) = (SIMD4<UInt8>(0, 0, 0, 0), SIMD4<UInt8>(200, 200, 0, 200))
    let picture = try Pictures.buffer(
      (0..<60).map { y in (0..<60).map { x in x / 15 % 2 == y / 15 % 2 ? clear : solid } })
    let size = try #require(PixelSize(width: 24, height: 24))
    for pixel in Pictures.rows(try picture.scaled(to: size)).joined() {
      #expect(pixel[0] <= pixel[3] && pixel[1] <= pixel[3] && pixel[2] <= pixel[3])
    }
  }

  @Test(arguments: [true, false])
  func `the longest line is scaled to one pixel, and longer lines are rejected`(isRow: Bool) throws {
    let (one, limit) = (try #require(PixelSize(width: 1, height: 1)), Int(PixelBuffer.sideLimit))
    let line = try line(limit, isRow: isRow) { _ in 77 }
    #expect(try line.scaled(to: one).pixel(x: 0, y: 0) == SIMD4(77, 77, 77, 255))
    let longer = try self.line(limit + 1, isRow: isRow) { _ in 77 }
    #expect(throws: ImagingError.self) { try longer.scaled(to: one) }
  }
}
