/// Keywords as typed: `Kyoto, Travel/Japan, -Tokyo`. A leading `-` removes a keyword.
package struct KeywordText: Sendable, Hashable {
  private let text: String

  package init(_ text: String) { self.text = text }

  private var words: [Substring] {
    text.split(separator: ",").map { word in
      var word = word.drop { $0 == " " }
      while word.last == " " { word.removeLast() }
      return word
    }.filter { !$0.isEmpty }
  }

  package var added: [String] {
    words.filter { !$0.hasPrefix("-") }.map { String($0.hasPrefix("+") ? $0.dropFirst() : $0) }
  }

  package var removed: [String] {
    words.filter { $0.hasPrefix("-") && $0.count > 1 }.map { String($0.dropFirst()) }
  }

  package var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  /// The incomplete keyword at the end.
  package var lastWord: String {
    let last = text.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
    return String(last.drop { " +-".contains($0) })
  }

  /// Replaces the incomplete keyword.
  package func completed(_ keyword: String?) -> String {
    keyword.map { String(text.dropLast(lastWord.count)) + $0 } ?? text
  }

  /// Returns the first 50 keywords with this prefix, ignoring case, except an exact match.
  package static func completions(of text: String, among keywords: [String]) -> [String] {
    let start = text.lowercased()
    return keywords.lazy.filter { $0.lowercased().hasPrefix(start) && $0 != text }.prefix(50).map { $0 }
  }
}
