import PhotoExport
import PhotoFiles
import PhotoPicker
import SystemPackage

/// A file that `export` created or reverted.
struct ExportRecord: ListEntry, UndoRecord {
  private let path: FilePath
  private var source: FilePath?
  let action: String
  private var role: ExportRole?
  private var fileSize: Int64?

  /// Returns the files that `--undo` moved back or, if there are none, the files that it removed.
  static func records(of result: UndoResult) -> [ExportRecord] {
    result.restored.isEmpty
      ? result.removed.map { ExportRecord(path: $0, action: "removed") }
      : result.restored.map { ExportRecord(path: $0, action: "restored") }
  }

  static var templateExample: String { "{action} {path}" }

  var printedPath: [UInt8]? { path.fileSystemBytes }

  static let fields: [RecordField<ExportRecord>] = [
    RecordField("path", .text) { .bytes($0.path.fileSystemBytes) },
    RecordField("url", .text, pickerKey: "UIImagePickerControllerReferenceURL") {
      .bytes(FileURL.bytes($0.path.fileSystemBytes))
    },
    RecordField("name", .text) { .bytes(RootPath($0.path).name?.bytes ?? []) },
    RecordField("source", .text) { $0.source.map { .bytes($0.fileSystemBytes) } },
    RecordField("role", .text) { $0.role.map { .text($0.rawValue) } },
    RecordField("action", .text) { .text($0.action) },
    RecordField("fileSize", .integer) { $0.fileSize.map { .integer($0) } },
  ]
}

extension ExportRecord {
  init(_ file: ExportedFile) {
    self.init(
      path: file.destination, source: file.source, action: file.outcome.rawValue, role: file.role,
      fileSize: file.size)
  }
}
