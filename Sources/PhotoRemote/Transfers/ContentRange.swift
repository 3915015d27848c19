/// The header Content-Range (RFC 9110, 14.4): `bytes 0-499/1234`, `bytes 0-499/*`, `bytes */1234`.
package struct ContentRange: Sendable, Equatable {
  /// The first and the last byte sent, or `nil` if the range cannot be satisfied.
  package let bytes: ClosedRange<Int64>?
  package let total: Int64?

  package var first: Int64? { bytes?.lowerBound }

  package init?(_ text: String) {
    let fields = text.split(separator: " ")
    guard fields.count == 2, fields[0].lowercased() == "bytes" else { return nil }
    let parts = fields[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    total = Int64(parts[1]).flatMap { $0 >= 0 ? $0 : nil }
    if parts[0] == "*" {
      bytes = nil
      return
    }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { return nil }
    bytes = first...last
  }
}
