/// A string for comparisons that ignore case and diacritics.
///
///     FoldedText("Zürich").isContained(in: bytes)   // true for "ZURICH at night"
public struct FoldedText: Sendable, Hashable {
  public let text: String
  /// The folded string in UTF-8.
  public let folded: [UInt8]
  private let isASCII: Bool

  public init(_ text: String) {
    var text = text
    self.text = text
    folded = text.withUTF8(Self.folded)
    isASCII = folded.allSatisfy { $0 < 0x80 }
  }

  public static func == (left: FoldedText, right: FoldedText) -> Bool { left.text == right.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Folds a UTF-8 string, replacing invalid bytes by U+FFFD.
  static func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    text.allSatisfy { $0 < 0x80 }
      ? text.map(\.lowercased) : TextFolding.folded(String(decoding: text, as: UTF8.self))
  }

  /// Returns `true` if a UTF-8 string contains this one.
  public func isContained(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.allSatisfy({ $0 < 0x80 }) else {
      return Self.folded(text).withUnsafeBufferPointer { stands(in: $0) }
    }
    return isASCII && stands(in: text)
  }

  public func isEqual(to text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.allSatisfy({ $0 < 0x80 }) else { return Self.folded(text) == folded }
    return text.count == folded.count && stands(at: 0, of: text)
  }

  /// Returns whether a path is equal, such as `Travel/Kyoto`, or a descendant.
  public func isPath(of text: UnsafeBufferPointer<UInt8>) -> Bool {
    let path = Self.folded(text)
    return path.starts(with: folded)
      && (path.count == folded.count || path[folded.count] == UInt8(ascii: "/"))
  }

  /// Returns `true` if the string occurs in ASCII or folded bytes.
  private func stands(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = folded.first else { return true }
    guard text.count >= folded.count else { return false }
    let capital = (0x61...0x7A).contains(first) ? first & ~0x20 : first
    for start in 0...(text.count - folded.count) where text[start] == first || text[start] == capital {
      if stands(at: start, of: text) { return true }
    }
    return false
  }

  /// Returns `true` if the string occurs at an index of ASCII or folded bytes, which must be in bounds.
  func stands(at start: Int, of text: UnsafeBufferPointer<UInt8>) -> Bool {
    folded.withUnsafeBufferPointer { wanted in
      for index in wanted.indices where wanted[index] != text[start &+ index].lowercased { return false }
      return true
    }
  }
}
