import CLibZ
import SystemPackage

/// Compresses a stream of bytes (gzip, RFC 1952) in constant memory.
///
///     let gzip = try GzipEncoder()
///     try gzip.add(bytes) { try file.writeAll($0) }
///     try gzip.finish { try file.writeAll($0) }
///
/// Equal bytes result in equal output, since the header contains no name and no time.
package final class GzipEncoder {
  package typealias Write = (UnsafeRawBufferPointer) throws -> Void

  /// A fast level; higher levels save at most a tenth.
  private static let level: Int32 = 4
  private static let windowBits: Int32 = 15 + 16
  private static let roomCount = 64 * 1024
  /// zlib counts the input in 32 bits.
  private static let longestPiece = 1 << 30

  /// zlib's state refers to this address.
  private let stream: UnsafeMutablePointer<z_stream>
  private let room: UnsafeMutableRawBufferPointer

  /// - Throws: `Errno.noMemory`.
  package init() throws(Errno) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let result = deflateInit2_(
      stream, Self.level, Z_DEFLATED, Self.windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else {
      stream.deallocate()
      throw .noMemory
    }
    self.stream = stream
    room = .allocate(byteCount: Self.roomCount, alignment: 16)
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    room.deallocate()
  }

  /// Compresses bytes, and passes output to `write` when enough of it is complete.
  package func add(_ bytes: UnsafeRawBufferPointer, _ write: Write) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Self.longestPiece)
      try code(UnsafeRawBufferPointer(rebasing: piece), Z_NO_FLUSH, write)
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Writes the rest of the output. The encoder can't be used afterwards.
  package func finish(_ write: Write) throws {
    try code(UnsafeRawBufferPointer(start: nil, count: 0), Z_FINISH, write)
  }

  /// Returns the compressed bytes; `nil` if zlib runs out of memory.
  package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var output = [UInt8]()
    do {
      let encoder = try GzipEncoder()
      try bytes.withUnsafeBytes { try encoder.add($0) { output.append(contentsOf: $0) } }
      try encoder.finish { output.append(contentsOf: $0) }
    } catch {
      return nil
    }
    return output
  }

  private func code(_ piece: UnsafeRawBufferPointer, _ flush: Int32, _ write: Write) throws {
    // zlib doesn't modify the input.
    let input = piece.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input)
    stream.pointee.avail_in = uInt(piece.count)
    repeat {
      stream.pointee.next_out = room.bindMemory(to: UInt8.self).baseAddress
      stream.pointee.avail_out = uInt(room.count)
      let result = deflate(stream, flush)
      // zlib returns Z_BUF_ERROR if nothing is left to do.
      guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result) else { throw Errno.ioError }
      let count = room.count - Int(stream.pointee.avail_out)
      if count > 0 { try write(UnsafeRawBufferPointer(rebasing: room[..<count])) }
    } while stream.pointee.avail_out == 0
  }
}
