import CFileSystem

/// SHA-256 (FIPS 180-4), which signs requests to object storage and proves that uploads arrive unchanged.
package struct SHA256 {
  private var state = file_digest()

  package init() { file_digest_begin(&state) }

  package mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { file_digest_add(&state, $0.baseAddress, $0.count) }
  }

  /// The digest of all bytes so far: 32 bytes.
  package var digest: [UInt8] {
    var state = state
    return [UInt8](unsafeUninitializedCapacity: Int(FILE_DIGEST_SIZE)) { buffer, count in
      file_digest_end(&state, buffer.baseAddress)
      count = Int(FILE_DIGEST_SIZE)
    }
  }

  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.add(bytes)
    return hash.digest
  }

  /// Returns the code that authenticates a message with a key (HMAC, RFC 2104).
  package static func authentication(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    var key = key.count > 64 ? digest(of: key) : key
    key += [UInt8](repeating: 0, count: 64 - key.count)
    let inner = digest(of: key.map { $0 ^ 0x36 } + message)
    return digest(of: key.map { $0 ^ 0x5C } + inner)
  }
}

extension [UInt8] {
  /// The bytes as lowercase hexadecimal digits.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
