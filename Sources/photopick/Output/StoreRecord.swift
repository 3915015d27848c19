import PhotoFiles
import PhotoFormats
import PhotoPicker
import PhotoStore
import SystemPackage

/// A picture in the output of `store list`.
struct StoreRecord: ListEntry, PrintedRecord {
  private let name: StoreName
  private let path: FilePath?
  /// The file's `stat`; `nil` if it was deleted in the meantime.
  private let status: FileStatus?

  init(_ name: StoreName, _ kind: FileStore.Kind, in store: FileStore) {
    self.name = name
    path = try? store.path(of: name, kind)
    status = path.flatMap { try? FileStatus($0) }
  }

  static var templateExample: String { "{name} {fileSize}" }

  var printedPath: [UInt8]? { path?.fileSystemBytes }

  static let fields: [RecordField<StoreRecord>] = [
    RecordField("name", .text) { .bytes($0.name.bytes) },
    RecordField("path", .text) { $0.printedPath.map { .bytes($0) } },
    RecordField("url", .text, pickerKey: "UIImagePickerControllerReferenceURL") {
      $0.printedPath.map { .bytes(FileURL.bytes($0)) }
    },
    RecordField("fileSize", .integer) { $0.status.map { .integer($0.size) } },
    RecordField("modified", .date) { $0.status.map { .moment($0.modified.captureDate.time) } },
  ]
}
