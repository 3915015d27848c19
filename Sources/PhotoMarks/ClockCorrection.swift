import PhotoFormats
import PhotoLibrary

/// A correction of capture dates: a shift, then a time zone for dates without an offset from UTC.
///
///     ClockCorrection(shift: ClockShift("+1:02:03"), zone: WallClock(identifier: "Europe/Rome").map { .clock($0) })
public struct ClockCorrection: Sendable {
  public enum Zone: Sendable {
    case clock(WallClock)
    /// The zone of each photo's position. The closure returns the identifier of a zone, such as `Europe/Rome`, or `nil`
    /// if it knows none.
    case place(@Sendable (_ latitude: Double, _ longitude: Double) -> String?)
  }

  public let shift: ClockShift?
  public let zone: Zone?
  private let places: PlaceClocks?

  public init(shift: ClockShift? = nil, zone: Zone? = nil) {
    self.shift = shift
    self.zone = zone
    places = if case .place(let identifier)? = zone { PlaceClocks(identifier) } else { nil }
  }

  /// Returns the corrected date.
  ///
  /// - A date with an offset keeps it. In the zone, other dates get the offset of the corrected clock reading.
  /// - A UTC date, such as a video's, is converted to the zone, otherwise to the library's clock.
  ///
  /// - Parameters:
  ///   - date: The date to correct.
  ///   - wallDate: A UTC date by the library's clock.
  func corrected(
    _ date: CaptureDate, wallDate: CaptureDate, location: GeoLocation?
  ) throws(ClockProblem) -> CaptureDate {
    if date.source == .file { throw .modificationTime }
    if !date.hasTimeOfDay { throw .dayOnly }
    if date.source.isUniversal {
      guard let clock = try clock(at: location) else { return try shifted(wallDate) }
      if shift?.isWholeMonths == true { return try shifted(Self.reading(date, clock), then: clock) }
      return try Self.reading(shifted(date), clock)
    }
    let clock = date.offsetMinutes == nil ? try clock(at: location) : nil
    return try shifted(date, then: clock)
  }

  private func shifted(_ date: CaptureDate) throws(ClockProblem) -> CaptureDate {
    guard let shift else { return date }
    guard let shifted = shift.applied(to: date) else { throw .outOfRange }
    return shifted
  }

  /// Returns the shifted date with the offset of a clock, if any.
  private func shifted(_ date: CaptureDate, then clock: WallClock?) throws(ClockProblem) -> CaptureDate {
    let date = try shifted(date)
    guard let clock else { return date }
    let (time, offset) = clock.local(date.time)
    return try date.with(time, offset)
  }

  /// Returns what a clock shows at a UTC date.
  private static func reading(_ date: CaptureDate, _ clock: WallClock) throws(ClockProblem) -> CaptureDate {
    try date.with(clock.time(at: date.time.seconds), clock.offsetMinutes(at: date.time.seconds))
  }

  private func clock(at location: GeoLocation?) throws(ClockProblem) -> WallClock? {
    switch zone {
    case nil: return nil
    case .clock(let clock): return clock
    case .place:
      guard let location else { throw .noPosition }
      guard let clock = places?.clock(at: location) else { throw .unknownZone }
      return clock
    }
  }
}

extension CaptureDate {
  fileprivate func with(_ time: CivilTime, _ offsetMinutes: Int16) throws(ClockProblem) -> CaptureDate {
    guard time.hasFourDigitYear else { throw .outOfRange }
    return CaptureDate(
      time: time, nanoseconds: nanoseconds, fractionDigits: fractionDigits, offsetMinutes: offsetMinutes,
      source: source)
  }
}

/// Why the date of a photo can't be corrected.
public enum ClockProblem: Error, Sendable, Hashable {
  case undated
  case modificationTime
  case dayOnly
  case outOfRange
  case noPosition
  case unknownZone

  var reason: String {
    switch self {
    case .undated: "it has no date"
    case .modificationTime: "it is dated only by its modification time, which no camera's clock set"
    case .dayOnly: "its name has only a day, without the time of day"
    case .outOfRange: "its date would be outside the years 1 to 9999, or its offset from UTC over 15 hours"
    case .noPosition: "it has no position, so its time zone is unknown"
    case .unknownZone: "no time zone is known for its position"
    }
  }
}

/// The date of a photo around a correction, on the local clock.
public struct CorrectedDate: Sendable, Hashable {
  public let before: CaptureDate
  public let after: CaptureDate
  /// Whether a sidecar has to state the date.
  public let isChanged: Bool

  init(_ date: CaptureDate, of asset: Asset, by correction: ClockCorrection) throws(ClockProblem) {
    before = date == asset.date ? asset.wallDate ?? date : date
    after = try correction.corrected(date, wallDate: before, location: asset.location)
    let isSame = (after.time, after.nanoseconds) == (before.time, before.nanoseconds)
    // The zone of a UTC date is known only if a sidecar states it.
    isChanged =
      !isSame || after.offsetMinutes != before.offsetMinutes
      || date.source.isUniversal && correction.zone != nil
  }
}
