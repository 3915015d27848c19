import PhotoFiles
import SystemPackage

public struct ActionOutcome: Sendable, Hashable, CustomStringConvertible {
  /// How many times the command ran to an end.
  public private(set) var runCount = 0
  public private(set) var failureCount = 0
  /// How the first failed run ended; `nil` if none failed.
  public private(set) var firstFailure: ProgramEnd?
  public private(set) var isCancelled = false
  /// The last 64 KiB of what was printed, standard error too; empty for a command that used the terminal. It may hold
  /// any bytes, including escapes.
  public private(set) var output: [UInt8] = []
  /// The first line that was printed on standard error, at most 1,024 bytes of it.
  public private(set) var firstErrorLine: [UInt8] = []

  public var isSuccess: Bool { failureCount == 0 && !isCancelled }

  /// One line for a person. It holds what the program printed, so escapes have to be removed before it is shown.
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
  /// The current folder is gone, so that relative paths mean nothing.
  case noFolder(Errno)

  public var description: String {
    switch self {
    case .noProgram(let name): "there is no program \(name) in PATH: install it, or write its whole path"
    case .notStarted(let program, let error): "\(program) cannot be started: \(error)"
    case .noFolder(let error): "the current folder is gone: \(error)"
    }
  }
}
