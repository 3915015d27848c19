import PhotoFormats
import PhotoImaging
import Testing

@Suite struct ExifAttachmentTests {
  private let size = PixelSize(width: 10, height: 10)

  @Test func orientationIsResetAndTheThumbnailGone() throws {
    let thumbnail = try Pictures.quarters(width: 16, height: 16).jpeg(quality: 0.5)
    let block = try Pictures.exif(orientation: 6, thumbnail: thumbnail)
    let adapted = block.adapted(to: try #require(size))
    #expect(
      adapted.bytes == Bytes(try Pictures.exif(orientation: 1).bytes.array + block.bytes.array[26..<56]))
  }

  @Test(arguments: [1, 3, 4, 6, 8, 9], [1, 2])
  func anyFormOfTheOrientationIsReset(type: UInt8, count: UInt8) throws {
    var bytes = try Pictures.exif(orientation: 6).bytes.array
    (bytes[12], bytes[14]) = (type, count)
    let adapted = try #require(ExifAttachment(Bytes(bytes))).adapted(to: try #require(size))
    #expect(adapted == (try Pictures.exif(orientation: 1)))
  }

  @Test func renderedJPEGCarriesIt() throws {
    let exif = try Pictures.exif(orientation: 3).adapted(to: try #require(size))
    let jpeg = try Pictures.quarters(width: 10, height: 10).jpeg(quality: 0.9, exif: exif)
    #expect(PhotoMetadata.read(ByteSource(jpeg)).orientation == .up)
    let folder = try TemporaryTree()
    let path = try folder.write(jpeg, to: "a.jpg")
    #expect(try ExifAttachment.read(from: path) == exif)
  }

  @Test func anyBrokenBlockIsAdaptedWithoutHarm() throws {
    let whole = try Pictures.exif(orientation: 6, thumbnail: [1, 2, 3]).bytes
    for count in 4...whole.count {
      for value: UInt8 in [0, 0xFF] {
        var bytes = whole.prefixSlice(at: 0, count: count).array
        bytes[count - 1] = value
        _ = ExifAttachment(Bytes(bytes))?.adapted(to: try #require(size))
      }
    }
  }
}
