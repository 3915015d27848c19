/// The tags of XML and the texts between them, as far as property lists have them (XML 1.0).
struct XMLText {
  /// A tag without its attributes.
  struct Tag {
    enum Kind {
      case opening, closing, empty
    }

    var name: String
    var kind: Kind
  }

  private static let tagLimit = 1024
  /// Markup without elements: comments, CDATA and processing instructions.
  private static let sections: [(opening: StaticString, end: StaticString)] = [
    ("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"),
  ]

  static let malformed = PathListError(.malformed("a property list"), line: nil)

  private let bytes: ListBytes

  init(_ bytes: ListBytes) { self.bytes = bytes }

  /// The next tag; `nil` at the end. What stands between tags is passed over.
  func nextTag() throws(PathListError) -> Tag? {
    while true {
      var nothing: [UInt8]?
      try bytes.take(limit: ListBytes.byteLimit, into: &nothing) { $0 == UInt8(ascii: "<") }
      guard try bytes.peek() != nil else { return nil }
      if let section = try section() {
        try take(section, into: &nothing, limit: ListBytes.byteLimit)
        continue
      }
      let tag = try tag()
      if !tag.name.hasPrefix("!") { return tag }
    }
  }

  /// The section that begins here.
  private func section() throws(PathListError) -> (opening: StaticString, end: StaticString)? {
    for section in Self.sections where try bytes.begins(with: section.opening) { return section }
    return nil
  }

  /// Takes a section to its end.
  private func take(
    _ section: (opening: StaticString, end: StaticString), into text: inout [UInt8]?, limit: Int
  ) throws(PathListError) {
    bytes.skip(section.opening.utf8CodeUnitCount)
    let first = section.end.utf8Start.pointee
    var left = limit
    while try !bytes.begins(with: section.end) {
      left -= try bytes.take(limit: left, into: &text) { $0 == first }
      if try bytes.begins(with: section.end) { break }
      guard let byte = try bytes.next() else { throw Self.malformed }
      text?.append(byte)
      left -= 1
    }
    bytes.skip(section.end.utf8CodeUnitCount)
  }

  /// The tag that begins here. As parsers have it, it ends at the first angle, within quotes too.
  private func tag() throws(PathListError) -> Tag {
    bytes.skip(1)
    var content: [UInt8]? = []
    do throws(PathListError) {
      try bytes.take(limit: Self.tagLimit, into: &content) { $0 == UInt8(ascii: ">") }
    } catch {
      throw Self.malformed
    }
    guard try bytes.next() != nil, var rest = content?[...] else { throw Self.malformed }
    let isClosing = rest.first == UInt8(ascii: "/")
    if isClosing { rest = rest.dropFirst() }
    let isEmpty = !isClosing && rest.last == UInt8(ascii: "/")
    if isEmpty { rest = rest.dropLast() }
    let name = rest.prefix { !PathListForm.isBlank($0) }
    return Tag(
      name: String(decoding: name, as: UTF8.self), kind: isClosing ? .closing : isEmpty ? .empty : .opening)
  }

  /// Passes over the text up to the end of an element without elements in it.
  func skipContent() throws(PathListError) {
    var nothing: [UInt8]?
    try content(into: &nothing, limit: JSONText.stringLimit)
  }

  /// The text up to the end of an element without elements in it.
  func content(limit: Int) throws(PathListError) -> [UInt8] {
    var text: [UInt8]? = []
    try content(into: &text, limit: limit)
    return text ?? []
  }

  private func content(into text: inout [UInt8]?, limit: Int) throws(PathListError) {
    var left = limit
    while true {
      left -= try bytes.take(limit: left, into: &text) { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
      switch try bytes.peek() {
      case UInt8(ascii: "&"):
        let character = Array(String(try entity()).utf8)
        text?.append(contentsOf: character)
        left = max(0, left - character.count)
      case UInt8(ascii: "<"):
        guard let section = try section() else {
          guard try tag().kind == .closing else { throw Self.malformed }
          return
        }
        var inside: [UInt8]? = section.opening.utf8CodeUnitCount == 9 ? [] : nil
        try take(section, into: &inside, limit: left)
        left -= inside?.count ?? 0
        if let inside { text?.append(contentsOf: inside) }
      default: throw Self.malformed
      }
    }
  }

  /// The character of an entity such as `&amp;` or `&#233;`.
  private func entity() throws(PathListError) -> Unicode.Scalar {
    bytes.skip(1)
    var name = [UInt8]()
    while let byte = try bytes.next(), byte != UInt8(ascii: ";") {
      name.append(byte)
      guard name.count < 12 else { throw Self.malformed }
    }
    let text = String(decoding: name, as: UTF8.self)
    switch text {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let isHexadecimal = text.hasPrefix("#x")
      guard text.hasPrefix("#"),
        let number = UInt32(text.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
        let character = Unicode.Scalar(number)
      else { throw Self.malformed }
      return character
    }
  }
}
