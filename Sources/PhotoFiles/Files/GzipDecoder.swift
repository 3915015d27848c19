import CLibZ
import SystemPackage

/// Decompresses a stream of bytes (gzip, RFC 1952) in constant memory. Members may follow each other.
package final class GzipDecoder {
  /// Fills a buffer and returns the number of bytes, 0 at the end.
  package typealias Read = (UnsafeMutableRawBufferPointer) throws(Errno) -> Int

  /// The first bytes of a member.
  package static let magic: [UInt8] = [0x1F, 0x8B]
  private static let windowBits: Int32 = 15 + 16
  private static let roomCount = 64 * 1024

  /// zlib's state refers to this address.
  private let stream: UnsafeMutablePointer<z_stream>
  private let room: UnsafeMutableRawBufferPointer
  private let source: Read
  /// Whether the last member is complete.
  private var isBetweenMembers = false

  /// - Throws: `Errno.noMemory`.
  package init(_ source: @escaping Read) throws(Errno) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let result = inflateInit2_(stream, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else {
      stream.deallocate()
      throw .noMemory
    }
    self.stream = stream
    self.source = source
    room = .allocate(byteCount: Self.roomCount, alignment: 16)
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    room.deallocate()
  }

  /// Fills a buffer that isn't empty, at least partly, and returns the number of bytes, 0 at the end.
  ///
  /// - Throws: `Errno.illegalByteSequence` if the stream is corrupt or truncated; the errors of the source.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    let count = min(buffer.count, 1 << 30)
    stream.pointee.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = uInt(count)
    while Int(stream.pointee.avail_out) == count {
      if stream.pointee.avail_in == 0 {
        let received = try source(room)
        guard received > 0 else {
          if isBetweenMembers { return 0 }
          throw .illegalByteSequence
        }
        stream.pointee.next_in = room.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_in = uInt(received)
      }
      if isBetweenMembers {
        guard inflateReset(stream) == Z_OK else { throw .illegalByteSequence }
        isBetweenMembers = false
      }
      switch inflate(stream, Z_NO_FLUSH) {
      case Z_OK, Z_BUF_ERROR: break
      case Z_STREAM_END: isBetweenMembers = true
      case Z_MEM_ERROR: throw .noMemory
      default: throw .illegalByteSequence
      }
    }
    return count - Int(stream.pointee.avail_out)
  }
}
