import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Writes records as comma-separated values (RFC 4180): a header row, a row a record, lines ended by CR and LF.
///
/// Every field is a column, under its plain key; what a record has not is empty. A value that holds a comma, a quotation
/// mark or a line break stands in quotation marks, quotation marks in it doubled. Dates are ISO 8601, a list is one
/// value with its texts separated by a comma and a blank, and bytes that are no UTF-8 become U+FFFD.
public struct CSVWriter: RecordWriter {
  /// The columns of photos.
  public static let photoColumns: [StaticString] = ["number", "group", "album"] + AssetField.all.map(\.key)

  private let columns: [StaticString]
  private let isForTerminal: Bool
  public var output = OutputBuffer()
  private var depth = 0
  /// The column of the value that comes next, and how many columns of the row are written.
  private var column = 0
  private var written = 0
  private var list: [String] = []

  /// A writer of a document that has its header row only.
  ///
  /// - Parameters:
  ///   - columns: the keys that have a column, in the order in which records have them.
  ///   - isForTerminal: true to write what would steer a terminal as its escapes.
  public init(columns: [StaticString] = photoColumns, isForTerminal: Bool = false) {
    self.columns = columns
    self.isForTerminal = isForTerminal
    for (index, column) in columns.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output.append(column)
    }
    output.append("\r\n")
  }

  public mutating func beginDictionary() {
    depth += 1
    written = 0
    column = 0
  }

  public mutating func endDictionary() {
    depth -= 1
    guard depth == 0 else { return }
    moveTo(columns.count - 1)
    output.append("\r\n")
  }

  /// Begins the texts of a list; an array of records needs no mark.
  public mutating func beginArray() {
    if depth > 0 {
      depth += 1
      list = []
    }
  }

  public mutating func endArray() {
    guard depth > 0 else { return }
    depth -= 1
    string(list.joined(separator: ", "))
  }

  /// Chooses the column of the value that follows; keys come in the order of the columns.
  public mutating func key(_ key: StaticString) {
    guard depth == 1 else { return }
    let name = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    column =
      columns[written...].firstIndex { column in
        name.elementsEqual(UnsafeBufferPointer(start: column.utf8Start, count: column.utf8CodeUnitCount))
      } ?? columns.count
  }

  public mutating func string(_ value: String) {
    if depth > 1 {
      list.append(value)
    } else if startValue() {
      appendQuoted(isForTerminal ? SafeText.escaping(value) : value)
    }
  }

  public mutating func string(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    string(String(decoding: bytes, as: UTF8.self))
  }

  public mutating func integer(_ value: Int64) { if startValue() { output.append(decimal: value) } }

  public mutating func number(_ value: Double) {
    if value.isFinite, startValue() { output.append(number: value) }
  }

  public mutating func bool(_ value: Bool) {
    if startValue() { output.append(value ? "true" : "false") }
  }

  /// Writes faces as one text.
  public mutating func regions(_ value: [FaceRegion]) { string(value.map(\.text).joined(separator: ", ")) }

  public mutating func date(_ value: CaptureDate) { string(value.iso8601) }

  public mutating func finish() {}
}

extension CSVWriter {
  /// Goes to the column of the value; false for a key that has none.
  private mutating func startValue() -> Bool {
    guard depth == 1, column < columns.count else { return false }
    moveTo(column)
    return true
  }

  private mutating func moveTo(_ column: Int) {
    while written < column {
      output.append(UInt8(ascii: ","))
      written += 1
    }
  }

  private mutating func appendQuoted(_ text: String) {
    guard text.utf8.contains(where: { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }) else {
      return output.append(text)
    }
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == 0x22 { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }
}
