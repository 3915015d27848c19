struct ASCIIScanner {
  private let text: Bytes
  private(set) var position = 0

  init(_ text: Bytes) { self.text = text }

  /// Whether only blanks or NUL follow.
  var isAtTextEnd: Bool {
    var index = position
    while let byte = text[index], byte == 0x20 { index += 1 }
    return text[index] == nil || text[index] == 0
  }

  /// The byte at the position.
  var next: UInt8? { text[position] }

  var isAtDigit: Bool { next?.isDigit == true }

  /// Whether an ASCII letter follows.
  var isAtLetter: Bool { next?.isLetter == true }

  mutating func skipByte() { position += 1 }

  mutating func skipSpaces() {
    while let byte = text[position], byte == 0x20 || byte == 0x09 { position += 1 }
  }

  func peek(anyOf characters: StaticString) -> Bool {
    guard let byte = text[position] else { return false }
    return characters.withUTF8Buffer { $0.contains(byte) }
  }

  mutating func skip(anyOf characters: StaticString) -> Bool {
    guard peek(anyOf: characters) else { return false }
    position += 1
    return true
  }

  mutating func skip(text expected: StaticString) -> Bool {
    guard text.has(expected, at: position) else { return false }
    position += expected.utf8CodeUnitCount
    return true
  }

  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for index in 0..<count {
      guard let byte = text[position + index], byte.isDigit else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    position += count
    return value
  }

  /// Parses decimal places, and ignores those after the ninth.
  mutating func fraction() -> (nanoseconds: UInt32, digits: UInt8)? {
    var nanoseconds: UInt32 = 0
    var digits: UInt8 = 0
    let start = position
    while let byte = text[position], byte.isDigit {
      if digits < 9 {
        nanoseconds = nanoseconds * 10 + UInt32(byte - 0x30)
        digits += 1
      }
      position += 1
    }
    guard position > start else { return nil }
    return (nanoseconds * CaptureDate.powersOfTen[9 - Int(digits)], digits)
  }

  /// Parses a number of one or two digits after any blanks.
  mutating func paddedNumber() -> Int? {
    if let number = digits(2) { return number }
    return lookahead { scanner in
      scanner.skipSpaces()
      return scanner.digits(2) ?? scanner.digits(1)
    }
  }

  /// Parses `Z`, `UTC` or `GMT`, and `+09:00`, `+0900`, `-5:30` or `+02` alone or after these names; in minutes, at most 15
  /// hours.
  mutating func offset() -> Int16? {
    lookahead { scanner in
      if scanner.skip(anyOf: "Zz") { return scanner.isAtLetter ? nil : 0 }
      guard scanner.skip(text: "UTC") || scanner.skip(text: "GMT") else { return scanner.numericOffset() }
      return scanner.numericOffset() ?? (scanner.isAtTextEnd ? 0 : nil)
    }
  }

  private mutating func numericOffset() -> Int16? {
    lookahead { scanner in
      let isWest = scanner.peek(anyOf: "-")
      guard scanner.skip(anyOf: "+-"), let hours = scanner.digits(2) ?? scanner.digits(1) else { return nil }
      let hasColon = scanner.skip(anyOf: ":")
      guard let minutes = scanner.digits(2) ?? (hasColon ? nil : 0),
        !scanner.isAtDigit, hours <= 15, minutes <= 59
      else { return nil }
      let total = Int16(hours * 60 + minutes)
      return isWest ? -total : total
    }
  }

  /// Calls `body`; if it returns `nil`, the position doesn't change.
  mutating func lookahead<Value>(_ body: (inout ASCIIScanner) -> Value?) -> Value? {
    let start = position
    if let value = body(&self) { return value }
    position = start
    return nil
  }
}
