import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// An asset's record with plain keys, as printed by `info`.
public struct AssetRecord: Sendable {
  public let asset: Asset
  /// The position in the view, if any.
  public let place: PickedAsset?
  public let image: PickerDictionary.Image?

  /// Creates the record of an asset outside a view.
  public init(_ asset: Asset) {
    self.asset = asset
    place = nil
    image = nil
  }

  /// Creates the record of an asset in a view, with `number`, `group` and `album`.
  public init(_ picked: PickedAsset, image: PickerDictionary.Image? = nil) {
    asset = picked.asset
    place = picked
    self.image = image
  }

  public static let imageFields: [RecordField<PickerDictionary.Image>] = [
    RecordField("imagePath", .text) { .bytes($0.path) },
    RecordField("imageWidth", .integer) { $0.pixelSize.map { .integer(Int64($0.width)) } },
    RecordField("imageHeight", .integer) { $0.pixelSize.map { .integer(Int64($0.height)) } },
    RecordField("imageOrientation", .integer) { .integer(Int64($0.orientation.rawValue)) },
    RecordField("cropX", .integer) { $0.cropRectangle.map { .integer(Int64($0.x)) } },
    RecordField("cropY", .integer) { $0.cropRectangle.map { .integer(Int64($0.y)) } },
    RecordField("cropWidth", .integer) { $0.cropRectangle.map { .integer(Int64($0.size.width)) } },
    RecordField("cropHeight", .integer) { $0.cropRectangle.map { .integer(Int64($0.size.height)) } },
  ]

  /// Writes the record as a dictionary that omits missing values. Specialized, since dynamic dispatch for some thirty
  /// keys and values is slow.
  @_specialize(where Writer == CSVWriter)
  @_specialize(where Writer == JSONWriter)
  @_specialize(where Writer == PropertyListWriter)
  public func write<Writer: RecordWriter>(to writer: inout Writer) {
    writer.beginDictionary()
    if let place {
      writer.entry("number", Int64(place.number))
      writer.entry("group", place.groupKey)
      writer.entry("album", asset.folder.name)
    }
    asset.withPathBytes { path in
      writer.key("path")
      writer.string(utf8: path)
      writer.key("url")
      FileURL.withBytes(path) { writer.string(utf8: $0) }
    }
    for field in AssetField.beforeValues.dropFirst(2) { writer.entry(field.key, field.value(asset)) }
    let (values, hasPlaceNames) = PlaceNames.values(of: asset)
    values.forEachEncoded { writer.entry($0.staticKey, encoded: $1, $0.kind) }
    if hasPlaceNames { writer.entry(AssetField.placeSource.key, .text(PlaceNames.sourceName)) }
    for field in AssetField.afterValues { writer.entry(field.key, field.value(asset)) }
    if asset.stack != nil { for field in AssetField.stacks { writer.entry(field.key, field.value(asset)) } }
    if let place, place.unit != .file { write(place.unit.members(of: asset), to: &writer) }
    if let image {
      for field in Self.imageFields { writer.entry(field.key, field.value(image)) }
    }
    writer.endDictionary()
  }

  private func write(_ files: ArraySlice<AssetStack.Member>, to writer: inout some RecordWriter) {
    writer.key("files")
    writer.beginArray()
    for file in files {
      writer.beginDictionary()
      writer.key("path")
      file.asset.withPathBytes { writer.string(utf8: $0) }
      writer.entry("format", file.asset.format.rawValue)
      writer.entry("role", file.role.rawValue)
      writer.endDictionary()
    }
    writer.endArray()
  }

  /// Returns the value of a template field.
  public func value(of field: OutputTemplate.Field) -> FieldValue? {
    switch field {
    case .number: place.map { .integer(Int64($0.number)) }
    case .group: place.map { .text($0.groupKey) }
    case .folder: nil
    // Templates format dates in the local time that groups use.
    case .asset(.date): asset.wallDate.map { .date($0) }
    case .asset(.modified): .date(asset.modified.captureDate)
    case .asset(.screenshot): .flag(asset.isScreenshot)
    case .asset(let field): field.value(asset)
    case .listed(let field): image.flatMap { Self.imageFields[field.position].value($0) }
    }
  }
}
