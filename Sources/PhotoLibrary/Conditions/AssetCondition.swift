import PhotoFiles
import PhotoFormats
import PhotoPlaces

/// A condition on photos, as a tree.
///
///     let condition = AssetCondition.all([.test(lens), .not(.trait(.kind(.screenshot)))])
///     condition.matches(asset)
///
/// `matches` defines the semantics. The catalog uses its own evaluation of the leaves, with equal results.
public indirect enum AssetCondition: AssetFilter, Hashable {
  /// All conditions match. An empty array matches every asset.
  case all([AssetCondition])
  case any([AssetCondition])
  case not(AssetCondition)
  case test(FieldTest)
  /// A string occurs in any field that word searches cover.
  case words(WordTest)
  case near(PlaceTest)
  case trait(AssetTrait)

  public func includes(_ asset: Asset) -> Bool { matches(asset) }

  /// Whether the condition tests names of places.
  package var namesPlaces: Bool {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.contains(where: \.namesPlaces)
    case .not(let condition): condition.namesPlaces
    case .test(let test): test.field.namesPlaces
    case .words, .near, .trait: false
    }
  }

  /// Whether the condition tests properties of stacks.
  package var needsStacks: Bool {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.contains(where: \.needsStacks)
    case .not(let condition): condition.needsStacks
    case .test(let test): test.field.needsStacks
    case .trait(let trait): trait == .stacked
    case .words, .near: false
    }
  }

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

/// A search for a string in the fields that people usually remember.
public struct WordTest: Sendable, Hashable {
  public let text: FoldedText

  package static let headerFields: Set<MetadataField> = [
    .lens, .title, .caption, .keywords, .people, .sublocation, .city, .state, .country,
  ]

  public static let fields: [AssetField] =
    [.name, .album, .camera] + MetadataField.allCases.filter(headerFields.contains).map(AssetField.init)

  public init(_ text: FoldedText) { self.text = text }

  public func matches(_ asset: Asset) -> Bool {
    asset.name.bytes.withUnsafeBufferPointer(text.isContained)
      || matches(.text(asset.folder.name)) || matches(asset.cameraName.map { .text($0) })
      || asset.values.contains(in: Self.headerFields, text.isContained)
      || PlaceNames.place(of: asset).map(matches) ?? false
  }

  private func matches(_ place: Place) -> Bool {
    [place.city, place.state, place.country].contains { matches($0.map { .text($0) }) }
  }

  /// Returns `true` if the value contains the string.
  public func matches(_ value: FieldValue?) -> Bool { ValueTest.contains(text).matches(value) }
}

/// A circle on the Earth's surface.
public struct PlaceTest: Sendable, Hashable {
  /// -90° (south) to 90° (north).
  public let latitude: Double
  /// -180° (west) to 180° (east).
  public let longitude: Double
  /// Radius in metres, 0 or more.
  public let metres: Double

  /// The mean radius of Earth in metres (Moritz, Geodetic Reference System 1980, R1).
  public static let earthRadius = 6_371_008.8

  /// Returns `nil` if a number is out of range.
  public init?(latitude: Double, longitude: Double, metres: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude), metres >= 0, metres.isFinite else {
      return nil
    }
    self.latitude = latitude
    self.longitude = longitude
    self.metres = metres
  }

  /// Returns whether a location is known and within the circle.
  public func matches(_ location: GeoLocation?) -> Bool {
    location.map { distance(latitude: $0.latitude, longitude: $0.longitude) <= metres } ?? false
  }

  /// Returns the great-circle distance to a location in metres, by the haversine formula. The error relative to the
  /// ellipsoid is at most 0.6 %.
  public func distance(latitude: Double, longitude: Double) -> Double {
    let radians = Double.pi / 180
    let height = sin((latitude - self.latitude) * radians / 2)
    let width = sin((longitude - self.longitude) * radians / 2)
    let square = height * height + cos(self.latitude * radians) * cos(latitude * radians) * width * width
    return 2 * Self.earthRadius * asin(min(1, square.squareRoot()))
  }
}
