import PhotoPicker

/// The record of a photo as text: a key and its value a line.
struct InfoText {
  private let record: AssetRecord

  /// The text of a record.
  init(_ record: AssetRecord) { self.record = record }

  /// Appends the lines.
  func append(to buffer: inout [UInt8]) {
    for field in OutputTemplate.Field.allCases {
      guard let value = record.value(of: field) else { continue }
      if case .album = field { continue }
      if case .bool(false) = value { continue }
      buffer.append(contentsOf: TerminalText.padded(field.rawValue, to: 15).utf8)
      buffer.append(UInt8(ascii: " "))
      buffer.append(contentsOf: TerminalText.safe(utf8: value.bytes).utf8)
      buffer.append(UInt8(ascii: "\n"))
    }
  }
}
