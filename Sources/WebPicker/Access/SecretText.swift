/// A text that nobody can guess: 256 random bits from the system, as 64 hexadecimal digits.
struct SecretText: Sendable {
  /// The text.
  let text: String

  /// A new secret.
  init() {
    var generator = SystemRandomNumberGenerator()
    let words = (0..<4).map { _ in generator.next() as UInt64 }
    text = words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// True if a text is the secret; it takes as long however much of it is right.
  func isEqual(to other: some StringProtocol) -> Bool {
    let (own, other) = (Array(text.utf8), Array(other.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
