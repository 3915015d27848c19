/// Where a photo was taken, in words.
public struct Place: Sendable, Hashable {
  /// Two letters (ISO 3166-1), such as `JP`; `XK` for Kosovo.
  public let countryCode: String
  /// The English name of the country.
  public let country: String
  /// The name of the first-level administrative division: a state, province or prefecture.
  public let state: String?
  /// The name of the city, at most 50 km away.
  public let city: String?
}

/// A city of the place data.
public struct City: Sendable, Hashable {
  public let name: String
  public let state: String?
  public let country: String
  public let countryCode: String
  public let population: Int
  /// -90° (south) to 90° (north).
  public let latitude: Double
  /// -180° (west) to 180° (east).
  public let longitude: Double
}
