extension Double {
  /// The finite number with the fewest digits that tell it from all others, and without `.0` if it is whole.
  package var shortestText: String {
    // Beyond 2^53 digits would appear that the number does not have.
    guard magnitude <= 0x1p53, let whole = Int64(exactly: self) else { return description }
    return String(whole)
  }

  /// The finite number as people read it: the digits that a file can vouch for, and no exponent.
  ///
  /// Most numbers of photos are fractions of Exif, whose parts have 32 bits: that is nine to ten digits, and ExifTool
  /// writes ten as well. 1/60 is `0.01666666667`.
  package var decimalText: String {
    let exact = shortestText
    guard exact.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") }),
      let digits = DecimalDigits(exact)
    else { return exact }
    return digits.rounded(to: 10).text ?? exact
  }
}

extension Double {
  /// The number that is written like one of single precision: 0.1, where its bits say 0.10000000149011612.
  init(shortest number: Float) { self = Double(number.description) ?? Double(number) }
}

/// The digits of a number and the place of its point.
private struct DecimalDigits {
  private let isNegative: Bool
  /// From the first that is not zero on.
  private var digits: [UInt8]
  /// How many of them stand before the point; 0 and less for numbers below 1.
  private var point: Int

  /// More zeros than this are written as an exponent.
  private static let mostZeros = 20

  /// Reads a number as Swift describes it: `-0.25`, `1e-07`, `1.5e+20`.
  init?(_ description: String) {
    let parts = description.lowercased().split(separator: "e", maxSplits: 1)
    guard let mantissa = parts.first, let exponent = parts.count > 1 ? Int(parts[1]) : 0 else { return nil }
    isNegative = mantissa.first == "-"
    let numbers = mantissa.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = numbers.first else { return nil }
    let all = numbers.flatMap { $0.utf8.map { $0 &- UInt8(ascii: "0") } }
    let zeros = all.prefix { $0 == 0 }.count
    digits = Array(all.dropFirst(zeros))
    guard !digits.isEmpty, digits.allSatisfy({ $0 < 10 }) else { return nil }
    point = whole.utf8.count - zeros + exponent
  }

  /// The number with at most so many digits, zeros at its end left out.
  func rounded(to count: Int) -> DecimalDigits {
    var result = self
    if digits.count > count {
      result.digits.removeLast(digits.count - count)
      if digits[count] >= 5 { result.countUp() }
    }
    while result.digits.count > 1, result.digits.last == 0 { result.digits.removeLast() }
    return result
  }

  private mutating func countUp() {
    for index in digits.indices.reversed() {
      guard digits[index] == 9 else {
        digits[index] += 1
        return
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
    point += 1
  }

  /// The number without an exponent; `nil` if that takes too many zeros.
  var text: String? {
    guard (-Self.mostZeros...Self.mostZeros + 1).contains(point) else { return nil }
    let number = digits.map { UInt8(ascii: "0") + $0 }
    let zero = UInt8(ascii: "0")
    let filled =
      [UInt8](repeating: zero, count: max(0, 1 - point)) + number
      + [UInt8](repeating: zero, count: max(0, point - number.count))
    let whole = filled.prefix(max(1, point))
    let rest = filled.dropFirst(max(1, point))
    let text = whole + (rest.isEmpty ? [] : [UInt8(ascii: ".")] + rest)
    return (isNegative ? "-" : "") + String(decoding: text, as: UTF8.self)
  }
}
