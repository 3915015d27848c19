/// The rules for names that photopick makes from text of strangers: the metadata of photos, and the headers and URLs of
/// servers.
package enum MadeName {
  /// Returns `true` for characters that names omit: controls, and characters that are invisible or change the
  /// direction of writing (Unicode 15.1, General Categories Cc, Cf, Zl and Zp; UAX #9).
  package static func excludes(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Returns the name without what controls a terminal, a reader or a command: the characters that `SafeText` escapes,
  /// and a minus at the start, which begins an option, become `_`.
  ///
  /// Other bytes don't change, since a part of the name may be that of a file, which need not be UTF-8.
  package static func safe(_ name: FileName) -> FileName {
    let underscore = UInt8(ascii: "_")
    var (bytes, index) = ([UInt8](), 0)
    bytes.reserveCapacity(name.bytes.count)
    name.bytes.withUnsafeBufferPointer { name in
      while index < name.count {
        let control = ControlCharacter.find(in: name, at: index)
        bytes.append(control == nil ? name[index] : underscore)
        index += control?.length ?? 1
      }
    }
    if bytes.first == UInt8(ascii: "-") { bytes[0] = underscore }
    return FileName(unchecked: bytes)
  }
}
