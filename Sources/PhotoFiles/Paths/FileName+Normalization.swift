#if canImport(Darwin)
  import Foundation
#else
  // The standard library normalizes strings to compare them, and exports the two forms to Foundation only.
  @_spi(_Unicode) import Swift
#endif

/// Normalization Forms C and D (Unicode Standard Annex 15). File systems and archives of macOS decompose names, so that
/// `é.jpg` and its sidecar may have different bytes. Names that are ASCII or no UTF-8 are their own forms.
extension FileName {
  /// The composed name, which canonically equivalent names have in common.
  package var composed: FileName { normalized { Self.composed($0) } ?? self }

  /// The name as it is, and the composed and decomposed names if they differ.
  package var spellings: [FileName] {
    if bytes.allSatisfy({ $0 < 0x80 }) { return [self] }
    return [self, composed, normalized { Self.decomposed($0) } ?? self].uniqued()
  }

  /// A string that two names have in common if they are one name on a file system that ignores case or normalizes names, such
  /// as APFS, exFAT and NTFS. Strings compare by canonical equivalence.
  package var caseless: String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0.lowercased) }))
    }
    // σ and ς have one uppercase letter, and ß has the uppercase letters SS.
    return text.uppercased().lowercased()
  }

  /// Whether the name has further canonically equivalent spellings, since a letter has several marks and only some may be
  /// composed. Windows writes Vietnamese with composed letters and separate tone marks.
  package var hasMixedSpellings: Bool {
    guard let name = normalized({ Self.decomposed($0) }) else { return false }
    var marks = 0
    for scalar in String(decoding: name.bytes, as: UTF8.self).unicodeScalars {
      marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
      if marks > 1 { return true }
    }
    return false
  }

  private func normalized(_ form: (String) -> [UInt8]) -> FileName? {
    guard bytes.contains(where: { $0 >= 0x80 }), let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    return FileName(unchecked: form(text))
  }

  #if canImport(Darwin)
    private static func composed(_ text: String) -> [UInt8] {
      Array(text.precomposedStringWithCanonicalMapping.utf8)
    }
    private static func decomposed(_ text: String) -> [UInt8] {
      Array(text.decomposedStringWithCanonicalMapping.utf8)
    }
  #else
    private static func composed(_ text: String) -> [UInt8] { bytes(of: text._nfc) }
    private static func decomposed(_ text: String) -> [UInt8] { bytes(of: text._nfd) }

    private static func bytes(of scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      return Array(String(text).utf8)
    }
  #endif
}
