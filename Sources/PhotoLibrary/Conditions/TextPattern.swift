import CPatterns

/// A regular expression in the syntax of PCRE2 (pcre2pattern(3)).
///
/// Unicode-aware, and case-sensitive unless it starts with `(?i)`.
public struct TextPattern: Sendable, Hashable {
  public let text: String
  private let compiled: Compiled

  public struct Mistake: Error, Sendable, Hashable, CustomStringConvertible {
    /// The offset of the error in characters. Equals the length for an unexpected end.
    public let offset: Int
    /// The reason, such as "missing closing parenthesis".
    public let description: String
  }

  private final class Compiled: @unchecked Sendable {  // Never changes (text_pattern.h).
    let pattern: OpaquePointer

    init(_ pattern: OpaquePointer) { self.pattern = pattern }

    deinit { text_pattern_free(pattern) }
  }

  /// Compiles an expression of at most 4096 bytes.
  ///
  /// - Throws: `Mistake` if the expression is invalid, or if libpcre2 isn't installed.
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

  /// Returns `true` if any part of a UTF-8 string matches. Invalid bytes match nothing, and neither does a string for
  /// which matching exceeds a limit of time or memory.
  public func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text_pattern_matches(compiled.pattern, text.baseAddress, text.count)
  }

  public static func == (left: TextPattern, right: TextPattern) -> Bool { left.text == right.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
