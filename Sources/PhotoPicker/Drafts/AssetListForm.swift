import PhotoLibrary

/// What a list of files is written in, told by its first bytes.
enum AssetListForm {
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
  /// recursive parser.
  static func isShallowPropertyList(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    var index = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      let tag = bytes[(start + 1)...]
      if tag.starts(with: "array".utf8) || tag.starts(with: "dict".utf8) { depth += 1 }
      if tag.starts(with: "/array".utf8) || tag.starts(with: "/dict".utf8) { depth -= 1 }
      guard depth <= depthLimit else { return false }
      index = start + 1
    }
    return true
  }
}

/// A record, or a bare path, of a list; every other key is passed over.
struct AssetListEntry: Decodable {
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
