import PhotoFiles
import Testing

struct ChecksumTests {
  /// Values from the sanity checks of xxHash and from `xxhsum -H64`.
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
    ] as [(String, UInt64)])
  func `the checksum is XXH64`(text: String, expected: UInt64) {
    var checksum = Checksum()
    checksum.add(Array(text.utf8))
    #expect(checksum.value == expected)
  }

  @Test func `pieces have the checksum of the whole`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var whole = Checksum()
    whole.add(bytes)
    for size in [1, 7, 31, 32, 33, 999] {
      var parts = Checksum()
      for start in stride(from: 0, to: bytes.count, by: size) {
        parts.add(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(parts.value == whole.value)
    }
  }
}
