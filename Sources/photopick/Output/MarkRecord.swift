import PhotoFiles
import PhotoMarks
import PhotoPicker
import SystemPackage

/// A sidecar that `mark` wrote or reverted.
struct MarkRecord: ListEntry, PrintedRecord {
  private let sidecar: FilePath
  private let source: FilePath?
  private let action: String

  /// - Parameter photo: The marked photo; `nil` after an undo.
  init(_ marked: MarkedPhoto, of photo: FilePath? = nil) {
    sidecar = marked.sidecar
    source = photo
    action = marked.outcome.rawValue
  }

  static var templateExample: String { "{action} {path}" }

  var printedPath: [UInt8]? { sidecar.fileSystemBytes }

  static let fields: [RecordField<MarkRecord>] = [
    RecordField("path", .text) { .bytes($0.sidecar.fileSystemBytes) },
    RecordField("url", .text) { .bytes(FileURL.bytes($0.sidecar.fileSystemBytes)) },
    RecordField("name", .text) { .bytes(RootPath($0.sidecar).name?.bytes ?? []) },
    RecordField("source", .text) { $0.source.map { .bytes($0.fileSystemBytes) } },
    RecordField("action", .text) { .text($0.action) },
  ]
}
