extension AssetField {
  /// The fields that queries know, in the order in which they are listed.
  package static let asked: [AssetField] = all + derived

  package static var askedList: String { asked.map(\.name).joined(separator: ", ") }

  /// Other names for fields: one of several, and what people call them.
  package static let aliases: [(name: String, field: AssetField)] =
    [
      ("keyword", AssetField(.keywords)), ("tag", AssetField(.keywords)), ("person", AssetField(.people)),
      ("face", AssetField(.faces)), ("creator", AssetField(.creators)),
    ]
    + [
      ("size", "fileSize"), ("width", "pixelWidth"), ("height", "pixelHeight"), ("extension", "ext"),
      ("filename", "name"), ("year", "date"), ("month", "date"), ("stars", "rating"),
      ("shutter", "exposureTime"), ("exposure", "exposureTime"),
    ]
    .compactMap { alias, name in AssetField(name: name).map { (alias, $0) } }

  /// The field of a name in a query, whatever the case of its letters, or `nil` if there is none.
  package init?(asked name: String) {
    let name = name.lowercased()
    let field =
      Self.asked.first { $0.name.lowercased() == name } ?? Self.aliases.first { $0.name == name }?.field
    guard let field else { return nil }
    self = field
  }
}
