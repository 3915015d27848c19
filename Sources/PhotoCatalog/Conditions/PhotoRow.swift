import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// A photo as a statement shows it to a `PhotoProgram`: the columns that a question may ask.
struct PhotoRow {
  /// The columns, which stand in this order behind `passes`.
  enum Column: Int, CaseIterable {
    case facts, name, folder, clock, date
  }

  /// The call of a function that looks at some columns; the others are NULL to it.
  static func call(_ columns: Set<Column>) -> String {
    let arguments = Column.allCases.map { columns.contains($0) ? "\($0)" : "NULL" }
    return "passes(?, \(arguments.joined(separator: ", ")))"
  }

  private let values: RowValues

  init(_ values: RowValues) { self.values = values }

  /// What is asked most.
  var facts: PhotoFacts { PhotoFacts(values.bytes(at: Column.facts.rawValue)) }

  /// The bytes of the name.
  var name: UnsafeRawBufferPointer { values.bytes(at: Column.name.rawValue) }

  /// The row of the folder.
  var folder: Int64 { values.number(at: Column.folder.rawValue) ?? 0 }

  /// When the photo was taken, on the clocks of the one who asks; `nil` without a date.
  func wallTime(_ clocks: LibraryClocks) -> CivilTime? {
    guard let (date, clock) = dateAndClock else { return nil }
    return clock == .video ? clocks.videos.time(at: date) : writtenTime(clocks)
  }

  /// When the photo was taken, as it is written: that of a video is universal time.
  func writtenTime(_ clocks: LibraryClocks) -> CivilTime? {
    guard let (date, clock) = dateAndClock else { return nil }
    return clock == .file ? clocks.files.time(at: date) : CivilTime(seconds: date)
  }

  private var dateAndClock: (date: Int64, clock: DateClock?)? {
    values.number(at: Column.date.rawValue).map { date in
      (date, values.number(at: Column.clock.rawValue).flatMap(DateClock.init(rawValue:)))
    }
  }
}

/// A test of a photo by its row.
class PhotoTest {
  /// The columns that it looks at.
  var columns: Set<PhotoRow.Column> { [.facts] }

  /// True if a photo passes.
  func passes(_ row: PhotoRow) -> Bool { true }
}
