import ArgumentParser
import PhotoFormats
import PhotoMarks
import PhotoPlaces
import SystemPackage

/// The options that write positions.
struct TrackOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Write the position at each photo's time on the track of a GPX file. Given twice, the tracks are joined.",
      valueName: "file"), completion: .file(extensions: ["gpx"]))
  var track: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The longest time between two points of the track to interpolate in: 90s, 5m or 2h. It is 5m by default.",
      valueName: "time"), transform: TimeArgument.gap)
  var maxGap: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What to add to the camera's clock to get the time of the track, such as +1:00 or -0:02:30.",
      valueName: "h:mm"), transform: TimeArgument.offset)
  var clockOffset: Double?

  @Flag(help: "Also replace positions that photos already have with those of the track.")
  var replace = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The position of all photos in degrees, as in 35.0037,135.7788; none removes it from the sidecar.",
      valueName: "lat,lon"), transform: PlaceArgument.place)
  var place: MarkChange.Place?

  var areDefault: Bool {
    track.isEmpty && place == nil && maxGap == nil && clockOffset == nil && !replace
  }

  func validate() throws {
    guard track.isEmpty else {
      if place != nil { throw ValidationError("--track and --place exclude each other.") }
      if track.contains("") { throw ValidationError("--track takes the name of a file.") }
      for file in track { try PathAddress.check(file) }
      return
    }
    let names = [
      ("--max-gap", maxGap != nil), ("--clock-offset", clockOffset != nil), ("--replace", replace),
    ]
    if let name = names.first(where: \.1)?.0 { throw ValidationError("\(name) needs --track.") }
  }

  /// The positions by time; `nil` without `--track`.
  ///
  /// - Parameter zone: The clock of photos without an offset from UTC.
  /// - Throws: `TrackError`; `CommandFailure` if there are too many points.
  func positions(zone: WallClock) throws -> TrackPositions? {
    guard !track.isEmpty else { return nil }
    var points: [TrackPoint] = []
    for file in track {
      points += try TrackFile.points(of: RawArguments.path(file))
      guard points.count <= Self.pointLimit else {
        throw CommandFailure(.problems, "the tracks have more than \(Self.pointLimit) points")
      }
    }
    return TrackPositions(
      track: Track(points), maximumGap: maxGap ?? Self.usualGap, clockOffset: clockOffset ?? 0, zone: zone,
      replacesPositions: replace)
  }

  private static let pointLimit = 8_000_000
  /// In seconds.
  private static let usualGap = 300.0
}

/// The positions of a command.
enum PlaceArgument {
  static func place(_ text: String) throws -> MarkChange.Place {
    if text == "none" { return .removed }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { part in
        let first = part.firstIndex { !$0.isWhitespace } ?? part.endIndex
        return Double(part[first...])
      }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      let location = GeoLocation(latitude: latitude, longitude: longitude)
    else {
      throw UnreadableOption(
        description: "write latitude and longitude in degrees, as in 35.0037,135.7788, or none")
    }
    return .set(location)
  }
}

/// Lengths of time in seconds.
enum TimeArgument {
  /// Reads a number of seconds, minutes or hours such as `90s`, `5m` or `2h`.
  static func gap(_ text: String) throws -> Double {
    guard let length = ClockShift(text)?.length, length >= 0 else {
      throw UnreadableOption(description: "write a time such as 90s, 5m or 2h")
    }
    return length
  }

  /// Reads a shift of a clock, such as `+1:00` or `-0:02:30`.
  static func offset(_ text: String) throws -> Double {
    guard let first = text.first, "+-".contains(first), let length = ClockShift(text)?.length else {
      throw UnreadableOption(description: "write hours and minutes with a sign, as in +1:00 or -0:02:30")
    }
    return length
  }
}
