/// Reads Sigma X3F (Foveon, "X3F File Format"; since version 4 as ExifTool documents it): a header with fixed offsets,
/// and a list of sections at the end of the file. A JPEG preview contains Exif; the first models have properties
/// instead.
package enum SigmaRAWHeader: HeaderReader {
  private static let sectionLimit = 64
  private static let sectionHeaderCount = 28
  private static let propertiesLimit = 256 * 1024

  private struct Section {
    let type: FourCC
    let range: Range<Int>
  }

  package static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    fields.fileType = .sigmaRAW
    let header = source.bytes(at: 0, count: 52)
    guard let version = header.uint32(at: 4, .little) else { throw HeaderDamage("the header is cut off") }
    let place = version >> 16 >= 4 ? 40 : 28
    let size = PixelSize(
      width: header.uint32(at: place, .little), height: header.uint32(at: place + 4, .little))
    fields.pixelSize = size
    guard let sections = Self.sections(of: source) else {
      throw HeaderDamage("the list of its sections is missing")
    }
    if let properties = sections.first(where: { $0.type == "PROP" }) {
      let count = min(properties.range.count, propertiesLimit)
      read(SigmaProperties(source.bytes(at: properties.range.lowerBound, count: count)), into: &fields)
    }
    for range in previews(sections, in: source) where fields.exif == nil {
      // The RAW image may be intact although its preview isn't.
      try? fields.complete(byPreviewAt: range.lowerBound, count: range.count, in: source)
    }
    fields.pixelSize = size
    // Clockwise.
    let turn: Orientation? =
      switch header.uint32(at: place + 8, .little) {
      case 90: .right
      case 180: .down
      case 270: .left
      default: nil
      }
    if fields.exif?.orientation == nil { fields.containerOrientation = turn }
    if fields.pixelSize == nil { throw HeaderDamage("the header tells no size") }
  }

  /// The ranges of the JPEG previews.
  package static func previews(in source: ByteSource) -> [Range<Int>] {
    guard source.head.has("FOVb"), let sections = Self.sections(of: source) else { return [] }
    return previews(sections, in: source)
  }

  private static func sections(of source: ByteSource) -> [Section]? {
    guard let place = source.bytes(at: source.count - 4, count: 4).uint32(at: 0, .little).map({ Int($0) })
    else { return nil }
    let start = source.bytes(at: place, count: 12)
    guard start.has("SECd"), let declared = start.uint32(at: 8, .little) else { return nil }
    let count = min(Int(declared), sectionLimit)
    let list = source.bytes(at: place + 12, count: count * 12)
    return (0..<count).compactMap { index in
      guard let offset = list.uint32(at: index * 12, .little),
        let length = list.uint32(at: index * 12 + 4, .little), let type = list.fourCC(at: index * 12 + 8)
      else { return nil }
      return Section(type: type, range: Int(offset)..<Int(offset) + Int(length))
    }
  }

  /// The pictures (type 2) that are JPEG (format 18).
  private static func previews(_ sections: [Section], in source: ByteSource) -> [Range<Int>] {
    sections.compactMap { section in
      guard section.type == "IMA2" || section.type == "IMAG", section.range.count > sectionHeaderCount
      else { return nil }
      let header = source.bytes(at: section.range.lowerBound, count: sectionHeaderCount)
      guard header.has("SECi"), header.uint32(at: 8, .little) == 2, header.uint32(at: 12, .little) == 18
      else { return nil }
      return section.range.lowerBound + sectionHeaderCount..<section.range.upperBound
    }
  }

  private static func read(_ properties: SigmaProperties, into fields: inout HeaderFields) {
    fields.containerCamera = Camera(make: properties["CAMMANUF"], model: properties["CAMMODEL"])
    // Seconds since 1970 in local time.
    if let seconds = properties["TIME"].flatMap({ Int64($0) }), seconds > 0,
      CaptureDate.unixRange.contains(seconds)
    {
      fields.containerDate = CaptureDate(time: CivilTime(seconds: seconds), source: .sigmaTime)
    }
    if let program = properties["FIRMVERS"] { fields.findings.offer(.text(program), for: .software) }
  }
}

/// The properties of an X3F: names and values in UTF-16, each terminated by zero.
private struct SigmaProperties {
  private static let headerCount = 24
  private static let countLimit = 1024
  private static let textLimit = 512

  private var texts: [String: String] = [:]

  init(_ section: Bytes) {
    guard section.has("SECp"), let declared = section.uint32(at: 8, .little),
      section.uint32(at: 12, .little) == 0
    else { return }
    let characters = section.suffix(from: Self.headerCount + 8 * Int(declared))
    for index in 0..<min(Int(declared), Self.countLimit) {
      let place = Self.headerCount + 8 * index
      guard let name = section.uint32(at: place, .little), let value = section.uint32(at: place + 4, .little)
      else { break }
      let key = Self.text(characters, at: name)
      if !key.isEmpty, texts[key] == nil { texts[key] = Self.text(characters, at: value) }
    }
  }

  subscript(name: String) -> String? {
    texts[name].flatMap { Bytes(Array($0.utf8)).trimmedText }
  }

  private static func text(_ characters: Bytes, at index: UInt32) -> String {
    characters.prefixSlice(at: Int(index) * 2, count: textLimit).utf16Text(.little)
  }
}
