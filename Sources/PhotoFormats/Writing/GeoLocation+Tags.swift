extension GeoLocation {
  /// Whether coordinates and altitude are the same.
  package func isSamePlace(as other: GeoLocation) -> Bool {
    (latitude, longitude) == (other.latitude, other.longitude) && altitude == other.altitude
  }

  /// The tags of a position (Exif 2.32, 4.6.6), to a millionth of a second. A position without altitude removes another
  /// one's, and the time of the measurement.
  package func exifChanges(_ order: ByteOrder) -> [ExifChange] {
    func degrees(_ value: Double) -> TIFFValue {
      let second: UInt64 = 1_000_000
      let parts = UInt64((value.magnitude * 3600 * Double(second)).rounded())
      return .rationals(
        [
          (UInt32(parts / (3600 * second)), 1), (UInt32(parts / (60 * second) % 60), 1),
          (UInt32(parts % (60 * second)), UInt32(second)),
        ], order)
    }
    let altitude = altitude.flatMap { value in
      value.magnitude <= 100_000
        ? (
          UInt8(value < 0 ? 1 : 0),
          TIFFValue.rationals([(UInt32((value.magnitude * 100).rounded()), 100)], order)
        )
        : nil
    }
    return [
      ExifChange(.gps, ExifTag.gpsVersionID, .byte(2, 3, 0, 0)),
      ExifChange(.gps, ExifTag.gpsLatitudeRef, .ascii(latitude < 0 ? "S" : "N")),
      ExifChange(.gps, ExifTag.gpsLatitude, degrees(latitude)),
      ExifChange(.gps, ExifTag.gpsLongitudeRef, .ascii(longitude < 0 ? "W" : "E")),
      ExifChange(.gps, ExifTag.gpsLongitude, degrees(longitude)),
      ExifChange(.gps, ExifTag.gpsAltitudeRef, altitude.map { .byte($0.0) }),
      ExifChange(.gps, ExifTag.gpsAltitude, altitude?.1),
      ExifChange(.gps, ExifTag.gpsTimeStamp, nil), ExifChange(.gps, ExifTag.gpsDateStamp, nil),
    ]
  }

  /// The properties of a position in XMP (XMP part 2, 3.3).
  package var xmpTexts: [(name: String, text: String)] {
    let height = altitude.flatMap { $0.magnitude <= 100_000 ? $0 : nil }
    return [
      ("GPSLatitude", Self.coordinate(latitude, positive: "N", negative: "S")),
      ("GPSLongitude", Self.coordinate(longitude, positive: "E", negative: "W")),
    ]
      + (height.map {
        [
          ("GPSAltitude", "\(Int64(($0.magnitude * 100).rounded()))/100"),
          ("GPSAltitudeRef", $0 < 0 ? "1" : "0"),
        ]
      } ?? [])
  }

  /// Degrees and minutes with six decimal places, which are 2 mm: "35,0.222000N" (XMP part 2, 1.2.7.4).
  private static func coordinate(_ degrees: Double, positive: Character, negative: Character) -> String {
    let minute: Int64 = 1_000_000
    let parts = Int64((degrees.magnitude * 60 * Double(minute)).rounded())
    let fraction = String(parts % minute + minute).dropFirst()
    return "\(parts / (60 * minute)),\(parts / minute % 60).\(fraction)\(degrees < 0 ? negative : positive)"
  }
}
