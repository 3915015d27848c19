import PhotoFiles

/// The text of a UserComment (Exif 2.32, 4.6.5): eight bytes for the character code, then the characters.
enum UserComment {
  private static let codeLength = 8
  private static let longest = 32 * 1024

  /// Returns the text of a value.
  ///
  /// A camera may pad the name of the code with spaces or garbage, or omit it: after a NUL, or without a known name,
  /// the rest is plain text.
  static func text(_ value: IFDValue) -> String? {
    let bytes = value.bytes.prefixSlice(at: 0, count: longest)
    let characters = bytes.suffix(from: codeLength)
    if bytes.has("UNICODE") { return utf16Text(characters, value.order) }
    if bytes.has("JIS") { return japaneseText(characters) }
    return bytes.has("ASCII") || bytes[0] == 0 ? characters.trimmedText : bytes.trimmedText
  }

  /// Decodes UTF-16 in the byte order that makes more characters Latin, otherwise in the order of the block.
  private static func utf16Text(_ bytes: Bytes, _ order: ByteOrder) -> String? {
    let start = bytes.uint16(at: 0, .big)
    let marked: ByteOrder? = start == 0xFEFF ? .big : start == 0xFFFE ? .little : nil
    if let marked { return Bytes(Array(bytes.suffix(from: 2).utf16Text(marked).utf8)).trimmedText }
    let zeros = bytes.array.enumerated().reduce(into: (even: 0, odd: 0)) { zeros, byte in
      guard byte.element == 0 else { return }
      if byte.offset.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
    }
    let likely: ByteOrder = zeros.even == zeros.odd ? order : zeros.even > zeros.odd ? .big : .little
    return Bytes(Array(bytes.utf16Text(likely).utf8)).trimmedText
  }

  /// Decodes Japanese. The standard prescribes the bare codes of JIS X 0208; programs also write 7-bit JIS, EUC-JP,
  /// Shift_JIS or ASCII, which their bytes reveal.
  private static func japaneseText(_ bytes: Bytes) -> String? {
    let characters = bytes.prefixSlice(at: 0, count: bytes.firstIndex(of: 0) ?? bytes.count).array
    if characters.contains(0x1B) { return decoded(characters, "ISO-2022-JP") }
    if characters.contains(where: isOfShiftJISAlone) { return decoded(characters, "SHIFT_JIS") }
    if characters.contains(where: { $0 >= 0x80 }) { return decoded(characters, "EUC-JP") }
    let text = bytes.trimmed.array
    // EUC-JP is JIS X 0208 with the highest bits set. ASCII words contain spaces or unassigned codes.
    let codes =
      text.allSatisfy { (0x21...0x7E).contains($0) } ? decoded(text.map { $0 | 0x80 }, "EUC-JP") : nil
    return codes ?? Bytes(text).trimmedText
  }

  /// Whether a byte starts a character of Shift_JIS and is invalid in EUC-JP.
  private static func isOfShiftJISAlone(_ byte: UInt8) -> Bool {
    (0x80..<0xA0).contains(byte) && byte != 0x8E && byte != 0x8F
  }

  private static func decoded(_ text: [UInt8], _ coding: String) -> String? {
    guard let converter = iconv_open("UTF-8", coding), Int(bitPattern: converter) != -1 else { return nil }
    defer { iconv_close(converter) }
    var input = text.map { CChar(bitPattern: $0) }
    // A character of two bytes, or a one-byte katakana, takes three in UTF-8.
    var output = [CChar](repeating: 0, count: text.count * 3 + 1)
    var (left, room) = (input.count, output.count)
    let capacity = room
    let result = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (source, target) = (input.baseAddress, output.baseAddress)
        return iconv(converter, &source, &left, &target, &room)
      }
    }
    guard result != -1, left == 0 else { return nil }
    return Bytes(output.prefix(capacity - room).map { UInt8(bitPattern: $0) }).trimmedText
  }
}
