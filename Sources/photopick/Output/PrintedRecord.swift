import PhotoFormats
import PhotoLibrary
import PhotoPicker

/// One of a list that is printed in every form of output: a photo, an album, an exported file, a kept picture.
protocol PrintedRecord: Sendable {
  /// The columns of comma-separated values.
  static var columns: [StaticString] { get }
  /// The fields of templates.
  static var templateFields: [OutputTemplate.Field] { get }
  /// A template that shows what can be said, for help texts.
  static var templateExample: String { get }
  /// Whether records have paths, so that `--paths` can print them.
  static var hasPaths: Bool { get }
  /// What `--paths` prints; `nil` leaves the record out.
  var printedPath: [UInt8]? { get }
  /// Writes the dictionary.
  func write(_ keys: RecordKeys, to writer: inout some RecordWriter)
  /// The value of a field of a template, or `nil` if it does not apply.
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

/// A photo on its way to the output.
struct PrintedPhoto: PrintedRecord {
  /// The photo, numbered by its place in the view or among the files that were named.
  let picked: PickedAsset
  private let image: PickerDictionary.Image?
  private let asksForImage: Bool
  private let standsInView: Bool

  /// A photo of a view.
  init(_ picked: PickedAsset) {
    self.picked = picked
    (image, asksForImage, standsInView) = (nil, false, true)
  }

  /// A photo of a view with the picture that was asked for, whose path stands for it; `nil` if none could be made.
  init(_ picked: PickedAsset, image: PickerDictionary.Image?) {
    self.picked = picked
    self.image = image
    (asksForImage, standsInView) = (true, true)
  }

  /// A photo that stands in no view, but at some place of the files that were named.
  init(_ asset: Asset, at place: Int) {
    picked = PickedAsset(
      asset: asset, number: place + 1, indexPath: ItemIndexPath(section: 0, item: place), groupKey: "")
    (image, asksForImage, standsInView) = (nil, false, false)
  }

  static var templateExample: String { "{date:%Y-%m} {name}" }

  var printedPath: [UInt8]? { asksForImage ? image?.path : picked.asset.pathBytes }

  private var record: AssetRecord {
    standsInView ? AssetRecord(picked, image: image) : AssetRecord(picked.asset)
  }

  static var columns: [StaticString] { CSVWriter.photoColumns }

  /// The columns of photos that come with pictures.
  static var columnsWithImages: [StaticString] { columns + AssetRecord.imageFields.map(\.key) }

  /// The fields of the pictures that may come with photos.
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

  /// A group of photos is no file.
  static let hasPaths = false
  var printedPath: [UInt8]? { nil }
}
