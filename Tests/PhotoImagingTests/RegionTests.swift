import Foundation
import PhotoFormats
import PhotoImaging
import TestSupport
import Testing

/// Parts of photos at full size.
@Suite struct RegionTests {
  private func rectangle(_ x: UInt32, _ y: UInt32, _ width: UInt32, _ height: UInt32) throws -> PixelRectangle
  {
    PixelRectangle(x: x, y: y, size: try #require(PixelSize(width: width, height: height)))
  }

  /// Returns the rows of a part of a picture.
  private func rows(_ picture: PixelBuffer, _ part: PixelRectangle) -> [[SIMD4<UInt8>]] {
    Pictures.rows(picture).dropFirst(Int(part.y)).prefix(Int(part.size.height)).map {
      Array($0.dropFirst(Int(part.x)).prefix(Int(part.size.width)))
    }
  }

  private func sample(_ path: String) throws -> Bytes {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Samples")
    return Bytes(Array(try Data(contentsOf: folder.appendingPathComponent(path))))
  }

  /// Expects parts to equal the same parts of the entire picture.
  private func expectPartsOfTheWhole(_ photo: Bytes, options: RenderingOptions = RenderingOptions()) throws {
    let whole = try PhotoImage.render(photo, .full, options: options)
    let (width, height) = (whole.pixels.size.width, whole.pixels.size.height)
    let parts = try [
      rectangle(0, 0, width, height), rectangle(0, 0, 7, 5), rectangle(width - 7, height - 5, 7, 5),
      rectangle(width / 2 - 3, height / 2 - 1, 11, 9), rectangle(0, height / 3, width, 3),
      rectangle(width / 3, 0, 1, height),
    ]
    for part in parts {
      let image = try PhotoImage.render(photo, .region(part, fitting: part.size), options: options)
      #expect(image.pixels.size == part.size)
      #expect(Pictures.rows(image.pixels) == rows(whole.pixels, part), "\(part)")
      #expect(image.fullSize == whole.fullSize)
      #expect(!image.isTruncated)
    }
  }

  @Test func `a part of a JPEG equals the same part of the entire picture`() throws {
    try expectPartsOfTheWhole(Bytes(try RegionFiles.slopes(width: 200, height: 150).jpeg(quality: 0.5)))
    try expectPartsOfTheWhole(RegionFiles.progressive())
  }

  @Test func `a part in any other coding equals the same part of the entire picture`() throws {
    try expectPartsOfTheWhole(Bytes(try RegionFiles.slopes(width: 40, height: 30).png()))
    try expectPartsOfTheWhole(RegionFiles.interlaced())
    try expectPartsOfTheWhole(RegionFiles.webP())
    try expectPartsOfTheWhole(RegionFiles.gif())
    try expectPartsOfTheWhole(RegionFiles.tiff(width: 96, height: 64, isTiled: true))
    try expectPartsOfTheWhole(RegionFiles.tiff(width: 80, height: 50, isTiled: true))
    try expectPartsOfTheWhole(RegionFiles.tiff(width: 40, height: 32, isTiled: false))
    try expectPartsOfTheWhole(sample("Trip to Kyoto/IMG_4021.HEIC"))
    try expectPartsOfTheWhole(sample("Shoebox/rose.jxl"))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>)
  func `a part is in pixels with orientation applied`(orientation: UInt8) throws {
    let exif = Pictures.exif(orientation: orientation)
    let photo = Bytes(try RegionFiles.slopes(width: 90, height: 50).jpeg(quality: 0.9, exif: exif))
    try expectPartsOfTheWhole(photo)
    try expectPartsOfTheWhole(photo, options: RenderingOptions(orientationApplied: false))
    try expectPartsOfTheWhole(
      RegionFiles.tiff(width: 96, height: 64, isTiled: true, orientation: orientation))
  }

  @Test func `a part is clipped to the edges`() throws {
    let picture = try RegionFiles.slopes(width: 30, height: 20)
    let photo = Bytes(try picture.png())
    let beyond = try rectangle(25, 12, 100, UInt32.max)
    let box = try #require(PixelSize(width: 4000, height: 4000))
    let image = try PhotoImage.render(photo, .region(beyond, fitting: box))
    #expect(Pictures.rows(image.pixels) == rows(picture, beyond))
    let outside = try rectangle(UInt32.max, 4000, 8, 8)
    let corner = try PhotoImage.render(photo, .region(outside, fitting: box)).pixels
    #expect(corner.size == PixelSize(width: 1, height: 1))
    #expect(corner.pixel(x: 0, y: 0) == picture.pixel(x: 29, y: 19))
  }

  @Test func `a part is only scaled down to fit its box`() throws {
    let exif = Pictures.exif(orientation: 6)
    let photo = Bytes(try Pictures.quarters(width: 400, height: 200).jpeg(quality: 1, exif: exif))
    let box = try #require(PixelSize(width: 50, height: 50))
    // With orientation applied it is 200 x 400: blue, red, white, green.
    let image = try PhotoImage.render(photo, .region(rectangle(0, 100, 200, 200), fitting: box))
    #expect(image.pixels.size == box)
    #expect(Pictures.isNear(image.pixels.pixel(x: 5, y: 5), Pictures.blue))
    #expect(Pictures.isNear(image.pixels.pixel(x: 45, y: 5), Pictures.red))
    #expect(Pictures.isNear(image.pixels.pixel(x: 5, y: 45), Pictures.white))
    #expect(Pictures.isNear(image.pixels.pixel(x: 45, y: 45), Pictures.green))
    let wide = try PhotoImage.render(photo, .region(rectangle(0, 0, 200, 20), fitting: box))
    #expect(wide.pixels.size == PixelSize(width: 50, height: 5))
    let small = try PhotoImage.render(photo, .region(rectangle(9, 9, 20, 30), fitting: box))
    #expect(small.pixels.size == PixelSize(width: 20, height: 30))
  }

  @Test func `a part requires memory for its own pixels only`() throws {
    let photo = Bytes(try RegionFiles.slopes(width: 250, height: 200).jpeg(quality: 0.5))
    let options = RenderingOptions(limits: ImagingLimits(bytes: 20_000))
    let part = try rectangle(100, 100, 50, 50)
    #expect(throws: ImagingError.self) { try PhotoImage.render(photo, .full, options: options) }
    let image = try PhotoImage.render(photo, .region(part, fitting: part.size), options: options)
    #expect(image.pixels.size == part.size)
  }

  @Test func `every prefix of a file is decoded in part or rejected`() throws {
    for whole in [try RegionFiles.progressive(), try RegionFiles.tiff(width: 80, height: 50, isTiled: true)] {
      for count in stride(from: 0, to: whole.count, by: 5) {
        let prefix = whole.prefixSlice(at: 0, count: count)
        let part = try rectangle(20, 20, 9, 9)
        let image = try? PhotoImage.render(prefix, .region(part, fitting: part.size))
        #expect(image == nil || image?.pixels.size == part.size)
      }
    }
  }
}
