import PhotoFormats
import PhotoLibrary
import PhotoPicker

/// A record with support for every output format: a photo, an album, an exported file, a stored picture.
protocol PrintedRecord: Sendable {
  /// The columns for CSV.
  static var columns: [StaticString] { get }
  static var templateFields: [OutputTemplate.Field] { get }
  /// An example of a template, for help.
  static var templateExample: String { get }
  /// Whether records support `--paths`.
  static var hasPaths: Bool { get }
  /// The path for `--paths`; `nil` omits the record.
  var printedPath: [UInt8]? { get }
  func write(_ keys: RecordKeys, to writer: inout some RecordWriter)
  /// Returns the value of a template field, or `nil` if it doesn't apply.
  func value(of field: OutputTemplate.Field) -> FieldValue?
}

extension PrintedRecord {
  static var hasPaths: Bool { true }
}

extension PrintedRecord where Self: ListEntry {
  static var columns: [StaticString] { fields.map(\.key) }

  func write(_ keys: RecordKeys, to writer: inout some RecordWriter) {
    write(to: &writer, usesPickerKeys: keys == .uikit)
  }
}

/// A photo in the output.
struct PrintedPhoto: PrintedRecord {
  /// The photo, numbered by display position or among the named files.
  let picked: PickedAsset
  /// The requested picture; `nil` if rendering failed.
  var image: PickerDictionary.Image?
  /// Whether the path of the picture is printed instead of the photo's.
  var asksForImage = false
  /// Whether the photo is in a view, and not only a named file.
  var standsInView = true

  static var templateExample: String { "{date:%Y-%m} {name}" }

  var printedPath: [UInt8]? { asksForImage ? image?.path : picked.asset.pathBytes }

  private var record: AssetRecord {
    standsInView ? AssetRecord(picked, image: image) : AssetRecord(picked.asset)
  }

  static var columns: [StaticString] { CSVWriter.photoColumns }

  /// The further columns for photos with pictures.
  static var imageColumns: [StaticString] { AssetRecord.imageFields.map(\.key) }

  /// The keys of pictures.
  static let imageFields: [OutputTemplate.Field] =
    OutputTemplate.ListedField.all(of: AssetRecord.imageFields).map { .listed($0) }

  static var templateFields: [OutputTemplate.Field] { OutputTemplate.Field.allCases + imageFields }

  func write(_ keys: RecordKeys, to writer: inout some RecordWriter) {
    switch keys {
    case .plain: record.write(to: &writer)
    case .uikit: PickerDictionary(picked, image: image).write(to: &writer)
    }
  }

  func value(of field: OutputTemplate.Field) -> FieldValue? { record.value(of: field) }
}

extension AlbumRecord: PrintedRecord {
  static var templateExample: String { "{count:5} {path}" }

  var printedPath: [UInt8]? { album.folder?.bytes }
}

extension StatisticsRecord: PrintedRecord {
  static var templateExample: String { "{count:6} {title}" }

  /// A group has no path.
  static let hasPaths = false
  var printedPath: [UInt8]? { nil }
}
