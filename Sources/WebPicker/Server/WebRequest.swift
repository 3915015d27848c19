import PhotoFiles

/// The head of an HTTP request (RFC 9110).
package struct WebRequest: Sendable, Hashable {
  package let method: String
  /// The path, percent-encoded as received.
  package let path: String
  /// The decoded query items.
  package let query: [Pair]
  /// The headers in order, with lowercase names.
  package let headers: [Pair]

  package struct Pair: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  /// Creates a request for a target such as `/photos?from=0`.
  package init(_ method: String, target: Substring, headers: [Pair]) {
    self.method = method
    self.headers = headers
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Pair(name: Self.decoded(parts[0]), value: parts.count > 1 ? Self.decoded(parts[1]) : "")
    }
  }

  /// Returns all values of a header with a lowercase name.
  package func values(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

  package func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// Returns the first value of a query item as an integer within a range.
  package func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
    value(name).flatMap { WholeNumber.read($0, in: range) }
  }

  /// Decodes a query string (URL Standard, "application/x-www-form-urlencoded"). Returns the original string if an
  /// escape is incomplete.
  private static func decoded(_ text: Substring) -> String {
    let bytes = text.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(decoding: FileURL.unescaped(bytes) ?? bytes, as: UTF8.self)
  }
}
