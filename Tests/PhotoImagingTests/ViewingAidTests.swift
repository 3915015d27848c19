import PhotoFormats
import SystemPackage
import Testing

@testable import PhotoImaging

struct ViewingAidTests {
  /// Returns an opaque picture of gray levels.
  private func picture(_ width: Int, _ height: Int, _ level: (Int, Int) -> UInt8) throws -> PixelBuffer {
    var rgba: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let value = level(x, y)
        rgba += [value, value, value, 255]
      }
    }
    let size = try #require(PixelSize(width: UInt32(width), height: UInt32(height)))
    return try #require(PixelBuffer(size: size, rgba: rgba, isOpaque: true))
  }

  private func map(of picture: PixelBuffer, in size: PixelSize? = nil) -> FocusMap {
    var map = FocusMap(of: picture.size, in: size ?? picture.size)
    map.add(picture, rows: 0..<picture.height)
    return map
  }

  @Test func `clipped pixels are red and blue, others remain`() throws {
    let levels: [UInt8] = [0, 1, 2, 128, 253, 254, 255]
    let picture = try picture(7, 1) { x, _ in levels[x] }
    let marked = picture.marked(.clipping, focus: nil)
    let blue = SIMD4<UInt8>(0, 0, 255, 255)
    let red = SIMD4<UInt8>(255, 0, 0, 255)
    #expect((0..<7).filter { marked.pixel(x: $0, y: 0) == blue } == [0, 1])
    #expect((0..<7).filter { marked.pixel(x: $0, y: 0) == red } == [5, 6])
    #expect(marked.pixel(x: 3, y: 0) == SIMD4(128, 128, 128, 255))
    let overlay = picture.marked(.clipping, focus: nil, isOverlay: true)
    #expect(overlay.pixel(x: 3, y: 0) == SIMD4(0, 0, 0, 0) && overlay.pixel(x: 6, y: 0) == red)
    let histogram = picture.histogram()
    #expect(histogram.clippedHighlights == 2 && histogram.clippedShadows == 2)
    #expect(picture.marked([], focus: nil).pixel(x: 0, y: 0) == SIMD4(0, 0, 0, 255))
  }

  @Test func `only sharp edges are in focus`() throws {
    let green = SIMD4<UInt8>(0, 255, 0, 255)
    let sharp = try picture(40, 8) { x, _ in x < 20 ? 60 : 180 }
    let edges = sharp.marked(.focus, focus: map(of: sharp))
    #expect((0..<40).filter { edges.pixel(x: $0, y: 4) == green } == [19, 20])
    // The same edge over 12 pixels.
    let blurred = try picture(40, 8) { x, _ in UInt8(60 + min(max((x - 14) * 10, 0), 120)) }
    let none = blurred.marked(.focus, focus: map(of: blurred))
    #expect((0..<40).allSatisfy { none.pixel(x: $0, y: 4) != green })
  }

  @Test func `a reduced view shows edges of the photo at full size`() throws {
    let green = SIMD4<UInt8>(0, 255, 0, 255)
    let photo = try picture(80, 80) { x, y in x == 41 && y > 10 && y < 70 ? 255 : 100 }
    let size = try #require(PixelSize(width: 10, height: 10))
    let view = try photo.scaled(to: size).marked(.focus, focus: map(of: photo, in: size))
    #expect(view.pixel(x: 5, y: 5) == green && view.pixel(x: 2, y: 5) != green)
    #expect(view.pixel(x: 5, y: 0) != green)
  }

  @Test func `strips of a photo result in the same map as the complete photo`() throws {
    let tree = try TemporaryTree()
    let photo = try picture(60, 50) { x, y in (x / 7 + y / 5) % 2 == 0 ? 50 : 200 }
    let path = try tree.write(photo.png(), to: "a.png")
    let lenses = LensStore<FilePath>()
    let rectangle = PixelRectangle(x: 0, y: 0, size: photo.size)
    let found = try lenses.focusMap(of: path, at: path, rectangle, in: photo.size)
    let (own, whole) = (photo.marked(.focus, focus: found), photo.marked(.focus, focus: map(of: photo)))
    own.withUnsafeBytes { own in whole.withUnsafeBytes { #expect(own.elementsEqual($0)) } }
    var strips = FocusMap(of: photo.size, in: photo.size)
    for first in stride(from: 0, to: 48, by: 8) {
      let count = UInt32(min(10, 50 - first))
      let size = try #require(PixelSize(width: 60, height: count))
      let part = PixelRectangle(x: 0, y: UInt32(first), size: size)
      strips.add(
        try lenses.region(of: path, at: path, part, fitting: size), rows: first..<first + Int(count))
    }
    let striped = photo.marked(.focus, focus: strips)
    striped.withUnsafeBytes { own in whole.withUnsafeBytes { #expect(own.elementsEqual($0)) } }
  }
}
