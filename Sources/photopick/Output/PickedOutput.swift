import PhotoFormats
import PhotoLibrary
import PhotoPicker

/// Photos that may be reached by their places from many tasks.
typealias PickedAssets = RandomAccessCollection<PickedAsset> & Sendable

/// Prints photos in the form that was asked for; without one, their paths.
struct PickedOutput: Sendable {
  let form: ResultForm
  let keys: RecordKeys
  let destination: ResultOutput
  /// The picture that goes with each photo, in the keys of UIKit and as path; `nil` for a photo of which none could be
  /// made, whose path is then left out.
  var image: (@Sendable (PickedAsset) -> PickerDictionary.Image?)?

  /// Prints the photos.
  func write(_ photos: some PickedAssets) async throws {
    switch form {
    case .text: try writePaths(photos, .newline)
    case .photos(let form): try await form.write(photos, self)
    case .template(let template, let terminator):
      try destination.writeText(photos) { picked, text in
        let record = AssetRecord(picked)
        text.append(template) { record.value(of: $0) }
        if !template.endsWithNUL { text.end(terminator) }
      }
    }
  }

  /// Prints the paths of the photos, or of their pictures.
  func writePaths(_ photos: some PickedAssets, _ terminator: ResultText.Terminator) throws {
    try destination.writeText(photos) { picked, text in
      if let image {
        guard let made = image(picked) else { return }
        text.append(name: made.path)
      } else {
        text.append(name: picked.asset.pathBytes)
      }
      text.end(terminator)
    }
  }

  /// Writes the record of a photo.
  func write(_ picked: PickedAsset, to writer: inout some RecordWriter) {
    switch keys {
    case .plain: AssetRecord(picked).write(to: &writer)
    case .uikit: PickerDictionary(picked, image: image?(picked)).write(to: &writer)
    }
  }
}
