extension Double {
  /// The shortest text that identifies the finite number, without `.0`.
  package var shortestText: String {
    // Beyond 2^53 digits would be exact that the number doesn't have.
    guard magnitude <= 0x1p53, let whole = Int64(exactly: self) else { return description }
    return String(whole)
  }

  /// The finite number for people: ten digits and no exponent, as 1/60 is `0.01666666667`.
  ///
  /// Most numbers are fractions of Exif with parts of 32 bits, which is nine to ten digits; ExifTool writes ten too.
  package var decimalText: String {
    let exact = shortestText
    guard exact.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") }),
      let digits = DecimalDigits(exact)
    else { return exact }
    return digits.rounded(to: 10).text ?? exact
  }
}

extension Double {
  /// The number that reads like one of single precision: 0.1, not 0.10000000149011612.
  init(shortest number: Float) { self = Double(number.description) ?? Double(number) }
}

private struct DecimalDigits {
  private let isNegative: Bool
  /// The digits from the first nonzero one on.
  private var digits: [UInt8]
  /// The number of digits before the point; 0 and less for numbers below 1.
  private var point: Int

  /// More zeros than this are written as an exponent.
  private static let mostZeros = 20

  /// Reads a number in the form of `description`: `-0.25`, `1e-07`, `1.5e+20`.
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

  /// Rounds to at most `count` digits and drops trailing zeros.
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

  /// The number without an exponent; `nil` if that needs too many zeros.
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
