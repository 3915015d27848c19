import PhotoFiles
import PhotoPicker
import SystemPackage

extension ResultOutput {
  /// The number of records in a part, whose bytes fit a block that the allocator reuses.
  private static let recordCount = 128

  /// The approximate size of a record, in bytes.
  private static let recordBytes = 640

  /// The minimum number of parts in progress or waiting to be written.
  private static let aheadCount = 32

  /// Encodes records on all processors and writes them in order.
  ///
  /// - Parameters:
  ///   - count: The number of records.
  ///   - prepare: Called once before the first byte is written, while records are encoded.
  ///   - record: Returns the record at an index. A closure avoids a dynamic type lookup for each element of a generic
  ///     list.
  /// - Throws: `CommandFailure` for write errors; `CancellationError`; errors of `prepare`.
  func write<Encoder: OutputEncoder>(
    count: Int, with encoder: Encoder, before prepare: () throws -> Void,
    _ record: @escaping @Sendable (Int) -> Encoder.Record
  ) async throws {
    // Writing a few records takes less time than starting a thread.
    guard count > Self.recordCount else {
      try prepare()
      return try write((0..<count).lazy.map(record), with: encoder)
    }
    var encoder = encoder
    encoder.begin()
    encoder.append(record(0))
    let opening = encoder.take()
    let between = encoder
    try await writeParts { write in
      try await WorkerPool.using { pool in
        let starts = stride(from: 1, to: count, by: Self.recordCount)
        let ahead = max(Self.aheadCount, 4 * pool.threadCount)
        try await pool.map(starts, ahead: ahead) { start in
          var encoder = between
          encoder.reserve(Self.recordCount * Self.recordBytes)
          for place in start..<min(start + Self.recordCount, count) { encoder.append(record(place)) }
          return encoder.take()
        } _: { start, bytes in
          if start == 1 { try prepare() }
          try (start == 1 ? opening + bytes : bytes).withUnsafeBytes { try write($0) }
        }
      }
      encoder.end()
      try encoder.drain(write)
    }
  }

  /// Writes records as `body` provides them.
  ///
  /// - Parameter body: Called with a function that encodes a record, and a function that writes all encoded records.
  ///   Records are also written in chunks.
  /// - Throws: `CommandFailure` for write errors; errors of `body`.
  func writeEach<Record>(
    with encoder: some OutputEncoder<Record>,
    _ body: (_ append: (Record) throws -> Void, _ flush: () throws -> Void) async throws -> Void
  ) async throws {
    try await writeParts { write in
      var encoder = encoder
      encoder.begin()
      try await body(
        {
          encoder.append($0)
          if encoder.pendingByteCount >= Self.chunkCount { try encoder.drain(write) }
        },
        { if encoder.pendingByteCount > 0 { try encoder.drain(write) } })
      encoder.end()
      try encoder.drain(write)
    }
  }

  /// Calls `body` with an asynchronous context and a function that writes bytes.
  private func writeParts(_ body: (@escaping Write) async throws -> Void) async throws {
    do {
      let target = try file.map { try AtomicFileWriter(to: $0) }
      try await body(Self.writer(target?.descriptor ?? .standardOutput))
      try target?.finish()
    } catch let error as Errno {
      throw failure(error)
    }
  }
}
