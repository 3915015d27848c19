import GRDB
import PhotoFormats
import PhotoLibrary

/// A scout that walks the index of dates on another connection, towards a search.
///
/// A question that few photos pass has to be put to every row, and SQLite puts it to one row after the other. What a
/// scout finds is right if nobody wrote to the catalog meanwhile; `CatalogQuery` looks at that when the search is over.
final class SearchCompany {
  /// A part of the walk: the photos of a format by one clock.
  struct Part: Hashable {
    let format: PhotoFormat
    let clock: DateClock
  }

  /// A scout did not come through.
  struct LostScout: Error {}

  /// The walks of the parts.
  let meetings: [Part: IndexMeeting]
  private let call: () -> Void
  private var rowsLeft: Int

  /// After how many rows a scout is called: fewer cost less than its way.
  static let usualPatience = 4096
  /// How many photos a scout finds at most; with more of them the search has enough soon.
  private static let most = 4096

  /// - Parameter patience: after how many rows the scout is called.
  init(_ search: AssetSearch, patience: Int, _ pool: DatabasePool) {
    let (query, scope, options) = (search.query, search.loader.scope, search.options)
    let direction = search.direction
    let parts = search.question.formats.flatMap { format in
      DateClock.allCases.map { Part(format: format, clock: $0) }
    }
    let meetings = Dictionary(uniqueKeysWithValues: parts.map { ($0, IndexMeeting(direction)) })
    self.meetings = meetings
    rowsLeft = patience
    call = {
      pool.asyncRead { result in
        // What tests rows belongs to a connection.
        guard let db = try? result.get(), let question = try? PhotoQuestion(query, scope, options.clocks, db)
        else { return }
        let loader = AssetLoader(scope, options: options)
        let scout = AssetSearch(query, question, options: options, loader: loader)
        for part in parts {
          guard let meeting = meetings[part], !meeting.isEnded else { continue }
          guard Self.walk(part, meeting, scout, db) else { return }
        }
      }
    }
  }

  /// True if the scout was called.
  var isCalled: Bool { rowsLeft <= 0 }

  /// Counts a row that was looked at.
  func countRow() {
    rowsLeft -= 1
    if rowsLeft == 0 { call() }
  }

  /// Lets the scout go home.
  func end() { for meeting in meetings.values { meeting.end() } }

  /// Walks a part from its far end; false if the scout goes no further.
  private static func walk(
    _ part: Part, _ meeting: IndexMeeting, _ scout: AssetSearch, _ db: Database
  ) -> Bool {
    var found: [PhotoKey] = []
    do {
      let program = scout.question.program(orOn: ScoutTest(meeting))
      let keys = try scout.datedKeys(of: IndexPart(part.format), part.clock, program, isReversed: true, db)
      while let key = try keys.next() {
        if meeting.isEnded || found.count == most { break }
        found.append(key)
      }
      if found.count < most, !meeting.isEnded { meeting.reachEnd() }
      meeting.tell(found)
      return found.count < most
    } catch {
      meeting.tell(nil)
      return false
    }
  }
}
