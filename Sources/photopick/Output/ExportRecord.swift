import PhotoExport
import PhotoFiles
import PhotoPicker
import SystemPackage

/// A file that `export` created or reverted.
struct ExportRecord: ListEntry, PrintedRecord {
  private let path: FilePath
  private let source: FilePath?
  private let action: String
  private let fileSize: Int64?

  init(_ file: ExportedFile) {
    path = file.destination
    source = file.source
    action = file.outcome.rawValue
    fileSize = file.size
  }

  /// Returns the files that `--undo` moved back or, if there are none, the files that it removed.
  static func records(of result: UndoResult) -> [ExportRecord] {
    result.restored.isEmpty
      ? result.removed.map { ExportRecord(takenBack: $0, "removed") }
      : result.restored.map { ExportRecord(takenBack: $0, "restored") }
  }

  private init(takenBack path: FilePath, _ action: String) {
    self.path = path
    source = nil
    self.action = action
    fileSize = nil
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
    RecordField("action", .text) { .text($0.action) },
    RecordField("fileSize", .integer) { $0.fileSize.map { .integer($0) } },
  ]
}
