import PhotoFormats

/// Groups by the day of the week or the hour of the day, whatever the date.
public struct ClockGrouping: AssetGrouping {
  /// The round.
  public enum Round: String, Sendable, CaseIterable {
    /// The day of the week, Monday first (ISO 8601).
    case weekday
    /// The hour of the day.
    case hourOfDay
  }

  /// The round.
  public let round: Round

  /// Groups by a round of the clock.
  public init(_ round: Round) { self.round = round }

  public var isScale: Bool { true }

  /// The day of the week from 0, which is Monday, to 6, or the hour of the day from 0 to 23.
  public func bucket(for asset: Asset) -> Int? { asset.wallTime.map { bucket(of: $0) } }

  /// The bucket of a time of the wall clock.
  package func bucket(of time: CivilTime) -> Int {
    round == .weekday ? time.weekday - 1 : Int(time.secondOfDay / 3600)
  }

  /// `monday`, or `09`.
  public func key(of bucket: Int) -> String {
    round == .weekday ? title(of: bucket).lowercased() : DateGrouping.padded(bucket, 2)
  }

  /// "Monday", or "09:00".
  public func title(of bucket: Int) -> String {
    round == .weekday ? EnglishNames.weekdays[bucket] : DateGrouping.padded(bucket, 2) + ":00"
  }
}
