import CFileSystem

/// A fast 64-bit checksum that distinguishes copies: XXH64 with seed 0. It is not cryptographic.
package struct Checksum {
  private var state = file_checksum()

  package init() { file_checksum_begin(&state) }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    file_checksum_add(&state, bytes.baseAddress, bytes.count)
  }

  package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  package mutating func add(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { add($0) }
  }

  package static func of(_ bytes: [UInt8]) -> UInt64 {
    var checksum = Checksum()
    checksum.add(bytes)
    return checksum.value
  }

  package var value: UInt64 { withUnsafePointer(to: state) { file_checksum_value($0) } }
}

extension Checksum {
  /// Returns the 64-bit FNV-1a hash of a few bytes. Older versions named files with it.
  package static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
