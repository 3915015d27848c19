// File names that photopick derives from untrusted text, such as photo metadata and the headers and URLs of servers.

extension Unicode.Scalar {
  /// Whether derived file names omit the character: controls, and characters that are invisible or change the direction
  /// of text (Unicode 15.1, General Categories Cc, Cf, Zl and Zp; UAX #9).
  package var isOmittedFromNames: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension FileName {
  /// The name with `_` in place of the characters that `SafeText` escapes and of a minus at the start, which would
  /// begin an option of a command.
  ///
  /// Other bytes don't change, since a part of the name may come from a file, whose name need not be UTF-8.
  package var sanitized: FileName {
    let underscore = UInt8(ascii: "_")
    var (sanitized, index) = ([UInt8](), 0)
    sanitized.reserveCapacity(bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      while index < bytes.count {
        let control = ControlCharacter.find(in: bytes, at: index)
        sanitized.append(control == nil ? bytes[index] : underscore)
        index += control?.length ?? 1
      }
    }
    if sanitized.first == UInt8(ascii: "-") { sanitized[0] = underscore }
    return FileName(unchecked: sanitized)
  }
}
