/// A streaming JSON reader (RFC 8259).
///
///     var reader = JSONReader(bytes)
///     try reader.members { key, reader in
///       if key == "title" { title = try reader.text() } else { try reader.skipValue() }
///     }
///
/// Every method consumes one value of any kind. The reader uses memory up to `stringLimit` and `depthLimit`, regardless
/// of the size of the document. Unlike Foundation's `JSONDecoder`, it accepts half a surrogate pair as U+FFFD, and
/// strings that aren't UTF-8.
package struct JSONReader {
  package enum Kind {
    case object, array, string
    /// A number, `true`, `false` or `null`.
    case literal
  }

  /// The maximum size of a string in bytes.
  package static let stringLimit = 1 << 20
  private static let literalLimit = 1024
  private static let depthLimit = 64

  private let bytes: ByteWindow
  /// The line of the next byte, from 1.
  package private(set) var line = 1
  private var depth = 0

  package init(_ bytes: ByteWindow) { self.bytes = bytes }

  package init(_ bytes: [UInt8]) {
    self.init(ByteWindow(bytes.starts(with: "\u{FEFF}".utf8) ? Array(bytes.dropFirst(3)) : bytes))
  }

  /// The kind of the next value; `nil` at the end of the document.
  package mutating func kind() throws(ByteWindow.Failure) -> Kind? {
    switch try mark() {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case let byte?:
      guard Self.isOfLiteral(byte) else { throw .malformed }
      return .literal
    case nil: return nil
    }
  }

  /// Consumes an object member by member, or skips another value. `body` receives the key and consumes the value.
  package mutating func members(_ body: (String, inout JSONReader) throws -> Void) throws {
    guard try kind() == .object else { return try skipValue() }
    var key: [UInt8]? = []
    try items(until: UInt8(ascii: "}")) { reader in
      key?.removeAll(keepingCapacity: true)
      try reader.key(into: &key)
      try body(String(decoding: key ?? [], as: UTF8.self), &reader)
    }
  }

  /// Consumes an array element by element, or skips another value. `body` consumes an element.
  package mutating func elements(_ body: (inout JSONReader) throws -> Void) throws {
    guard try kind() == .array else { return try skipValue() }
    try items(until: UInt8(ascii: "]"), body)
  }

  private mutating func items(until closing: UInt8, _ body: (inout JSONReader) throws -> Void) throws {
    _ = try enter()
    if try mark() == closing { return leave() }
    repeat { try body(&self) } while try continues(until: closing)
  }

  /// Consumes a string, number, `true` or `false` as text; another value is `nil`.
  package mutating func text() throws(ByteWindow.Failure) -> String? {
    guard try kind() == .literal else {
      return try string(limit: Self.stringLimit).map { String(decoding: $0, as: UTF8.self) }
    }
    var bytes: [UInt8]? = []
    try literal(into: &bytes)
    let text = String(decoding: bytes ?? [], as: UTF8.self)
    return text == "null" ? nil : text
  }

  /// Consumes a string of at most `limit` bytes and resolves escapes; another value is `nil`.
  package mutating func string(limit: Int) throws(ByteWindow.Failure) -> [UInt8]? {
    guard try kind() == .string else {
      try skipValue()
      return nil
    }
    var text: [UInt8]? = []
    try string(into: &text, limit: limit)
    return text
  }

  package mutating func skipValue() throws(ByteWindow.Failure) {
    var nothing: [UInt8]?
    switch try kind() {
    case .string?: try string(into: &nothing, limit: Self.stringLimit)
    case .literal?: try literal(into: &nothing)
    case .object?, .array?:
      // In ASCII each closing mark is the opening mark plus two.
      let closing = try enter() + 2
      if try mark() == closing { return leave() }
      repeat {
        if closing == UInt8(ascii: "}") { try key(into: &nothing) }
        try skipValue()
      } while try continues(until: closing)
    case nil: throw .malformed
    }
  }

  /// Throws unless the document has ended.
  package mutating func end() throws(ByteWindow.Failure) {
    guard try mark() == nil else { throw .malformed }
  }

  /// Skips white space and returns the next byte without consuming it.
  private mutating func mark() throws(ByteWindow.Failure) -> UInt8? {
    while let byte = try bytes.peek() {
      guard ByteWindow.isBlank(byte) else { return byte }
      if byte == UInt8(ascii: "\n") { line += 1 }
      bytes.skip(1)
    }
    return nil
  }

  private mutating func enter() throws(ByteWindow.Failure) -> UInt8 {
    guard depth < Self.depthLimit, let mark = try bytes.next() else { throw .malformed }
    depth += 1
    return mark
  }

  private mutating func leave() {
    bytes.skip(1)
    depth -= 1
  }

  /// Consumes the delimiter after an item. Returns `true` after a comma.
  private mutating func continues(until closing: UInt8) throws(ByteWindow.Failure) -> Bool {
    switch try mark() {
    case closing?:
      leave()
      return false
    case UInt8(ascii: ",")?:
      bytes.skip(1)
      return true
    default: throw .malformed
    }
  }

  private mutating func key(into text: inout [UInt8]?) throws(ByteWindow.Failure) {
    guard try kind() == .string else { throw .malformed }
    try string(into: &text, limit: Self.stringLimit)
    guard try mark() == UInt8(ascii: ":") else { throw .malformed }
    bytes.skip(1)
  }

  private func literal(into text: inout [UInt8]?) throws(ByteWindow.Failure) {
    var count = 0
    while let byte = try bytes.peek(), Self.isOfLiteral(byte), count < Self.literalLimit {
      text?.append(byte)
      bytes.skip(1)
      count += 1
    }
    guard count < Self.literalLimit else { throw .malformed }
  }

  private static func isOfLiteral(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
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

  /// Consumes an escape after its backslash.
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

  /// Consumes one or two UTF-16 code units; half a pair is U+FFFD.
  private func codeUnits() throws(ByteWindow.Failure) -> Unicode.Scalar {
    let unit = try codeUnit()
    guard (0xD800..<0xDC00).contains(unit), let second = try escapedLowSurrogate() else {
      return Unicode.Scalar(unit) ?? "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  /// Consumes the escape of a low surrogate, and nothing else.
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
