/// What a file says of one of its items (`infe`; ISO/IEC 14496-12, 8.11.6).
struct ItemEntry {
  /// How many items of a file are looked at at most.
  private static let limit = 16_384

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
  static func all(in meta: BoxRegion) -> [ItemEntry] {
    guard let entries = meta.first(.itemInfo)?.content, let version = entries.prefix(1)[0] else { return [] }
    // Version and flags are followed by the number of entries: 16 bits, since version 1 it has 32.
    return entries.dropFirst(version == 0 ? 6 : 8).boxes.prefix(limit).compactMap { box in
      box.type == .itemInfoEntry ? ItemEntry(box.content.bytes) : nil
    }
  }
}
