import PhotoFiles

/// A request of a browser (RFC 9110) without its body.
package struct WebRequest: Sendable, Hashable {
  package let method: String
  /// The path as it was sent: with `%` codes.
  package let path: String
  /// The names and values behind `?`, without `%` codes.
  package let query: [Pair]
  /// The headers in the order in which they came, with names in lower case.
  package let headers: [Pair]

  package struct Pair: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  /// A request for a target such as `/photos?from=0`.
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

  /// All values of a header, by its name in lower case.
  package func values(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

  package func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The first value of a name after `?` as a whole number; `nil` if it is missing, no number, or out of range.
  package func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
    value(name).flatMap { WholeNumber.read($0, in: range) }
  }

  /// A text without its `%` codes (URL Standard, "application/x-www-form-urlencoded"); as it is if one is not whole.
  private static func decoded(_ text: Substring) -> String {
    let bytes = text.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(decoding: FileURL.unescaped(bytes) ?? bytes, as: UTF8.self)
  }
}

/// Reads the whole numbers that a browser sends.
///
/// It is the only way in which such a number gets in, so that no later arithmetic meets one that its caller did not
/// expect.
enum WholeNumber {
  /// The numbers that count something: photos, positions, pixels. Sums and products of two of them fit into an `Int`.
  static let counts = 0...Int(Int32.max)

  /// Reads a number in decimal digits, with a minus sign if it is negative; returns `nil` if the text is no such number
  /// or the number is out of range.
  static func read<Number: FixedWidthInteger>(
    _ text: some StringProtocol, in range: ClosedRange<Number>
  ) -> Number? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Number(text), range.contains(number)
    else { return nil }
    return number
  }
}
