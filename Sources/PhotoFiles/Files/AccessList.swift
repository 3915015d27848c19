/// A POSIX access control list, in the format in which Linux stores it in an extended attribute (acl(5)).
///
/// Permission bits without a list are equivalent to a list with three entries: owner, group and others.
struct AccessList: Equatable {
  static let attribute = "system.posix_acl_access"

  private enum Tag {
    static let owner: UInt16 = 0x01
    static let user: UInt16 = 0x02
    static let group: UInt16 = 0x04
    static let namedGroup: UInt16 = 0x08
    static let mask: UInt16 = 0x10
    static let others: UInt16 = 0x20
  }

  private struct Entry: Equatable {
    let tag: UInt16
    /// Read, write and execute, as in one digit of a file's mode.
    var permissions: mode_t
    let id: UInt32
  }

  private static let version: UInt32 = 2
  private static let headerCount = 4
  private static let entryCount = 8

  private var entries: [Entry]

  init(permissions: mode_t) {
    entries = [(Tag.owner, 6), (Tag.group, 3), (Tag.others, 0)].map {
      Entry(tag: $0.0, permissions: permissions >> $0.1 & 7, id: .max)
    }
  }

  /// Decodes the bytes of the attribute; returns `nil` if they are not a complete list.
  init?(_ bytes: [UInt8]) {
    func number(at offset: Int, count: Int) -> UInt32 {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard bytes.count >= Self.headerCount, number(at: 0, count: 4) == Self.version,
      (bytes.count - Self.headerCount).isMultiple(of: Self.entryCount)
    else { return nil }
    entries = stride(from: Self.headerCount, to: bytes.count, by: Self.entryCount).map { offset in
      Entry(
        tag: UInt16(truncatingIfNeeded: number(at: offset, count: 2)),
        permissions: mode_t(number(at: offset + 2, count: 2) & 7), id: number(at: offset + 4, count: 4))
    }
    let tags = entries.map(\.tag)
    for required in [Tag.owner, Tag.group, Tag.others] where tags.count(where: { $0 == required }) != 1 {
      return nil
    }
  }

  var bytes: [UInt8] {
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    return entries.reduce(into: bytes(Self.version)) { all, entry in
      all += bytes(entry.tag) + bytes(UInt16(truncatingIfNeeded: entry.permissions)) + bytes(entry.id)
    }
  }

  /// The mode of a file with this list; its group bits are the mask if there is one.
  var mode: mode_t {
    first(Tag.owner) << 6 | (entry(Tag.mask)?.permissions ?? first(Tag.group)) << 3 | first(Tag.others)
  }

  /// The widest mode of a file without a list that gives no user more access than this list does.
  ///
  /// A user or group in the list gets the bits of the group or of others. These therefore grant only what all entries
  /// grant.
  var modeWithoutList: mode_t {
    let mask = entry(Tag.mask)?.permissions ?? 7
    let named = entries.lazy.filter { [Tag.user, Tag.namedGroup].contains($0.tag) }
      .reduce(mode_t(7)) { $0 & $1.permissions & mask }
    return first(Tag.owner) << 6 | (first(Tag.group) & mask & named) << 3 | first(Tag.others) & named
  }

  mutating func limit(to mode: mode_t) {
    let group = entry(Tag.mask) == nil ? Tag.group : Tag.mask
    restrict(Tag.owner, to: mode >> 6)
    restrict(group, to: mode >> 3)
    restrict(Tag.others, to: mode)
  }

  /// Adapts the list to a file of another group: neither that group nor the members of the old one, who are now others,
  /// gain access.
  mutating func changeGroup() {
    let shared = first(Tag.group) & first(Tag.others)
    restrict(Tag.group, to: shared)
    restrict(Tag.others, to: shared)
  }

  private func entry(_ tag: UInt16) -> Entry? { entries.first { $0.tag == tag } }

  private func first(_ tag: UInt16) -> mode_t { entry(tag)?.permissions ?? 0 }

  private mutating func restrict(_ tag: UInt16, to bits: mode_t) {
    for index in entries.indices where entries[index].tag == tag { entries[index].permissions &= bits & 7 }
  }
}
