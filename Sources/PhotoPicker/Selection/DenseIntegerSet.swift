/// A set of integers below a capacity, with fast search for the next member.
///
/// A hierarchical bitmap: each level has one bit per nonempty 64-bit word of the level below.
struct DenseIntegerSet {
  private var levels: [[UInt64]] = []

  init(capacity: Int) {
    var words = max(capacity, 1)
    repeat {
      words = (words + 63) / 64
      levels.append(Array(repeating: 0, count: words))
    } while words > 1
  }

  mutating func insert(_ member: Int) {
    var index = member
    for level in levels.indices {
      levels[level][index >> 6] |= 1 << UInt64(index & 63)
      index >>= 6
    }
  }

  mutating func remove(_ member: Int) {
    var index = member
    for level in levels.indices {
      levels[level][index >> 6] &= ~(1 << UInt64(index & 63))
      guard levels[level][index >> 6] == 0 else { return }
      index >>= 6
    }
  }

  /// Returns the smallest member that is at least `start`.
  func first(from start: Int) -> Int? {
    var index = start
    for level in levels.indices {
      let word = index >> 6
      guard word < levels[level].count else { return nil }
      let bits = levels[level][word] & (UInt64.max << UInt64(index & 63))
      if bits != 0 {
        return levels[..<level].reversed().reduce(word << 6 | bits.trailingZeroBitCount) { found, lower in
          found << 6 | lower[found].trailingZeroBitCount
        }
      }
      index = word + 1
    }
    return nil
  }

  var last: Int? {
    guard let top = levels.last?.first, top != 0 else { return nil }
    return levels.reversed().reduce(0) { found, level in found << 6 | (63 - level[found].leadingZeroBitCount)
    }
  }
}
