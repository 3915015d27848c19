import PhotoFormats
import PhotoImaging
import TestSupport
import Testing

@Suite struct RenderingTests {
  private func jpeg(width: Int, height: Int, orientation: UInt8? = nil) throws -> Bytes {
    let exif = orientation.map { Pictures.exif(orientation: $0) }
    return Bytes(try Pictures.quarters(width: width, height: height).jpeg(quality: 1, exif: exif))
  }

  @Test func pngComesBackPixelForPixel() throws {
    let picture = try Pictures.buffer([[Pictures.red, [0, 0, 0, 0]], [[64, 32, 0, 128], Pictures.white]])
    let image = try PhotoImage.render(Bytes(try picture.png()), .full)
    #expect(Pictures.rows(image.pixels) == Pictures.rows(picture))
    #expect(!image.pixels.isOpaque)
    #expect(!image.isTruncated)
  }

  @Test func jpegIsDecodedInItsColours() throws {
    let image = try PhotoImage.render(jpeg(width: 64, height: 32), .full)
    #expect(image.pixels.size == PixelSize(width: 64, height: 32))
    #expect(image.pixels.isOpaque)
    #expect(Pictures.isNear(image.pixels.pixel(x: 4, y: 4), Pictures.red))
    #expect(Pictures.isNear(image.pixels.pixel(x: 60, y: 28), Pictures.white))
  }

  @Test func orientationIsAppliedOnRequest() throws {
    let photo = try jpeg(width: 64, height: 32, orientation: 6)
    let upright = try PhotoImage.render(photo, .full)
    #expect(upright.pixels.size == PixelSize(width: 32, height: 64))
    #expect(Pictures.isNear(upright.pixels.pixel(x: 28, y: 4), Pictures.red))
    let stored = try PhotoImage.render(photo, .full, options: RenderingOptions(orientationApplied: false))
    #expect(stored.pixels.size == PixelSize(width: 64, height: 32))
    #expect(stored.orientation == .right)
  }

  @Test(arguments: [
    (Rendering.thumbnail(side: 100), 100, 100), (.screen, 2400, 1200), (.full, 3000, 1500),
    (.thumbnail(side: 5000), 1500, 1500),
  ])
  func renderingsHaveTheirSize(_ rendering: Rendering, _ width: UInt32, _ height: UInt32) throws {
    let image = try PhotoImage.render(jpeg(width: 3000, height: 1500), rendering)
    #expect(image.pixels.size == PixelSize(width: width, height: height))
    #expect(image.fullSize == PixelSize(width: 3000, height: 1500))
  }

  @Test func aspectRatioThumbnailOfATurnedPhotoFitsItsBox() throws {
    let box = try #require(PixelSize(width: 100, height: 20))
    let image = try PhotoImage.render(
      jpeg(width: 400, height: 200, orientation: 8), .aspectRatioThumbnail(fitting: box))
    #expect(image.pixels.size == PixelSize(width: 10, height: 20))
  }

  @Test func cropIsCutUpright() throws {
    let options = RenderingOptions(crop: AspectRatio("1:2").map(Crop.middle))
    let image = try PhotoImage.render(jpeg(width: 400, height: 400, orientation: 6), .full, options: options)
    #expect(image.pixels.size == PixelSize(width: 200, height: 400))
  }

  @Test(arguments: [1, 6] as [UInt8])
  func `a crop is in full-size pixels with orientation applied`(orientation: UInt8) throws {
    let photo = try jpeg(width: 4000, height: 3000, orientation: orientation)
    func cut(_ x: UInt32, _ y: UInt32, _ side: UInt32, _ rendering: Rendering) throws -> PixelBuffer {
      let part = PixelRectangle(x: x, y: y, size: try #require(PixelSize(width: side, height: side)))
      return try PhotoImage.render(photo, rendering, options: RenderingOptions(crop: .part(part))).pixels
    }
    // The quarters are red and green at the top, blue and white at the bottom; after rotation, blue and red are at the
    // top.
    let first = orientation == 1 ? Pictures.red : Pictures.blue
    let corner = try cut(0, 0, 1000, .screen)
    #expect(corner.size == PixelSize(width: 1000, height: 1000))
    #expect(Pictures.isNear(corner.pixel(x: 500, y: 500), first))
    let (width, height): (UInt32, UInt32) = orientation == 1 ? (4000, 3000) : (3000, 4000)
    let last = try cut(
      width - 1200, height - 1200, 1200,
      .aspectRatioThumbnail(fitting: #require(PixelSize(width: 100, height: 100))))
    #expect(last.size == PixelSize(width: 100, height: 100))
    #expect(Pictures.isNear(last.pixel(x: 50, y: 50), orientation == 1 ? Pictures.white : Pictures.green))
    // The rectangle is clipped to the photo; a square thumbnail is its center.
    #expect(try cut(width - 100, 0, 1000, .full).size == PixelSize(width: 100, height: 1000))
    #expect(try cut(.max, .max, .max, .full).size == PixelSize(width: 1, height: 1))
    #expect(try cut(0, 0, 1000, .thumbnail(side: 64)).size == PixelSize(width: 64, height: 64))
  }

  @Test func thumbnailsAreMeansOfWhatTheyShow() throws {
    let image = try PhotoImage.render(jpeg(width: 1024, height: 1024), .thumbnail(side: 16))
    #expect(Pictures.isNear(image.pixels.pixel(x: 2, y: 2), Pictures.red))
    #expect(Pictures.isNear(image.pixels.pixel(x: 13, y: 2), Pictures.green))
    #expect(Pictures.isNear(image.pixels.pixel(x: 2, y: 13), Pictures.blue))
  }

  @Test func truncatedJPEGShowsWhatIsThere() throws {
    let whole = try jpeg(width: 256, height: 256)
    let image = try PhotoImage.render(whole.prefixSlice(at: 0, count: whole.count * 2 / 3), .full)
    #expect(image.isTruncated)
    #expect(Pictures.isNear(image.pixels.pixel(x: 4, y: 4), Pictures.red))
  }

  private func noiseRow(_ y: Int) -> [SIMD4<UInt8>] {
    (0..<64).map { x in
      let mixed = UInt8(truncatingIfNeeded: x * y * 7)
      return SIMD4(mixed, UInt8(x * 3), UInt8(y * 2), 255)
    }
  }

  @Test func truncatedPNGShowsWhatIsThere() throws {
    let noise = try Pictures.buffer((0..<64).map(noiseRow))
    let whole = Bytes(try noise.png())
    let image = try PhotoImage.render(whole.prefixSlice(at: 0, count: whole.count * 2 / 3), .full)
    #expect(image.isTruncated)
    #expect(image.pixels.pixel(x: 9, y: 3) == noise.pixel(x: 9, y: 3))
    #expect(image.pixels.pixel(x: 9, y: 63) == [0, 0, 0, 0])
  }

  @Test func morePixelsThanTheLimitAreRefusedBeforeTheyAreDecoded() throws {
    let options = RenderingOptions(limits: ImagingLimits(pixels: 64 * 32 - 1))
    let error = #expect(throws: ImagingError.self) {
      try PhotoImage.render(jpeg(width: 64, height: 32), .full, options: options)
    }
    #expect(error?.reason == .tooLarge(PixelSize(width: 64, height: 32)))
  }

  @Test func moreMemoryThanTheLimitIsRefused() throws {
    let options = RenderingOptions(limits: ImagingLimits(bytes: 1000))
    #expect(throws: ImagingError.self) {
      try PhotoImage.render(jpeg(width: 64, height: 32), .full, options: options)
    }
  }

  @Test func aPNGThatClaimsToBeHugeTakesNoMemory() throws {
    var bytes = try Pictures.quarters(width: 4, height: 4).png()
    bytes.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
    #expect(throws: ImagingError.self) { try PhotoImage.render(Bytes(bytes), .full) }
  }

  @Test func everyPrefixOfAFileIsReadWithoutHarm() throws {
    for whole in [try jpeg(width: 40, height: 40), Bytes(try Pictures.quarters(width: 20, height: 20).png())]
    {
      for count in 0..<whole.count {
        _ = try? PhotoImage.render(whole.prefixSlice(at: 0, count: count), .thumbnail(side: 8))
      }
    }
  }

  @Test func whatIsNoPictureIsNamed() {
    let error = #expect(throws: ImagingError.self) {
      try PhotoImage.render(Bytes(Array("hello".utf8)), .full)
    }
    #expect(error?.description == "no picture: neither a photo nor a video of a known format")
  }
}
