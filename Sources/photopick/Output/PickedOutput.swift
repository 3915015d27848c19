import PhotoFormats
import PhotoLibrary
import PhotoPicker
import Terminal

/// Photos that may be reached by their places from many tasks.
typealias PickedAssets = RandomAccessCollection<PickedAsset> & Sendable

/// Prints photos in the form that was asked for.
struct PickedOutput: Sendable {
  let form: OutputOptions.Form
  let keys: OutputOptions.KeyStyle
  let destination: ResultOutput
  /// The picture that goes with each photo, in the keys of UIKit and as path; it gives `nil` for a photo of which none
  /// could be made, whose path is then left out.
  var image: (@Sendable (PickedAsset) -> PickerDictionary.Image?)?

  /// Prints the photos.
  func write(_ picked: some PickedAssets) throws {
    switch form {
    case .jsonl: try destination.writeJSONLines(picked) { write($0, to: &$1) }
    case .json:
      try destination.writeRecords(JSONWriter(layout: .recordPerLine), isArray: true, picked) {
        write($0, to: &$1)
      }
    case .plist:
      try destination.writeRecords(PropertyListWriter(), isArray: true, picked) { write($0, to: &$1) }
    case .text, .paths, .print0:
      let isTerminal = destination.isTerminal
      let end = if case .print0 = form { UInt8(0) } else { UInt8(ascii: "\n") }
      try destination.writeLines(picked) { picked, buffer in
        let path: [UInt8]
        if let image {
          guard let made = image(picked) else { return }
          path = made.path
        } else {
          path = picked.asset.pathBytes
        }
        if isTerminal {
          buffer.append(contentsOf: TerminalText.safe(utf8: path).utf8)
        } else {
          buffer.append(contentsOf: path)
        }
        buffer.append(end)
      }
    case .template(let template): try write(picked, template)
    }
  }

  private func write(_ picked: some Sequence<PickedAsset>, _ template: OutputTemplate) throws {
    let isTerminal = destination.isTerminal
    try destination.writeLines(picked) { picked, buffer in
      let record = AssetRecord(picked)
      if isTerminal {
        template.render(
          into: &buffer, transform: { _, value in value = Array(TerminalText.safe(utf8: value).utf8) }
        ) {
          record.value(of: $0)
        }
      } else {
        template.render(into: &buffer) { record.value(of: $0) }
      }
      buffer.append(UInt8(ascii: "\n"))
    }
  }

  private func write(_ picked: PickedAsset, to writer: inout some RecordWriter) {
    switch keys {
    case .plain: AssetRecord(picked).write(to: &writer)
    case .uikit: PickerDictionary(picked, image: image?(picked)).write(to: &writer)
    }
  }
}
