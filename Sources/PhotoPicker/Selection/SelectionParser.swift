/// Parses the grammar of `SelectionExpression`.
struct SelectionParser {
  private let text: String
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  mutating func terms() throws(SelectionSyntaxError) -> [SelectionExpression.Term] {
    var terms: [SelectionExpression.Term] = []
    repeat { terms.append(try term()) } while try skipComma()
    return terms
  }

  private mutating func term() throws(SelectionSyntaxError) -> SelectionExpression.Term {
    skipBlanks()
    let isNegated = skip("!")
    skipBlanks()
    return SelectionExpression.Term(isNegated: isNegated, target: try target())
  }

  private mutating func target() throws(SelectionSyntaxError) -> SelectionExpression.Target {
    let start = position
    if skip("@") { return .groups(prefix: try key(), offset: start) }
    if skip("-") {
      skipBlanks()
      return .run(from: nil, to: try place())
    }
    if isAtDigit { return try run() }
    switch word() {
    case "all": return .all
    case "none": return .none
    default: throw error("a number, all, none or @key", at: start)
    }
  }

  private mutating func run() throws(SelectionSyntaxError) -> SelectionExpression.Target {
    let first = try place()
    skipBlanks()
    guard skip("-") else { return .run(from: first, to: first) }
    skipBlanks()
    if position == bytes.count || bytes[position] == UInt8(ascii: ",") { return .run(from: first, to: nil) }
    return .run(from: first, to: try place())
  }

  private mutating func place() throws(SelectionSyntaxError) -> SelectionExpression.Place {
    let start = position
    let first = try number("a number")
    guard skip(".") else { return SelectionExpression.Place(address: .number(first), offset: start) }
    let row = try number("the number of a row")
    return SelectionExpression.Place(address: .row(group: first, row: row), offset: start)
  }

  /// Parses a number from 1, with up to 18 digits to fit `Int`.
  private mutating func number(_ expected: String) throws(SelectionSyntaxError) -> Int {
    guard isAtDigit else { throw error(expected, at: position) }
    let start = position
    while skip("0") {}
    let firstDigit = position
    var value = 0
    while isAtDigit {
      guard position - firstDigit < 18 else { throw error("a number of at most 18 digits", at: start) }
      value = value * 10 + Int(bytes[position] - UInt8(ascii: "0"))
      position += 1
    }
    guard value > 0 else { throw error("a number from 1 on", at: start) }
    return value
  }

  private mutating func key() throws(SelectionSyntaxError) -> String {
    skipBlanks()
    let start = position
    if skip("\"") { return try quotedKey(from: start) }
    while position < bytes.count, bytes[position] != UInt8(ascii: ",") { position += 1 }
    var end = position
    while end > start, SelectionParser.isBlank(bytes[end - 1]) { end -= 1 }
    guard end > start else { throw error("the key of a group", at: start) }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private mutating func quotedKey(from start: Int) throws(SelectionSyntaxError) -> String {
    var key: [UInt8] = []
    while position < bytes.count {
      if skip("\"") {
        guard skip("\"") else {
          guard !key.isEmpty else { throw error("the key of a group", at: start) }
          return String(decoding: key, as: UTF8.self)
        }
        key.append(UInt8(ascii: "\""))
      } else {
        key.append(bytes[position])
        position += 1
      }
    }
    throw error("a closing \"", at: position)
  }

  /// Parses letters and digits in lowercase, at most eight.
  private mutating func word() -> String {
    let start = position
    while position < bytes.count, position - start < 8, SelectionParser.isLetter(bytes[position]) || isAtDigit
    {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
  }

  private mutating func skipComma() throws(SelectionSyntaxError) -> Bool {
    skipBlanks()
    if position == bytes.count { return false }
    guard skip(",") else { throw error("\",\"", at: position) }
    return true
  }

  private mutating func skipBlanks() {
    while position < bytes.count, SelectionParser.isBlank(bytes[position]) { position += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(truncatingIfNeeded: character.value) else {
      return false
    }
    position += 1
    return true
  }

  private var isAtDigit: Bool { position < bytes.count && (0x30...0x39).contains(bytes[position]) }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func error(_ expected: String, at offset: Int) -> SelectionSyntaxError {
    let location = TextLocation(of: offset, in: text)
    return SelectionSyntaxError(column: location.column, expected: expected, found: location.word)
  }
}
