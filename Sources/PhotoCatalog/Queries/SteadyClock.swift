import PhotoFormats
import PhotoLibrary

/// Tells along an index of dates whether the wall clock runs the same way: around a change of the clock, what follows in
/// universal time may come before on the wall.
struct SteadyClock {
  /// The clock that turns the index's universal seconds into wall-clock time; `nil` if they are.
  private let clock: WallClock?
  private let span: Int64
  /// Whether the clock is not changed within a day from some hours on.
  private var hours: [Int64: Bool] = [:]

  /// Longer than any change of a clock, in seconds.
  private static let day: Int64 = 26 * 3600

  /// - Parameter direction: which way the walk goes.
  init(_ clock: DateClock, _ clocks: LibraryClocks, _ direction: SortDirection) {
    self.clock =
      switch clock {
      case .wall: nil
      case .file: clocks.files
      case .video: clocks.videos
      }
    span = direction == .ascending ? Self.day : -Self.day
  }

  /// True if what follows a second of the index does so on the wall too.
  mutating func isSteady(at second: Int64) -> Bool {
    guard let clock else { return true }
    let hour = second / 3600
    if let isSteady = hours[hour] { return isSteady }
    let isSteady = clock.isSteady(second, for: span)
    hours[hour] = isSteady
    return isSteady
  }
}
