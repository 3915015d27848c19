import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

/// What the program says on stderr: one line each, safe to show on a terminal.
enum Diagnostics {
  /// Says what went wrong.
  static func error(_ message: String) { write("photopick: \(TerminalText.safe(message))\n") }

  /// Says how something went that has no other result.
  static func note(_ message: String) { write("\(TerminalText.safe(message))\n") }

  /// Says what could not be read.
  static func problem(_ problem: ScanProblem) {
    error("\(TerminalText.safe(utf8: problem.path.fileSystemBytes)): \(problem.reason)")
  }

  /// Says what could not be read, and gives the exit status that follows.
  static func report(_ problems: [ScanProblem]) -> ExitStatus {
    for problem in problems { self.problem(problem) }
    return problems.isEmpty ? .success : .problems
  }

  /// Writes text to stderr as it is; nobody is left to be told where that fails.
  static func write(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }
}
