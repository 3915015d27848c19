import PhotoFormats
import PhotoImaging
import SystemPackage
import TestSupport
import Testing

@Suite struct PictureEncodingTests {
  /// A JPEG of 80 x 40 pixels that must be rotated.
  private func turnedPhoto(in folder: borrowing TemporaryTree) throws -> FilePath {
    let exif = Pictures.exif(orientation: 6)
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
    let encoding = PictureEncoding(.full, crop: .middle(.square), quality: 0.8)
    let jpeg = try encoding.jpeg(of: photo)
    #expect(PhotoMetadata.read(ByteSource(jpeg)).pixelSize == PixelSize(width: 40, height: 40))
    #expect(try encoding.jpeg(of: photo) == jpeg)
  }

  @Test(arguments: MetadataPolicy.Scope.allCases)
  func theMetadataOfTheScopeIsWritten(scope: MetadataPolicy.Scope) throws {
    let folder = try TemporaryTree()
    var values = MetadataValues()
    values[.title] = .text("Harbour")
    let described = PictureMetadata(
      date: nil, camera: Camera(make: "Canon", model: nil), location: nil, values: values)
    let encoding = PictureEncoding(
      .full, quality: 0.8, policy: MetadataPolicy(scope), described: described)
    let metadata = PhotoMetadata.read(ByteSource(try encoding.jpeg(of: turnedPhoto(in: folder))))
    #expect(metadata.values[.title] == (scope == .none ? nil : .text("Harbour")))
    #expect(metadata.camera?.make == (scope == .all ? "Canon" : nil))
    #expect(metadata.values[.rewritten] == (scope == .all ? .flag(true) : nil))
    #expect(metadata.orientation == (scope == .none ? nil : .up))
  }

  @Test func facesAreTurnedAndCroppedWithThePicture() throws {
    let folder = try TemporaryTree()
    var values = MetadataValues()
    // In the stored picture of 80 × 40 pixels: at the right edge, so at the bottom of the upright one, and in the middle.
    values[.faces] = .regions([
      FaceRegion(name: "Ann", x: 0.9, y: 0.25, width: 0.1, height: 0.5),
      FaceRegion(name: "Bob", x: 0.5, y: 0, width: 0.125, height: 0.25),
    ])
    values[.people] = .list(["Ann", "Bob", "Eve"])
    let described = PictureMetadata(date: nil, camera: nil, location: nil, values: values)
    let photo = try turnedPhoto(in: folder)
    func written(_ crop: Crop?) throws -> MetadataValues {
      let encoding = PictureEncoding(.full, crop: crop, quality: 0.8, described: described)
      return PhotoMetadata.read(ByteSource(try encoding.jpeg(of: photo))).values
    }
    #expect(
      try written(nil)[.faces]
        == .regions([
          FaceRegion(name: "Ann", x: 0.25, y: 0.9, width: 0.5, height: 0.1),
          FaceRegion(name: "Bob", x: 0.75, y: 0.5, width: 0.25, height: 0.125),
        ]))
    let cropped = try written(.middle(.square))
    #expect(
      cropped[.faces] == .regions([FaceRegion(name: "Bob", x: 0.75, y: 0.5, width: 0.25, height: 0.25)]))
  }

  @Test func anErrorNamesThePhoto() throws {
    let folder = try TemporaryTree()
    let path = try folder.write(Array("no photo".utf8), to: "a.jpg")
    let error = #expect(throws: ImagingError.self) { try PictureEncoding(.full, quality: 0.8).jpeg(of: path) }
    #expect(error?.path == path)
  }
}
