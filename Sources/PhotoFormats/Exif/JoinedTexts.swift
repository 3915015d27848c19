/// Several strings in one, such as the artists of Exif (Metadata Working Group, Guidelines 2.0, Creator).
///
/// The separator is "; ". Strings that contain it or start with a quotation mark are quoted, and quotation marks in
/// them are doubled.
enum JoinedTexts {
  private static let separator = "; "
  private static let quote = "\""

  static func joined(_ texts: [String]) -> String {
    texts.map { text in
      guard text.contains(separator) || text.hasPrefix(quote) else { return text }
      return quote + text.replacing(quote, with: quote + quote) + quote
    }.joined(separator: separator)
  }

  static func texts(_ joined: String) -> [String] {
    // Most photos have one artist.
    guard joined.utf8.contains(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\"") }) else {
      return [joined]
    }
    var texts: [String] = []
    var isQuoted = false
    for part in joined.split(separator: separator, omittingEmptySubsequences: false) {
      let goesOn = isQuoted
      var text = part
      if !isQuoted, text.hasPrefix(quote) {
        text.removeFirst()
        isQuoted = true
      }
      guard isQuoted else {
        texts.append(String(text))
        continue
      }
      // A quotation mark in the text is doubled, so an odd one at the end ends the quotation.
      if text.utf8.reversed().prefix(while: { $0 == UInt8(ascii: "\"") }).count % 2 == 1 {
        text.removeLast()
        isQuoted = false
      }
      let whole = text.replacing(quote + quote, with: quote)
      if goesOn {
        texts[texts.count - 1] += separator + whole
      } else {
        texts.append(String(whole))
      }
    }
    return texts
  }
}
