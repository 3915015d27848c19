/// How long a test waits for what happens beside it.
///
/// Other tests keep the threads that a task waits on, for minutes on a busy machine; so time counts only once the test
/// has looked many times. Only what stays undone is a failure.
package struct Patience {
  private let deadline: ContinuousClock.Instant
  private var attemptsLeft: Int

  /// Patience for so long and so many attempts, whichever lasts longer.
  package init(_ duration: Duration = .seconds(90), attempts: Int = 200) {
    deadline = .now + duration
    attemptsLeft = attempts
  }

  /// Asked once for each attempt.
  package mutating func isOver() -> Bool {
    attemptsLeft -= 1
    return attemptsLeft < 0 && ContinuousClock.now > deadline
  }
}
