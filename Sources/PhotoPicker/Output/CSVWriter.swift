import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Writes comma-separated values (RFC 4180): a header row, one row per record, lines terminated by CR LF.
///
/// Each field has a column named after the plain key; missing values are empty. Values with commas, quotes or line
/// breaks are quoted. Dates use ISO 8601, lists are joined by commas, and invalid UTF-8 becomes U+FFFD.
public struct CSVWriter: RecordWriter {
  /// The columns for photos.
  public static let photoColumns: [StaticString] = ["number", "group", "album"] + AssetField.all.map(\.key)
  /// The columns for shots, and photos with stacks.
  public static let stackColumns = photoColumns + AssetField.stacks.map(\.key) + ["files"]

  private let columns: [StaticString]
  private let isForTerminal: Bool
  public var output = OutputBuffer()
  private var depth = 0
  /// The column of the next value, and the number of columns written in this row.
  private var column = 0
  private var written = 0
  private var list: [String] = []

  /// Creates a writer and writes the header row.
  ///
  /// - Parameters:
  ///   - columns: The keys with a column, in record order.
  ///   - isForTerminal: Pass `true` to escape control characters.
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
    guard depth == 1 else { return }
    written = 0
    column = 0
  }

  public mutating func endDictionary() {
    depth -= 1
    guard depth == 0 else { return }
    moveTo(columns.count - 1)
    output.append("\r\n")
  }

  /// Starts a list of strings; arrays of records need no output.
  public mutating func beginArray() {
    if depth > 0 {
      depth += 1
      list = []
    }
  }

  public mutating func endArray() {
    guard depth > 0 else { return }
    depth -= 1
    guard depth == 1 else { return }
    string(list.joined(separator: ", "))
  }

  /// Selects the column for the next value. Keys must follow the order of the columns.
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

  public mutating func integer(_ value: Int64) { if startValue() { output.append(decimal: value) } }

  public mutating func number(_ value: Double) {
    if value.isFinite, startValue() { output.append(number: value) }
  }

  public mutating func bool(_ value: Bool) {
    if startValue() { output.append(value ? "true" : "false") }
  }

  /// Writes face regions as a single string.
  public mutating func regions(_ value: [FaceRegion]) { string(value.map(\.text).joined(separator: ", ")) }

}

extension CSVWriter {
  /// Moves to the column of the value; returns `false` if there is no such column.
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
