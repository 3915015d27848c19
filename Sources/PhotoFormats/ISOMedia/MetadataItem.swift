/// An item with metadata: Exif or XMP (ISO 23008-12, annex A).
struct MetadataItem {
  enum Kind {
    case exif, xmp
  }

  private static let limit = 16
  private static let referenceLimit = 4096

  let number: UInt32
  let kind: Kind

  /// The items that describe the primary item, followed by those that describe none.
  static func items(
    _ entries: [ItemEntry], in meta: BoxRegion, describing primary: UInt32?
  ) -> [MetadataItem] {
    let references = ItemReferences(.contentDescribes, in: meta, limit: referenceLimit).all
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
    // The encoding follows, empty for plain text.
    guard (content[20] ?? 0) == 0 else { return nil }
    kind = .xmp
  }
}
