import PhotoFiles

/// A number in a file name, and checks of its context that rule out a date.
struct NameNumber {
  /// The number of digits of identifiers of photos and persons, as in Facebook's names; counters have fewer.
  private static let identifierDigits = 10
  /// The minimum number of characters of a checksum or object identifier in hexadecimal.
  private static let hexadecimalDigits = 16
  /// The lengths of the groups of a UUID (RFC 9562, section 4).
  private static let groupsOfUUID = [8, 4, 4, 4, 12]
  private static let versionWords: Set<String> = ["v", "ver", "version"]

  let name: Bytes
  let range: Range<Int>

  /// Whether the number is part of a UUID or of another hexadecimal identifier.
  var isInIdentifier: Bool {
    let word = bytes(in: extent { $0.isDigit || $0.isLetter })
    guard word.count >= Self.hexadecimalDigits, word.allSatisfy({ $0.hexadecimalValue != nil }) else {
      return isInUUID
    }
    // Letters before all digits, such as `DCF`, are a prefix of the name, and a single one after them is a variant.
    return word.count(where: \.isLetter) >= 2 && word.drop(while: \.isLetter).contains(where: \.isLetter)
      || isInUUID
  }

  private var isInUUID: Bool {
    let hyphens = "-_".utf8
    let run = extent { hyphens.contains($0) || $0.hexadecimalValue != nil }
    let groups = bytes(in: run).split(omittingEmptySubsequences: false) { hyphens.contains($0) }
    let lengths = groups.map(\.count)
    for first in lengths.indices where lengths[first...].starts(with: Self.groupsOfUUID) {
      let start = run.lowerBound + groups[first].startIndex
      if (start..<start + 36).contains(range.lowerBound) { return true }
    }
    return false
  }

  /// Whether the number can be a day without a time.
  ///
  /// - Parameter separator: What separates year, month and day, if anything.
  func standsAlone(separator: StaticString?) -> Bool {
    !isInIdentifier && hasEnd && hasStart(separator) && !isInPhoneNumber && !isBesideIdentifier
  }

  /// Whether no digit and no hexadecimal digits follow: `20140525a` is the first of a day, `20140525abcd` isn't.
  private var hasEnd: Bool {
    let letters = extent(startingAt: range.upperBound) { $0.isLetter }
    return name[letters.upperBound]?.isDigit != true
      && (letters.count < 2 || bytes(in: letters).contains { $0.hexadecimalValue == nil })
  }

  /// Whether the number begins a word, and isn't the rest of a version, an address or a date in another order.
  private func hasStart(_ separator: StaticString?) -> Bool {
    guard let before = name[range.lowerBound - 1] else { return true }
    let word = extent(endingAt: range.lowerBound - (before.isLetter ? 0 : 1)) { $0.isLetter || $0.isDigit }
    if Self.versionWords.contains(String(decoding: bytes(in: word).map(\.lowercased), as: UTF8.self)) {
      return false
    }
    if before.isLetter { return separator != nil }
    if before == UInt8(ascii: ".") { return name[range.lowerBound - 2]?.isDigit != true }
    guard let separator, separator.withUTF8Buffer({ $0.first == before }) else { return true }
    let earlier = extent(endingAt: range.lowerBound) { $0.isDigit || $0 == before }
    return bytes(in: earlier).split(separator: before).count < 2
  }

  /// Whether the digits before it follow a plus sign, as in `+49 171 20111231`.
  private var isInPhoneNumber: Bool {
    let start = extent(endingAt: range.lowerBound) { $0.isDigit || " -().".utf8.contains($0) }.lowerBound
    return name[start]?.isDigit == true && name[start - 1] == UInt8(ascii: "+")
  }

  /// Whether a long number is next to it, as in `20140525_10150456789012345_n`.
  private var isBesideIdentifier: Bool {
    let before = extent(endingAt: range.lowerBound - 1) { $0.isDigit }
    let after = extent(startingAt: range.upperBound + 1) { $0.isDigit }
    return max(before.count, after.count) >= Self.identifierDigits
  }

  private func bytes(in range: Range<Int>) -> [UInt8] {
    name.prefixSlice(at: range.lowerBound, count: range.count).array
  }

  private func extent(while belongs: (UInt8) -> Bool) -> Range<Int> {
    extent(endingAt: range.lowerBound, while: belongs)
      .lowerBound..<extent(startingAt: range.upperBound, while: belongs).upperBound
  }

  private func extent(endingAt end: Int, while belongs: (UInt8) -> Bool) -> Range<Int> {
    var start = end
    while let byte = name[start - 1], belongs(byte) { start -= 1 }
    return start..<end
  }

  private func extent(startingAt start: Int, while belongs: (UInt8) -> Bool) -> Range<Int> {
    var end = start
    while let byte = name[end], belongs(byte) { end += 1 }
    return start..<end
  }
}
