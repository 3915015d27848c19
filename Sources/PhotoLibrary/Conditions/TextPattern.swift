import CPatterns

/// A regular expression, as PCRE2 reads it (pcre2pattern(3)).
///
/// Letters and digits are those of Unicode; capitals differ from small letters unless it begins with `(?i)`.
public struct TextPattern: Sendable, Hashable {
  public let text: String
  private let compiled: Compiled

  public struct Mistake: Error, Sendable, Hashable, CustomStringConvertible {
    /// The place of the mistake in characters from 0; the number of characters if the end is the reason.
    public let offset: Int
    /// The reason, such as "missing closing parenthesis".
    public let description: String
  }

  private final class Compiled: @unchecked Sendable {  // Never changes (text_pattern.h).
    let pattern: OpaquePointer

    init(_ pattern: OpaquePointer) { self.pattern = pattern }

    deinit { text_pattern_free(pattern) }
  }

  /// Compiles an expression.
  ///
  /// - Throws: `Mistake` if it is none or has more than 4096 bytes, and if libpcre2 is not installed.
  public init(_ text: String) throws(Mistake) {
    let bytes = Array(text.utf8)
    var mistake = text_pattern_mistake()
    guard let pattern = text_pattern_make(bytes, bytes.count, &mistake) else {
      let before = String(decoding: bytes.prefix(mistake.offset), as: UTF8.self)
      let reason = withUnsafeBytes(of: mistake.message) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw Mistake(offset: before.count, description: reason)
    }
    self.text = text
    compiled = Compiled(pattern)
  }

  /// True if a part of a text of UTF-8 matches; bytes that are no UTF-8 match nothing. To what would take too long to
  /// tell, the answer is no.
  public func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text_pattern_matches(compiled.pattern, text.baseAddress, text.count)
  }

  public static func == (left: TextPattern, right: TextPattern) -> Bool { left.text == right.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
