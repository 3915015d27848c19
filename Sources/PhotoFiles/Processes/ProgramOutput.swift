import Dispatch
import SystemPackage

extension Program {
  /// Runs the program in a new session, and blocks this thread to read its standard output and exit status. Standard
  /// error is discarded.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes.
  ///   - seconds: The time after which the program and its children are killed.
  /// - Throws: `Errno.fileTooLarge` if the program writes more.
  package func output(limit: Int, seconds: Int = 60) throws(Errno) -> (bytes: [UInt8], end: ProgramEnd) {
    let pipe = try withErrno { try ProgramPipe() }
    let program = try start(output: pipe.writer)
    pipe.closeWriter()
    let hasEnded = DispatchSemaphore(value: 0)
    defer { hasEnded.signal() }
    WorkerThread.start {
      if hasEnded.wait(timeout: .now() + .seconds(seconds)) == .timedOut { program.signal(SIGKILL) }
    }
    var bytes: [UInt8] = []
    while !pipe.isAtEnd, bytes.count <= limit { bytes += pipe.read() }
    if bytes.count > limit { program.signal(SIGKILL) }
    let end = program.wait()
    guard bytes.count <= limit else { throw .fileTooLarge }
    return (bytes, end)
  }
}
