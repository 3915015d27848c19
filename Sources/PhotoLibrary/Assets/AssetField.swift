import PhotoFiles
import PhotoFormats

/// A property of an asset, identified by the key that records, templates and the catalog use.
///
///     for field in AssetField.all {
///       if let value = field.value(asset) { print(field.key, value) }
///     }
///
/// Header fields come from `MetadataField`; don't add them here.
public struct AssetField: Sendable, Hashable {
  /// The key in plain records, such as `pixelWidth`.
  public let key: StaticString
  public let kind: FieldKind
  public let unit: FieldUnit?
  /// Returns the value of an asset, or `nil` if the field doesn't apply.
  public let value: @Sendable (Asset) -> FieldValue?

  init(
    _ key: StaticString, _ kind: FieldKind, unit: FieldUnit? = nil,
    _ value: @escaping @Sendable (Asset) -> FieldValue?
  ) {
    self.key = key
    self.kind = kind
    self.unit = unit
    self.value = value
  }

  public init(_ field: MetadataField) {
    if PlaceNames.fields.contains(field) {
      self.init(field.declaration.key, field.kind) { PlaceNames.value(of: field, $0) }
    } else {
      self.init(field.declaration.key, field.kind, unit: field.unit) { $0.values[field] }
    }
  }

  public var name: String { key.description }

  /// Finds a field in `all` and `derived` by key.
  public init?(name: String) {
    guard
      let field = Self.all.first(where: { $0.name == name }) ?? Self.derived.first(where: { $0.name == name })
    else { return nil }
    self = field
  }

  package var needsStacks: Bool { Self.stacks.contains(self) }

  public static func == (left: AssetField, right: AssetField) -> Bool { left.name == right.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  public static let all: [AssetField] =
    beforeValues + MetadataField.allCases.sorted { $0.rawValue < $1.rawValue }.map(AssetField.init)
    + [placeSource] + afterValues

  public static let name = AssetField("name", .text) { .bytes($0.name.bytes) }
  public static let date = AssetField("date", .date) { $0.date.map { .date($0) } }
  public static let modified = AssetField("modified", .date) { .moment($0.modified.captureDate.time) }
  /// Set for a screenshot, otherwise missing.
  public static let screenshot = AssetField("screenshot", .flag) { $0.isScreenshot ? .flag(true) : nil }

  /// The fields that precede the header fields in a record.
  package static let beforeValues: [AssetField] = [
    AssetField("path", .text) { .bytes($0.pathBytes) },
    AssetField("url", .text) { .bytes(FileURL.bytes($0.pathBytes)) },
    name,
    AssetField("format", .text) { .text($0.format.rawValue) },
    AssetField("typeIdentifier", .text) { .text($0.fileType.typeIdentifier) },
    AssetField("mediaType", .text) { .text($0.mediaType.rawValue) },
    AssetField("pixelWidth", .integer, unit: .pixels) { $0.pixelSize.map { .integer(Int64($0.width)) } },
    AssetField("pixelHeight", .integer, unit: .pixels) { $0.pixelSize.map { .integer(Int64($0.height)) } },
    AssetField("orientation", .integer) { $0.orientation.map { .integer(Int64($0.rawValue)) } },
    date,
    AssetField("dateSource", .text) { $0.date.map { .text($0.source.name) } },
    AssetField("make", .text) { $0.camera?.make.map { .text($0) } },
    AssetField("model", .text) { $0.camera?.model.map { .text($0) } },
    AssetField("latitude", .number, unit: .degrees) { $0.location.map { .number($0.latitude) } },
    AssetField("longitude", .number, unit: .degrees) { $0.location.map { .number($0.longitude) } },
    AssetField("altitude", .number, unit: .metres) { $0.location?.altitude.map { .number($0) } },
  ]

  /// The fields that follow the header fields and `placeSource` in a record.
  package static let afterValues: [AssetField] = [
    AssetField("fileSize", .integer, unit: .bytes) { .integer($0.fileSize) },
    modified,
    screenshot,
    AssetField("damaged", .text) { $0.damage.map { .text($0) } },
  ]

  /// Fields computed from other fields. Users query, group and format by them; records omit them.
  public static let derived: [AssetField] =
    [album, camera, stem, fileExtension, directory] + stacks

  /// The fields of stacks, which records contain if the query found stacks.
  package static let stacks: [AssetField] = [
    stack,
    AssetField("stackKind", .text) { $0.stack.map { .text($0.kind.rawValue) } },
    AssetField("stackRole", .text) { asset in
      asset.stack.map { _ in .text(asset.role.rawValue) }
    },
    AssetField("stackCover", .flag) { asset in
      asset.stack.map { _ in .flag(asset.isCover) }
    },
    AssetField("stackCount", .integer) { $0.stack.map { .integer(Int64($0.members.count)) } },
  ]

  /// The identifier of the stack.
  public static let stack = AssetField("stack", .text) { $0.stack.map { .text($0.identifier) } }

  public static let album = AssetField("album", .text) { .text($0.folder.name) }
  /// Make and model in one string.
  public static let camera = AssetField("camera", .text) { $0.cameraName.map { .text($0) } }
  /// The file name before the extension.
  public static let stem = AssetField("stem", .text) { .bytes($0.name.stem) }
  /// The extension after the dot, in the original case.
  public static let fileExtension = AssetField("ext", .text) { asset in
    let suffix = asset.name.bytes.dropFirst(asset.name.stem.count + 1)
    return suffix.isEmpty ? nil : .bytes(Array(suffix))
  }
  /// The absolute path of the folder.
  public static let directory = AssetField("dir", .text) { .bytes($0.folder.bytes) }
  /// `gps` if city, state and country were found by the coordinates; records contain it after the other values.
  public static let placeSource = AssetField("placeSource", .text) {
    PlaceNames.place(of: $0) == nil ? nil : .text(PlaceNames.sourceName)
  }

  /// The fields that queries accept, in listing order.
  package static let asked: [AssetField] = all + derived

  package static var askedList: String { asked.map(\.name).joined(separator: ", ") }

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

  /// Finds a field by name or alias in a query, ignoring case.
  package init?(asked name: String) {
    let name = name.lowercased()
    let field =
      Self.asked.first { $0.name.lowercased() == name } ?? Self.aliases.first { $0.name == name }?.field
    guard let field else { return nil }
    self = field
  }
}
