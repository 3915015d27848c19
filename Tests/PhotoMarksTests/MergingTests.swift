import PhotoFormats
import PhotoLibrary
import TestSupport
import Testing

@testable import PhotoMarks

struct MergingTests {
  private func photo(_ name: String, _ change: (inout PhotoMetadata) -> Void = { _ in }) -> Asset {
    Photos.asset(name, change: change)
  }

  @Test func `the best photo gets what it lacks, also the position`() throws {
    let kyoto = try #require(GeoLocation(latitude: 35, longitude: 135))
    let rome = try #require(GeoLocation(latitude: 42, longitude: 12))
    let duplicates = [
      photo("a.jpg") {
        $0.location = kyoto
        $0.values[.keywords] = .list(["Temple"])
        $0.values[.caption] = .text("A temple")
      },
      photo("b.jpg") {
        $0.location = rome
        $0.values[.rating] = .integer(3)
      },
    ]
    let change = MarkChange(merging: duplicates, into: photo("best.jpg"))
    #expect(change.place == .set(kyoto) && change.rating == Rating(rawValue: 3))
    #expect(change.addedKeywords == ["Temple"] && change.caption == .set("A temple"))
    let located = photo("best.jpg") { $0.location = rome }
    #expect(MarkChange(merging: duplicates, into: located).place == nil)
  }

  @Test func `the first and last corrected dates are those by time`() throws {
    let assets = [
      photo("b.jpg") { $0.captureDate = Self.date("2014-05-02T10:00:00") },
      photo("a.jpg") { $0.captureDate = Self.date("2014-05-01T10:00:00") },
      photo("c.jpg") { $0.captureDate = Self.date("2014-05-03T10:00:00") },
    ]
    let shift = try #require(ClockShift("+1:00"))
    let dates = CorrectedDates(of: assets, by: ClockCorrection(shift: shift))
    #expect(dates.count == 3 && dates.changedCount == 3 && dates.problems.isEmpty)
    #expect(dates.ends.map(\.photo.lastComponent?.string) == ["a.jpg", "c.jpg"])
    #expect(dates.first?.text == "2014-05-01T10:00:00 → 2014-05-01T11:00:00")
    let single = CorrectedDates(of: [assets[0]], by: ClockCorrection(shift: shift))
    #expect(single.ends.count == 1)
    let dated = CorrectedDates(of: [photo("x.jpg")], by: ClockCorrection(shift: shift))
    #expect(dated.ends.isEmpty && dated.problems == [.modificationTime])
  }

  private static func date(_ text: String) -> CaptureDate? {
    DatePeriod(text).map { CaptureDate(time: $0.first, source: .exifDateTimeOriginal) }
  }
}
