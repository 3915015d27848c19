import PhotoFormats
import PhotoImaging
import Testing

/// Thumbnails created from camera previews.
@Suite struct CameraPreviewTests {
  private static let fullHD: UInt32 = 0x01_0002

  /// Returns a photo with a preview of 320 × 240 after the picture, listed in the index.
  private func photo(_ change: (inout CameraPhoto) throws -> Void = { _ in }) throws -> CameraPhoto {
    var photo = try CameraPhoto()
    photo.multiPicture = [Self.fullHD]
    photo.preview = try CameraPhoto.patches(320, 240)
    try change(&photo)
    return photo
  }

  private func render(_ photo: Bytes, side: UInt32 = 160) throws -> PhotoImage {
    let box = try #require(PixelSize(width: side, height: side))
    return try PhotoImage.render(photo, .aspectRatioThumbnail(fitting: box))
  }

  private func origin(
    side: UInt32 = 160, _ change: (inout CameraPhoto) throws -> Void = { _ in }
  ) throws -> PhotoImage.Origin {
    try render(photo(change).bytes, side: side).origin
  }

  @Test func `a sufficiently large thumbnail after the picture is used`() throws {
    #expect(try origin() == .cameraPreview)
    #expect(try origin(side: 213) == .cameraPreview)
    #expect(try origin(side: 216) == .picture)
    let square = try PhotoImage.render(photo().bytes, .thumbnail(side: 128))
    #expect(square.origin == .cameraPreview)
    #expect(try PhotoImage.render(photo().bytes, .full).origin == .picture)
  }

  @Test func `a preview yields the same result as the photo`() throws {
    let bytes = try photo { $0.image.append(.short(0x0112, 6)) }.bytes
    let (image, options) = (try render(bytes), RenderingOptions(usesEmbeddedThumbnail: false))
    let size = try #require(PixelSize(width: 160, height: 160))
    let plain = try PhotoImage.render(bytes, .aspectRatioThumbnail(fitting: size), options: options)
    #expect(image.origin == .cameraPreview && plain.origin == .picture)
    #expect(image.pixels.size == PixelSize(width: 120, height: 160))
    #expect(image.fullSize == PixelSize(width: 1280, height: 960) && image.orientation == .right)
    for (x, y) in [(20, 20), (100, 20), (20, 140), (100, 140)] {
      let expected = try #require(plain.pixels.pixel(x: x, y: y))
      #expect(Pictures.isNear(image.pixels.pixel(x: x, y: y), expected, by: 9))
    }
  }

  @Test(arguments: ["Nikon", "Olympus", "First Olympus", "Pentax", "Casio", "Canon"])
  func `a preview in a maker note is used`(maker: String) throws {
    let note = try #require(CameraNotes.all[maker])
    #expect(try origin { ($0.multiPicture, $0.note) = ([], note) } == .cameraPreview)
    #expect(try origin { $0.multiPicture = [] } == .picture)
  }

  @Test func `a sufficiently large Exif thumbnail is used`() throws {
    for (width, height, expected) in [
      (320, 240, PhotoImage.Origin.cameraPreview), (160, 120, .picture), (300, 225, .picture),
    ] as [(UInt32, UInt32, PhotoImage.Origin)] {
      let found = try origin(side: 96) {
        $0.multiPicture = []
        $0.thumbnail = try CameraPhoto.patches(width, height)
      }
      #expect(found == expected)
    }
  }

  @Test func `the smallest sufficient preview is used`() throws {
    let note = try #require(CameraNotes.all["Pentax"])
    let small = try photo {
      ($0.multiPicture, $0.note) = ([], note)
      $0.preview = try CameraPhoto.patches(640, 480)
      $0.thumbnail = try CameraPhoto.patches(320, 240)
    }
    #expect(try render(small.bytes, side: 200).origin == .cameraPreview)
    #expect(try render(small.bytes, side: 230).origin == .cameraPreview)
    #expect(try render(small.bytes, side: 430).origin == .picture)
  }

  /// Evidence that an application has edited the file.
  private static let traces: [(String, @Sendable (inout CameraPhoto) -> Void)] = [
    ("the name of an editor", { $0.image.append(.text(0x0131, "GIMP 2.10")) }),
    ("a later change", { $0.image[0] = .text(0x0132, "2024:05:04 10:13:00") }),
    ("no date of capture", { $0.exif = [] }),
    ("another size", { $0.exif.append(.short(0xA002, 4000)) }),
    ("another height", { $0.exif.append(.short(0xA003, 3000)) }),
    ("JFIF first", { $0.leading = Array($0.picture[2..<20]) }),
    ("resources of Photoshop", { $0.segments = [CameraPhoto.segment(0xED, resources)] }),
    (
      "a history",
      {
        $0.segments = [
          xmp("<xmpMM:History><rdf:Seq><rdf:li stEvt:action='saved'/></rdf:Seq></xmpMM:History>")
        ]
      }
    ),
    (
      "a later change in XMP", { $0.segments = [xmp("<xmp:ModifyDate>2024-05-05T10:11:12</xmp:ModifyDate>")] }
    ),
    ("an editor in XMP", { $0.segments = [xmp("<xmp:CreatorTool>darktable 4.6</xmp:CreatorTool>")] }),
  ]

  private static let resources: [UInt8] =
    Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 0]

  private static func xmp(_ properties: String) -> [UInt8] {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
      xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
      xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#">\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>
      """
    return CameraPhoto.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
  }

  @Test(arguments: traces.indices)
  func `a preview that may predate an edit is not used`(trace: Int) throws {
    let (name, change) = Self.traces[trace]
    #expect(try origin(change) == .picture, "\(name)")
  }

  @Test func `additional data from cameras does not prevent the use of a preview`() throws {
    let segment = Self.xmp("<xmp:Rating>0</xmp:Rating><xmp:CreatorTool>Ver.1.02</xmp:CreatorTool>")
    let found = try origin {
      $0.image = [.text(0x0132, "2024:05:04 10:12:00"), .text(0x0131, "Ver.1.02")]
      $0.exif += [.short(0xA001, 1), .short(0xA002, 1280), .short(0xA003, 960)]
      $0.segments = [segment]
    }
    #expect(found == .cameraPreview)
  }

  @Test func `a preview with another color profile is not used`() throws {
    for space in [2, 0xFFFF] as [UInt32] {
      #expect(try origin { $0.exif.append(.short(0xA001, space)) } == .picture)
    }
    let profile = CameraPhoto.segment(
      0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + [UInt8](repeating: 7, count: 200))
    #expect(try origin { $0.segments = [profile] } == .picture)
  }

  @Test func `a preview with different content is not used`() throws {
    let quarters = try Pictures.quarters(width: 320, height: 240)
    #expect(try origin { $0.preview = try quarters.jpeg(quality: 0.9) } == .picture)
    #expect(try origin { $0.preview = try CameraPhoto.patches(320, 320) } == .picture)
    #expect(try origin { $0.preview = try CameraPhoto.patches(320, 234) } == .picture)
    #expect(try origin { $0.preview = Array($0.preview.prefix(2000)) } == .picture)
    #expect(try origin { $0.preview = $0.picture } == .picture)
  }

  @Test(arguments: [(20.0, PhotoImage.Origin.cameraPreview), (24.0, .picture)])
  func `a preview sharper than its photo is not used`(
    contrast: Double, expected: PhotoImage.Origin
  ) throws {
    let found = try origin {
      $0.picture = try CameraPhoto.patches(1280, 960, contrast: 20)
      $0.preview = try CameraPhoto.patches(320, 240, contrast: contrast)
    }
    #expect(found == expected)
  }

  @Test func `a preview without detail must have four times the size`() throws {
    let expectations: [(UInt32, PhotoImage.Origin)] = [(80, .cameraPreview), (81, .picture)]
    for (side, expected) in expectations {
      let found = try origin(side: side) {
        $0.picture = try CameraPhoto.patches(1280, 960, contrast: 0)
        $0.preview = try CameraPhoto.patches(320, 240, contrast: 0)
      }
      #expect(found == expected)
    }
  }

  @Test func `a preview with rounded sides yields the same size as the photo`() throws {
    let photo = try photo {
      $0.picture = try CameraPhoto.patches(1837, 2750)
      $0.preview = try CameraPhoto.patches(540, 808)
    }
    let image = try render(photo.bytes, side: 128)
    #expect(image.origin == .cameraPreview && image.pixels.size == PixelSize(width: 86, height: 128))
  }

  @Test func `other Multi-Picture images are not previews`() throws {
    // A panorama, disparity, the primary picture, and a format that is not JPEG.
    for attribute in [0x02_0001, 0x02_0002, 0x03_0000, 0x0701_0002] as [UInt32] {
      #expect(try origin { $0.multiPicture = [attribute] } == .picture)
    }
    #expect(try origin { $0.multiPicture = [0x02_0002, Self.fullHD] } == .cameraPreview)
  }

  @Test(arguments: [1, 8, 0x7FFF_FFFF, 0xFFFF_0000, 0xFFFF_FFFF] as [UInt32])
  func `invalid offsets fall back to the photo`(shift: UInt32) throws {
    #expect(try origin { $0.multiPictureShift = shift } == .picture)
    for maker in CameraNotes.all.values {
      let note: CameraPhoto.Note = { place, start, length in maker.build(place, start &+ shift, length) }
      #expect(try origin { ($0.multiPicture, $0.note) = ([], (maker.make, note)) } == .picture)
      let endless: CameraPhoto.Note = { place, start, length in maker.build(place, start, length &+ shift) }
      #expect(try origin { ($0.multiPicture, $0.note) = ([], (maker.make, endless)) } == .picture)
    }
  }

  @Test func `a photo with any header byte changed is decoded`() throws {
    let note = try #require(CameraNotes.all["Nikon"])
    let photo = try photo { $0.note = note }
    let whole = photo.bytes.array
    let size = try #require(PixelSize(width: 64, height: 64))
    // All bytes before the tables of the picture, which follow the JFIF segment.
    for position in 0..<whole.count - photo.preview.count - (photo.picture.count - 20) {
      var changed = whole
      changed[position] ^= 0xFF
      let image = try? PhotoImage.render(Bytes(changed), .aspectRatioThumbnail(fitting: size))
      #expect(image == nil || image?.pixels.size == PixelSize(width: 64, height: 48))
    }
  }
}

/// Maker notes with previews, as documented by ExifTool.
enum CameraNotes {
  static let all: [String: (make: String, build: CameraPhoto.Note)] = [
    // A separate TIFF block; PreviewIFD is relative to it.
    "Nikon": (
      "NIKON CORPORATION",
      { place, start, length in
        let outer = CameraPhoto.directory(at: 8, [.long(0x0011, 26)])
        let inner = CameraPhoto.directory(
          at: 26, [.long(0x0201, start &- place &- 10), .long(0x0202, length)])
        return Array("Nikon\0".utf8) + [2, 0x10, 0, 0, 0x49, 0x49, 42, 0, 8, 0, 0, 0] + outer + inner
      }
    ),
    // CameraSettings is relative to the start of the note.
    "Olympus": (
      "OLYMPUS CORPORATION",
      { place, start, length in
        let outer = CameraPhoto.directory(at: 12, [.long(0x2020, 30)])
        let inner = CameraPhoto.directory(at: 30, [.long(0x0101, start &- place), .long(0x0102, length)])
        return Array("OLYMPUS\0II".utf8) + [3, 0] + outer + inner
      }
    ),
    "First Olympus": (
      "OLYMPUS OPTICAL CO.,LTD",
      { place, start, length in
        Array("OLYMP\0".utf8) + [1, 0]
          + CameraPhoto.directory(at: Int(place) + 8, [.long(0x1036, start), .long(0x1037, length)])
      }
    ),
    "Pentax": (
      "PENTAX Corporation",
      { place, start, length in
        Array("AOC\0II".utf8)
          + CameraPhoto.directory(at: Int(place) + 6, [.long(0x0003, length), .long(0x0004, start)])
      }
    ),
    "Casio": (
      "CASIO COMPUTER CO.,LTD.",
      { place, start, length in
        Array("QVC\0\0\0".utf8)
          + CameraPhoto.directory(at: Int(place) + 6, [.long(0x0003, length), .long(0x0004, start)])
      }
    ),
    // PreviewImageInfo: the third and the sixth number.
    "Canon": (
      "Canon",
      { place, start, length in
        CameraPhoto.directory(at: Int(place), [.long(0x00B6, 24, 2, length, 320, 240, start)])
      }
    ),
  ]
}
