import SystemPackage

/// What programs have printed, as far as it is kept: the end of it, and the first line of standard error.
package struct CapturedOutput: Sendable {
  /// How many of the last bytes are kept.
  package static let byteLimit = 64 * 1024
  /// How many bytes of the first line of standard error are kept.
  package static let lineLimit = 1024

  private var kept: [UInt8] = []
  /// The first line of standard error that holds anything, without its end.
  package private(set) var firstErrorLine: [UInt8] = []
  private var isLineEnded = false

  package init() {}

  /// The last bytes of what was printed, both streams as they came. They may hold anything, escapes too.
  package var bytes: [UInt8] { Array(kept.suffix(Self.byteLimit)) }

  /// Takes bytes of one of the streams.
  mutating func take(_ bytes: some Collection<UInt8>, isError: Bool) {
    kept += bytes
    // Half of what is held is cut off at a time, so that each byte is moved once or twice.
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
  /// Runs the program in a session of its own and waits on this thread for its end, reading what it prints.
  ///
  /// What it has started and left running may go on printing; that is read and thrown away.
  ///
  /// - Parameters:
  ///   - output: takes what it prints.
  ///   - didStart: called with the program, so that signals can be sent to it.
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
      ended.closeWriter()
    }
    Self.drain(streams, into: &output, until: ended)
    if streams.contains(where: { !$0.isAtEnd }) { WorkerThread.start { Self.drain(streams) } }
    return program.wait()
  }

  /// Reads streams until they are at their ends, or until the program has ended and nothing is left to read.
  private static func drain(
    _ streams: [ProgramPipe], into output: inout CapturedOutput, until ended: ProgramPipe
  ) {
    while true {
      let ready = ProgramPipe.wait(for: streams + [ended])
      var count = 0
      for (index, stream) in streams.enumerated() where ready[index] {
        let bytes = stream.read()
        output.take(bytes, isError: index == 1)
        count += bytes.count
      }
      if count == 0, ready[streams.count] { return }
    }
  }

  private static func drain(_ streams: [ProgramPipe]) {
    while streams.contains(where: { !$0.isAtEnd }) {
      let ready = ProgramPipe.wait(for: streams)
      for (stream, isReady) in zip(streams, ready) where isReady { _ = stream.read() }
    }
  }
}
