import PhotoLibrary
import PhotoPicker
import Terminal

/// The record of a photo as text: a key and its value a line.
struct InfoText {
  /// The photo.
  let asset: Asset

  /// Appends the lines.
  func append(to text: inout ResultText) {
    for field in AssetField.all {
      guard let value = field.value(asset) else { continue }
      text.append(TerminalText.padded(field.name, to: 15))
      text.append(" ")
      text.append(shown: value.bytes)
      text.end()
    }
  }
}
