import PhotoFormats

/// The bytes of a parsed XML document, accessed as code units of its encoding.
struct SidecarText {
  enum Encoding: Equatable {
    case utf8, ascii, latin1, utf16LittleEndian, utf16BigEndian
  }

  let bytes: [UInt8]
  let encoding: Encoding
  /// The size of a code unit in bytes.
  let unit: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    encoding = Self.encoding(of: bytes)
    unit = encoding == .utf16LittleEndian || encoding == .utf16BigEndian ? 2 : 1
  }

  /// Detects the encoding by the first bytes, otherwise by the declaration (XML 1.0, appendix F).
  private static func encoding(of bytes: [UInt8]) -> Encoding {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE), (0x3C, 0): return .utf16LittleEndian
    case (0xFE, 0xFF), (0, 0x3C): return .utf16BigEndian
    default: break
    }
    let head = String(decoding: bytes.prefix(1024), as: UTF8.self).drop {
      $0.isWhitespace || $0 == "\u{FEFF}"
    }
    guard head.hasPrefix("<?xml"), head.dropFirst(5).first?.isWhitespace == true,
      let end = head.firstRange(of: "?>"), let key = head[..<end.lowerBound].firstRange(of: "encoding")
    else { return .utf8 }
    let value = head[key.upperBound..<end.lowerBound].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = value.first else { return .utf8 }
    switch value.dropFirst().prefix(while: { $0 != quote }).lowercased() {
    case "iso-8859-1": return .latin1
    case "us-ascii": return .ascii
    default: return .utf8
    }
  }

  /// Returns the code unit at a byte offset, or 0 if out of bounds.
  private func unit(at offset: Int) -> UInt16 {
    guard offset >= 0, offset + unit <= bytes.count else { return 0 }
    switch encoding {
    case .utf8, .ascii, .latin1: return UInt16(bytes[offset])
    case .utf16LittleEndian: return UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
    case .utf16BigEndian: return UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
    }
  }

  private func has(_ character: Unicode.Scalar, at offset: Int) -> Bool {
    UInt32(unit(at: offset)) == character.value
  }

  private func isBlank(at offset: Int) -> Bool { [0x20, 0x9, 0xA, 0xD].contains(unit(at: offset)) }

  /// Returns the white space before an offset.
  func blanks(before offset: Int) -> Range<Int> {
    var start = offset
    while start >= unit, isBlank(at: start - unit) { start -= unit }
    return start..<offset
  }

  /// Returns the start of the white space between the preceding tag and this one. After other text, returns the
  /// offset itself.
  func indentationStart(before offset: Int) -> Int {
    let start = blanks(before: offset).lowerBound
    return has(">", at: start - unit) ? start : offset
  }

  /// Returns the preceding line break and indentation, or an empty array if other text precedes on the same line.
  func indentation(before offset: Int) -> [UInt8] {
    let blanks = blanks(before: offset)
    var start = blanks.upperBound
    while start > blanks.lowerBound {
      start -= unit
      guard has("\n", at: start) else { continue }
      if start > blanks.lowerBound, has("\r", at: start - unit) { start -= unit }
      return Array(bytes[start..<blanks.upperBound])
    }
    return []
  }

  // MARK: Tags

  struct Attribute {
    /// The bytes between the quotes.
    let value: Range<Int>
    /// The attribute including preceding white space.
    let whole: Range<Int>
  }

  struct Tag {
    let name: Range<Int>
    let attributes: [Attribute]
    /// The end of the name and attributes, followed by optional white space and `>` or `/>`.
    let end: Int
  }

  /// Splits a well-formed tag into its parts, or returns `nil` if it is malformed.
  func tag(_ range: Range<Int>) -> Tag? {
    guard has("<", at: range.lowerBound) else { return nil }
    var offset = range.lowerBound + unit
    func skip(while condition: (Int) -> Bool) {
      while offset < range.upperBound, condition(offset) { offset += unit }
    }
    skip { !isBlank(at: $0) && !has("/", at: $0) && !has(">", at: $0) }
    let name = range.lowerBound + unit..<offset
    var attributes: [Attribute] = []
    while true {
      let start = offset
      skip { isBlank(at: $0) }
      guard offset < range.upperBound else { return nil }
      if has("/", at: offset) || has(">", at: offset) {
        return Tag(name: name, attributes: attributes, end: start)
      }
      skip { !has("\"", at: $0) && !has("'", at: $0) }
      let quote = unit(at: offset)
      offset += unit
      let value = offset
      skip { unit(at: $0) != quote }
      guard offset < range.upperBound else { return nil }
      attributes.append(Attribute(value: value..<offset, whole: start..<offset + unit))
      offset += unit
    }
  }

  // MARK: Writing

  func encoded(_ markup: String) -> [UInt8] {
    switch encoding {
    case .utf8: Array(markup.utf8)
    case .ascii, .latin1: markup.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    case .utf16LittleEndian: markup.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    case .utf16BigEndian: markup.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
  }

  /// Escapes and encodes the content of an element or attribute: markup characters, normalized white space and
  /// characters outside the encoding become references.
  func escaped(_ text: String, isAttribute: Bool) -> [UInt8] {
    encoded(escapedMarkup(text, isAttribute: isAttribute))
  }

  func escapedMarkup(_ text: String, isAttribute: Bool = false) -> String {
    var markup = ""
    for scalar in text.unicodeScalars {
      if let entity = XMLMarkup.entity(of: scalar) {
        markup += entity
        continue
      }
      switch scalar {
      case "\"" where isAttribute: markup += "&quot;"
      case "'" where isAttribute: markup += "&apos;"
      case "\t" where isAttribute, "\n" where isAttribute: markup += Self.reference(to: scalar)
      case _ where lacks(scalar): markup += Self.reference(to: scalar)
      default: markup.unicodeScalars.append(scalar)
      }
    }
    return markup
  }

  private func lacks(_ scalar: Unicode.Scalar) -> Bool {
    switch encoding {
    case .ascii: scalar.value > 0x7F
    case .latin1: scalar.value > 0xFF
    case .utf8, .utf16LittleEndian, .utf16BigEndian: false
    }
  }

  private static func reference(to scalar: Unicode.Scalar) -> String {
    "&#x\(String(scalar.value, radix: 16, uppercase: true));"
  }
}
