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
    names = properties.map { outline.add($0.namespace, $0.name) }
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
