/// The header Content-Range (RFC 9110, 14.4): `bytes 0-499/1234`, `bytes 0-499/*`, `bytes */1234`.
struct ContentRange: Sendable, Equatable {
  /// The first byte sent, or `nil` if the range cannot be satisfied.
  let first: Int64?
  let total: Int64?

  init?(_ text: String) {
    let fields = text.split(separator: " ")
    guard fields.count == 2, fields[0].lowercased() == "bytes" else { return nil }
    let parts = fields[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    total = Int64(parts[1]).flatMap { $0 >= 0 ? $0 : nil }
    if parts[0] == "*" {
      first = nil
      return
    }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { return nil }
    self.first = first
  }
}
