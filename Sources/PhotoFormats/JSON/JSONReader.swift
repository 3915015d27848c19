/// Reads a JSON document (RFC 8259) value by value, by whoever knows what to expect; other values are passed over.
///
///     var reader = JSONReader(bytes)
///     try reader.members { key, reader in
///       if key == "title" { title = try reader.text() } else { try reader.skipValue() }
///     }
///
/// Every method takes one value, whatever it is. Memory is bounded by `JSONText.stringLimit` and `depthLimit`.
package struct JSONReader {
  /// How deep the values may be nested that are passed over.
  private static let depthLimit = 64

  private var tokens: JSONText

  /// A reader of a document in UTF-8.
  package init(_ bytes: [UInt8]) {
    tokens = JSONText(ByteWindow(bytes.starts(with: "\u{FEFF}".utf8) ? Array(bytes.dropFirst(3)) : bytes))
  }

  /// Takes an object member by member; another value is passed over.
  ///
  /// - Parameter body: is given the key, and takes the value.
  package mutating func members(
    _ body: (String, inout JSONReader) throws(ByteWindow.Failure) -> Void
  ) throws(ByteWindow.Failure) {
    try items(of: UInt8(ascii: "{"), until: UInt8(ascii: "}")) { reader throws(ByteWindow.Failure) in
      let key = String(decoding: try reader.key(), as: UTF8.self)
      try body(key, &reader)
    }
  }

  /// Takes an array element by element; another value is passed over.
  ///
  /// - Parameter body: takes an element.
  package mutating func elements(
    _ body: (inout JSONReader) throws(ByteWindow.Failure) -> Void
  ) throws(ByteWindow.Failure) {
    try items(of: UInt8(ascii: "["), until: UInt8(ascii: "]"), body)
  }

  private mutating func items(
    of opening: UInt8, until closing: UInt8, _ body: (inout JSONReader) throws(ByteWindow.Failure) -> Void
  ) throws(ByteWindow.Failure) {
    guard try first() == opening else { return try skipValue() }
    tokens.bytes.skip(1)
    try tokens.skipBlanks()
    if try tokens.bytes.peek() == closing { return tokens.bytes.skip(1) }
    while true {
      try body(&self)
      if try !continues(until: closing) { return }
    }
  }

  /// The text of a string or the characters of a number, `true` or `false`; `nil` for another value.
  package mutating func text() throws(ByteWindow.Failure) -> String? {
    switch try first() {
    case UInt8(ascii: "\""):
      return String(decoding: try tokens.string(limit: JSONText.stringLimit), as: UTF8.self)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try skipValue()
      return nil
    default:
      let text = String(decoding: try tokens.literal(), as: UTF8.self)
      return text == "null" ? nil : text
    }
  }

  /// Passes over a value.
  package mutating func skipValue() throws(ByteWindow.Failure) {
    var open: [UInt8] = []
    repeat {
      switch try first() {
      case UInt8(ascii: "\""): try tokens.skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        // In ASCII each closing mark stands two places behind its opening mark.
        guard open.count < Self.depthLimit, let opening = try tokens.bytes.next() else { throw .malformed }
        open.append(opening + 2)
        try tokens.skipBlanks()
        if try tokens.bytes.peek() != open.last {
          if open.last == UInt8(ascii: "}") { _ = try key() }
          continue
        }
        tokens.bytes.skip(1)
        open.removeLast()
      default: try tokens.skipLiteral()
      }
      while let closing = open.last {
        if try continues(until: closing) {
          if closing == UInt8(ascii: "}") { _ = try key() }
          break
        }
        open.removeLast()
      }
    } while !open.isEmpty
  }

  /// Throws unless the document has ended.
  package mutating func end() throws(ByteWindow.Failure) {
    try tokens.skipBlanks()
    guard try tokens.bytes.peek() == nil else { throw .malformed }
  }

  /// The first byte of the value that comes next.
  private mutating func first() throws(ByteWindow.Failure) -> UInt8 {
    try tokens.skipBlanks()
    guard let byte = try tokens.bytes.peek() else { throw .malformed }
    return byte
  }

  /// Takes a key and the colon behind it.
  private mutating func key() throws(ByteWindow.Failure) -> [UInt8] {
    guard try first() == UInt8(ascii: "\"") else { throw .malformed }
    let key = try tokens.string(limit: JSONText.stringLimit)
    _ = try tokens.following(UInt8(ascii: ":"))
    return key
  }

  /// Takes what stands behind an item: false if it ends the container, true if another item follows.
  private mutating func continues(until closing: UInt8) throws(ByteWindow.Failure) -> Bool {
    try tokens.skipBlanks()
    switch try tokens.bytes.next() {
    case UInt8(ascii: ",")?: return true
    case closing?: return false
    default: throw .malformed
    }
  }
}
