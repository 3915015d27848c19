import PhotoFiles
import PhotoFormats
import PhotoMarks
import PhotoPicker
import PhotoPlaces
import SystemPackage

/// The text of a dry run that corrects clocks: the first and the last photo before and after, and the count.
struct ClockSummary {
  private var dates = CorrectedDates()
  private let count: Int

  init(_ records: [MarkRecord]) {
    count = records.count
    for record in records { if let date = record.date { dates.add(date, of: record.shownPath) } }
  }

  func write(to text: inout ResultText) {
    for entry in dates.ends {
      text.append("\(entry.text)  ")
      text.append(name: entry.photo.fileSystemBytes)
      text.end()
    }
    let changed = dates.changedCount
    let rest = count - changed
    text.append("\(changed) \(changed == 1 ? "photo" : "photos") to correct")
    text.append(rest == 0 ? "" : ", \(rest) with the right date already")
    text.end()
  }
}

/// A sidecar that `mark` wrote or reverted.
struct MarkRecord: ListEntry, UndoRecord {
  private let sidecar: FilePath
  private let source: FilePath?
  let action: String
  /// The position on a track.
  let position: Track.Position?
  /// The corrected date, if a clock was corrected.
  let date: CorrectedDate?

  /// - Parameter photo: The marked photo; `nil` after an undo.
  init(_ marked: MarkedPhoto, of photo: FilePath? = nil, at position: Track.Position? = nil) {
    self.position = position
    sidecar = marked.sidecar
    source = photo
    action = marked.outcome.rawValue
    date = marked.date
  }

  /// The path to show: of the photo, otherwise of the sidecar.
  var shownPath: FilePath { source ?? sidecar }

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
    RecordField("dateBefore", .text) { $0.date.map { .text($0.before.iso8601) } },
    RecordField("date", .text) { $0.date.map { .text($0.after.iso8601) } },
  ]

  /// Appends the photo and its position, for a dry run.
  func writePlan(to text: inout ResultText) {
    guard let position else { return }
    let (place, gap) = (position.location, Int64(position.gap.rounded()))
    text.append(name: shownPath.fileSystemBytes)
    text.append("  \(Self.degrees(place.latitude)),\(Self.degrees(place.longitude))  (\(gap) s)")
    text.end()
  }

  private static func degrees(_ number: Double) -> String { ((number * 1e6).rounded() / 1e6).shortestText }
}
