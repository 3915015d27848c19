import PhotoFiles

/// The file name in a Content-Disposition header (RFC 6266, 4.1 and 4.3).
///
/// `filename*` (RFC 8187: a charset and percent-encoded bytes) takes precedence over `filename`. The name is not safe
/// yet: see `DownloadFileName`.
enum ContentDisposition {
  static func fileName(in value: [UInt8]) -> String? {
    var reader = Reader(bytes: value)
    _ = reader.token()
    var plain: String?
    while reader.skip(UInt8(ascii: ";")) {
      let name = String(decoding: reader.token(), as: UTF8.self).lowercased()
      guard reader.skip(UInt8(ascii: "=")), let parameter = reader.value() else { continue }
      if name == "filename*", let extended = extended(parameter) { return extended }
      if name == "filename", plain == nil { plain = text(parameter) }
    }
    return plain
  }

  /// `charset'language'percent-encoded` (RFC 8187, 3.2.1).
  private static func extended(_ value: [UInt8]) -> String? {
    let parts = value.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = FileURL.unescaped(parts[2], keepsBrokenCodes: true) else {
      return nil
    }
    switch String(decoding: parts[0], as: UTF8.self).lowercased() {
    case "utf-8": return String(validating: bytes, as: UTF8.self)
    case "iso-8859-1": return latin1(bytes)
    default: return nil
    }
  }

  /// Browsers and servers write UTF-8 instead of the standard's ISO 8859-1.
  private static func text(_ bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self) ?? latin1(bytes)
  }

  private static func latin1(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    mutating func skipSpace() {
      while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }

    mutating func skip(_ byte: UInt8) -> Bool {
      skipSpace()
      guard index < bytes.count, bytes[index] == byte else { return false }
      index += 1
      return true
    }

    mutating func token() -> [UInt8] {
      skipSpace()
      let start = index
      while index < bytes.count, !"=; \t".utf8.contains(bytes[index]) { index += 1 }
      return Array(bytes[start..<index])
    }

    /// Reads a token or a quoted string (RFC 9110, 5.6.4); returns `nil` if the closing quote is missing.
    mutating func value() -> [UInt8]? {
      guard skip(UInt8(ascii: "\"")) else {
        // An unquoted value with spaces is invalid but common: it ends at the semicolon.
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: ";") { index += 1 }
        return Array(bytes[start..<index])
      }
      var value: [UInt8] = []
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "\"") { return value }
        if byte == UInt8(ascii: "\\"), index < bytes.count {
          value.append(bytes[index])
          index += 1
        } else {
          value.append(byte)
        }
      }
      return nil
    }
  }
}
