import PhotoFormats

/// What a person asks of photos, as a tree.
///
///     let condition = AssetCondition.all([.test(lens), .not(.trait(.kind(.screenshot)))])
///     condition.matches(asset)
///
/// `matches` is the one evaluation. A catalog may find candidates in its own way, by the leaves; what it shows are those
/// for which `matches` is true.
public indirect enum AssetCondition: AssetFilter, Hashable {
  /// All of them hold; nothing is asked if there are none.
  case all([AssetCondition])
  case any([AssetCondition])
  case not(AssetCondition)
  case test(FieldTest)
  /// A text stands in one of the fields that words are looked for in.
  case words(WordTest)
  case near(PlaceTest)
  case trait(AssetTrait)

  public func includes(_ asset: Asset) -> Bool { matches(asset) }

  public func matches(_ asset: Asset) -> Bool {
    switch self {
    case .all(let conditions): conditions.allSatisfy { $0.matches(asset) }
    case .any(let conditions): conditions.contains { $0.matches(asset) }
    case .not(let condition): !condition.matches(asset)
    case .test(let test): test.matches(asset)
    case .words(let test): test.matches(asset)
    case .near(let test): test.matches(asset.location)
    case .trait(let trait): trait.matches(asset)
    }
  }
}

/// A text that is looked for in everything that people call photos by.
public struct WordTest: Sendable, Hashable {
  public let text: FoldedText

  private static let headerFields: Set<MetadataField> = [
    .lens, .title, .caption, .keywords, .people, .sublocation, .city, .state, .country,
  ]

  public static let fields: [AssetField] =
    [.name, .album, .camera] + MetadataField.allCases.filter(headerFields.contains).map(AssetField.init)

  public init(_ text: FoldedText) { self.text = text }

  public func matches(_ asset: Asset) -> Bool {
    asset.name.bytes.withUnsafeBufferPointer(text.isContained)
      || matches(.text(asset.folder.name)) || matches(asset.cameraName.map { .text($0) })
      || asset.values.contains(in: Self.headerFields, text.isContained)
  }

  /// True if the value of one of `fields` holds the text.
  public func matches(_ value: FieldValue?) -> Bool { ValueTest.contains(text).matches(value) }

  /// True if a text in UTF-8 holds the word.
  package func matches(text bytes: UnsafeBufferPointer<UInt8>) -> Bool { text.isContained(in: bytes) }
}
