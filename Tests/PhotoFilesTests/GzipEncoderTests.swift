import CLibZ
import PhotoFiles
import TestSupport
import Testing

struct GzipEncoderTests {
  private static func coded(_ pieces: [[UInt8]]) throws -> [UInt8] {
    var output: [UInt8] = []
    let encoder = try GzipEncoder()
    for piece in pieces { try piece.withUnsafeBytes { try encoder.add($0) { output += $0 } } }
    try encoder.finish { output += $0 }
    return output
  }

  private static func inflated(_ coded: [UInt8], count: Int) -> [UInt8] {
    var (stream, input, output) = (z_stream(), coded, [UInt8](repeating: 0, count: count + 1))
    inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { inflateEnd(&stream) }
    input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, uInt(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, uInt(output.count))
        _ = inflate(&stream, Z_FINISH)
      }
    }
    return Array(output.prefix(Int(stream.total_out)))
  }

  @Test func `a stream in pieces contains all bytes`() throws {
    var random = SeededGenerator(seed: 1)
    let pieces = [0, 1, 100_000, 0, 300_000].map { count in
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let bytes = pieces.flatMap(\.self)
    let coded = try Self.coded(pieces)
    #expect(Self.inflated(coded, count: bytes.count) == bytes)
    #expect(try Self.coded(pieces) == coded)
  }

  @Test func `no bytes are a valid file`() throws {
    let coded = try Self.coded([])
    #expect(coded.starts(with: [0x1F, 0x8B]))
    #expect(Self.inflated(coded, count: 0) == [])
    #expect(GzipEncoder.compressed([]) == coded)
  }
}
