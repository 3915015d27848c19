import PhotoFiles
import SystemPackage

/// The form of a journal: fields that end in NUL, the first of each record telling how many follow.
enum ExportJournalCoding {
  static let signature = "photopick export 1"

  static func bytes(_ record: ExportJournal.Record) -> [UInt8] {
    switch record {
    case .destination(let path): joined([signature], [path])
    case .folder(let path): joined(["folder"], [path])
    case .part(let path): joined(["part"], [path])
    case .dropped(let path): joined(["dropped"], [path])
    case .merged(let source, let destination, nil): joined(["merged"], [source, destination])
    case .merged(let source, let destination, let mark?):
      joined(["same"] + fields(mark), [source, destination])
    case .aside(let path, let temporary): joined(["aside"], [path, temporary])
    case .end: joined(["end"], [])
    case .file(let action, let source, let destination, let mark):
      joined([action.rawValue] + fields(mark), [source, destination])
    case .picture(let source, let original, let destination, let mark):
      joined(["picture"] + fields(original) + fields(mark), [source, destination])
    }
  }

  /// What bytes say up to the first that are no whole record.
  static func content(_ bytes: [UInt8]) -> ExportJournal.Content {
    var content = ExportJournal.Content()
    var reader = ExportJournalReader(bytes)
    do {
      while let record = try reader.record() {
        content.records.append(record)
        content.end = reader.position
      }
    } catch {
      content.isDamaged = error == .damaged && !reader.isCutByZeros
    }
    return content
  }

  private static func fields(_ mark: FileMark) -> [String] {
    [
      String(mark.inode), String(mark.size), String(mark.modified.seconds), String(mark.modified.nanoseconds),
      mark.checksum.map { String($0, radix: 16) } ?? "-",
    ]
  }

  private static func joined(_ texts: [String], _ paths: [FilePath]) -> [UInt8] {
    (texts.map { Array($0.utf8) } + paths.map(\.fileSystemBytes)).reduce(into: []) { $0 += $1 + [0] }
  }
}
