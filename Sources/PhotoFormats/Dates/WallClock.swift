import Foundation

/// Tells wall-clock time from universal time by the rules of a time zone.
public struct WallClock: Sendable {
  private let zone: TimeZone

  /// The clock of this machine: `TZ` if it is set, else the system's zone.
  public static var machine: WallClock { WallClock(zone: .current) }

  /// The clock of a zone: a name of the IANA Time Zone Database such as `Europe/Berlin`, an abbreviation
  /// such as `UTC`, or an offset such as `+09:00`; `nil` if there is no such zone.
  public init?(identifier: String) {
    if let minutes = DateText.offset(Bytes(Array(identifier.utf8))),
      let zone = TimeZone(secondsFromGMT: Int(minutes) * 60)
    {
      self.init(zone: zone)
    } else if let zone = TimeZone(identifier: identifier) ?? TimeZone(abbreviation: identifier) {
      self.init(zone: zone)
    } else {
      return nil
    }
  }

  private init(zone: TimeZone) { self.zone = zone }

  /// The offset of the wall clock from UTC in minutes, east positive, at a moment given in seconds since
  /// 1970-01-01T00:00:00Z.
  public func offsetMinutes(at unixTime: Int64) -> Int16 {
    let seconds = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(unixTime)))
    return Int16(clamping: Int((Double(seconds) / 60).rounded(.down)))
  }

  /// True if the offset from UTC does not change from a moment on, or before it if `seconds` is negative.
  package func isSteady(_ unixTime: Int64, for seconds: Int64) -> Bool {
    let offset = offsetMinutes(at: unixTime)
    return stride(from: 0, through: abs(seconds), by: 900).allSatisfy { step in
      offsetMinutes(at: unixTime + (seconds < 0 ? -step : step)) == offset
    }
  }

  /// The wall-clock time at a moment given in seconds since 1970-01-01T00:00:00Z.
  public func time(at unixTime: Int64) -> CivilTime {
    CivilTime(seconds: unixTime + Int64(offsetMinutes(at: unixTime)) * 60)
  }
}
