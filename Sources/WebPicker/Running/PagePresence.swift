/// Knows whether anybody still looks at the page.
///
/// It counts the time in which the machine is awake: one that slept with the page open goes on where it was.
struct PagePresence {
  /// How long the page may be away: long enough to load it again, or for a network to come back.
  static let patience = Duration.seconds(15)

  private var isOpen = false
  /// When the last page was closed; `nil` if one is open, or none was yet.
  private var closed: SuspendingClock.Instant?
  private let start = SuspendingClock.now
  private let limit: Duration?

  /// - Parameter limit: how long the picker may take in all; `nil` for as long as it takes.
  init(limit: Duration?) { self.limit = limit }

  /// Takes how many pages are open now.
  mutating func set(_ count: Int) {
    if count > 0 {
      (isOpen, closed) = (true, nil)
    } else if isOpen {
      (isOpen, closed) = (false, .now)
    }
  }

  /// Why the picker ends now: nobody will come back, or the time is over; `nil` if it goes on.
  var reason: String? {
    let now = SuspendingClock.now
    if let limit, start.duration(to: now) >= limit {
      let seconds = limit.components.seconds
      return "nobody was done within \(seconds) second\(seconds == 1 ? "" : "s"); nothing is returned"
    }
    let isGone = closed.map { $0.duration(to: now) >= Self.patience } ?? false
    return isGone ? "the page was closed; nothing is returned" : nil
  }
}
