import PhotoFiles

/// Finds groups by a case-insensitive prefix of the key.
struct GroupKeyIndex {
  private let entries: [(key: String, positions: Range<Int>)]
  private var found: [String: [Range<Int>]] = [:]

  init(_ groups: [SelectableView.Group]) {
    entries = groups.map { ($0.key.lowercased(), $0.positions) }.sorted { $0.key < $1.key }
  }

  /// Returns the positions of the matching groups, sorted and merged, or `nil` if no key has this prefix.
  mutating func positions(prefix: String) -> [Range<Int>]? {
    let prefix = prefix.lowercased()
    if let ranges = found[prefix] { return ranges }
    // Strings are ordered by normalized scalars, of which U+10FFFF is the last.
    let candidates = entries[index(from: prefix)..<index(from: prefix + "\u{10FFFF}")]
    let matches = candidates.filter { $0.key.hasPrefix(prefix) }.map(\.positions)
    guard !matches.isEmpty else { return nil }
    let ranges = GroupKeyIndex.joined(matches)
    found[prefix] = ranges
    return ranges
  }

  private func index(from key: String) -> Int { entries.partitioningIndex { $0.key >= key } }

  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}
