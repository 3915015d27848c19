/// The names under which packets tell where the photo was taken (XMP part 2, 3.3).
struct XMPPlaceNames: Sendable {
  let latitude: XMPName
  let longitude: XMPName
  let altitude: XMPName
  let altitudeReference: XMPName

  init(_ outline: XMPOutline) {
    latitude = outline.add((.exif, "GPSLatitude"))
    longitude = outline.add((.exif, "GPSLongitude"))
    altitude = outline.add((.exif, "GPSAltitude"))
    altitudeReference = outline.add((.exif, "GPSAltitudeRef"))
  }
}

extension GeoLocation {
  /// The place that a packet tells.
  init?(_ values: XMPValues, _ names: XMPPlaceNames) {
    guard
      let latitude = values.text(names.latitude).flatMap({ Self.degrees($0, positive: "N", negative: "S") }),
      let longitude = values.text(names.longitude).flatMap({ Self.degrees($0, positive: "E", negative: "W") })
    else { return nil }
    let isBelow = values.number(names.altitudeReference) == 1
    self.init(
      latitude: latitude, longitude: longitude,
      altitude: values.number(names.altitude).map { isBelow ? -abs($0) : $0 })
  }

  /// Degrees, minutes and perhaps seconds with commas between, and the hemisphere: "48,51.4932N" or "48,51,29.6N"
  /// (XMP part 2, 1.2.7.4). `nil` without a hemisphere, since the place could as well be on the other side of the Earth.
  private static func degrees(_ text: String, positive: Character, negative: Character) -> Double? {
    guard let hemisphere = text.last?.uppercased().first, hemisphere == positive || hemisphere == negative
    else {
      return nil
    }
    let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    var sum = 0.0
    for (part, unit) in zip(parts, [1, 60, 3600.0]) {
      guard let number = FieldValue.number(part.filter { $0 != " " }), number >= 0 else { return nil }
      sum += number / unit
    }
    return hemisphere == negative ? -sum : sum
  }
}
