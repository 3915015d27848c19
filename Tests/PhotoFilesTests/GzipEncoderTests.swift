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

  @Test func `a stream in pieces contains all bytes`() throws {
    var random = SeededGenerator(seed: 1)
    let pieces = [0, 1, 100_000, 0, 300_000].map { count in
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let bytes = pieces.flatMap(\.self)
    let coded = try Self.coded(pieces)
    #expect(Gzip.inflated(coded, count: bytes.count) == bytes)
    #expect(try Self.coded(pieces) == coded)
  }

  @Test func `no bytes are a valid file`() throws {
    let coded = try Self.coded([])
    #expect(coded.starts(with: [0x1F, 0x8B]))
    #expect(Gzip.inflated(coded, count: 0) == [])
    #expect(GzipEncoder.compressed([]) == coded)
  }
}
