import PhotoFormats
import Synchronization

/// The clocks of the places where photos were taken.
///
///     let clocks = PlaceClocks { latitude, longitude in "Asia/Tokyo" }
package final class PlaceClocks: Sendable {
  /// Returns the identifier of a zone, such as `Europe/Rome`, by latitude and longitude; `nil` if the zone is unknown.
  package typealias Zone = @Sendable (_ latitude: Double, _ longitude: Double) -> String?

  private let zone: Zone
  /// The clocks by zone, since each requires reading a file of the time zone database.
  private let known = Mutex<[String: WallClock?]>([:])

  package init(_ zone: @escaping Zone) { self.zone = zone }

  /// Returns the clock at a position, or `nil` if its zone is unknown.
  package func clock(at location: GeoLocation) -> WallClock? {
    guard let identifier = zone(location.latitude, location.longitude) else { return nil }
    return known.withLock { clocks in
      if let clock = clocks[identifier] { return clock }
      let clock = WallClock(identifier: identifier)
      clocks[identifier] = .some(clock)
      return clock
    }
  }
}
