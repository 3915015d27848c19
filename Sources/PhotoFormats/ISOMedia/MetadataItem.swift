/// An item that holds metadata: Exif or XMP (ISO/IEC 23008-12, annex A).
struct MetadataItem {
  enum Kind {
    case exif, xmp
  }

  /// How many such items are looked into at most.
  private static let limit = 16

  /// How many references between items are read at most.
  private static let referenceLimit = 4096

  let number: UInt32
  let kind: Kind

  /// The items that describe the primary item, and after them those that do not say what they describe.
  static func items(
    _ entries: [ItemEntry], in meta: BoxRegion, describing primary: UInt32?
  ) -> [MetadataItem] {
    let references = contentReferences(in: meta)
    var described: [MetadataItem] = []
    var undescribed: [MetadataItem] = []
    for item in entries.lazy.compactMap(MetadataItem.init) {
      let targets = references.filter { $0.from == item.number }
      if targets.contains(where: { $0.to == primary }) {
        described.append(item)
      } else if targets.isEmpty {
        undescribed.append(item)
      }
    }
    return Array((described + undescribed).prefix(limit))
  }

  /// The item of an entry; `nil` if it holds no metadata that can be read.
  init?(_ entry: ItemEntry) {
    guard !entry.isProtected else { return nil }
    number = entry.number
    if entry.type == .exifItem {
      kind = .exif
      return
    }
    guard entry.type == nil || entry.type == .mimeItem, let name = entry.rest.firstIndex(of: 0) else {
      return nil
    }
    let content = entry.rest.suffix(from: name + 1)
    guard content.has("application/rdf+xml\0") || content == Bytes(Array("application/rdf+xml".utf8)) else {
      return nil
    }
    // What follows is the encoding, empty for plain text.
    guard (content[20] ?? 0) == 0 else { return nil }
    kind = .xmp
  }

  /// Which item describes which (`cdsc`; ISO/IEC 14496-12, 8.11.12).
  private static func contentReferences(in meta: BoxRegion) -> [(from: UInt32, to: UInt32)] {
    guard let box = meta.first(.itemReference)?.content, let version = box.prefix(1)[0] else { return [] }
    let size = version == 0 ? 2 : 4
    var references: [(from: UInt32, to: UInt32)] = []
    for reference in box.dropFirst(4).boxes where reference.type == .contentDescribes {
      let bytes = reference.content.bytes
      guard let from = bytes.integer(at: 0, size: size, .big), let count = bytes.uint16(at: size, .big)
      else { continue }
      for index in 0..<Int(count) {
        guard references.count < referenceLimit,
          let to = bytes.integer(at: size + 2 + index * size, size: size, .big)
        else { break }
        references.append((UInt32(truncatingIfNeeded: from), UInt32(truncatingIfNeeded: to)))
      }
    }
    return references
  }
}
