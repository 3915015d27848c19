import PhotoFiles

/// Writes XMP of a picture made of a photo: the fields that photopick displays (ISO 16684-1, 7; Metadata Working Group,
/// Guidelines 2.0, 5).
struct XMPWriter {
  private let metadata: PictureMetadata
  private let dates: WrittenDates
  private let picture: DerivedPicture

  init(_ metadata: PictureMetadata, _ dates: WrittenDates, of picture: DerivedPicture) {
    (self.metadata, self.dates, self.picture) = (metadata, dates, picture)
  }

  /// XMP in a JPEG: a packet, and the properties that don't fit in its segment (XMP part 3, 1.1.3.1).
  struct Packets {
    let main: [UInt8]
    let identifier: String
    let extended: [UInt8]
  }

  /// Returns the packets of a JPEG.
  ///
  /// - Parameters:
  ///   - limit: The maximum size of the main packet in bytes.
  ///   - extendedLimit: The maximum size of the extended packet. Larger properties are omitted.
  func packets(limit: Int, extendedLimit: Int) -> Packets {
    // The envelope includes the identifier of the extended packet.
    var (main, further) = ([String](), [String]())
    var (room, furtherRoom) = (limit - Self.envelopeLimit, extendedLimit - Self.envelopeLimit)
    for property in properties {
      let count = property.utf8.count
      if count <= room {
        main.append(property)
        room -= count
      } else if count <= furtherRoom {
        further.append(property)
        furtherRoom -= count
      }
    }
    let extended = further.isEmpty ? [] : Array(Self.document(further).utf8)
    let identifier = MD5.hexDigest(of: extended).uppercased()
    if !extended.isEmpty {
      main.append("<xmpNote:HasExtendedXMP>\(identifier)</xmpNote:HasExtendedXMP>")
    }
    let text = XMPPacket.start + Self.document(main) + XMPPacket.end
    return Packets(main: Array(text.utf8), identifier: identifier, extended: extended)
  }

  /// More than the size of an empty packet in bytes.
  private static let envelopeLimit = 2048

  private static let prefixes: [(prefix: String, namespace: XMPNamespace)] = [
    ("xmp", .xmp), ("dc", .dublinCore), ("photoshop", .photoshop), ("exif", .exif), ("lr", .lightroom),
    ("Iptc4xmpCore", .iptcCore), ("Iptc4xmpExt", .iptcExtension), ("mwg-rs", .regions), ("stArea", .area),
    ("stDim", .dimensions), ("GPano", .googlePano), ("GCamera", .googleCamera), ("xmpNote", .xmpNote),
  ]

  private static func document(_ properties: [String]) -> String {
    let declarations = prefixes.filter { prefix in
      properties.contains { $0.contains("<\(prefix.prefix):") }
    }.map { "\n    xmlns:\($0.prefix)=\"\($0.namespace.rawValue)\"" }
    return """
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""\(declarations.joined())>
         \(properties.joined(separator: "\n   "))
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>

      """
  }

  // MARK: Properties

  /// The elements of the properties, the most important first.
  private var properties: [String] {
    let values = metadata.values
    func text(_ name: String, _ text: String?) -> String? {
      text.map { "<\(name)>\(XMLMarkup.escaped($0))</\(name)>" }
    }
    let rating = values[.rating]?.number.flatMap { Int(exactly: $0) }
    var list = [
      text("xmp:Rating", rating.map { "\($0)" }),
      text("xmp:Label", values.texts(.label).first), text("xmp:CreatorTool", XMPPacket.creatorTool),
      text("photoshop:DateCreated", dates.original?.iso8601),
      text("xmp:CreateDate", dates.digitized?.iso8601),
      Self.array("dc:title", "Alt", values.texts(.title)),
      Self.array("dc:description", "Alt", values.texts(.caption)),
      Self.array("dc:creator", "Seq", values.texts(.creators)),
      Self.array("dc:rights", "Alt", values.texts(.copyright)),
    ]
    list += metadata.location?.xmpTexts.map { text("exif:\($0.name)", $0.text) } ?? []
    list += [
      text("Iptc4xmpCore:Location", values.texts(.sublocation).first),
      text("photoshop:City", values.texts(.city).first), text("photoshop:State", values.texts(.state).first),
      text("photoshop:Country", values.texts(.country).first),
      text("Iptc4xmpCore:CountryCode", values.texts(.countryCode).first),
      // A crop is no panorama of its projection.
      text("GPano:ProjectionType", picture.part == nil ? values.texts(.projection).first : nil),
      text("GCamera:BurstID", values.texts(.burst).first),
      Self.array("dc:subject", "Bag", values.texts(.keywords)),
      Self.array(
        "lr:hierarchicalSubject", "Bag", values.texts(.keywordTree).map { $0.replacing("/", with: "|") }),
    ]
    return (list + people).compactMap(\.self)
  }

  private static func array(_ name: String, _ kind: String, _ texts: [String]) -> String? {
    guard !texts.isEmpty else { return nil }
    let language = kind == "Alt" ? " xml:lang=\"x-default\"" : ""
    let items = texts.map { "<rdf:li\(language)>\(XMLMarkup.escaped($0))</rdf:li>" }
    return "<\(name)><rdf:\(kind)>\(items.joined())</rdf:\(kind)></\(name)>"
  }

  /// People, and their regions in the picture. Leaves out people whose regions were cropped away.
  private var people: [String?] {
    guard case .regions(let faces)? = metadata.values[.faces] else {
      return [Self.array("Iptc4xmpExt:PersonInImage", "Bag", metadata.values.texts(.people))]
    }
    let remaining = faces.compactMap { picture.face($0) }
    let (visible, named) = (Set(remaining.map(\.name)), Set(faces.map(\.name)))
    let people = metadata.values.texts(.people).filter { visible.contains($0) || !named.contains($0) }
    return [Self.array("Iptc4xmpExt:PersonInImage", "Bag", people), regions(remaining)]
  }

  /// The regions by their centers (Metadata Working Group, Guidelines 2.0, 5.9).
  private func regions(_ faces: [FaceRegion]) -> String? {
    guard !faces.isEmpty else { return nil }
    let items = faces.map { face in
      let name = face.name.isEmpty ? "" : "<mwg-rs:Name>\(XMLMarkup.escaped(face.name))</mwg-rs:Name>"
      let area = [
        ("x", face.x + face.width / 2), ("y", face.y + face.height / 2), ("w", face.width),
        ("h", face.height),
      ].map { "<stArea:\($0)>\((($1 * 1e7).rounded() / 1e7).decimalText)</stArea:\($0)>" }
      return """
        <rdf:li rdf:parseType="Resource">\(name)<mwg-rs:Type>Face</mwg-rs:Type>\
        <mwg-rs:Area rdf:parseType="Resource">\(area.joined())<stArea:unit>normalized</stArea:unit></mwg-rs:Area></rdf:li>
        """
    }
    return """
      <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:AppliedToDimensions rdf:parseType="Resource">\
      <stDim:w>\(picture.size.width)</stDim:w><stDim:h>\(picture.size.height)</stDim:h><stDim:unit>pixel</stDim:unit>\
      </mwg-rs:AppliedToDimensions><mwg-rs:RegionList><rdf:Bag>\(items.joined())</rdf:Bag></mwg-rs:RegionList>\
      </mwg-rs:Regions>
      """
  }
}
