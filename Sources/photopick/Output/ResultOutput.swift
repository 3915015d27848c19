import PhotoFiles
import PhotoPicker
import SystemPackage

/// The destination of results: standard output, or a file that is written atomically.
///
/// All formats use this type. If the reader closes the pipe, the command ends silently.
struct ResultOutput: Sendable {
  static let chunkCount = 64 * 1024

  /// The file of `--output`; `nil` for standard output.
  var file: FilePath?

  /// Whether the destination is a terminal.
  var isTerminal: Bool { file == nil && isatty(STDOUT_FILENO) == 1 }

  typealias Write = @Sendable (UnsafeRawBufferPointer) throws -> Void

  /// Calls `body` with a function that writes bytes.
  ///
  /// - Throws: `CommandFailure` on write errors.
  func write(_ body: (Write) throws -> Void) throws {
    try withDescriptor { try body(Self.writer($0)) }
  }

  /// Calls `body` with the descriptor of the destination.
  ///
  /// - Parameter limit: The maximum permission bits of a new file; `nil` for the defaults.
  /// - Throws: `CommandFailure` on write errors.
  func withDescriptor(atMost limit: mode_t? = nil, _ body: (FileDescriptor) throws -> Void) throws {
    do {
      if let file { try AtomicFile.write(to: file, atMost: limit, body) } else { try body(.standardOutput) }
    } catch let error as Errno {
      throw failure(error)
    }
  }

  /// Returns the failure for a write error; it is silent if the reader closed the pipe.
  func failure(_ error: Errno) -> CommandFailure {
    if error == .brokenPipe { return CommandFailure(.success) }
    return CommandFailure(.problems, "\(file?.string ?? "standard output"): cannot be written: \(error)")
  }

  /// Fails if the destination isn't writable, before the user starts to work.
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
  func write(_ bytes: [UInt8]) throws {
    try write { write in try bytes.withUnsafeBytes { try write($0) } }
  }

  /// Writes records sequentially, in chunks.
  func write<Record>(_ records: some Sequence<Record>, with encoder: some OutputEncoder<Record>) throws {
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

  /// Writes text in chunks.
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

  /// Writes names or paths, each followed by a terminator.
  func writeNames(
    _ names: some Sequence<[UInt8]>, _ terminator: ResultText.Terminator = .newline
  ) throws {
    try writeText(names) { name, text in
      text.append(name: name)
      text.end(terminator)
    }
  }

  /// Writes a line immediately, to confirm completed work. If the reader closed the pipe, the command continues.
  ///
  /// - Throws: `CommandFailure` on write errors.
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

  func announce(name: [UInt8]) throws { try announce { $0.append(name: name) } }

  static func writer(_ descriptor: FileDescriptor) -> Write { { try descriptor.writeAllWaiting($0) } }
}
