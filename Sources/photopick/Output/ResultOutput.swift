import Dispatch
import Foundation
import PhotoFiles
import PhotoPicker
import SystemPackage
import Terminal

/// Where results go: stdout, or a file that is written whole or not at all.
struct ResultOutput: Sendable {
  private static let chunkCount = 64 * 1024

  /// About how long a record is.
  private static let recordBytes = 640

  /// How many records one core encodes at a time.
  private static let recordCount = 256

  /// The file of `--output`; `nil` is stdout.
  var file: FilePath?

  /// True where a person reads the result on a terminal.
  var isTerminal: Bool { file == nil && isatty(STDOUT_FILENO) == 1 }

  /// Takes bytes of the result.
  typealias Write = @Sendable (UnsafeRawBufferPointer) throws -> Void

  /// Calls `body` with a function that takes the next bytes of the result.
  ///
  /// - Throws: `CommandFailure` where the bytes cannot be written; a reader that goes away early ends the
  ///   command in silence, since it has all it wanted.
  func write(_ body: (Write) throws -> Void) throws {
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
  func writeJSONLines<Records: RandomAccessCollection & Sendable>(
    _ records: Records, _ append: @Sendable (Records.Element, inout JSONWriter) -> Void
  ) throws {
    let partCount = (records.count + Self.recordCount - 1) / Self.recordCount
    let workers = min(ProcessInfo.processInfo.activeProcessorCount, partCount)
    try write { write in
      let parts = OrderedParts(count: partCount)
      DispatchQueue.concurrentPerform(iterations: workers) { _ in
        var writer = JSONWriter(layout: .recordPerLine, reservingBytes: Self.recordCount * Self.recordBytes)
        while let part = parts.next() {
          for record in records.dropFirst(part * Self.recordCount).prefix(Self.recordCount) {
            append(record, &writer)
          }
          parts.finish(part) { try writer.drain { try write($0) } }
        }
      }
      try parts.end()
    }
  }

  private static func writer(_ descriptor: FileDescriptor) -> Write {
    { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        rest = rest.dropFirst(try descriptor.write(UnsafeRawBufferPointer(rebasing: rest)))
      }
    }
  }
}
