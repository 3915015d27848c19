import PhotoFiles
import PhotoFormats

/// The form in which a list of paths is written, recognised by its first bytes.
enum PathListForm {
  case json, jsonLines, propertyList, csv, info, table
  case separated(by: UInt8, hasCarriageReturns: Bool)

  /// How many bytes are looked at: a list whose paths end in NUL has one among them.
  static let windowCount = PathList.longestPath + 4096

  /// The reader of the list that begins here.
  ///
  /// - Throws: `PathListError` for what was taken for a list: a picture, a binary property list, the table of albums.
  static func reader(of bytes: ByteWindow) throws(PathListError) -> any PathListReader {
    do {
      if try bytes.begins(with: "\u{FEFF}") { bytes.skip(3) }
      return try PathListForm(of: try bytes.look(windowCount)).reader(bytes)
    } catch {
      throw PathListError(error, of: CSVListReader.formName, line: nil)
    }
  }

  private func reader(_ bytes: ByteWindow) throws -> any PathListReader {
    switch self {
    case .json: JSONListReader(bytes, hasLines: false)
    case .jsonLines: JSONListReader(bytes, hasLines: true)
    case .propertyList: PropertyListReader(bytes)
    case .csv: try CSVListReader(bytes)
    case .info: InfoListReader(bytes: bytes)
    case .table: TableReader(bytes: bytes)
    case .separated(let separator, let hasCarriageReturns):
      SeparatedListReader(bytes: bytes, separator: separator, hasCarriageReturns: hasCarriageReturns)
    }
  }

  /// Tells the form. A path may begin with a bracket or brace too, so that what follows one counts.
  private init(of window: UnsafeRawBufferPointer) throws(PathListError) {
    let text = window.drop(while: ByteWindow.isBlank)
    let next = text.dropFirst().drop(while: ByteWindow.isBlank)
    switch text.first {
    case UInt8(ascii: "[") where next.first == UInt8(ascii: "{") || next.first == UInt8(ascii: "\""):
      self = .json
    case UInt8(ascii: "[")
    where next.first == UInt8(ascii: "]") && next.dropFirst().allSatisfy(ByteWindow.isBlank):
      self = .json
    case UInt8(ascii: "{") where next.first == UInt8(ascii: "\""): self = .jsonLines
    case UInt8(ascii: "<")
    where ["<?xml", "<!DOCTYPE", "<plist"].contains(where: { text.starts(with: $0.utf8) }):
      self = .propertyList
    default: self = try Self.form(ofLines: window)
    }
  }

  private static func form(ofLines window: UnsafeRawBufferPointer) throws(PathListError) -> PathListForm {
    if window.starts(with: "bplist00".utf8) { throw PathListError(.binaryPropertyList, line: nil) }
    if isPicture(window) { throw PathListError(.noList, line: nil) }
    // A name in a list of lines holds no line break, one in a list whose paths end in NUL may.
    if window.contains(0) { return .separated(by: 0, hasCarriageReturns: false) }
    let newline = UInt8(ascii: "\n")
    let lines = window.split(separator: newline)
    let filled = lines.lazy.filter { !$0.allSatisfy(ByteWindow.isBlank) }
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    if let first = filled.first {
      if CSVListReader.isHeader(first) { return .csv }
      if first.starts(with: "path            ".utf8),
        lines.contains(where: { $0.starts(with: InfoListReader.mark) })
      {
        return .info
      }
      if let row = filled.first(where: { !TableReader.isHeading($0) }) {
        if TableReader.row(row) != nil { return .table }
        if TableReader.isAlbum(row) { throw PathListError(.albumTable, line: nil) }
      }
    }
    // The last line may end in nothing.
    let ended = window.last == newline ? lines : lines.dropLast()
    let isReturned = !ended.isEmpty && ended.allSatisfy { $0.last == UInt8(ascii: "\r") }
    return .separated(by: newline, hasCarriageReturns: isReturned)
  }

  /// True for a picture that was taken for a list. Text that happens to begin like one is still a list.
  private static func isPicture(_ window: UnsafeRawBufferPointer) -> Bool {
    guard !window.prefix(4).allSatisfy({ (0x20...0x7E).contains($0) }) else { return false }
    return PhotoMetadata.read(ByteSource(Array(window))).fileType != .unknown
  }
}
