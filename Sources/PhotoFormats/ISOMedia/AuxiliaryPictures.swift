/// What a file holds beside the pictures that are seen (ISO/IEC 23008-12, 6.5.8).
struct AuxiliaryPictures {
  /// True if a gain map makes the picture one of high dynamic range: Apple's, or that of ISO 21496-1, which makes a
  /// tone-mapped item of the picture and the map.
  private(set) var hasGainMap = false
  /// True if there is a map of depths.
  private(set) var hasDepth = false

  /// The names of the kinds: ISO/IEC 23008-12, 6.5.8 and F.4.2, and ISO/IEC 23091-2.
  private static let depths: Set = [
    "urn:mpeg:hevc:2015:auxid:2", "urn:mpeg:mpegB:cicp:systems:auxiliary:depth",
  ]
  private static let gainMap = "urn:com:apple:photo:2020:aux:hdrgainmap"
  private static let apple = "urn:com:apple:photo:"

  /// How many properties are looked at at most, and how many bytes a name has.
  private static let limits = (properties: 4096, name: 128)

  /// Looks at the items of a file and their properties.
  init(_ entries: [ItemEntry], in meta: BoxRegion) {
    hasGainMap = entries.contains { $0.type == .toneMappedItem }
    let container = meta.first(.itemProperties)?.content.first(.itemPropertyContainer)
    guard let properties = container?.content.boxes.prefix(Self.limits.properties) else { return }
    for property in properties where property.type == .auxiliaryType {
      // Version and flags, then the name, ended by NUL.
      guard let name = property.content.dropFirst(4).prefix(Self.limits.name).trimmedText else { continue }
      hasGainMap = hasGainMap || name == Self.gainMap
      hasDepth =
        hasDepth || Self.depths.contains(name) || name.hasPrefix(Self.apple) && name.hasSuffix(":depth")
    }
  }
}
