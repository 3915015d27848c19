import PhotoFiles
import PhotoFormats
import SystemPackage

/// A parsed sidecar in which properties can be changed. All other bytes are preserved.
struct SidecarDocument {
  struct Revision {
    let bytes: [UInt8]
    let inverse: [Splice]
  }

  let bytes: [UInt8]
  private let path: FilePath
  private let outline: SidecarOutline

  /// Parses a sidecar.
  ///
  /// - Throws: `MarkError.damaged` if it is no valid XMP.
  init(_ bytes: [UInt8], of path: FilePath) throws(MarkError) {
    (self.bytes, self.path) = (bytes, path)
    do throws(XMLTokens.Malformed) {
      outline = try SidecarOutline(bytes)
    } catch {
      throw .damaged(sidecar: path, reason: error.reason)
    }
    guard outline.target != nil else { throw .damaged(sidecar: path, reason: "it contains no XMP") }
  }

  /// The value of a property: the items of a list, a single string, or an empty array if it is missing.
  subscript(property: MarkProperty) -> [String] { outline[property] }

  /// Whether the sidecar declares the namespace of a property, so that its application has probably written it.
  func declaresNamespace(of property: MarkProperty) -> Bool {
    let space = SidecarOutline.withoutMark(property.space)
    return !self[property].isEmpty
      || outline.target?.prefixes.values.contains { SidecarOutline.withoutMark($0) == space } == true
  }

  /// Sets properties to the given strings, or removes those with an empty array. Also sets the time of the change.
  ///
  /// Verifies the result by parsing it with both the outline and photopick's reader.
  ///
  /// - Throws: `MarkError.damaged` if the document can't be changed in this way, or would exceed the size limit.
  func changing(_ properties: [MarkProperty: [String]]) throws(MarkError) -> Revision {
    let now = FileStatus.Time.now.seconds, range = CaptureDate.unixRange
    let time = CivilTime(seconds: min(max(now, range.lowerBound), range.upperBound))
    let properties = properties.merging([.metadataDate: [UniversalTime(time).iso8601]]) { wanted, _ in wanted
    }
    var editor = SidecarEditor(bytes, outline)
    for property in MarkProperty.allCases {
      if let texts = properties[property] { editor.set(property, to: texts) }
    }
    guard let splices = editor.splices, let result = splices.applied(to: bytes) else {
      throw .damaged(sidecar: path, reason: "its XML is written in a way that cannot be changed")
    }
    let limit = Sidecar.sizeLimit(.xmp)
    guard result.bytes.count <= limit else {
      throw .damaged(
        sidecar: path,
        reason: "it would get larger than \(limit >> 20) MiB, the most that is read of a sidecar")
    }
    try check(result.bytes, properties)
    return Revision(bytes: result.bytes, inverse: result.inverse)
  }

  /// Verifies that only the given properties have changed, and to the new values.
  private func check(_ changed: [UInt8], _ properties: [MarkProperty: [String]]) throws(MarkError) {
    let document = try SidecarDocument(changed, of: path)
    let before = Self.reader.read(Bytes(bytes)), after = Self.reader.read(Bytes(changed))
    for (index, property) in MarkProperty.allCases.enumerated() {
      let isKept =
        if let texts = properties[property] {
          property.isSame(document[property], texts)
            && property.isSame(property.texts(of: after[index]), texts.map(\.asRead))
        } else {
          document[property] == self[property] && after[index] == before[index]
        }
      guard isKept else {
        throw .damaged(
          sidecar: path, reason: "\(property.rawValue) cannot be changed in it so that it reads back")
      }
    }
  }

  static let template = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="\(SidecarOutline.rdf)#">
      <rdf:Description rdf:about=""
        xmlns:xmp="\(MarkProperty.rating.space)"
        xmlns:dc="\(MarkProperty.title.space)"
        xmlns:lr="\(MarkProperty.hierarchy.space)"
        xmlns:exif="\(MarkProperty.latitude.space)"
        xmlns:photoshop="\(MarkProperty.sidecarExtension.space)">
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>

    """.utf8)

  private static let reader = XMPTexts(MarkProperty.allCases.map { ($0.space, $0.name) })
}

extension MarkProperty {
  fileprivate func texts(of found: XMPTexts.Found) -> [String] {
    form == .list ? found.all : found.main.map { [$0] } ?? []
  }

  /// Compares strings, ignoring their order.
  fileprivate func isSame(_ texts: [String], _ others: [String]) -> Bool {
    form == .list ? Set(texts) == Set(others) : texts == others
  }
}

extension String {
  /// The string as the XMP reader returns it: trimmed and possibly shortened.
  fileprivate var asRead: String {
    var bytes = utf8.prefix(XMPTexts.sizeLimit)
    while String(bytes) == nil { bytes = bytes.dropLast() }
    return Bytes(Array(bytes)).trimmedText ?? ""
  }
}
