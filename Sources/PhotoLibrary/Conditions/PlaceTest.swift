import PhotoFiles
import PhotoFormats

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
