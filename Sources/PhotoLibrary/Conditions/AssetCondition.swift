import PhotoFiles
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

/// A place on Earth, and how far from it a photo may have been taken.
public struct PlaceTest: Sendable, Hashable {
  /// Degrees, north positive, -90 to 90.
  public let latitude: Double
  /// Degrees, east positive, -180 to 180.
  public let longitude: Double
  /// Metres, 0 or more.
  public let metres: Double

  /// The mean radius of Earth in metres (Moritz, Geodetic Reference System 1980, R1).
  public static let earthRadius = 6_371_008.8

  /// A test; `nil` if a number is out of its range.
  public init?(latitude: Double, longitude: Double, metres: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude), metres >= 0, metres.isFinite else {
      return nil
    }
    self.latitude = latitude
    self.longitude = longitude
    self.metres = metres
  }

  /// True if a place lies in the circle; no place does not.
  public func matches(_ location: GeoLocation?) -> Bool {
    location.map { distance(latitude: $0.latitude, longitude: $0.longitude) <= metres } ?? false
  }

  /// The distance of a place in metres along a great circle of a sphere (the haversine formula), which differs from
  /// that on the ellipsoid by 0.6 % at most.
  public func distance(latitude: Double, longitude: Double) -> Double {
    let radians = Double.pi / 180
    let height = sin((latitude - self.latitude) * radians / 2)
    let width = sin((longitude - self.longitude) * radians / 2)
    let square = height * height + cos(self.latitude * radians) * cos(latitude * radians) * width * width
    return 2 * Self.earthRadius * asin(min(1, square.squareRoot()))
  }
}
