import PhotoFormats
import PhotoImaging
import SystemPackage
import Testing

@Suite struct PictureEncodingTests {
  /// A JPEG of 80 x 40 pixels that must be rotated.
  private func turnedPhoto(in folder: borrowing TemporaryTree) throws -> FilePath {
    let exif = try Pictures.exif(orientation: 6)
    return try folder.write(
      Pictures.quarters(width: 80, height: 40).jpeg(quality: 0.9, exif: exif), to: "a.jpg")
  }

  @Test(arguments: [
    (0, 0, 40, 80), (20, 0, 20, 40), (0, 20, 10, 20), (30, 20, 10, 20), (4000, 4000, 40, 80),
  ])
  func aPictureIsUprightAndFits(_ width: Int, _ height: Int, _ fitted: UInt32, _ rows: UInt32) throws {
    let folder = try TemporaryTree()
    let encoding = PictureEncoding(.fitting(width: width, height: height), quality: 0.8)
    let metadata = PhotoMetadata.read(ByteSource(try encoding.jpeg(of: turnedPhoto(in: folder))))
    #expect(metadata.pixelSize == PixelSize(width: fitted, height: rows))
    #expect(metadata.orientation == .up)
  }

  @Test func itIsCutToAShapeAndTheSameEachTime() throws {
    let folder = try TemporaryTree()
    let photo = try turnedPhoto(in: folder)
    let encoding = PictureEncoding(.full, crop: .square, quality: 0.8)
    let jpeg = try encoding.jpeg(of: photo)
    #expect(PhotoMetadata.read(ByteSource(jpeg)).pixelSize == PixelSize(width: 40, height: 40))
    #expect(try encoding.jpeg(of: photo) == jpeg)
  }

  @Test(arguments: [true, false])
  func exifIsKeptOrLeftOut(keepsExif: Bool) throws {
    let folder = try TemporaryTree()
    let encoding = PictureEncoding(.full, quality: 0.8, keepsExif: keepsExif)
    let made = try folder.write(encoding.jpeg(of: turnedPhoto(in: folder)), to: "b.jpg")
    #expect(try (ExifAttachment.read(from: made) != nil) == keepsExif)
  }

  @Test func anErrorNamesThePhoto() throws {
    let folder = try TemporaryTree()
    let path = try folder.write(Array("no photo".utf8), to: "a.jpg")
    let error = #expect(throws: ImagingError.self) { try PictureEncoding(.full, quality: 0.8).jpeg(of: path) }
    #expect(error?.path == path)
  }
}
