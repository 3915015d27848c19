import PhotoPicker
import Terminal

/// The record of a photo as text: a key and its value a line.
struct InfoText {
  private let record: AssetRecord

  /// The text of a record.
  init(_ record: AssetRecord) { self.record = record }

  /// What the record says of a field, in the same words as in JSON.
  private func value(of field: OutputTemplate.Field) -> OutputTemplate.Value? {
    switch field {
    case .album: nil
    case .date: record.asset.date.map { .date($0) }
    case .modified: .text(record.asset.modified.iso8601)
    case .screenshot: record.asset.isScreenshot ? .bool(true) : nil
    default: record.value(of: field)
    }
  }

  /// Appends the lines.
  func append(to buffer: inout [UInt8]) {
    for field in OutputTemplate.Field.allCases {
      guard let value = value(of: field) else { continue }
      buffer.append(contentsOf: TerminalText.padded(field.rawValue, to: 15).utf8)
      buffer.append(UInt8(ascii: " "))
      buffer.append(contentsOf: TerminalText.safe(utf8: value.bytes).utf8)
      buffer.append(UInt8(ascii: "\n"))
    }
  }
}
