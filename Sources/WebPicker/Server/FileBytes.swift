import FlyingSocks
import PhotoFiles
import SystemPackage

/// A range of a file as a response body, read as the client receives it.
struct FileBytes: AsyncSequence, Sendable {
  typealias Element = [UInt8]
  typealias Failure = any Error

  private static let readSize = 256 << 10

  let file: OpenFile
  let range: Range<Int64>
  /// The pool for reads, which may block on a disk or network file system.
  let pool: WorkerPool

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
      // The file has shrunk: it can't fill the declared length.
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

/// The requested range of a file (RFC 9110, 14.2). Multiple ranges return the complete file.
enum ByteRange {
  enum Answer: Equatable {
    case whole
    case part(Range<Int64>)
    case beyond
  }

  /// Parses the `Range` header for a file size. A number that exceeds `Int64` invalidates the header.
  static func answer(_ header: String?, size: Int64) -> Answer {
    guard let header, header.hasPrefix("bytes=") else { return .whole }
    let ends = header.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return .whole }
    let numbers = ends.map { WholeNumber.read($0, in: 0...Int64.max) }
    switch (numbers[0], numbers[1]) {
    case (let start?, let last?):
      guard start <= last else { return .whole }
      return start < size ? .part(start..<min(last, size - 1) + 1) : .beyond
    case (let start?, nil):
      guard ends[1].isEmpty else { return .whole }
      return start < size ? .part(start..<size) : .beyond
    case (nil, let count?):
      guard ends[0].isEmpty else { return .whole }
      return count > 0 && size > 0 ? .part(max(size - count, 0)..<size) : .beyond
    case (nil, nil): return .whole
    }
  }
}
