import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// Writes what the program has to say to stderr: one line each, in which nothing acts on a terminal.
///
/// Names and texts from elsewhere are escaped here, so that callers pass them as they are.
enum Diagnostics {
  /// Reports an error in a line.
  static func error(_ message: String) { note("photopick: \(message)") }

  /// Reports an error of a library in the words of ``CommandFailure/line(_:)``.
  static func error(_ error: any Error) { self.error(CommandFailure.line(error)) }

  /// Prints a remark that is no error.
  static func note(_ message: String) { write("\(SafeText.escaping(message))\n") }

  /// Reports a file or folder that could not be read.
  static func problem(_ problem: ScanProblem) { error(problem) }

  /// Reports what could not be read, and returns the exit status that follows.
  ///
  /// - Parameter namesAll: false to name the first paths that are not there, and count the others.
  static func report(_ problems: [ScanProblem], namesAll: Bool) -> ExitStatus {
    var failures = FailureCount(namesAll: namesAll)
    for problem in problems { failures.report(problem, isMissing: problem.isMissing) }
    return failures.finish()
  }

  /// Reports what a scan could not read and, on request, all of it and what it passed over, and returns the exit status
  /// that follows.
  static func report(_ snapshot: LibrarySnapshot, isVerbose: Bool) -> ExitStatus {
    if isVerbose { snapshot.remarks.forEach(problem) }
    return report(snapshot.problems, namesAll: isVerbose)
  }

  /// Writes text to stderr as it is, control sequences among it; if that fails, nobody is left to hear of it.
  static func write(_ text: String) {
    try? FileDescriptor.standardError.writeAllWaiting(text)
  }
}
