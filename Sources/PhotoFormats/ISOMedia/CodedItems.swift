/// The coded pictures of a HEIC or AVIF as its decoder gets them, to be looked at before it does.
package struct CodedItems {
  /// The content of each property that tells how pictures are coded: `hvcC` and `av1C` (ISO/IEC 14496-15, 8.3.2; AV1 in
  /// ISO Base Media File Format, 2.3).
  package private(set) var configurations: [(type: FourCC, content: Bytes)] = []
  /// The bitstream of each picture, with the type of its item: `hvc1` or `av01`.
  package private(set) var pictures: [(type: FourCC, data: Bytes)] = []

  /// How many items are looked at, and how many bytes of them; a file with more holds many pictures, and one is shown.
  private static let itemLimit = 4096
  private static let byteLimit = 64 << 20

  /// Finds the items of a file; `nil` if it has none.
  package init?(_ source: ByteSource) {
    let file = BoxRegion(file: source)
    guard let meta = file.first(.meta)?.content.loaded().dropFirst(4) else { return nil }
    let properties = meta.first(.itemProperties)?.content.first(.itemPropertyContainer)?.content
    for box in (properties?.boxes.prefix(Self.itemLimit)).map(Array.init) ?? []
    where box.type == "hvcC" || box.type == "av1C" {
      configurations.append((box.type, box.content.bytes))
    }
    let items = Self.codedItems(in: meta)
    guard let locations = ItemLocations(of: Set(items.map(\.number)), in: meta, file: file) else { return }
    var total = 0
    for item in items where total < Self.byteLimit {
      guard let data = locations.data(of: item.number) else { continue }
      total += data.count
      pictures.append((item.type, data))
    }
  }

  /// The items that hold pictures by their entries in `iinf` (ISO/IEC 14496-12, 8.11.6).
  private static func codedItems(in meta: BoxRegion) -> [(number: UInt32, type: FourCC)] {
    guard let entries = meta.first(.itemInfo)?.content, let version = entries.prefix(1)[0] else { return [] }
    return entries.dropFirst(version == 0 ? 6 : 8).boxes.prefix(itemLimit).compactMap { box in
      let entry = box.content.prefix(16)
      guard box.type == .itemInfoEntry, let version = entry[0] else { return nil }
      let numberSize = version == 3 ? 4 : 2
      guard let number = entry.integer(at: 4, size: numberSize, .big),
        let type = entry.fourCC(at: 4 + numberSize + 2), type == "hvc1" || type == "av01"
      else { return nil }
      return (UInt32(truncatingIfNeeded: number), type)
    }
  }
}
