import PhotoFiles
import SystemPackage

/// Reads the records of a journal, whose bytes may end or go wrong anywhere.
struct ExportJournalReader {
  /// Why a record cannot be read.
  enum Failure: Error {
    /// The bytes end within it, as a kill, a full disk or a power failure leaves them: its step was not done.
    case cut
    /// It is none that an export writes.
    case damaged
  }

  private var fields: ArraySlice<ArraySlice<UInt8>>
  private let end: Int
  private var endsInZeros = false

  /// Begins with the first record.
  init(_ bytes: [UInt8]) {
    fields = bytes.split(separator: 0, omittingEmptySubsequences: false)[...]
    // A field behind the last NUL was not written to its end.
    var end = fields.popLast()?.startIndex ?? 0
    // After a power failure a file may have its length, but zeros for its last bytes. No field is empty.
    while fields.last?.isEmpty == true {
      end = fields.removeLast().startIndex
      endsInZeros = true
    }
    self.end = end
  }

  /// The offset of the first byte that no field was read from yet.
  var position: Int { fields.first?.startIndex ?? end }

  /// True if the field that was read last may have been longer: nothing but zeros stands behind it.
  var isCutByZeros: Bool { endsInZeros && fields.isEmpty }

  /// The next record; `nil` at the end.
  mutating func record() throws(Failure) -> ExportJournal.Record? {
    guard !fields.isEmpty else { return nil }
    let kind = String(decoding: try field(), as: UTF8.self)
    switch kind {
    case ExportJournalCoding.signature: return .destination(try path())
    case "folder": return .folder(try path())
    case "part": return .part(try path())
    case "dropped": return .dropped(try path())
    case "aside": return .aside(try path(), temporary: try path())
    case "end": return .end
    case "merged": return .merged(source: try path(), destination: try path(), nil)
    case "same":
      let mark = try mark()
      return .merged(source: try path(), destination: try path(), mark)
    case "picture":
      let (original, mark) = (try mark(), try mark())
      return .picture(source: try path(), original, destination: try path(), mark)
    default:
      guard let action = ExportAction(rawValue: kind) else { throw .damaged }
      let mark = try mark()
      return .file(action, source: try path(), destination: try path(), mark)
    }
  }

  private mutating func field() throws(Failure) -> ArraySlice<UInt8> {
    guard let field = fields.popFirst() else { throw .cut }
    return field
  }

  private mutating func mark() throws(Failure) -> FileMark {
    let (inode, size): (UInt64, Int64) = (try number(), try number())
    let time = FileStatus.Time(seconds: try number(), nanoseconds: try number())
    return FileMark(inode: inode, size: size, modified: time, checksum: try checksum())
  }

  private mutating func checksum() throws(Failure) -> UInt64? {
    let text = String(decoding: try field(), as: UTF8.self)
    if text == "-" { return nil }
    guard let checksum = UInt64(text, radix: 16) else { throw .damaged }
    return checksum
  }

  private mutating func path() throws(Failure) -> FilePath {
    let field = try field()
    guard field.first == UInt8(ascii: "/") else { throw .damaged }
    return FilePath(fileSystemBytes: field)
  }

  private mutating func number<Number: FixedWidthInteger>() throws(Failure) -> Number {
    guard let number = Number(String(decoding: try field(), as: UTF8.self)) else { throw .damaged }
    return number
  }
}
