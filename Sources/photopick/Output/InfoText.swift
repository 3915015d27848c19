import PhotoLibrary
import PhotoPicker
import Terminal

/// The record of a photo as text: a key and its value a line.
struct InfoText {
  /// The photo.
  let asset: Asset

  /// Appends the lines.
  func append(to buffer: inout [UInt8]) {
    for field in AssetField.all {
      guard let value = field.value(asset) else { continue }
      buffer.append(contentsOf: TerminalText.padded(field.name, to: 15).utf8)
      buffer.append(UInt8(ascii: " "))
      buffer.append(contentsOf: TerminalText.safe(utf8: value.bytes).utf8)
      buffer.append(UInt8(ascii: "\n"))
    }
  }
}
