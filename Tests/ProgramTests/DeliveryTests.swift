import PhotoFormats
import SystemPackage
import TestSupport
import Testing

/// From marks in sidecars to the pictures that a client gets.
struct DeliveryTests {
  private let photopick: Photopick

  /// Makes a photo with Exif of a camera, and corrects its date and marks it in a sidecar.
  init() throws {
    photopick = try Photopick()
    let camera = PictureBuilder.jpeg("2024:06:01 14:30:00") {
      $0.make = "Canon"
      $0.model = "Canon EOS R6"
      $0.offset = "+02:00"
      $0.orientation = 6
    }
    // The Exif segment of the camera in a picture that can be decoded.
    let length = 2 + Int(camera[4]) << 8 + Int(camera[5])
    let picture = try Scene.jpeg()
    try photopick.photos.file(
      "IMG_1.jpg", Array(camera[..<2]) + camera[2..<2 + length] + picture.dropFirst(2))
    let commands = [
      [
        "--rating", "5", "--label", "Green", "--title", "The rings", "--caption", "Ann & Bob – Ringe",
        "--keyword",
        "+Wedding/Church,+Rings", "--place", "48.5,-2.25",
      ],
      ["--shift-time", "+1:02:03"],
    ]
    for marks in commands {
      let marked = try photopick.runAll(["mark", "all", ".", "--no-catalog"] + marks)
      #expect(marked.status == 0, "\(marked.errors)")
    }
  }

  private func metadata(_ path: FilePath) throws -> PhotoMetadata {
    PhotoMetadata.read(ByteSource(try #require(photopick.photos.bytes(path))))
  }

  private func check(_ metadata: PhotoMetadata) {
    #expect(metadata.captureDate?.iso8601 == "2024-06-01T15:32:03+02:00")
    #expect(metadata.camera == Camera(make: "Canon", model: "Canon EOS R6"))
    #expect(metadata.orientation == .up && metadata.pixelSize == PixelSize(width: 30, height: 40))
    #expect(metadata.values[.rating] == .integer(5) && metadata.values[.label] == .text("Green"))
    #expect(metadata.values[.title] == .text("The rings"))
    #expect(metadata.values[.caption] == .text("Ann & Bob – Ringe"))
    #expect(metadata.values[.keywordTree] == .list(["Wedding/Church", "Rings"]))
    #expect(metadata.location?.latitude == 48.5 && metadata.location?.longitude == -2.25)
  }

  @Test func `exported, returned and stored pictures have the marks of the sidecar and the corrected date`()
    throws
  {
    #expect(try photopick.run("export", "all", ".", "--to", "out", "--fit", "40").status == 0)
    check(try metadata("out/IMG_1.jpg"))
    let kept = try photopick.run(
      "store", "put", "IMG_1.jpg", "--root", "store", "--name", "a.jpg", "--fit", "40")
    #expect(kept.status == 0)
    check(try metadata("store/a.jpg"))
    let returned = try photopick.run(
      "select", "all", ".", "--crop", "3:4", "--image-folder", "pictures", "--format", "{imagePath}")
    let name = try #require(photopick.photos.names().contains("pictures") ? returned.lines.first : nil)
    #expect(try metadata(FilePath(name)).values[.title] == .text("The rings"))
  }

  @Test func `options leave out the camera or the place, and are refused for copies`() throws {
    let options = [["--metadata", "marks", "--strip-place"], ["--metadata", "none"]]
    for (index, options) in options.enumerated() {
      #expect(
        try photopick.runAll(["export", "all", ".", "--to", "out\(index)", "--fit", "40"] + options).status
          == 0)
      let metadata = try self.metadata(FilePath("out\(index)/IMG_1.jpg"))
      #expect(metadata.camera == nil && metadata.location == nil)
      #expect(metadata.values[.title] == (index == 0 ? .text("The rings") : nil))
    }
    let copies = [
      ["export", "all", ".", "--to", "copies", "--strip-place"],
      ["export", "all", ".", "--to", "copies", "--metadata", "none"],
      ["select", "all", ".", "--return-image", "original", "--strip-place"],
      ["store", "put", "IMG_1.jpg", "--root", "store", "--metadata", "marks"],
    ]
    for arguments in copies {
      let refused = try photopick.runAll(arguments)
      #expect(
        refused.status == 64 && refused.errors.contains("is for pictures made of photos, not for copies"))
    }
    #expect(!photopick.photos.names().contains("copies"))
  }

  @Test(.enabled(if: SidecarToolTests.isThere("exiftool"), "exiftool is not installed"))
  func `ExifTool reads the same by the rules of the Metadata Working Group, and finds no fault`() throws {
    #expect(try photopick.run("export", "all", ".", "--to", "out", "--fit", "40").status == 0)
    let read = try photopick.shell(
      """
      exiftool -s3 -MWG:DateTimeOriginal -MWG:Description -MWG:Keywords -MWG:Rating -XMP-dc:Title -IPTC:ObjectName \
      -Make -n -Composite:GPSLatitude -Composite:GPSLongitude -validate -warning out/IMG_1.jpg
      """)
    #expect(
      read.lines == [
        "2024:06:01 15:32:03+02:00", "Ann & Bob – Ringe", "Church, Rings", "5", "The rings", "The rings",
        "Canon", "48.5",
        "-2.25", "0 0 0",
      ])
  }

  @Test func `a corrected date is embedded, and undone`() throws {
    let before = photopick.photos.bytes("IMG_1.jpg")
    try photopick.photos.remove("IMG_1.jpg.xmp")
    let marked = try photopick.run(
      "mark", "all", ".", "--no-catalog", "--shift-time", "+1:00", "--place", "1,2", "--embed")
    #expect(marked.status == 0, "\(marked.errors)")
    let found = try metadata("IMG_1.jpg")
    #expect(found.captureDate?.iso8601 == "2024-06-01T15:30:00+02:00" && found.location?.latitude == 1)
    #expect(photopick.photos.names() == ["IMG_1.jpg"])
    #expect(try photopick.run("mark", "--undo").status == 0)
    #expect(photopick.photos.bytes("IMG_1.jpg") == before)
  }
}
