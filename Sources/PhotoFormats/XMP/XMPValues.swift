import CPhotoCodecs

/// The values that a packet has for the names of an outline, in its order.
struct XMPValues {
  /// A value that is no structure and no array.
  struct Value {
    /// What it is.
    let name: XMPName
    /// Its place in the outermost array that it stands in, from 1 on; 0 if it stands in none.
    let item: Int
    /// True if it is for everyone whose language has no value of its own (XMP part 1, 8.2.2.4).
    let isDefault: Bool
    /// UTF-8 without white space at either end, never empty.
    let text: Bytes
  }

  let list: [Value]

  /// Reads a packet (ISO 16684-1, 7) in UTF-8 or UTF-16; `nil` if it has none of the values.
  ///
  /// Of a broken packet, what stands before the error is read.
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
        name: XMPName(number: value.number), item: Int(value.items.0),
        isDefault: value.language > 0
          && texts.suffix(from: Int(value.language)).hasCaseInsensitive("x-default"),
        text: texts.prefixSlice(at: Int(value.offset), count: Int(value.size)))
    }
  }

  /// The text of a name: of several that for everyone, else the first.
  subscript(name: XMPName) -> Bytes? {
    var first: Int?
    for index in list.indices where list[index].name == name {
      if list[index].isDefault { return list[index].text }
      first = first ?? index
    }
    return first.map { list[$0].text }
  }

  /// The text of a name as `subscript` has it.
  func text(_ name: XMPName) -> String? { self[name]?.trimmedText }

  /// The number of a name, whole, decimal or a fraction.
  func number(_ name: XMPName) -> Double? { text(name).flatMap(FieldValue.number) }

  /// All texts of a name.
  func texts(_ name: XMPName) -> [String] {
    list.indices.lazy.filter { list[$0].name == name }.compactMap { list[$0].text.trimmedText }
  }

  /// The structures of an array, each with the texts of its fields; fields that are not named are left out.
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

/// Reads the texts of chosen properties from XMP packets, by the rules by which everything else is read.
package struct XMPTexts: Sendable {
  private let outline: XMPOutline
  private let names: [XMPName]

  /// The longest text that is read, in bytes of UTF-8; longer ones are cut.
  package static let sizeLimit = 32 * 1024

  /// Creates a reader of properties, each with the URI of its namespace and its name there.
  package init(_ properties: [(namespace: String, name: String)]) {
    let outline = XMPOutline()
    self.outline = outline
    names = properties.map { outline.add([$0]) }
  }

  /// The texts of a property.
  package struct Found: Sendable, Hashable {
    /// All texts, in the order of the packet.
    package var all: [String] = []
    /// The text for everyone (`x-default`), otherwise the first one.
    package var main: String?
  }

  /// Returns the texts of each property, in the order of the properties.
  package func read(_ packet: Bytes) -> [Found] {
    let values = XMPValues(packet, outline)
    return names.map { Found(all: values?.texts($0) ?? [], main: values?.text($0)) }
  }
}
