/// What is written down of photos; what is `nil` or empty stays as it is.
///
///     MarkChange(rating: Rating(rawValue: 4), addedKeywords: ["Travel/Kyoto"])
public struct MarkChange: Sendable, Hashable {
  public enum Text: Sendable, Hashable {
    case set(String)
    case removed
  }

  public var rating: Rating?
  /// The colour or word that Lightroom and others show beside a photo, such as `Red`.
  public var label: Text?
  /// Keywords to add. Levels stand between `/`: `Travel/Kyoto` is the keyword `Kyoto` with its place in a tree.
  public var addedKeywords: [String]
  /// Keywords to take off, written in the same way; `Kyoto` is taken off wherever it stands in a tree.
  public var removedKeywords: [String]
  public var title: Text?
  /// What the photo shows, in a sentence.
  public var caption: Text?

  public init(
    rating: Rating? = nil, label: Text? = nil, addedKeywords: [String] = [], removedKeywords: [String] = [],
    title: Text? = nil, caption: Text? = nil
  ) {
    self.rating = rating
    self.label = label
    self.addedKeywords = addedKeywords
    self.removedKeywords = removedKeywords
    self.title = title
    self.caption = caption
  }

  public var isEmpty: Bool { self == MarkChange() }

  /// The labels that Lightroom and other programs show as colours.
  public static let commonLabels = ["Red", "Yellow", "Green", "Blue", "Purple"]

  public static let textLimit = 64 * 1024

  /// The first text that no sidecar can hold: it is too long, or holds a character that XML has not (XML 1.0, 2.2).
  public var unwritableText: String? {
    let texts = [label, title, caption].compactMap { text in
      if case .set(let text)? = text { text } else { nil }
    }
    return (texts + addedKeywords + removedKeywords).first { text in
      text.utf8.count > Self.textLimit || !text.unicodeScalars.allSatisfy(Self.isWritable)
    }
  }

  private static func isWritable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD: true
    case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}

/// How good a photo is: -1 for one that is rejected, 0 for one without a rating, 1 to 5 stars (XMP part 1, 8.4,
/// xmp:Rating).
public struct Rating: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int

  public init?(rawValue: Int) {
    guard (-1...5).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  private init(_ rawValue: Int) { self.rawValue = rawValue }

  public static let rejected = Rating(-1)
  public static let none = Rating(0)
}
