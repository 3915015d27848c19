import FlyingSocks
import PhotoFiles
import SystemPackage

/// A part of a file as the body of a response: read as the visitor takes it.
struct FileBytes: AsyncSequence, Sendable {
  typealias Element = [UInt8]
  typealias Failure = any Error

  /// How many bytes are read at once.
  private static let readSize = 256 << 10

  private let file: OpenFile
  private let range: Range<Int64>
  private let pool: WorkerPool

  /// Some bytes of a file.
  ///
  /// - Parameter pool: reads them, since a disk or a network file system may be waited for.
  init(_ file: OpenFile, _ range: Range<Int64>, pool: WorkerPool) {
    self.file = file
    self.range = range
    self.pool = pool
  }

  var body: WebResponse.Body { .parts(self, count: range.upperBound - range.lowerBound) }

  func makeAsyncIterator() -> Iterator { Iterator(bytes: self, next: range.lowerBound) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let bytes: FileBytes
    fileprivate var next: Int64

    mutating func next() async throws -> [UInt8]? {
      let (file, start) = (bytes.file, next)
      let count = Int(Swift.min(Int64(FileBytes.readSize), bytes.range.upperBound - start))
      guard count > 0 else { return nil }
      let part = try await bytes.pool.run { try Self.read(count, of: file, from: start) }
      // A file that became shorter cannot fill the response, whose length was told.
      guard !part.isEmpty else { throw SocketError.disconnected }
      next += Int64(part.count)
      return part
    }

    private static func read(_ count: Int, of file: OpenFile, from start: Int64) throws -> [UInt8] {
      try [UInt8](unsafeUninitializedCapacity: count) { room, filled in
        filled = try file.descriptor.read(
          fromAbsoluteOffset: start, into: UnsafeMutableRawBufferPointer(room))
      }
    }
  }
}
