import Dispatch
import Foundation
import PhotoPicker
import Synchronization
import SystemPackage

/// Where results go: stdout, or a file that is written whole or not at all.
struct ResultOutput: Sendable {
  private static let chunkCount = 64 * 1024

  /// About how long a record is.
  private static let recordBytes = 640

  /// How many records one core encodes at a time.
  private static let recordCount = 2048

  /// The file of `--output`; `nil` is stdout.
  var file: FilePath?

  /// True where a person reads the result on a terminal.
  var isTerminal: Bool { file == nil && isatty(STDOUT_FILENO) == 1 }

  /// Calls `body` with a function that takes the next bytes of the result.
  ///
  /// - Throws: `CommandFailure` where the bytes cannot be written; a reader that goes away early ends the
  ///   command in silence, since it has all it wanted.
  func write(_ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    do {
      if let file {
        try AtomicFile.write(to: file) { try body(Self.writer($0)) }
      } else {
        try body(Self.writer(.standardOutput))
      }
    } catch Errno.brokenPipe {
      throw CommandFailure(.success)
    } catch let error as Errno {
      let place = file.map { TerminalText.safe($0.string) } ?? "standard output"
      throw CommandFailure(.problems, "\(place): cannot be written: \(error)")
    }
  }

  /// Writes bytes that are all there.
  func write(_ bytes: [UInt8]) throws {
    try write { write in try bytes.withUnsafeBytes { try write($0) } }
  }

  /// Writes lines that are made one after the other, in chunks.
  func writeLines<Element>(
    _ elements: some Sequence<Element>, _ append: (Element, inout [UInt8]) -> Void
  ) throws {
    try write { write in
      var buffer = [UInt8]()
      buffer.reserveCapacity(Self.chunkCount + 4096)
      for element in elements {
        append(element, &buffer)
        if buffer.count >= Self.chunkCount {
          try buffer.withUnsafeBytes { try write($0) }
          buffer.removeAll(keepingCapacity: true)
        }
      }
      try buffer.withUnsafeBytes { try write($0) }
    }
  }

  /// Writes records through a writer whose bytes are handed on in chunks.
  func writeRecords<Writer: RecordWriter, Record>(
    _ writer: Writer, isArray: Bool, _ records: some Sequence<Record>,
    _ append: (Record, inout Writer) -> Void
  ) throws {
    try write { write in
      var writer = writer
      if isArray { writer.beginArray() }
      for record in records {
        append(record, &writer)
        if writer.pendingByteCount >= Self.chunkCount { try writer.drain { try write($0) } }
      }
      if isArray { writer.endArray() }
      writer.finish()
      try writer.drain { try write($0) }
    }
  }

  /// Writes JSON lines, encoded on all cores at once and written in order.
  func writeJSONLines<Record: Sendable>(
    _ records: some Sequence<Record>, _ append: @Sendable (Record, inout JSONWriter) -> Void
  ) throws {
    let workers = ProcessInfo.processInfo.activeProcessorCount
    try write { write in
      var batch = [Record]()
      batch.reserveCapacity(workers * Self.recordCount)
      for record in records {
        batch.append(record)
        if batch.count == workers * Self.recordCount {
          try Self.encode(batch, append, write)
          batch.removeAll(keepingCapacity: true)
        }
      }
      try Self.encode(batch, append, write)
    }
  }

  private static func encode<Record: Sendable>(
    _ batch: [Record], _ append: @Sendable (Record, inout JSONWriter) -> Void,
    _ write: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let parts = stride(from: 0, to: batch.count, by: recordCount).map {
      batch[$0..<min($0 + recordCount, batch.count)]
    }
    let encoded = Mutex([Int: [UInt8]]())
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
      var writer = JSONWriter(layout: .recordPerLine, reservingBytes: parts[index].count * Self.recordBytes)
      for record in parts[index] { append(record, &writer) }
      let bytes = writer.take()
      encoded.withLock { $0[index] = bytes }
    }
    let lines = encoded.withLock { $0 }
    for index in parts.indices { try lines[index]?.withUnsafeBytes { try write($0) } }
  }

  private static func writer(_ descriptor: FileDescriptor) -> (UnsafeRawBufferPointer) throws -> Void {
    { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        rest = rest.dropFirst(try descriptor.write(UnsafeRawBufferPointer(rebasing: rest)))
      }
    }
  }
}
