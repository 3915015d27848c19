import PhotoFiles
import SystemPackage

public struct ActionOutcome: Sendable, Hashable, CustomStringConvertible {
  /// The number of completed runs.
  public private(set) var runCount = 0
  public private(set) var failureCount = 0
  public private(set) var firstFailure: ProgramEnd?
  public private(set) var isCancelled = false
  /// The last 64 KiB of standard output and error; empty for a command that used the terminal. May contain arbitrary
  /// bytes, including escape sequences.
  public private(set) var output: [UInt8] = []
  /// The first line of standard error, at most 1,024 bytes.
  public private(set) var firstErrorLine: [UInt8] = []

  public var isSuccess: Bool { failureCount == 0 && !isCancelled }

  /// A single line. It contains output of the command, so remove escape sequences before displaying it.
  public var description: String {
    let said = String(decoding: firstErrorLine, as: UTF8.self)
    let reason = said.isEmpty ? "" : ": \(said)"
    if isCancelled { return "cancelled" }
    guard let firstFailure else { return said.isEmpty ? "done" : "done\(reason)" }
    if runCount == 1 { return "\(firstFailure)\(reason)" }
    return "\(failureCount) of \(runCount) runs failed: \(firstFailure)\(reason)"
  }

  mutating func count(_ end: ProgramEnd) {
    runCount += 1
    guard end != .exited(0) else { return }
    failureCount += 1
    firstFailure = firstFailure ?? end
  }

  mutating func finish(_ captured: CapturedOutput, isCancelled: Bool) {
    (output, firstErrorLine, self.isCancelled) = (captured.bytes, captured.firstErrorLine, isCancelled)
  }
}

public enum ActionError: Error, Sendable, Hashable, CustomStringConvertible {
  case noProgram(String)
  case notStarted(program: FilePath, Errno)
  /// The current folder was deleted, so relative paths can't be resolved.
  case noFolder(Errno)

  public var description: String {
    switch self {
    case .noProgram(let name): "there is no program \(name) in PATH: install it, or write its whole path"
    case .notStarted(let program, let error): "\(program) cannot be started: \(error)"
    case .noFolder(let error): "the current folder was deleted: \(error)"
    }
  }
}
