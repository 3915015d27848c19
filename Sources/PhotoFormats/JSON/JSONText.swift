/// The tokens of JSON (RFC 8259): blanks, strings, and words such as numbers.
package struct JSONText {
  /// The most bytes of a string; no output of this program has a longer one.
  package static let stringLimit = 1 << 20
  private static let literalLimit = 1024

  package let bytes: ByteWindow
  /// The line that comes next, from 1.
  package private(set) var line = 1

  /// The text that begins with the next byte of a window.
  package init(_ bytes: ByteWindow) { self.bytes = bytes }

  /// Passes over what is blank.
  package mutating func skipBlanks() throws(ByteWindow.Failure) {
    while let byte = try bytes.peek(), ByteWindow.isBlank(byte) {
      if byte == UInt8(ascii: "\n") { line += 1 }
      bytes.skip(1)
    }
  }

  /// Takes a mark and what is blank around it; returns the byte that follows, which stays.
  package mutating func following(_ mark: UInt8) throws(ByteWindow.Failure) -> UInt8 {
    try skipBlanks()
    guard try bytes.next() == mark else { throw .malformed }
    try skipBlanks()
    guard let byte = try bytes.peek() else { throw .malformed }
    return byte
  }

  /// Passes over a number, `true`, `false` or `null`.
  package func skipLiteral() throws(ByteWindow.Failure) {
    var nothing: [UInt8]?
    try literal(into: &nothing)
  }

  /// The bytes of a number, `true`, `false` or `null`.
  package func literal() throws(ByteWindow.Failure) -> [UInt8] {
    var text: [UInt8]? = []
    try literal(into: &text)
    return text ?? []
  }

  private func literal(into text: inout [UInt8]?) throws(ByteWindow.Failure) {
    var count = 0
    while let byte = try bytes.peek(), Self.isOfLiteral(byte), count < Self.literalLimit {
      text?.append(byte)
      bytes.skip(1)
      count += 1
    }
    guard (1..<Self.literalLimit).contains(count) else { throw .malformed }
  }

  /// True for a byte of a number, `true`, `false` or `null`.
  package static func isOfLiteral(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }

  /// Passes over a string.
  package func skipString() throws(ByteWindow.Failure) {
    var nothing: [UInt8]?
    try string(into: &nothing, limit: Self.stringLimit)
  }

  /// The bytes of a string, escapes resolved.
  package func string(limit: Int) throws(ByteWindow.Failure) -> [UInt8] {
    var text: [UInt8]? = []
    try string(into: &text, limit: limit)
    return text ?? []
  }

  private func string(into text: inout [UInt8]?, limit: Int) throws(ByteWindow.Failure) {
    bytes.skip(1)
    var left = limit
    while true {
      do throws(ByteWindow.Failure) {
        left -= try bytes.take(limit: left, into: &text) { $0 == 0x22 || $0 == 0x5C || $0 < 0x20 }
      } catch {
        throw error == .tooLong(left) ? .tooLong(limit) : error
      }
      guard let byte = try bytes.next(), byte >= 0x20 else { throw .malformed }
      if byte == UInt8(ascii: "\"") { return }
      let character = Array(String(try escape()).utf8)
      guard character.count <= left else { throw .tooLong(limit) }
      text?.append(contentsOf: character)
      left -= character.count
    }
  }

  /// The character of an escape, behind its backslash.
  private func escape() throws(ByteWindow.Failure) -> Unicode.Scalar {
    switch try bytes.next() {
    case UInt8(ascii: "u"): return try codeUnits()
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case let byte? where byte == 0x22 || byte == 0x5C || byte == 0x2F: return Unicode.Scalar(byte)
    default: throw .malformed
    }
  }

  /// The character of one or two UTF-16 code units; U+FFFD for half of one.
  private func codeUnits() throws(ByteWindow.Failure) -> Unicode.Scalar {
    let unit = try codeUnit()
    guard (0xD800..<0xDC00).contains(unit), let second = try escapedLowSurrogate() else {
      return Unicode.Scalar(unit) ?? "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  /// The second half of a character, if an escape of one comes next; anything else stays.
  private func escapedLowSurrogate() throws(ByteWindow.Failure) -> UInt32? {
    let next = try bytes.look(6).prefix(6)
    guard next.count == 6, next.starts(with: "\\u".utf8),
      let unit = UInt32(String(decoding: next.dropFirst(2), as: UTF8.self), radix: 16),
      (0xDC00..<0xE000).contains(unit)
    else { return nil }
    bytes.skip(6)
    return unit
  }

  private func codeUnit() throws(ByteWindow.Failure) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = try bytes.next().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw .malformed
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
