import PhotoLibrary
import PhotoPicker

typealias PickedAssets = RandomAccessCollection<PickedAsset> & Sendable

/// Prints photos in the requested format; by default, their paths.
struct PickedOutput: Sendable {
  let form: ResultForm
  let keys: RecordKeys
  let destination: ResultOutput
  /// Returns the picture of a photo, which replaces the path in the output; `nil` omits the path.
  var image: (@Sendable (PickedAsset) -> PickerDictionary.Image?)?

  /// - Parameter prepare: Called once before the first byte is written, while photos are encoded.
  func write(_ photos: some PickedAssets, before prepare: () throws -> Void = {}) async throws {
    let hasStacks =
      if case .records(.csv) = form { photos.contains { $0.asset.stack != nil || $0.unit != .file } } else {
        false
      }
    let columns =
      (hasStacks ? CSVWriter.stackColumns : PrintedPhoto.columns)
      + (image == nil ? [] : PrintedPhoto.imageColumns)
    let encoder: any OutputEncoder<PrintedPhoto> =
      form.encoder(keys, columns: columns, isForTerminal: destination.isTerminal)
    try await destination.write(count: photos.count, with: encoder, before: prepare) { place in
      let picked = photos[photos.index(photos.startIndex, offsetBy: place)]
      return PrintedPhoto(picked: picked, image: image?(picked), asksForImage: image != nil)
    }
  }
}
