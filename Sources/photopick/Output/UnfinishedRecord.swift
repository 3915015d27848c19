import PhotoDownloads
import PhotoFormats
import PhotoPicker
import SystemPackage

/// A download that is not whole yet, as `fetch --list` prints it.
struct UnfinishedRecord: ListEntry, PrintedRecord {
  private let download: UnfinishedDownload

  /// The record of a download.
  init(_ download: UnfinishedDownload) { self.download = download }

  static var templateExample: String { "{received} {url}" }

  /// There is no file yet: the address stands for it.
  var printedPath: [UInt8]? { Array("\(download.url)".utf8) }

  static let fields: [RecordField<UnfinishedRecord>] = [
    RecordField("url", .text) { .text("\($0.download.url)") },
    RecordField("state", .text) { .text($0.state) },
    RecordField("received", .integer) { .integer($0.download.received) },
    RecordField("total", .integer) { $0.download.total.map { .integer($0) } },
    RecordField("folder", .text) {
      if case .folder(let path) = $0.download.destination { .bytes(path.fileSystemBytes) } else { nil }
    },
    RecordField("store", .text) {
      if case .store(let path) = $0.download.destination { .bytes(path.fileSystemBytes) } else { nil }
    },
  ]

  private var state: String { download.isActive ? "fetching" : "stopped" }

  /// Appends the line for people: bytes, state, address and place, separated by tabs.
  func append(to text: inout ResultText) {
    let total = download.total.map { "\($0)" } ?? "?"
    let place =
      switch download.destination {
      case .folder(let path): path.fileSystemBytes
      case .store(let path): Array("store ".utf8) + path.fileSystemBytes
      }
    text.append("\(download.received)/\(total)\t\(state)\t\(download.url)\t")
    text.append(name: place)
    text.end()
  }
}
