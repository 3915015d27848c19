/// A change of metadata in a sidecar. Properties that are `nil` or empty aren't changed.
///
///     MarkChange(rating: Rating(rawValue: 4), addedKeywords: ["Travel/Kyoto"])
public struct MarkChange: Sendable, Hashable {
  public enum Text: Sendable, Hashable {
    case set(String)
    case removed
  }

  public var rating: Rating?
  /// The colour label or word that Lightroom and others display next to a photo, such as `Red`.
  public var label: Text?
  /// Keywords to add. `/` separates levels: `Travel/Kyoto` is the keyword `Kyoto` and its position in the hierarchy.
  public var addedKeywords: [String]
  /// Keywords to remove, in the same format. `Kyoto` is removed at every level of the hierarchy.
  public var removedKeywords: [String]
  public var title: Text?
  public var caption: Text?
  public var place: Place?

  public init(
    rating: Rating? = nil, label: Text? = nil, addedKeywords: [String] = [], removedKeywords: [String] = [],
    title: Text? = nil, caption: Text? = nil, place: Place? = nil
  ) {
    self.rating = rating
    self.label = label
    self.addedKeywords = addedKeywords
    self.removedKeywords = removedKeywords
    self.title = title
    self.caption = caption
    self.place = place
  }

  public var isEmpty: Bool { self == MarkChange() }

  public static let commonLabels = ["Red", "Yellow", "Green", "Blue", "Purple"]

  public static let textLimit = 64 * 1024

  /// The first string that sidecars can't represent: it is too long or contains an invalid character (XML 1.0, 2.2).
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

/// A rating: -1 for rejected, 0 for unrated, 1 to 5 stars (XMP part 1, 8.4, xmp:Rating).
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
