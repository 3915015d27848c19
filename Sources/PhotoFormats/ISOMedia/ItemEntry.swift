/// What a file says of one of its items (`infe`; ISO/IEC 14496-12, 8.11.6).
struct ItemEntry {
  /// The number of the item.
  let number: UInt32
  /// True if it is ciphered.
  let isProtected: Bool
  /// What it is, such as `hvc1`; `nil` before version 2, which has types.
  let type: FourCC?
  /// What follows: the name, ended by NUL, and what belongs to the type.
  let rest: Bytes

  /// Reads the content of an entry.
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

  /// The items of a file, in its order.
  static func all(in meta: BoxRegion) -> [ItemEntry] { walked(in: meta).entries }

  /// The items of a file, and whether the walk over them was cut.
  static func walked(in meta: BoxRegion) -> (entries: [ItemEntry], isCut: Bool) {
    guard let content = meta.first(.itemInfo)?.content, let version = content.prefix(1)[0] else {
      return ([], false)
    }
    // Version and flags are followed by the number of entries: 16 bits, since version 1 it has 32.
    let (boxes, isCut) = content.dropFirst(version == 0 ? 6 : 8).walked()
    let entries = boxes.compactMap { $0.type == .itemInfoEntry ? ItemEntry($0.content.bytes) : nil }
    return (entries, isCut)
  }
}
