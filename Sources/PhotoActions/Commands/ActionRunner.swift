import Dispatch
import PhotoFiles
import Synchronization
import SystemPackage

/// Runs user-defined commands on photos.
///
///     let outcome = try await ActionRunner().run(action, on: paths)
///
/// Passes absolute paths directly, not through a shell. Runs the command sequentially as often as necessary for all
/// paths. Cancelling the task sends SIGTERM, and SIGKILL after two seconds, unless the command uses the terminal.
public struct ActionRunner: Sendable {
  private let searchPath: [UInt8]?
  private let grace: Duration
  private let room: Int?

  public init() { self.init(searchPath: nil) }

  /// - Parameter room: The maximum size of the arguments in bytes; `nil` for the system's limit.
  init(searchPath: [UInt8]?, grace: Duration = .seconds(2), room: Int? = nil) {
    (self.searchPath, self.grace, self.room) = (searchPath, grace, room)
  }

  /// Runs an action until it exits.
  ///
  /// A command that uses the terminal inherits `/dev/tty`, which no other task may read concurrently. Other commands
  /// have no standard input, and their output is captured.
  ///
  /// - Throws: If the program can't be started. Completed runs remain in effect.
  public func run(_ action: UserAction, on paths: [FilePath]) async throws(ActionError) -> ActionOutcome {
    let cancellation = ActionCancellation(grace: grace)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Don't block the cooperative thread pool.
        WorkerThread.start { continuation.resume(returning: runAll(action, on: paths, cancellation)) }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }

  private func runAll(
    _ action: UserAction, on paths: [FilePath], _ cancellation: ActionCancellation
  ) -> Result<ActionOutcome, ActionError> {
    Result { () throws(ActionError) in
      let absolute = try paths.map { path throws(ActionError) in try Self.absolute(path) }
      var runs = ActionRuns(action, on: absolute, room: room ?? Program.argumentRoom)
      var (outcome, output) = (ActionOutcome(), CapturedOutput())
      while !cancellation.isCancelled, let (words, paths) = runs.next() {
        let program = try program(words)
        do throws(Errno) {
          let end = try run(program, usesTerminal: action.usesTerminal, &output, cancellation)
          outcome.count(end)
        } catch {
          if error == .argListTooLong, runs.divide(paths) { continue }
          throw .notStarted(program: program.path, error)
        }
      }
      outcome.finish(output, isCancelled: cancellation.isCancelled)
      return outcome
    }
  }

  private func run(
    _ program: Program, usesTerminal: Bool, _ output: inout CapturedOutput, _ cancellation: ActionCancellation
  ) throws(Errno) -> ProgramEnd {
    defer { cancellation.forget() }
    guard usesTerminal else {
      return try program.run(capturing: &output) { cancellation.remember($0) }
    }
    let terminal = try FileDescriptor.opened("/dev/tty", O_RDWR | O_NOCTTY)
    defer { try? terminal.close() }
    return try program.run(on: terminal)
  }

  private static func absolute(_ path: FilePath) throws(ActionError) -> [UInt8] {
    do throws(Errno) {
      return try path.absolute().fileSystemBytes
    } catch {
      throw .noFolder(error)
    }
  }

  /// Resolves the program: a path is used directly, a name is looked up in the search path.
  private func program(_ words: [[UInt8]]) throws(ActionError) -> Program {
    let name = words.first ?? []
    let arguments = Array(words.dropFirst())
    if name.contains(UInt8(ascii: "/")) {
      return Program(FilePath(fileSystemBytes: name), arguments: arguments)
    }
    guard let fileName = FileName(bytes: name), let path = Program.find(fileName, searchPath: searchPath)
    else { throw .noProgram(String(decoding: name, as: UTF8.self)) }
    return Program(path, arguments: arguments)
  }
}

private final class ActionCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var program: RunningProgram?
  }

  private let state = Mutex(State())
  private let grace: DispatchTimeInterval

  init(grace: Duration) { self.grace = .milliseconds(Int(grace / .milliseconds(1))) }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() {
    let program = state.withLock { state in
      state.isCancelled = true
      return state.program
    }
    if let program { end(program) }
  }

  func remember(_ program: RunningProgram) {
    let isCancelled = state.withLock { state in
      state.program = program
      return state.isCancelled
    }
    if isCancelled { end(program) }
  }

  func forget() { state.withLock { $0.program = nil } }

  private func end(_ program: RunningProgram) {
    program.signal(SIGTERM)
    // A stopped program handles the signal after it continues.
    program.signal(SIGCONT)
    DispatchQueue.global().asyncAfter(deadline: .now() + grace) { program.signal(SIGKILL) }
  }
}
