import Dispatch
import PhotoLibrary
import Synchronization

/// Two walks along a part of the index of dates, a search from the end that is shown first and a scout from the other
/// one, until they meet.
///
/// A date has a place, which grows towards the end where the search begins. Several photos may have the same.
final class IndexMeeting: Sendable {
  /// The scout has looked at all photos at lower places.
  private let reached = Atomic(Int64.min)
  private let isOver = Atomic(false)
  /// What passed at those places; `nil` until it is told, and if the scout did not come through.
  private let found = Mutex([PhotoKey]?.none)
  private let told = DispatchSemaphore(value: 0)
  private let direction: SortDirection

  /// A part that is shown in a direction of dates.
  init(_ direction: SortDirection) { self.direction = direction }

  /// The place of a date.
  func place(of second: Int64) -> Int64 { direction == .ascending ? ~second : second }

  // MARK: The search

  /// True if the scout has looked at all photos at a place.
  func isKnown(_ place: Int64) -> Bool { place < reached.load(ordering: .relaxed) }

  /// What passed up to a place that is known, in the order of the search; `nil` if the scout did not come through.
  ///
  /// Waits for a scout that walks. To be called once.
  func keys(upTo place: Int64) -> [PhotoKey]? {
    end()
    told.wait()
    return found.withLock { $0?.filter { self.place(of: $0.date) <= place }.reversed() }
  }

  /// Tells the scout that no more is asked of this part.
  func end() { isOver.store(true, ordering: .relaxed) }

  // MARK: The scout

  /// True if no more is asked.
  var isEnded: Bool { isOver.load(ordering: .relaxed) }

  /// Notes that all photos at lower places than a date's were looked at.
  func reach(_ second: Int64) { reached.store(place(of: second), ordering: .relaxed) }

  /// Notes that all photos were looked at.
  func reachEnd() { reached.store(.max, ordering: .relaxed) }

  /// Tells what passed, in the order of the scout; to be called once, last.
  func tell(_ keys: [PhotoKey]?) {
    found.withLock { $0 = keys }
    told.signal()
  }
}

/// Ends a walk at the row at which the search meets the scout.
final class MeetingTest: PhotoTest {
  private let meeting: IndexMeeting
  private let company: SearchCompany
  /// The place at which they met, of which the search has seen nothing; `nil` before they meet.
  private(set) var place: Int64?
  private var last: Int64?

  init(_ meeting: IndexMeeting, _ company: SearchCompany) {
    (self.meeting, self.company) = (meeting, company)
  }

  override var columns: Set<PhotoRow.Column> { [.date] }

  /// True for the row at which they meet, which the scout knows already.
  override func passes(_ row: PhotoRow) -> Bool {
    company.countRow()
    guard let place = row.second.map(meeting.place) else { return false }
    // Of the photos at one place the search looks at all or none.
    defer { last = place }
    guard place != last, meeting.isKnown(place) else { return false }
    self.place = place
    return true
  }
}

/// Tells the search how far the scout is.
final class ScoutTest: PhotoTest {
  private let meeting: IndexMeeting

  init(_ meeting: IndexMeeting) { self.meeting = meeting }

  override var columns: Set<PhotoRow.Column> { [.date] }

  /// True for the row at which the scout may turn back.
  override func passes(_ row: PhotoRow) -> Bool {
    if let second = row.second { meeting.reach(second) }
    return meeting.isEnded
  }
}
