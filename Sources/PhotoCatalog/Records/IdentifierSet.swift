import GRDB

/// Rows of a table by their numbers, and whether those count that have none: one bit for each number.
struct IdentifierSet {
  /// The largest number that a catalog writes; a file that holds others must not cost their memory.
  private static let largest: Int64 = 1 << 26

  private var words: [UInt64] = []
  /// How many numbers it holds.
  private(set) var count = 0
  /// True if what has no number belongs to it too.
  let includesMissing: Bool

  /// A set of nothing yet.
  init(includesMissing: Bool = false) { self.includesMissing = includesMissing }

  /// Takes in a number, once.
  ///
  /// - Throws: `DatabaseError` if no catalog writes it.
  mutating func insert(_ identifier: Int64) throws(DatabaseError) {
    guard (0...Self.largest).contains(identifier) else { throw .damage }
    let (word, bit) = (Int(identifier >> 6), UInt64(1) << UInt64(identifier & 63))
    if word >= words.count { words += repeatElement(0, count: max(word + 1 - words.count, words.count)) }
    guard words[word] & bit == 0 else { return }
    words[word] |= bit
    count += 1
  }

  /// True if a number belongs to it.
  func contains(_ identifier: Int64) -> Bool {
    guard identifier >= 0 else { return false }
    let word = Int(truncatingIfNeeded: identifier >> 6)
    return word < words.count && words[word] >> UInt64(identifier & 63) & 1 == 1
  }
}
