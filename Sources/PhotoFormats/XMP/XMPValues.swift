import CPhotoCodecs

struct XMPValues {
  struct Value {
    let name: XMPName
    /// The index in the outermost array, from 1 on; 0 outside of arrays.
    let item: Int
    /// Whether it is the default for all languages (XMP part 1, 8.2.2.4).
    let isDefault: Bool
    /// UTF-8, trimmed and never empty.
    let text: Bytes
  }

  let list: [Value]

  /// Parses XMP in UTF-8 or UTF-16, up to the first error; `nil` if it has no value of the outline.
  init?(_ packet: Bytes, _ outline: XMPOutline) {
    guard let storage = outline.storage else { return nil }
    var found = photo_xmp_values()
    let isRead = packet.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return false }
      return photo_xmp_read(storage, start, bytes.count, &found)
    }
    defer { photo_xmp_free(&found) }
    guard isRead, found.count > 0 else { return nil }
    let texts = Bytes(Array(UnsafeRawBufferPointer(start: found.text, count: found.size)))
    list = UnsafeBufferPointer(start: found.values, count: found.count).map { value in
      Value(
        name: XMPName(number: value.number), item: Int(value.item),
        isDefault: value.language > 0
          && texts.suffix(from: Int(value.language)).hasCaseInsensitive("x-default"),
        text: texts.prefixSlice(at: Int(value.offset), count: Int(value.size)))
    }
  }

  /// The default text of a name, otherwise the first one.
  subscript(name: XMPName) -> Bytes? {
    var first: Int?
    for index in list.indices where list[index].name == name {
      if list[index].isDefault { return list[index].text }
      first = first ?? index
    }
    return first.map { list[$0].text }
  }

  func text(_ name: XMPName) -> String? { self[name]?.trimmedText }

  func number(_ name: XMPName) -> Double? { text(name).flatMap(FieldValue.number) }

  func texts(_ name: XMPName) -> [String] {
    list.indices.lazy.filter { list[$0].name == name }.compactMap { list[$0].text.trimmedText }
  }

  /// The structures of an array, each with the values of some fields.
  func structures(_ fields: [XMPName]) -> [[XMPName: Bytes]] {
    var structures: [[XMPName: Bytes]] = []
    var item: Int?
    for index in list.indices where fields.contains(list[index].name) {
      let value = list[index]
      if value.item != item { structures.append([:]) }
      item = value.item
      structures[structures.count - 1].merge([value.name: value.text]) { first, _ in first }
    }
    return structures
  }
}

/// Parses the values of some properties from XMP packets, by the same rules as `XMPFields`.
package struct XMPTexts: Sendable {
  private let outline: XMPOutline
  private let names: [XMPName]

  /// The maximum size of a value in bytes of UTF-8; longer ones are shortened.
  package static let sizeLimit = 32 * 1024

  /// Creates a reader of properties, each given by namespace URI and name.
  package init(_ properties: [(namespace: String, name: String)]) {
    let outline = XMPOutline()
    self.outline = outline
    names = properties.map { outline.add([$0]) }
  }

  /// The values of a property.
  package struct Found: Sendable, Hashable {
    /// All values, in the order of the XMP.
    package var all: [String] = []
    /// The text for everyone (`x-default`), otherwise the first one.
    package var main: String?
  }

  /// Returns the values of each property, in the order of the properties.
  package func read(_ packet: Bytes) -> [Found] {
    let values = XMPValues(packet, outline)
    return names.map { Found(all: values?.texts($0) ?? [], main: values?.text($0)) }
  }
}
