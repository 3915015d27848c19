/// The coded pictures of a file, to be checked before they are decoded.
package struct CodedItems {
  /// The properties with coding parameters: `hvcC` and `av1C` (ISO 14496-15, 8.3.2; AV1 in ISO Base Media File Format,
  /// 2.3).
  package private(set) var configurations: [(type: FourCC, content: Bytes)] = []
  /// The bitstreams, each once, with the type of their items: `hvc1` or `av01`.
  package private(set) var pictures: [(type: FourCC, data: BoxRegion)] = []
  /// Whether there is more than was examined.
  package private(set) var isCut = false

  /// The maximum size of a configuration in bytes; most have a few hundred.
  private static let configurationLimit = 64 << 10

  package init?(_ source: ByteSource) {
    let file = BoxRegion(file: source)
    guard let meta = file.first(.meta)?.content.loaded().dropFirst(4) else { return nil }
    let properties = meta.first(.itemProperties)?.content.first(.itemPropertyContainer)?.content.walked()
    isCut = properties?.isCut == true
    for box in properties?.boxes ?? [] where box.type == "hvcC" || box.type == "av1C" {
      configurations.append((box.type, box.content.prefix(Self.configurationLimit)))
      isCut = isCut || box.content.range.count > Self.configurationLimit
    }
    let (entries, areEntriesCut) = ItemEntry.walked(in: meta)
    let items = entries.compactMap { entry in
      entry.type.flatMap { $0 == "hvc1" || $0 == "av01" ? (number: entry.number, type: $0) : nil }
    }
    guard let locations = ItemLocations(of: Set(items.map(\.number)), in: meta, file: file) else { return }
    let (found, areRegionsCut) = locations.regions(of: items)
    pictures = found
    isCut = isCut || areEntriesCut || areRegionsCut || source.isSpent
  }
}
