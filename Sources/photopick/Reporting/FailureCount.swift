import PhotoImaging

/// Prints files that failed, one per line, and counts them for the exit status.
///
/// A list may contain a million missing paths, so only the first are named.
struct FailureCount {
  /// The maximum number of missing paths to name.
  private static let namedMissing = 100

  private let namesAll: Bool
  private var count = 0
  private var missing = 0

  /// - Parameter namesAll: Pass `true` to name every missing path; the value of `--verbose` if the command has it.
  init(namesAll: Bool = true) { self.namesAll = namesAll }

  /// Prints a library's error with the message of ``CommandFailure/line(_:)``.
  mutating func report(_ error: any Error, isMissing: Bool = false) {
    report(CommandFailure.line(error), isMissing: isMissing)
  }

  mutating func report(_ line: String, isMissing: Bool = false) {
    count += 1
    if isMissing { missing += 1 }
    if !isMissing || namesAll || missing <= Self.namedMissing { Diagnostics.error(line) }
  }

  /// Prints the number of missing paths that weren't named, and returns the exit status.
  func finish() -> ExitStatus {
    if !namesAll, missing > Self.namedMissing {
      Diagnostics.error("\(missing) paths don't exist; \(Self.namedMissing) are named, all with --verbose")
    }
    return count > 0 ? .problems : .success
  }

  func exit() throws { try finish().check() }

  /// Prints pictures that couldn't be decoded, and returns the exit status.
  static func report(_ errors: [ImagingError], namesAll: Bool) -> ExitStatus {
    var failures = FailureCount(namesAll: namesAll)
    for error in errors { failures.report(error) }
    return failures.finish()
  }
}
