import PhotoFiles
import PhotoLibrary

/// The form in which a list of paths is written, recognised by its first bytes.
enum PathListForm {
  case paths, json, jsonLines, propertyList

  /// The deepest nesting of a property list of this program is 3.
  private static let depthLimit = 16

  /// Tells the form. A path may begin with a bracket or brace too, so that what follows one counts.
  init(of bytes: [UInt8]) {
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = bytes.dropFirst(isMarked ? 3 : 0).drop(while: Self.isBlank)
    let next = text.dropFirst().drop(while: Self.isBlank).first
    switch text.first {
    case UInt8(ascii: "[") where next == UInt8(ascii: "{") || next == UInt8(ascii: "\""): self = .json
    case UInt8(ascii: "[") where next == UInt8(ascii: "]") && text.count(where: { !Self.isBlank($0) }) == 2:
      self = .json
    case UInt8(ascii: "{") where next == UInt8(ascii: "\""): self = .jsonLines
    case UInt8(ascii: "<")
    where ["<?xml", "<!DOCTYPE", "<plist"].contains(where: { text.starts(with: $0.utf8) }):
      self = .propertyList
    default: self = .paths
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// True unless elements are nested deeper than any list of this program, which would exhaust the stack of a
  /// recursive parser; false also if what is between them has no end.
  static func isShallowPropertyList(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    var rest = bytes[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      if let (opening, end) = sections.first(where: { rest.starts(with: $0.opening.utf8) }) {
        guard let range = rest.dropFirst(opening.utf8.count).firstRange(of: end.utf8) else { return false }
        rest = rest[range.upperBound...]
        continue
      }
      // As parsers have it, a tag ends at the first angle, within quotes too.
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      let tag = rest[..<end]
      rest = rest[(end + 1)...]
      if tag.first == UInt8(ascii: "/") {
        if isContainer(tag.dropFirst()) { depth -= 1 }
      } else if isContainer(tag), tag.last != UInt8(ascii: "/") {
        depth += 1
      }
      guard (0...depthLimit).contains(depth) else { return false }
    }
    return true
  }

  /// Markup without elements, behind its first angle: comments, CDATA and processing instructions.
  private static let sections = [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>")]
    .map { (opening: $0.0, end: $0.1) }

  /// True for the tag of an element that may hold others of its kind.
  private static func isContainer(_ tag: ArraySlice<UInt8>) -> Bool {
    ["array", "dict", "plist"].contains { tag.starts(with: $0.utf8) }
  }
}

/// A record, or a bare path, of a list; every other key is passed over.
struct PathListEntry: Decodable {
  /// A record without a path.
  struct NoPath: Error {}

  /// The bytes of the path.
  let path: [UInt8]

  private enum CodingKeys: String, CodingKey {
    case reference = "UIImagePickerControllerReferenceURL"
    case url, path
  }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      path = FileURL.path(text) ?? Array(text.utf8)
      return
    }
    let record = try decoder.container(keyedBy: CodingKeys.self)
    // URLs first: they keep the bytes of a path that is no UTF-8.
    for key in [CodingKeys.reference, .url] {
      if let path = try record.decodeIfPresent(String.self, forKey: key).flatMap({ FileURL.path($0) }) {
        self.path = path
        return
      }
    }
    guard let text = try record.decodeIfPresent(String.self, forKey: .path) else { throw NoPath() }
    path = Array(text.utf8)
  }
}
