/// A count of the files that failed: each failure is told in a line, the rest goes on, and the exit status is 1.
struct FailureCount {
  private var count = 0

  mutating func report(_ failure: some CustomStringConvertible) {
    count += 1
    Diagnostics.error("\(failure)")
  }

  func exit() throws {
    if count > 0 { throw CommandFailure(.problems) }
  }
}
