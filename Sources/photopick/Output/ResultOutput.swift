import PhotoFiles
import PhotoPicker
import SystemPackage

/// The one way out for results: to stdout, or to a file that is written whole or not at all.
///
/// All forms of results pass through here: lines, records, JSON lines, and single lines that a reader sees at once. A
/// reader that goes away early ends the command in silence, since it has all it wanted.
struct ResultOutput: Sendable {
  private static let chunkCount = 64 * 1024

  /// The file of `--output`; `nil` is stdout.
  var file: FilePath?

  /// True if a person reads the result on a terminal.
  var isTerminal: Bool { file == nil && isatty(STDOUT_FILENO) == 1 }

  /// Takes bytes of the result.
  typealias Write = @Sendable (UnsafeRawBufferPointer) throws -> Void

  /// Calls `body` with a function that takes the next bytes of the result.
  ///
  /// - Throws: `CommandFailure` if the bytes cannot be written.
  func write(_ body: (Write) throws -> Void) throws {
    try withDescriptor { try body(Self.writer($0)) }
  }

  /// Calls `body` with a descriptor to which it writes the result.
  ///
  /// - Parameter atMost: permission bits that a file has at most; `nil` for the usual ones.
  /// - Throws: `CommandFailure` if it cannot be written.
  func withDescriptor(atMost limit: mode_t? = nil, _ body: (FileDescriptor) throws -> Void) throws {
    do {
      if let file { try AtomicFile.write(to: file, atMost: limit, body) } else { try body(.standardOutput) }
    } catch let error as Errno {
      throw failure(error)
    }
  }

  /// The failure that an error of writing means; none to speak of if the reader went away.
  func failure(_ error: Errno) -> CommandFailure {
    if error == .brokenPipe { return CommandFailure(.success) }
    return CommandFailure(.problems, "\(file?.string ?? "standard output"): cannot be written: \(error)")
  }

  /// Fails if nothing could be written, before people work for a result.
  ///
  /// - Throws: `CommandFailure`.
  func check() throws(CommandFailure) {
    if let file {
      do throws(Errno) { try AtomicFile.check(file) } catch { throw failure(error) }
      return
    }
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY else {
      throw CommandFailure(.problems, "standard output: cannot be written: it is closed; use --output FILE")
    }
  }
}

extension ResultOutput {
  /// Writes bytes that are all there.
  func write(_ bytes: [UInt8]) throws {
    try write { write in try bytes.withUnsafeBytes { try write($0) } }
  }

  /// Writes records one after the other, in chunks.
  func write<Record>(
    _ records: some Sequence<Record>, with encoder: some OutputEncoder<Record>
  ) throws {
    try write { write in
      var encoder = encoder
      encoder.begin()
      for record in records {
        encoder.append(record)
        if encoder.pendingByteCount >= Self.chunkCount { try encoder.drain(write) }
      }
      encoder.end()
      try encoder.drain(write)
    }
  }

  /// Writes text that is made element by element, in chunks.
  func writeText<Element>(
    _ elements: some Sequence<Element>, _ append: (Element, inout ResultText) -> Void
  ) throws {
    try write { write in
      var text = ResultText(isForTerminal: isTerminal)
      text.reserve(Self.chunkCount + 4096)
      for element in elements {
        append(element, &text)
        if text.bytes.count >= Self.chunkCount { try text.drain(write) }
      }
      try text.drain(write)
    }
  }

  /// Writes names or paths, each with an end.
  func writeNames(
    _ names: some Sequence<[UInt8]>, _ terminator: ResultText.Terminator = .newline
  ) throws {
    try writeText(names) { name, text in
      text.append(name: name)
      text.end(terminator)
    }
  }

  /// Writes a line at once, so that what is printed as done is done. If the reader has gone away, the command goes on.
  ///
  /// - Throws: `CommandFailure` if it cannot be written.
  func announce(_ append: (inout ResultText) -> Void) throws {
    var text = ResultText(isForTerminal: isTerminal)
    append(&text)
    text.end()
    do {
      try write { try text.drain($0) }
    } catch let failure as CommandFailure {
      if failure.status != .success { throw failure }
    }
  }

  /// Writes a name or a path as a line, at once.
  func announce(name: [UInt8]) throws { try announce { $0.append(name: name) } }

  /// Writes bytes to a descriptor.
  static func writer(_ descriptor: FileDescriptor) -> Write { { try descriptor.writeAllWaiting($0) } }
}
