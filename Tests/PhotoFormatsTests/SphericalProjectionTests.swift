import Testing

@testable import PhotoFormats

/// 360° videos.
struct SphericalProjectionTests {
  private func expect(
    _ projection: String?, in file: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let values = PhotoMetadata.read(ByteSource(file)).values
    #expect(values[.panorama] == projection.map { _ in .flag(true) }, sourceLocation: sourceLocation)
    #expect(values[.projection] == projection.map { .text($0) }, sourceLocation: sourceLocation)
  }

  private func movie(_ track: [UInt8]) -> [UInt8] { ftyp("mp42") + box("moov", mvhd(), track) }

  private static let boxType: [UInt8] = [
    0xFF, 0xCC, 0x82, 0x63, 0xF8, 0x55, 0x4A, 0x93, 0x88, 0x14, 0x58, 0x7A, 0x02, 0x52, 0x1F, 0xDD,
  ]

  private static func xml(_ elements: String, prefix: String = "GSpherical") -> String {
    """
    <?xml version="1.0"?><rdf:SphericalVideo xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:\(prefix)="http://ns.google.com/videos/1.0/spherical/">\(elements)</rdf:SphericalVideo>
    """
  }

  private static let sphere =
    "<GSpherical:Spherical>true</GSpherical:Spherical><GSpherical:Stitched>true</GSpherical:Stitched>"
    + "<GSpherical:ProjectionType>equirectangular</GSpherical:ProjectionType>"

  @Test(
    arguments: [
      (xml(sphere), "equirectangular"), (xml(sphere) + "\0\0", "equirectangular"),
      (xml("<g:Spherical> True </g:Spherical>", prefix: "g"), "equirectangular"),
      (xml("<GSpherical:Spherical>false</GSpherical:Spherical>"), nil), (xml(""), nil), ("", nil),
      ("<x><Spherical>true</Spherical>", "equirectangular"),
    ] as [(String, String?)])
  func `the XML of version 1 in a track states the projection`(xml: String, projection: String?) {
    let file = movie(trak(more: box("uuid", Self.boxType, latin(xml))))
    expect(projection, in: file)
    expect(nil, in: movie(trak(more: box("uuid", [UInt8](repeating: 1, count: 16), latin(xml)))))
    var matroska = MatroskaFile()
    matroska.tags = [MatroskaFile.tag("SPHERICAL-VIDEO", xml)]
    expect(projection, in: matroska.bytes)
  }

  @Test(
    arguments: [("equi", "equirectangular"), ("cbmp", "cubemap"), ("mshp", "mesh"), ("what", nil)]
      as [(String, String?)])
  func `the boxes of version 2 state the projection`(type: String, projection: String?) {
    let head = fullBox("prhd", be32(0), be32(0), be32(90 << 16))
    let sphere = box(
      "sv3d", fullBox("svhd", latin("source\0")), box("proj", head, fullBox(type, be32(0), be32(0))))
    let stereo = fullBox("st3d", [1])
    func file(_ description: [UInt8]) -> [UInt8] {
      movie(trak(media: samples(count: 9, duration: 900, description: description)))
    }
    expect(projection, in: file(box("avcC", [1, 2, 3]) + stereo + sphere))
    expect(nil, in: file(stereo))
    expect(nil, in: file(box("sv3d")))
  }

  @Test func `ExifTool's XMP states the projection`() {
    func file(_ spherical: String) -> [UInt8] {
      let packet = XMPBuilder.packet(
        attributes: "GSpherical:Spherical='\(spherical)' GSpherical:ProjectionType='cubemap'")
      return movie(trak())
        + box("uuid", be(0xBE7A_CFCB_97A9_42E8, 8), be(0x9C71_9994_91E3_AFAC, 8), Array(packet.utf8))
    }
    expect("cubemap", in: file("true"))
    #expect(PhotoMetadata.read(ByteSource(file("false"))).values[.panorama] == nil)
  }

  @Test(
    arguments: [(0, nil), (1, "equirectangular"), (2, "cubemap"), (3, "mesh"), (4, nil)]
      as [(UInt64, String?)])
  func `Matroska's projection is that of the video`(type: UInt64, projection: String?) {
    expect(projection, in: matroska(element(0x7671, be(type, 1))))
  }

  private func matroska(_ projection: [UInt8]...) -> [UInt8] {
    var file = MatroskaFile()
    file.tracks = [
      element(
        0xAE, element(0x83, [1]),
        element(
          0xE0, element(0xB0, be(64, 2)), element(0xBA, be(48, 2)), element(0x7670, projection.flatMap { $0 })
        ))
    ]
    return file.bytes
  }

  private func degrees(_ value: Float) -> [UInt8] { be(UInt64(value.bitPattern), 4) }

  @Test(
    arguments: [
      (0, 0, .up), (0, 90, .left), (0, -90, .right), (0, 180, .down), (0, -180, .down), (180, 0, .upMirrored),
      (180, 90, .leftMirrored), (-180, -90, .rightMirrored), (180, 180, .downMirrored), (0, 89.8, .left),
      (0, 45, nil), (90, 0, nil), (0, .nan, nil), (0, .infinity, nil), (0, 270, .right), (0, -270, .left),
      (0, 360, .up), (0, 450, nil), (0, 1e30, nil),
    ] as [(Float, Float, Orientation?)])
  func `a flat picture in Matroska rolls anticlockwise, mirrored by half a turn`(
    yaw: Float, roll: Float, orientation: Orientation?
  ) {
    let pose = [element(0x7673, degrees(yaw)), element(0x7675, degrees(roll))].flatMap { $0 }
    func read(_ file: [UInt8]) -> Orientation? { PhotoMetadata.read(ByteSource(file)).orientation }
    #expect(read(matroska(element(0x7671, [0]), pose)) == orientation)
    #expect(read(matroska(pose)) == orientation)
    #expect(read(matroska(element(0x7671, [1]), pose)) == nil)
    #expect(read(matroska(pose, element(0x7674, degrees(10)))) == nil)
    #expect(read(MatroskaFile().bytes) == nil)
  }
}
