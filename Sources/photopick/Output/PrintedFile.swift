import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// A file of a list in the output: a photo, or the reason why it can't be read.
enum PrintedFile: PrintedRecord {
  case photo(PrintedPhoto)
  case problem(FileProblem)

  static var columns: [StaticString] { PrintedPhoto.columns }
  static var templateFields: [OutputTemplate.Field] { PrintedPhoto.templateFields }
  static var templateExample: String { PrintedPhoto.templateExample }

  private var photo: PrintedPhoto? {
    if case .photo(let photo) = self { photo } else { nil }
  }

  var printedPath: [UInt8]? { photo?.printedPath }

  func write(_ keys: RecordKeys, to writer: inout some RecordWriter) {
    switch self {
    case .photo(let photo): photo.write(keys, to: &writer)
    case .problem(let problem): problem.write(to: &writer)
    }
  }

  func value(of field: OutputTemplate.Field) -> FieldValue? { photo?.value(of: field) }
}

/// The record of a file that can't be read.
struct FileProblem: Sendable {
  /// The absolute path, or the URL of a file on a server.
  let path: [UInt8]
  let reason: String

  init(_ reading: FileReading, _ problem: ScanProblem) {
    let isURL = RemotePath.isURL(reading.path)
    path = isURL ? reading.path : RootPath(problem.path).path.fileSystemBytes
    reason = problem.reason
  }

  /// Writes the keys `path`, `url` and `problem`.
  func write(to writer: inout some RecordWriter) {
    writer.beginDictionary()
    writer.entry("path", .bytes(path))
    writer.entry("url", .bytes(FileURL.bytes(path)))
    writer.entry("problem", reason)
    writer.endDictionary()
  }
}
