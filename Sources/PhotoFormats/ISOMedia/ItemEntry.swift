/// An entry of the item information (`infe`).
struct ItemEntry {
  let number: UInt32
  let isProtected: Bool
  /// The type, such as `hvc1`; `nil` before version 2.
  let type: FourCC?
  /// The name, terminated by NUL, and fields of the type.
  let rest: Bytes

  init?(_ bytes: Bytes) {
    guard let version = bytes[0], version <= 3 else { return nil }
    let numberSize = version == 3 ? 4 : 2
    guard let number = bytes.integer(at: 4, size: numberSize, .big),
      let protection = bytes.uint16(at: 4 + numberSize, .big)
    else { return nil }
    self.number = UInt32(truncatingIfNeeded: number)
    isProtected = protection != 0
    type = version >= 2 ? bytes.fourCC(at: 6 + numberSize) : nil
    rest = bytes.suffix(from: (version >= 2 ? 10 : 6) + numberSize)
  }

  static func all(in meta: BoxRegion) -> [ItemEntry] { walked(in: meta).entries }

  /// The entries; `isCut` if the iteration stopped early.
  static func walked(in meta: BoxRegion) -> (entries: [ItemEntry], isCut: Bool) {
    guard let content = meta.first(.itemInfo)?.content, let version = content.prefix(1)[0] else {
      return ([], false)
    }
    // After version and flags, the number of entries has 16 bits, or 32 since version 1.
    let (boxes, isCut) = content.dropFirst(version == 0 ? 6 : 8).walked()
    let entries = boxes.compactMap { $0.type == .itemInfoEntry ? ItemEntry($0.content.bytes) : nil }
    return (entries, isCut)
  }
}
