import PhotoFormats

/// Reads the paths in comma-separated values (RFC 4180) with a header row.
struct CSVListReader: PathListReader {
  static let formName = "CSV"

  let form = Self.formName
  private let bytes: ByteWindow
  /// The index in `PathRecord.keys` for each column.
  private let columns: [Int?]

  init(_ bytes: ByteWindow) throws(ByteWindow.Failure) {
    self.bytes = bytes
    var columns: [Int?] = []
    var isLast = false
    while !isLast {
      let field = try Self.field(bytes, keepsText: true)
      columns.append(PathRecord.index(of: String(decoding: field.text, as: UTF8.self)))
      isLast = field.isLast
    }
    self.columns = columns
  }

  /// Returns `true` if a line is a header with a path column.
  static func isHeader(_ line: some Collection<UInt8>) -> Bool {
    let fields = line.filter { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\"") }
    return fields.split(separator: UInt8(ascii: ",")).contains {
      PathRecord.keys.contains(String(decoding: $0, as: UTF8.self))
    }
  }

  func read(_ take: Take) throws {
    while try bytes.peek() != nil {
      var record = PathRecord()
      var isBlank = true
      var column = 0
      var isLast = false
      while !isLast {
        let key = column < columns.count ? columns[column] : nil
        let field = try Self.field(bytes, keepsText: key != nil || column == 0)
        if let key, !field.text.isEmpty { record.take(field.text, under: key) }
        isBlank = isBlank && field.text.isEmpty
        column += 1
        isLast = field.isLast
      }
      if column == 1, isBlank { continue }
      guard let entry = record.entry else { throw PathListError(.noPath, line: nil) }
      try take(entry)
    }
  }

  /// Reads a field and the comma or line break after it.
  static func field(
    _ bytes: ByteWindow, keepsText: Bool
  ) throws(ByteWindow.Failure) -> (text: [UInt8], isLast: Bool) {
    var text: [UInt8]? = keepsText ? [] : nil
    var left = keepsText ? PathRecord.textLimit : JSONReader.stringLimit
    var isContinued = false
    if try bytes.peek() == UInt8(ascii: "\"") {
      repeat {
        bytes.skip(1)
        // Quotes are escaped by doubling.
        if isContinued { text?.append(0x22) }
        left -= try bytes.take(limit: left, into: &text) { $0 == 0x22 }
        guard try bytes.next() != nil else { throw .malformed }
        isContinued = true
        left = max(0, left - 1)
      } while try bytes.peek() == UInt8(ascii: "\"")
    }
    try bytes.take(limit: left, into: &text) { $0 == 0x2C || $0 == 0x0A }
    let end = try bytes.next()
    if end != 0x2C, text?.last == UInt8(ascii: "\r") { text?.removeLast() }
    return (text ?? [], end != 0x2C)
  }
}
