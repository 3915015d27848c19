import PhotoFormats

/// A position at a time, as a GPS receiver records it.
public struct TrackPoint: Sendable, Hashable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let time: Double
  /// -90° (south) to 90° (north).
  public let latitude: Double
  /// -180° (west) to 180° (east).
  public let longitude: Double
  /// Meters above sea level.
  public let altitude: Double?

  /// A point; `nil` for coordinates out of range, for 0,0 and for a time that isn't finite.
  public init?(time: Double, latitude: Double, longitude: Double, altitude: Double? = nil) {
    guard time.isFinite,
      let location = GeoLocation(latitude: latitude, longitude: longitude, altitude: altitude)
    else { return nil }
    self.time = time
    self.latitude = location.latitude
    self.longitude = location.longitude
    self.altitude = location.altitude
  }
}
