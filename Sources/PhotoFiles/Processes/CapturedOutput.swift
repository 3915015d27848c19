import SystemPackage

/// The end of the output of programs, and the first line of their standard error.
package struct CapturedOutput: Sendable {
  package static let byteLimit = 64 * 1024
  package static let lineLimit = 1024

  private var kept: [UInt8] = []
  /// The first line of standard error that is not empty, without line end.
  package private(set) var firstErrorLine: [UInt8] = []
  private var isLineEnded = false

  package init() {}

  /// The last bytes of both streams in the order of arrival. They may be anything, including escape sequences.
  package var bytes: [UInt8] { Array(kept.suffix(Self.byteLimit)) }

  mutating func take(_ bytes: some Collection<UInt8>, isError: Bool) {
    kept += bytes
    // Removing half of the bytes at a time moves each byte once or twice.
    if kept.count > 2 * Self.byteLimit { kept.removeFirst(kept.count - Self.byteLimit) }
    guard isError, !isLineEnded else { return }
    for byte in bytes {
      if byte == 0x0A || byte == 0x0D {
        isLineEnded = !firstErrorLine.isEmpty
        if isLineEnded { return }
      } else if firstErrorLine.count < Self.lineLimit {
        firstErrorLine.append(byte)
      }
    }
  }
}

extension Program {
  /// Runs the program in a new session, and blocks this thread to read the output and the exit status.
  ///
  /// Discards output of descendants that outlive the program.
  ///
  /// - Parameter didStart: called with the program, so that signals can be sent to it.
  package func run(
    capturing output: inout CapturedOutput, didStart: (RunningProgram) -> Void
  ) throws(Errno) -> ProgramEnd {
    let streams = try withErrno { [try ProgramPipe(), try ProgramPipe()] }
    let ended = try withErrno { try ProgramPipe() }
    let program = try start(output: streams[0].writer, error: streams[1].writer)
    didStart(program)
    for stream in streams { stream.closeWriter() }
    WorkerThread.start {
      program.wait()
      ended.signal()
    }
    Self.drain(streams, into: &output, until: ended)
    if streams.contains(where: { !$0.isAtEnd }) { WorkerThread.start { Self.drain(streams) } }
    return program.wait()
  }

  /// How often the streams are read after the end of the program: enough to empty the largest pipes (1 MiB).
  private static let lastReads = 64

  /// Reads streams until the program has exited and nothing is left to read, even if its descendants keep them open.
  private static func drain(
    _ streams: [ProgramPipe], into output: inout CapturedOutput, until ended: ProgramPipe
  ) {
    var readsLeft = lastReads
    while readsLeft > 0 {
      let ready = ProgramPipe.wait(for: streams + [ended])
      var count = 0
      for (index, stream) in streams.enumerated() where ready[index] {
        let bytes = stream.read()
        output.take(bytes, isError: index == 1)
        count += bytes.count
      }
      guard ready[streams.count] else { continue }
      if count == 0 { return }
      readsLeft -= 1
    }
  }

  private static func drain(_ streams: [ProgramPipe]) {
    while streams.contains(where: { !$0.isAtEnd }) {
      let ready = ProgramPipe.wait(for: streams)
      for (stream, isReady) in zip(streams, ready) where isReady { _ = stream.read() }
    }
  }
}
