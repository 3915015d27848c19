import PhotoFiles
import PhotoPicker
import SystemPackage

extension ResultOutput {
  /// How many records a thread encodes at a time: their bytes fit a piece of memory that the allocator reuses.
  private static let recordCount = 128

  /// About how long a record is.
  private static let recordBytes = 640

  /// Writes JSON lines, encoded on all cores at once and written in order.
  ///
  /// - Throws: `CommandFailure` if they cannot be written; `CancellationError`.
  func writeJSONLines<Records: RandomAccessCollection & Sendable>(
    _ records: Records, _ append: @escaping @Sendable (Records.Element, inout JSONWriter) -> Void
  ) async throws {
    let partCount = (records.count + Self.recordCount - 1) / Self.recordCount
    // Few records are written before a thread has started.
    guard partCount > 1 else {
      return try writeRecords(JSONWriter(layout: .recordPerLine), isArray: false, records, append)
    }
    try await writeParts { write in
      try await WorkerPool.using { pool in
        try await pool.map(0..<partCount) { part in
          var writer = JSONWriter(
            layout: .recordPerLine, reservingBytes: Self.recordCount * Self.recordBytes)
          for record in records.dropFirst(part * Self.recordCount).prefix(Self.recordCount) {
            append(record, &writer)
          }
          return writer.take()
        } _: { _, bytes in
          try bytes.withUnsafeBytes { try write($0) }
        }
      }
    }
  }

  /// Calls `body` with a function that takes the next bytes of the result, as they are made elsewhere.
  private func writeParts(_ body: (Write) async throws -> Void) async throws {
    do {
      let target = try file.map { try AtomicFileWriter(to: $0) }
      try await body(Self.writer(target?.descriptor ?? .standardOutput))
      try target?.finish()
    } catch let error as Errno {
      throw failure(error)
    }
  }
}
