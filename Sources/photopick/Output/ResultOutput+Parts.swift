import PhotoFiles
import PhotoPicker
import SystemPackage

extension ResultOutput {
  /// How many records a thread encodes at a time: their bytes fit a piece of memory that the allocator reuses.
  private static let recordCount = 128

  /// About how long a record is.
  private static let recordBytes = 640

  /// How many parts are encoded or wait to be written, at least: enough to go on while something else is done first.
  private static let aheadCount = 32

  /// Writes records, encoded on all cores at once and written in order.
  ///
  /// - Parameters:
  ///   - count: how many records there are.
  ///   - prepare: called once before the first byte is written, while records are encoded.
  ///   - record: the record at a place, from 0. The loop knows no more of a list, so that no list costs a look-up of
  ///     its type for each element.
  /// - Throws: `CommandFailure` if they cannot be written; `CancellationError`; what `prepare` throws.
  func write<Encoder: OutputEncoder>(
    count: Int, with encoder: Encoder, before prepare: () throws -> Void,
    _ record: @escaping @Sendable (Int) -> Encoder.Record
  ) async throws {
    // Few records are written before a thread has started.
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

  /// Writes records that are made elsewhere, each as soon as it is there.
  ///
  /// - Parameter body: called with a function that writes a record.
  /// - Throws: `CommandFailure` if they cannot be written; what `body` throws.
  func writeEach<Record>(
    with encoder: some OutputEncoder<Record>, _ body: ((Record) throws -> Void) async throws -> Void
  ) async throws {
    try await writeParts { write in
      var encoder = encoder
      encoder.begin()
      try await body { record in
        encoder.append(record)
        try encoder.drain(write)
      }
      encoder.end()
      try encoder.drain(write)
    }
  }

  /// Calls `body` with a function that takes the next bytes of the result, as they are made elsewhere.
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
