import PhotoFiles
import SystemPackage

/// Converts between universal and local time by the rules of a time zone.
public struct WallClock: Sendable {
  private enum Rules: Sendable {
    /// The rules of the C library.
    case machine
    /// A fixed number of seconds east of UTC.
    case fixed(Int64)
    case zone(TimeZoneRules)
  }

  private let rules: Rules

  /// The clock of this machine: `TZ` if it is set, otherwise the system's zone.
  public static var machine: WallClock { WallClock(rules: .machine) }

  /// The clock of a zone of the IANA Time Zone Database such as `Europe/Berlin`, or of an offset such as `+09:00`
  /// or `UTC+9`; `nil` if there is no such zone.
  public init?(identifier: String) {
    if let minutes = DateText.offset(Bytes(Array(identifier.utf8))) {
      self.init(rules: .fixed(Int64(minutes) * 60))
    } else if let rules = Self.zone(identifier) {
      self.init(rules: .zone(rules))
    } else {
      return nil
    }
  }

  private init(rules: Rules) { self.rules = rules }

  /// The offset from UTC in minutes, east positive, at a Unix time.
  public func offsetMinutes(at unixTime: Int64) -> Int16 {
    let seconds: Int64
    switch rules {
    case .machine: seconds = Self.machineOffset(at: unixTime)
    case .fixed(let offset): seconds = offset
    case .zone(let rules): seconds = rules.offset(at: unixTime)
    }
    return Int16(clamping: seconds.flooredQuotient(60))
  }

  /// The local time at a Unix time.
  public func time(at unixTime: Int64) -> CivilTime {
    CivilTime(seconds: unixTime + Int64(offsetMinutes(at: unixTime)) * 60)
  }

  /// Returns a reading of the clock with its offset from UTC in minutes.
  ///
  /// A reading that occurs twice, when clocks are set back, is the first one. A reading that clocks skip when they are
  /// set forward advances by as much as they do: 2:30 becomes 3:30.
  package func local(_ reading: CivilTime) -> (time: CivilTime, offsetMinutes: Int16) {
    // No offset exceeds 15 hours, so these are the ones before and after a change near the reading.
    let margin: Int64 = 15 * 3600
    let before = offsetMinutes(at: reading.seconds - margin)
    let after = offsetMinutes(at: reading.seconds + margin)
    let valid = [before, after].filter { offsetMinutes(at: reading.seconds - Int64($0) * 60) == $0 }
    if let first = valid.max() { return (reading, first) }
    return (CivilTime(seconds: reading.seconds + Int64(after - before) * 60), after)
  }

  /// localtime(3) reads `TZ` and the system's zone on its first call; localtime_r(3) may not.
  private static let isMachineZoneRead: Void = tzset()

  private static func machineOffset(at unixTime: Int64) -> Int64 {
    _ = isMachineZoneRead
    var (moment, parts) = (time_t(unixTime), tm())
    return localtime_r(&moment, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
  }

  /// The folders of the time zone database; `TZDIR` names another one.
  private static var folders: [FilePath] {
    let named = getenv("TZDIR").map { [FilePath(platformString: $0)] } ?? []
    return named + ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo"]
  }

  private static func zone(_ name: String) -> TimeZoneRules? {
    let relative = FilePath(name)
    guard relative.isRelative, !relative.isEmpty, relative.components.allSatisfy({ $0.kind == .regular })
    else { return nil }
    for folder in folders {
      // Files of the database have a few kilobytes; pipes and devices are ignored.
      let path = folder.appending(relative.components)
      guard let status = try? FileStatus(path), status.kind == .regular,
        let bytes = try? path.contents(limit: 1 << 20)
      else { continue }
      if let rules = TimeZoneRules(Bytes(bytes)) { return rules }
    }
    return nil
  }
}
