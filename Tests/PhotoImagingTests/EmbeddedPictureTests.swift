import PhotoFormats
import PhotoImaging
import Testing

@Suite struct EmbeddedPictureTests {
  private func photo(thumbnailWidth: Int, thumbnailHeight: Int) throws -> Bytes {
    let white = [SIMD4<UInt8>](repeating: Pictures.white, count: thumbnailWidth)
    let thumbnail = try Pictures.buffer(.init(repeating: white, count: thumbnailHeight)).jpeg(quality: 1)
    let exif = try Pictures.exif(orientation: 1, thumbnail: thumbnail)
    return Bytes(try Pictures.quarters(width: 640, height: 480).jpeg(quality: 0.9, exif: exif))
  }

  private func origin(_ photo: Bytes, side: UInt32) throws -> PhotoImage.Origin {
    let box = try #require(PixelSize(width: side, height: side))
    return try PhotoImage.render(photo, .aspectRatioThumbnail(fitting: box)).origin
  }

  @Test func exifThumbnailIsTakenWhereItIsLargeEnough() throws {
    let photo = try photo(thumbnailWidth: 160, thumbnailHeight: 120)
    #expect(try origin(photo, side: 128) == .exifThumbnail)
    #expect(try origin(photo, side: 256) == .picture)
  }

  @Test func exifThumbnailOfAnotherShapeIsPassedOver() throws {
    #expect(try origin(photo(thumbnailWidth: 160, thumbnailHeight: 160), side: 64) == .picture)
  }

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
}
