/// A count of the files that failed: each failure is told in a line, the rest goes on, and the exit status is 1.
///
/// Of paths that are not there the first are named and the others counted, since a list may hold a million of them.
struct FailureCount {
  /// How many paths that are not there are named.
  private static let namedMissing = 100

  private let namesAll: Bool
  private var count = 0
  private var missing = 0

  /// No failure yet.
  ///
  /// - Parameter namesAll: true to name all paths that are not there; for a command with `--verbose` its value.
  init(namesAll: Bool = true) { self.namesAll = namesAll }

  /// Reports an error of a library in the words of ``CommandFailure/line(_:)``.
  ///
  /// - Parameter isMissing: true if the file is not there.
  mutating func report(_ error: any Error, isMissing: Bool = false) {
    report(CommandFailure.line(error), isMissing: isMissing)
  }

  /// Reports a failure in a line.
  ///
  /// - Parameter isMissing: true if the file is not there.
  mutating func report(_ line: String, isMissing: Bool = false) {
    count += 1
    if isMissing { missing += 1 }
    if !isMissing || namesAll || missing <= Self.namedMissing { Diagnostics.error(line) }
  }

  /// Says how many paths are not there if not all of them were named, and returns the exit status that follows.
  func finish() -> ExitStatus {
    if !namesAll, missing > Self.namedMissing {
      Diagnostics.error("\(missing) paths are not there; \(Self.namedMissing) are named, all with --verbose")
    }
    return count > 0 ? .problems : .success
  }

  func exit() throws {
    try finish().check()
  }
}
