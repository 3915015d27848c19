/// The patience of a test that waits for a concurrent event.
///
/// On a busy machine, other tests may block threads for minutes, so time counts only after many attempts. Only an event
/// that never occurs is a failure.
package struct Patience {
  private let deadline: ContinuousClock.Instant
  private var attemptsLeft: Int

  /// Sleeps for a duration and a number of attempts, whichever lasts longer.
  package init(_ duration: Duration = .seconds(90), attempts: Int = 200) {
    deadline = .now + duration
    attemptsLeft = attempts
  }

  /// Called once for each attempt.
  package mutating func isOver() -> Bool {
    attemptsLeft -= 1
    return attemptsLeft < 0 && ContinuousClock.now > deadline
  }
}
