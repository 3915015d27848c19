extension String {
  /// Returns the string in UTF-16, without a byte order mark.
  package func utf16Bytes(isBigEndian: Bool = false) -> [UInt8] {
    utf16.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }
}
