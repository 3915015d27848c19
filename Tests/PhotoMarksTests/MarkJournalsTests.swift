import PhotoFiles
import Testing

@testable import PhotoMarks

/// The order of journals.
struct MarkJournalsTests {
  @Test(arguments: [Int64.min, -1, 0, 1_400_000_000, .max])
  func `a journal follows the others, whatever the clock says`(seconds: Int64) {
    let now = FileStatus.Time(seconds: seconds, nanoseconds: 5)
    #expect(MarkJournals.number(after: [], at: now) <= UInt64.max)
    let names = ["-ffff000000000000-1.journal", "ff00000000000000-1.journal"].map {
      FileName(unchecked: Array($0.utf8))
    }
    #expect(MarkJournals.number(after: names, at: now) > 0xFF00_0000_0000_0000)
    let last = FileName(unchecked: Array("ffffffffffffffff-1.journal".utf8))
    #expect(MarkJournals.number(after: [last], at: now) == .max)
  }
}
