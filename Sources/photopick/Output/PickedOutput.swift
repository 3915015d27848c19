import PhotoLibrary
import PhotoPicker

/// Photos that may be reached by their places from many tasks.
typealias PickedAssets = RandomAccessCollection<PickedAsset> & Sendable

/// Prints photos in the form that was asked for; without one, their paths.
struct PickedOutput: Sendable {
  let form: ResultForm
  let keys: RecordKeys
  let destination: ResultOutput
  /// The picture that goes with each photo, in its record and as its path; `nil` if none could be
  /// made, whose path is then left out.
  var image: (@Sendable (PickedAsset) -> PickerDictionary.Image?)?

  /// Prints the photos.
  ///
  /// - Parameter prepare: called once before the first byte is written, while photos are encoded.
  func write(_ photos: some PickedAssets, before prepare: () throws -> Void = {}) async throws {
    let columns = image == nil ? PrintedPhoto.columns : PrintedPhoto.columnsWithImages
    let encoder: any OutputEncoder<PrintedPhoto> =
      form.encoder(keys, columns: columns, isForTerminal: destination.isTerminal)
    try await destination.write(count: photos.count, with: encoder, before: prepare) { place in
      record(photos[photos.index(photos.startIndex, offsetBy: place)])
    }
  }

  private func record(_ picked: PickedAsset) -> PrintedPhoto {
    image.map { PrintedPhoto(picked, image: $0(picked)) } ?? PrintedPhoto(picked)
  }
}
