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
  func write(_ photos: some PickedAssets) async throws {
    if case .records(.jsonl) = form {
      return try await destination.writeJSONLines(photos) { record($0).write(keys, to: &$1) }
    }
    let columns = image == nil ? PrintedPhoto.columns : PrintedPhoto.columnsWithImages
    try destination.write(photos.lazy.map(record), in: form, keys, columns: columns)
  }

  private func record(_ picked: PickedAsset) -> PrintedPhoto {
    image.map { PrintedPhoto(picked, image: $0(picked)) } ?? PrintedPhoto(picked)
  }
}
