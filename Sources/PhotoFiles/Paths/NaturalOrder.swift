/// Sorts names in the natural order of `FileName`, with few comparisons of whole names.
///
/// Names in one folder usually have a common prefix and differ in a number. What follows the prefix is packed into an
/// integer, so that most pairs are ordered by comparing two integers; the others are compared as names.
package enum NaturalOrder {
  package static func indices(of names: [FileName]) -> [Int] {
    guard let first = names.first else { return [] }
    var common = first.bytes.count
    for name in names { common = min(common, FileName.commonCount(first.bytes, name.bytes)) }
    let start = first.bytes.withUnsafeBufferPointer { FileName.startOfNumber(in: $0, before: common) }
    var keys = names.indices.map { index in
      (key: names[index].bytes.withUnsafeBufferPointer { key(of: $0, from: start) }, index: index)
    }
    keys.sort { left, right in
      left.key == right.key ? names[left.index] < names[right.index] : left.key < right.key
    }
    return keys.map(\.index)
  }

  /// Returns an integer that is smaller only for a name that comes first, if the names are equal before `start` and no
  /// number continues there. Different names may have the same integer.
  ///
  /// A letter takes a byte. A number takes a byte that sorts digits among letters, a byte for its length without
  /// leading zeros, and half a byte for each digit. The key ends with a zero byte, which no name contains.
  static func key(of name: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
    var (key, room): (UInt64, Int) = (0, 64)
    func put(_ value: Int, bits: Int) {
      // If the value is wider than the room, the highest bits are used.
      key |= room >= bits ? UInt64(value) << (room - bits) : UInt64(value) >> (bits - room)
      room = max(0, room - bits)
    }
    var index = start
    while room > 0, index < name.count {
      guard name[index].isDigit else {
        put(Int(name[index].lowercased), bits: 8)
        index += 1
        continue
      }
      while index < name.count, name[index] == 0x30 { index += 1 }
      let number = index
      while index < name.count, name[index].isDigit { index += 1 }
      put(0x30, bits: 8)
      put(min(index - number, 0xFF), bits: 8)
      // All longer numbers are equal up to here.
      if index - number >= 0xFF { return key }
      for digit in name[number..<index] where room > 0 { put(Int(digit) - 0x30, bits: 4) }
    }
    return key
  }
}
