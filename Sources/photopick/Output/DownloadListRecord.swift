import PhotoDownloads
import PhotoFormats
import PhotoPicker
import SystemPackage

/// An entry of `fetch --list`.
struct DownloadListRecord: ListEntry, PrintedRecord {
  private let download: RecordedDownload

  init(_ download: RecordedDownload) { self.download = download }

  static var templateExample: String { "{received} {url}" }

  /// The URL, since the file doesn't exist yet.
  var printedPath: [UInt8]? { Array("\(download.url)".utf8) }

  static let fields: [RecordField<DownloadListRecord>] = [
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
    RecordField("path", .text) {
      if case .finished(let path) = $0.download.state { .bytes(path.fileSystemBytes) } else { nil }
    },
    RecordField("error", .text) { $0.error.map { .text($0) } },
  ]

  private var state: String {
    switch download.state {
    case .waiting: "waiting"
    case .receiving: "fetching"
    case .cutOff, .stopped: "stopped"
    case .finished: "finished"
    }
  }

  private var error: String? {
    if case .stopped(let failure) = download.state { CommandFailure.line(failure) } else { nil }
  }

  /// Appends a line: bytes, state, URL, destination and error, separated by tabs.
  func append(to text: inout ResultText) {
    let total = download.total.map { "\($0)" } ?? "?"
    let place =
      switch (download.state, download.destination) {
      case (.finished(let path), _), (_, .folder(let path)): path.fileSystemBytes
      case (_, .store(let path)): Array("store ".utf8) + path.fileSystemBytes
      }
    text.append("\(download.received)/\(total)\t\(state)\t\(download.url)\t")
    text.append(name: place)
    if let error {
      text.append("\t")
      text.append(shown: error.utf8)
    }
    text.end()
  }
}
