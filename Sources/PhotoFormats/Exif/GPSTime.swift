extension UniversalTime {
  /// The time of GPSDateStamp and GPSTimeStamp in UTC (Exif 2.32, 4.6.6), to the nanosecond.
  init?(gps values: ExifValues) {
    guard let day = values[ExifTag.gpsDateStamp, .gps]?.text, let midnight = DateText("\(day) 00:00:00"),
      let time = values[ExifTag.gpsTimeStamp, .gps]
    else { return nil }
    var (seconds, nanoseconds) = (midnight.time.seconds, Int64(0))
    for (index, part) in [(24, 3600), (60, 60), (61, 1)].enumerated() {
      let (end, unit) = part
      guard let value = time.double(at: index), (0..<Double(end)).contains(value),
        let length = time.length(at: index, unit: Int64(unit))
      else { return nil }
      seconds += length.seconds
      nanoseconds += length.nanoseconds
    }
    self.init(
      CivilTime(seconds: seconds + nanoseconds / 1_000_000_000),
      nanoseconds: UInt32(nanoseconds % 1_000_000_000))
  }
}

extension IFDValue {
  /// Value `index`, at most 60, as a length of time in units of `unit` seconds, at most 3600.
  fileprivate func length(at index: Int, unit: Int64) -> (seconds: Int64, nanoseconds: Int64)? {
    guard let fraction = fraction(at: index) else {
      return double(at: index).map { value in
        let nanoseconds = Int64((value * Double(unit) * 1e9).rounded())
        return (nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000)
      }
    }
    // Values are at most 60 and their parts have 32 bits, so no product overflows.
    let total = fraction.numerator * unit
    return (
      total / fraction.denominator, total % fraction.denominator * 1_000_000_000 / fraction.denominator
    )
  }
}
