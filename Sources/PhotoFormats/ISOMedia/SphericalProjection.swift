/// The projection of a 360° video (Spherical Video RFC of Google, versions 1 and 2).
struct SphericalProjection {
  /// The name, such as `equirectangular`.
  let name: String

  init(name: String) { self.name = name }

  /// FFCC8263-F855-4A93-8814-587A02521FDD, the extended type of the box with the XML of version 1.
  private static let boxType: [UInt8] = [
    0xFF, 0xCC, 0x82, 0x63, 0xF8, 0x55, 0x4A, 0x93, 0x88, 0x14, 0x58, 0x7A, 0x02, 0x52, 0x1F, 0xDD,
  ]
  private static let xmlLimit = 64 * 1024

  /// Parses version 1 in a track.
  init?(track: BoxRegion) {
    let box = track.boxes.first { $0.type == .uuid && $0.content.prefix(16) == Bytes(Self.boxType) }
    guard let box else { return nil }
    self.init(xml: box.content.dropFirst(16).prefix(Self.xmlLimit))
  }

  /// Parses the XML of version 1; `nil` if it doesn't state that the video is spherical.
  init?(xml: Bytes) {
    var texts: [Substring: [UInt8]] = [:]
    var name: Substring = ""
    // The values before an error count.
    try? XMLTokens.visit(xml.trimmed) { token in
      switch token.kind {
      case .start(let start, _): name = start.localName
      case .text(let text) where name == "Spherical" || name == "ProjectionType":
        texts[name, default: []] += text
      case .end: name = ""
      case .text, .other: break
      }
    }
    func text(_ name: Substring) -> String? { texts[name].flatMap { Bytes($0).trimmedText } }
    guard text("Spherical")?.lowercased() == "true" else { return nil }
    self.name = text("ProjectionType") ?? Self.equirectangular
  }

  /// Parses version 2 in the first sample description of a track (`stsd`).
  init?(descriptions: BoxRegion) {
    // Version, flags and number of descriptions; the fields of a description of video (ISO 14496-12, 12.1.3).
    var boxes = descriptions.dropFirst(8).boxes
    guard
      let projection = boxes.next()?.content.dropFirst(78).first(.sphericalVideo)?.content.first(.projection),
      let kind = projection.content.boxes.first(where: { Self.names[$0.type] != nil }),
      let name = Self.names[kind.type]
    else { return nil }
    self.name = name
  }

  private static let equirectangular = "equirectangular"
  private static let names: [FourCC: String] = ["equi": equirectangular, "cbmp": "cubemap", "mshp": "mesh"]
}
