import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// Writes messages to standard error, one line each. Control characters are escaped here, so callers pass names and
/// strings as they are.
enum Diagnostics {
  static func error(_ message: String) { note("photopick: \(message)") }

  /// Prints a library's error with the message of ``CommandFailure/line(_:)``.
  static func error(_ error: any Error) { self.error(CommandFailure.line(error)) }

  /// Prints a message that has no error prefix.
  static func note(_ message: String) { write("\(SafeText.escaping(RemotePath.showingURLs(message)))\n") }

  static func problem(_ problem: ScanProblem) { error(problem) }

  /// Prints problems and returns the exit status.
  ///
  /// - Parameter namesAll: Pass `true` to name every missing path, instead of the first paths and a count.
  static func report(_ problems: [ScanProblem], namesAll: Bool) -> ExitStatus {
    var failures = FailureCount(namesAll: namesAll)
    for problem in problems { failures.report(problem, isMissing: problem.isMissing) }
    return failures.finish()
  }

  /// Prints the problems of a scan and returns the exit status. If `isVerbose` is set, also prints skipped files.
  static func report(_ snapshot: LibrarySnapshot, isVerbose: Bool) -> ExitStatus {
    if isVerbose { snapshot.remarks.forEach(problem) }
    if !isVerbose, snapshot.assets.isEmpty { noteSkipped(snapshot) }
    return report(snapshot.problems, namesAll: isVerbose)
  }

  /// Names what a scan that found nothing skipped.
  private static func noteSkipped(_ snapshot: LibrarySnapshot) {
    note(snapshot.remarks.filter(\.isSystemFolder), "system folders", "--hidden")
    note(snapshot.remarks.filter(\.isInTransit), "incomplete downloads and backup copies", "--any-file")
  }

  private static func note(_ skipped: [ScanProblem], _ kind: String, _ option: String) {
    guard let first = skipped.first else { return }
    let path = String(decoding: first.path.fileSystemBytes, as: UTF8.self)
    let others = skipped.count > 1 ? " and \(skipped.count - 1) more" : ""
    error("\(path)\(others) skipped: \(option) includes \(kind)")
  }

  /// Writes a string without escaping. Errors are ignored, since there is no other channel to report them.
  static func write(_ text: String) { try? FileDescriptor.standardError.writeAllWaiting(text) }
}
