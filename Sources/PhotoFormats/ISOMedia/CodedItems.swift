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
    let items = ItemEntry.all(in: meta).prefix(Self.itemLimit).compactMap { entry in
      entry.type.flatMap { $0 == "hvc1" || $0 == "av01" ? (number: entry.number, type: $0) : nil }
    }
    guard let locations = ItemLocations(of: Set(items.map(\.number)), in: meta, file: file) else { return }
    var total = 0
    for item in items where total < Self.byteLimit {
      guard let data = locations.data(of: item.number) else { continue }
      total += data.count
      pictures.append((item.type, data))
    }
  }
}
