import SystemPackage
import TestSupport
import Testing

@testable import PhotoFiles

struct GzipDecoderTests {
  /// Decompresses bytes that arrive in pieces, into a buffer of some size.
  private func decoded(_ bytes: [UInt8], piece: Int, room: Int) throws -> [UInt8] {
    var rest = bytes[...]
    let decoder = try GzipDecoder { buffer throws(Errno) in
      let next = rest.prefix(min(piece, buffer.count))
      buffer.copyBytes(from: next)
      rest = rest.dropFirst(next.count)
      return next.count
    }
    var (output, buffer) = ([UInt8](), [UInt8](repeating: 0, count: room))
    while case let count = try buffer.withUnsafeMutableBytes({ try decoder.read(into: $0) }), count > 0 {
      output += buffer[..<count]
    }
    return output
  }

  @Test(arguments: [0, 1, 1000, 300_000], [1, 100, 1 << 20])
  func `compressed bytes are restored, in pieces of any size`(count: Int, piece: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let compressed = try #require(GzipEncoder.compressed(bytes))
    for room in [7, 100_000] {
      #expect(try decoded(compressed, piece: piece, room: room) == bytes)
      #expect(try decoded(compressed + compressed, piece: piece, room: room) == bytes + bytes)
    }
  }

  @Test func `damaged and incomplete bytes are errors`() throws {
    let compressed = try #require(GzipEncoder.compressed(Array("some bytes that are compressed".utf8)))
    for count in 1..<compressed.count {
      #expect(throws: Errno.self) { try decoded(Array(compressed.prefix(count)), piece: 100, room: 100) }
    }
    #expect(throws: Errno.self) { try decoded(compressed + [1, 2, 3], piece: 100, room: 100) }
    var damaged = compressed
    damaged[compressed.count - 6] ^= 1
    #expect(throws: Errno.self) { try decoded(damaged, piece: 100, room: 100) }
  }
}
