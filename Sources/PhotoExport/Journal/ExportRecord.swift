import PhotoFiles
import SystemPackage

/// A step of an export, which is written to the journal before it is done.
enum ExportRecord: Hashable {
  case destination(FilePath)
  case folder(FilePath)
  case part(FilePath)
  case file(ExportAction, source: FilePath, destination: FilePath, FileMark)
  /// A picture made of a photo gets the final name. The first mark identifies the photo.
  case picture(source: FilePath, FileMark, destination: FilePath, FileMark)
  case dropped(FilePath)
  /// The original of a move is removed because the destination has the same bytes. The mark identifies the original,
  /// with a checksum.
  case merged(source: FilePath, destination: FilePath, FileMark)
  /// A file gets a temporary name until another file is proved to have its bytes; then it is removed.
  case aside(FilePath, temporary: FilePath)
  /// All files of a shot are moved to names with this number, above 1. The photo, which comes last, identifies them.
  case numbered(photo: FilePath, UInt32)
  case end
}

extension ExportRecord: StoredRecord {
  static let signature = "photopick export 2"

  private enum Kind: UInt8 {
    case destination, folder, part, file, picture, dropped, merged, aside, end, numbered
  }

  func encode(to output: inout RecordEncoder) {
    func append(_ kind: Kind, _ paths: FilePath..., marks: FileMark...) {
      output.append(kind.rawValue)
      for path in paths { output.append(path) }
      for mark in marks { mark.encode(to: &output) }
    }
    switch self {
    case .destination(let path): append(.destination, path)
    case .folder(let path): append(.folder, path)
    case .part(let path): append(.part, path)
    case .file(let action, let source, let destination, let mark):
      append(.file, source, destination, marks: mark)
      output.append(action.rawValue)
    case .picture(let source, let original, let destination, let mark):
      append(.picture, source, destination, marks: original, mark)
    case .dropped(let path): append(.dropped, path)
    case .merged(let source, let destination, let mark): append(.merged, source, destination, marks: mark)
    case .aside(let path, let temporary): append(.aside, path, temporary)
    case .numbered(let photo, let number):
      append(.numbered, photo)
      output.append(number)
    case .end: append(.end)
    }
  }

  init(from input: inout RecordDecoder) throws(RecordDamage) {
    guard let kind = Kind(rawValue: try input.integer()) else { throw RecordDamage() }
    switch kind {
    case .destination: self = .destination(try input.path())
    case .folder: self = .folder(try input.path())
    case .part: self = .part(try input.path())
    case .file:
      let (source, destination) = (try input.path(), try input.path())
      let mark = try FileMark(from: &input)
      guard let action = ExportAction(rawValue: try input.text()) else { throw RecordDamage() }
      self = .file(action, source: source, destination: destination, mark)
    case .picture:
      let (source, destination) = (try input.path(), try input.path())
      let (original, mark) = (try FileMark(from: &input), try FileMark(from: &input))
      self = .picture(source: source, original, destination: destination, mark)
    case .dropped: self = .dropped(try input.path())
    case .merged:
      self = .merged(source: try input.path(), destination: try input.path(), try FileMark(from: &input))
    case .aside: self = .aside(try input.path(), temporary: try input.path())
    case .numbered: self = .numbered(photo: try input.path(), try input.integer())
    case .end: self = .end
    }
  }
}

struct FileMark: Hashable, Sendable {
  var inode: UInt64
  var size: Int64
  var modified: FileStatus.Time
  var checksum: UInt64?

  /// Returns whether inode, size and time match.
  func matches(_ status: FileStatus) -> Bool {
    inode == status.identity.inode && hasSizeAndTime(of: status)
  }

  /// Returns whether size and time match, whatever the inode.
  func hasSizeAndTime(of status: FileStatus) -> Bool {
    size == status.size && modified == status.modified
  }
}

extension FileMark {
  init(_ status: FileStatus, checksum: UInt64? = nil) {
    self.init(inode: status.identity.inode, size: status.size, modified: status.modified, checksum: checksum)
  }
}

extension FileMark: RecordCodable {
  func encode(to output: inout RecordEncoder) {
    output.append(inode)
    output.append(size)
    output.append(modified)
    output.append(optional: checksum)
  }

  init(from input: inout RecordDecoder) throws(RecordDamage) {
    self.init(
      inode: try input.integer(), size: try input.integer(), modified: try input.time(),
      checksum: try input.optional())
  }
}
