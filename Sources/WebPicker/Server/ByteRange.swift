/// The part of a file that a request asks for (RFC 9110, 14.2): one range; more of them are answered with all of it.
enum ByteRange {
  /// What a header asks of a file.
  enum Answer: Equatable {
    /// All of it.
    case whole
    /// These bytes.
    case part(Range<Int64>)
    /// Bytes behind its end.
    case beyond
  }

  /// What `Range` asks of a file of a size.
  static func answer(_ header: String?, size: Int64) -> Answer {
    guard let header, header.hasPrefix("bytes=") else { return .whole }
    let ends = header.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return .whole
    }
    switch (Int64(ends[0]), Int64(ends[1])) {
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
