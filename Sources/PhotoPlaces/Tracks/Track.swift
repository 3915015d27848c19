import PhotoFiles
import PhotoFormats

/// The way of a GPS receiver, of one or several files.
///
///     let track = Track(try TrackFile.points(of: path))
///     track.position(at: 1_400_976_000, maximumGap: 300)?.location
public struct Track: Sendable {
  /// A position between two points of a track.
  public struct Position: Sendable, Hashable {
    public let location: GeoLocation
    /// The time between the two points in seconds; 0 at a point.
    public let gap: Double
  }

  /// Sorted by time, one for each time.
  public let points: [TrackPoint]

  /// Creates a track from points in any order. Of several with one time, the first counts.
  public init(_ points: [TrackPoint]) {
    var sorted = points
    // Most files are sorted, and the order of equal times must not change.
    if zip(points, points.dropFirst()).contains(where: { $0.time > $1.time }) {
      sorted = points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        .map(\.element)
    }
    var distinct: [TrackPoint] = []
    distinct.reserveCapacity(sorted.count)
    for point in sorted where distinct.last?.time != point.time { distinct.append(point) }
    self.points = distinct
  }

  /// Returns the position at a time, interpolated linearly.
  ///
  /// - Parameters:
  ///   - time: Seconds since 1970-01-01T00:00:00Z.
  ///   - maximumGap: The longest time between two points in seconds.
  /// - Returns: `nil` before the first point, after the last one and in a longer gap.
  public func position(at time: Double, maximumGap: Double) -> Position? {
    let next = points.partitioningIndex { $0.time >= time }
    guard next < points.count else { return nil }
    let after = points[next]
    if after.time == time { return Self.position(after.latitude, after.longitude, after.altitude, gap: 0) }
    guard next > 0 else { return nil }
    let before = points[next - 1]
    let gap = after.time - before.time
    guard gap <= maximumGap else { return nil }
    let part = (time - before.time) / gap
    // The shorter way, which may cross the antimeridian.
    let turn = (after.longitude - before.longitude).remainder(dividingBy: 360)
    let longitude = (before.longitude + part * turn).remainder(dividingBy: 360)
    var altitude: Double?
    if let first = before.altitude, let second = after.altitude { altitude = first + part * (second - first) }
    return Self.position(
      before.latitude + part * (after.latitude - before.latitude), longitude, altitude, gap: gap)
  }

  private static func position(
    _ latitude: Double, _ longitude: Double, _ altitude: Double?, gap: Double
  ) -> Position? {
    GeoLocation(latitude: latitude, longitude: longitude, altitude: altitude).map {
      Position(location: $0, gap: gap)
    }
  }
}
