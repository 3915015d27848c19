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

  /// The columns that the tests look at.
  private let columns: Set<PhotoRow.Column>

  override var call: String { PhotoRow.call(columns) }

  /// True if every photo passes.
  var acceptsAll: Bool { start == Self.accept }

  /// True if no photo passes, so that none needs to be asked.
  var rejectsAll: Bool { start == Self.reject }

  /// A program of a condition.
  init(_ condition: PhotoCondition) {
    var steps = ProgramSteps()
    start = steps.add(condition, yes: Self.accept, no: Self.reject)
    (tests, self.steps) = (steps.tests, steps.steps)
    columns = tests.reduce(into: []) { $0.formUnion($1.columns) }
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
