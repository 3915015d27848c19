import PhotoFiles
import SystemPackage

/// The form of a journal: fields that end in NUL, the first of each record telling how many follow.
enum ExportJournalCoding {
  private static let signature = "photopick export 1"

  static func bytes(_ record: ExportJournal.Record) -> [UInt8] {
    switch record {
    case .destination(let path): joined([signature], [path])
    case .folder(let path): joined(["folder"], [path])
    case .part(let path): joined(["part"], [path])
    case .dropped(let path): joined(["dropped"], [path])
    case .merged(let source, let destination, nil): joined(["merged"], [source, destination])
    case .merged(let source, let destination, let mark?):
      joined(["same"] + fields(mark), [source, destination])
    case .end: joined(["end"], [])
    case .file(let action, let source, let destination, let mark):
      joined([action.rawValue] + fields(mark), [source, destination])
    case .picture(let source, let original, let destination, let mark):
      joined(["picture"] + fields(original) + fields(mark), [source, destination])
    }
  }

  static func records(_ bytes: [UInt8]) -> [ExportJournal.Record] {
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false)[...]
    // A field behind the last NUL was not written to its end.
    fields.removeLast()
    var records = [ExportJournal.Record]()
    while let record = next(&fields) { records.append(record) }
    return records
  }

  private static func next(_ fields: inout ArraySlice<ArraySlice<UInt8>>) -> ExportJournal.Record? {
    guard let kind = fields.popFirst().map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
    switch kind {
    case signature: return path(&fields).map { .destination($0) }
    case "folder": return path(&fields).map { .folder($0) }
    case "part": return path(&fields).map { .part($0) }
    case "dropped": return path(&fields).map { .dropped($0) }
    case "end": return .end
    case "merged":
      guard let source = path(&fields), let destination = path(&fields) else { return nil }
      return .merged(source: source, destination: destination, nil)
    case "same":
      guard let mark = mark(&fields), let source = path(&fields), let destination = path(&fields) else {
        return nil
      }
      return .merged(source: source, destination: destination, mark)
    case "picture":
      guard let original = mark(&fields), let mark = mark(&fields), let source = path(&fields),
        let destination = path(&fields)
      else { return nil }
      return .picture(source: source, original, destination: destination, mark)
    default:
      guard let action = ExportAction(rawValue: kind), let mark = mark(&fields), let source = path(&fields),
        let destination = path(&fields)
      else { return nil }
      return .file(action, source: source, destination: destination, mark)
    }
  }

  private static func fields(_ mark: FileMark) -> [String] {
    [
      String(mark.inode), String(mark.size), String(mark.modified.seconds), String(mark.modified.nanoseconds),
      mark.checksum.map { String($0, radix: 16) } ?? "-",
    ]
  }

  private static func mark(_ fields: inout ArraySlice<ArraySlice<UInt8>>) -> FileMark? {
    guard let inode: UInt64 = number(&fields), let size: Int64 = number(&fields),
      let seconds: Int64 = number(&fields), let nanoseconds: Int32 = number(&fields),
      let checksum = fields.popFirst()
    else { return nil }
    return FileMark(
      inode: inode, size: size, modified: FileStatus.Time(seconds: seconds, nanoseconds: nanoseconds),
      checksum: UInt64(String(decoding: checksum, as: UTF8.self), radix: 16))
  }

  private static func joined(_ texts: [String], _ paths: [FilePath]) -> [UInt8] {
    (texts.map { Array($0.utf8) } + paths.map(\.fileSystemBytes)).reduce(into: []) { $0 += $1 + [0] }
  }

  private static func path(_ fields: inout ArraySlice<ArraySlice<UInt8>>) -> FilePath? {
    guard let field = fields.popFirst(), field.first == UInt8(ascii: "/") else { return nil }
    return FilePath(fileSystemBytes: field)
  }

  private static func number<Number: FixedWidthInteger>(
    _ fields: inout ArraySlice<ArraySlice<UInt8>>
  ) -> Number? {
    fields.popFirst().flatMap { Number(String(decoding: $0, as: UTF8.self)) }
  }
}
