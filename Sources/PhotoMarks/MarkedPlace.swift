import PhotoFormats

extension MarkChange {
  /// The position where a photo was taken.
  public enum Place: Sendable, Hashable {
    case set(GeoLocation)
    /// No position in the sidecar; one in the photo stays.
    case removed
  }
}

extension MarkChange.Place {
  /// The values of the properties of a position (XMP part 2, 3.3). A position without altitude removes another one's.
  var values: [(property: MarkProperty, texts: [String])] {
    guard case .set(let location) = self else { return MarkProperty.place.map { ($0, []) } }
    let altitude = location.altitude.flatMap(Self.rational)
    return [
      (.latitude, [Self.coordinate(location.latitude, positive: "N", negative: "S")]),
      (.longitude, [Self.coordinate(location.longitude, positive: "E", negative: "W")]),
      (.altitude, altitude.map { [$0] } ?? []),
      (.altitudeReference, altitude == nil ? [] : [location.altitude.map { $0 < 0 } == true ? "1" : "0"]),
    ]
  }

  /// Degrees and minutes with six decimal places, which are 2 mm: "35,0.222000N" (XMP part 2, 1.2.7.4).
  private static func coordinate(_ degrees: Double, positive: Character, negative: Character) -> String {
    let minute: Int64 = 1_000_000
    let parts = Int64((degrees.magnitude * 60 * Double(minute)).rounded())
    let fraction = String(parts % minute + minute).dropFirst()
    return "\(parts / (60 * minute)),\(parts / minute % 60).\(fraction)\(degrees < 0 ? negative : positive)"
  }

  /// The magnitude of an altitude in meters as a fraction of centimeters; `nil` if it exceeds 100 km.
  private static func rational(_ altitude: Double) -> String? {
    altitude.magnitude <= 100_000 ? "\(Int64((altitude.magnitude * 100).rounded()))/100" : nil
  }
}

extension MarkProperty {
  static let place: [MarkProperty] = [.latitude, .longitude, .altitude, .altitudeReference]
}
