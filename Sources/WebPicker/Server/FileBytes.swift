import FlyingFox
import FlyingSocks
import PhotoFiles
import SystemPackage

/// A part of a file as the body of a response: read as the visitor takes it.
struct FileBytes: AsyncBufferedSequence {
  typealias Element = UInt8

  private let file: OpenFile
  private let range: Range<Int64>
  private let pool: WorkerPool

  /// How many bytes are read at once.
  static let readSize = 256 << 10

  /// Some bytes of a file.
  ///
  /// - Parameter pool: reads them, since a disk or a network file system may be waited for.
  init(_ file: OpenFile, _ range: Range<Int64>, pool: WorkerPool) {
    self.file = file
    self.range = range
    self.pool = pool
  }

  /// The body of a response.
  var body: HTTPBodySequence {
    HTTPBodySequence(
      from: self, count: Int(range.upperBound - range.lowerBound), suggestedBufferSize: Self.readSize)
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(file: file, next: range.lowerBound, end: range.upperBound, pool: pool)
  }

  /// Reads on.
  struct Iterator: AsyncBufferedIteratorProtocol {
    fileprivate let file: OpenFile
    fileprivate var next: Int64
    fileprivate let end: Int64
    fileprivate let pool: WorkerPool

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      let (start, size) = (next, Swift.min(count, Int(end - next)))
      guard size > 0 else { return nil }
      let file = file
      let bytes = try await pool.run { () throws(Errno) in
        var bytes = [UInt8](repeating: 0, count: size)
        let read: Int
        do {
          read = try bytes.withUnsafeMutableBytes {
            try file.descriptor.read(fromAbsoluteOffset: start, into: $0)
          }
        } catch {
          throw error as? Errno ?? .ioError
        }
        return Array(bytes.prefix(read))
      }
      // A file that became shorter cannot fill the response, whose length was told.
      guard !bytes.isEmpty else { throw SocketError.disconnected }
      next += Int64(bytes.count)
      return bytes
    }
  }
}
