import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// A photo as a statement shows it to a `PhotoProgram`: the columns that a question may ask.
struct PhotoRow {
  /// The columns, which stand in this order behind `passes`.
  enum Column: Int, CaseIterable {
    case facts, name, folder, clock, date
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

/// A question about photos that SQL asks of each row.
///
/// A condition becomes steps, each a test that says which step is next, so that a test is made only if the ones before
/// it left the question open.
final class PhotoProgram: RowFunction {
  fileprivate struct Step {
    let test: Unmanaged<PhotoTest>
    let next: (yes: Int, no: Int)
  }

  private static let accept = -1
  private static let reject = -2

  /// Keeps the tests of the steps.
  private let tests: [PhotoTest]
  private let steps: [Step]
  private let start: Int

  /// The function of SQL with the columns that the tests look at.
  let call: String

  /// True if every photo passes.
  var acceptsAll: Bool { start == Self.accept }

  /// True if no photo passes, so that none needs to be asked.
  var rejectsAll: Bool { start == Self.reject }

  /// A program of a condition.
  init(_ condition: PhotoCondition) {
    var steps = ProgramSteps()
    start = steps.add(condition, yes: Self.accept, no: Self.reject)
    (tests, self.steps) = (steps.tests, steps.steps)
    let columns = tests.reduce(into: Set<PhotoRow.Column>()) { $0.formUnion($1.columns) }
    let arguments = PhotoRow.Column.allCases.map { columns.contains($0) ? "\($0)" : "NULL" }
    call = "passes(?, \(arguments.joined(separator: ", ")))"
  }

  override func passes(_ values: RowValues) -> Bool {
    let row = PhotoRow(values)
    var index = start
    while index >= 0 {
      let step = steps[index]
      index = step.test._withUnsafeGuaranteedRef { $0.passes(row) } ? step.next.yes : step.next.no
    }
    return index == Self.accept
  }
}

/// The steps of a program while it is made, the last first.
private struct ProgramSteps {
  private(set) var tests: [PhotoTest] = []
  private(set) var steps: [PhotoProgram.Step] = []

  /// Adds the steps of a condition and returns the first of them.
  mutating func add(_ condition: PhotoCondition, yes: Int, no: Int) -> Int {
    switch condition {
    case .constant(let holds): return holds ? yes : no
    case .all(let all): return all.reversed().reduce(yes) { add($1, yes: $0, no: no) }
    case .any(let any): return any.reversed().reduce(no) { add($1, yes: yes, no: $0) }
    case .not(let condition): return add(condition, yes: no, no: yes)
    case .test(let test):
      if yes == no { return yes }
      tests.append(test)
      steps.append(PhotoProgram.Step(test: Unmanaged.passUnretained(test), next: (yes, no)))
      return steps.count - 1
    }
  }
}

/// A condition whose leaves are tests of rows.
indirect enum PhotoCondition {
  case constant(Bool)
  case all([PhotoCondition])
  case any([PhotoCondition])
  case not(PhotoCondition)
  case test(PhotoTest)
}
