extension ByteWindow {
  /// Consumes the complete characters of UTF-16 that have arrived, at least one, and returns them in UTF-8; returns an
  /// empty array at the end.
  ///
  /// See RFC 2781, section 2.2.
  ///
  /// - Throws: `Failure.invalidUTF16`, after the characters before it were returned.
  func nextUTF16(_ order: ByteOrder) throws(Failure) -> [UInt8] {
    var bytes = try look(2)
    if let unit = Self.unit(at: 0, of: bytes, order), UTF16.isLeadSurrogate(unit) { bytes = try look(4) }
    var (text, offset) = ([UInt8](), 0)
    text.reserveCapacity(bytes.count)
    while offset < bytes.count {
      guard let scalar = Self.scalar(at: offset, of: bytes, order) else {
        guard offset > 0 else { throw .invalidUTF16 }
        break
      }
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      offset += 2 * UTF16.width(scalar)
    }
    skip(offset)
    return text
  }

  /// Returns the character at an offset, or `nil` if it is incomplete or half of a surrogate pair.
  private static func scalar(
    at offset: Int, of bytes: UnsafeRawBufferPointer, _ order: ByteOrder
  ) -> Unicode.Scalar? {
    guard let first = unit(at: offset, of: bytes, order) else { return nil }
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard let next = unit(at: offset + 2, of: bytes, order), UTF16.isTrailSurrogate(next) else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(next & 0x3FF)))
  }

  /// Returns the code unit at an offset, or `nil` if it is incomplete.
  package static func unit(at offset: Int, of bytes: UnsafeRawBufferPointer, _ order: ByteOrder) -> UInt16? {
    guard offset + 2 <= bytes.count else { return nil }
    let unit = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
    return order == .big ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit)
  }
}
