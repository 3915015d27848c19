/// The auxiliary pictures of a file (ISO 23008-12, 6.5.8).
struct AuxiliaryPictures {
  /// Whether there is a gain map of Apple or ISO 21496-1, whose tone-mapped item combines picture and map.
  private(set) var hasGainMap = false
  private(set) var hasDepth = false

  /// The types of depth maps (also F.4.2, and 23091-2).
  private static let depths: Set = [
    "urn:mpeg:hevc:2015:auxid:2", "urn:mpeg:mpegB:cicp:systems:auxiliary:depth",
  ]
  private static let gainMap = "urn:com:apple:photo:2020:aux:hdrgainmap"
  private static let apple = "urn:com:apple:photo:"

  /// The maximum number of properties that are examined, and the maximum size of a type in bytes.
  private static let limits = (properties: 4096, name: 128)

  init(_ entries: [ItemEntry], in meta: BoxRegion) {
    hasGainMap = entries.contains { $0.type == .toneMappedItem }
    let container = meta.first(.itemProperties)?.content.first(.itemPropertyContainer)
    guard let properties = container?.content.boxes.prefix(Self.limits.properties) else { return }
    for property in properties where property.type == .auxiliaryType {
      // Version and flags, then the type, terminated by NUL.
      guard let name = property.content.dropFirst(4).prefix(Self.limits.name).trimmedText else { continue }
      hasGainMap = hasGainMap || name == Self.gainMap
      hasDepth =
        hasDepth || Self.depths.contains(name) || name.hasPrefix(Self.apple) && name.hasSuffix(":depth")
    }
  }
}
