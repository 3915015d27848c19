/// Escapes strings for XML 1.0.
package enum XMLMarkup {
  /// Escapes the content of an element in UTF-8. Leaves out the characters that XML can't represent (2.2).
  package static func escaped(_ text: String) -> String {
    var markup = ""
    for scalar in text.unicodeScalars where isAllowed(scalar) {
      if let entity = entity(of: scalar) { markup += entity } else { markup.unicodeScalars.append(scalar) }
    }
    return markup
  }

  /// The reference that replaces a character in every content: of markup, and a carriage return (2.11).
  package static func entity(of scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\r": "&#xD;"
    default: nil
    }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
