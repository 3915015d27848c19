import PhotoFiles
import PhotoFormats
import PhotoMarks
import PhotoPicker
import PhotoPlaces
import SystemPackage

/// A sidecar that `mark` wrote or reverted.
struct MarkRecord: ListEntry, PrintedRecord {
  private let sidecar: FilePath
  private let source: FilePath?
  private let action: String
  /// The position on a track.
  let position: Track.Position?

  /// - Parameter photo: The marked photo; `nil` after an undo.
  init(_ marked: MarkedPhoto, of photo: FilePath? = nil, at position: Track.Position? = nil) {
    self.position = position
    sidecar = marked.sidecar
    source = photo
    action = marked.outcome.rawValue
  }

  /// A photo that would get a position.
  init(planned photo: FilePath, at position: Track.Position) {
    (sidecar, source, action, self.position) = (photo, photo, "planned", position)
  }

  static var templateExample: String { "{action} {path}" }

  var printedPath: [UInt8]? { sidecar.fileSystemBytes }

  static let fields: [RecordField<MarkRecord>] = [
    RecordField("path", .text) { .bytes($0.sidecar.fileSystemBytes) },
    RecordField("url", .text) { .bytes(FileURL.bytes($0.sidecar.fileSystemBytes)) },
    RecordField("name", .text) { .bytes(RootPath($0.sidecar).name?.bytes ?? []) },
    RecordField("source", .text) { $0.source.map { .bytes($0.fileSystemBytes) } },
    RecordField("action", .text) { .text($0.action) },
    RecordField("latitude", .number) { $0.position.map { .number($0.location.latitude) } },
    RecordField("longitude", .number) { $0.position.map { .number($0.location.longitude) } },
    RecordField("altitude", .number) { $0.position?.location.altitude.map { .number($0) } },
    RecordField("placeAccuracy", .number) { $0.position.map { .number($0.gap) } },
  ]

  /// Appends the photo and its position, for a dry run.
  func writePlan(to text: inout ResultText) {
    guard let position else { return }
    let (place, gap) = (position.location, Int64(position.gap.rounded()))
    text.append(name: sidecar.fileSystemBytes)
    text.append("  \(Self.degrees(place.latitude)),\(Self.degrees(place.longitude))  (\(gap) s)")
    text.end()
  }

  private static func degrees(_ number: Double) -> String { ((number * 1e6).rounded() / 1e6).shortestText }
}
