/// The part of a file that a request asks for (RFC 9110, 14.2): one range; a request for several gets the whole file.
enum ByteRange {
  /// What a header asks of a file.
  enum Answer: Equatable {
    /// All of it.
    case whole
    /// These bytes.
    case part(Range<Int64>)
    /// Bytes after its end.
    case beyond
  }

  /// Returns what `Range` asks of a file of a size. A number that does not fit into an `Int64` makes it invalid.
  static func answer(_ header: String?, size: Int64) -> Answer {
    guard let header, header.hasPrefix("bytes=") else { return .whole }
    let ends = header.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return .whole }
    let numbers = ends.map { WholeNumber.read($0, in: 0...Int64.max) }
    switch (numbers[0], numbers[1]) {
    case (let start?, let last?):
      guard start <= last else { return .whole }
      return start < size ? .part(start..<min(last, size - 1) + 1) : .beyond
    case (let start?, nil):
      guard ends[1].isEmpty else { return .whole }
      return start < size ? .part(start..<size) : .beyond
    case (nil, let count?):
      guard ends[0].isEmpty else { return .whole }
      return count > 0 && size > 0 ? .part(max(size - count, 0)..<size) : .beyond
    case (nil, nil): return .whole
    }
  }
}
