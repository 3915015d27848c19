import PhotoFiles

/// Finds the groups of a view by the beginning of their key, in upper or lower case.
struct GroupKeyIndex {
  private let entries: [(key: String, positions: Range<Int>)]
  private var found: [String: [Range<Int>]] = [:]

  init(_ groups: [SelectableView.Group]) {
    entries = groups.map { ($0.key.lowercased(), $0.positions) }.sorted { $0.key < $1.key }
  }

  /// The places of the groups' photos, in order, side by side ones joined; `nil` if no group's key
  /// begins so.
  mutating func positions(prefix: String) -> [Range<Int>]? {
    let prefix = prefix.lowercased()
    if let ranges = found[prefix] { return ranges }
    // Swift orders strings by their normalized scalars, and no scalar comes after U+10FFFF.
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
