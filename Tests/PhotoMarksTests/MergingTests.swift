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
    let merge = MetadataMerge(of: duplicates, into: photo("best.jpg"))
    let change = merge.change
    #expect(change.place == .set(kyoto) && change.rating == Rating(rawValue: 3))
    #expect(change.addedKeywords == ["Temple"] && change.caption == .set("A temple"))
    #expect(merge.differences.map(\.field) == ["place"])
    let located = photo("best.jpg") { $0.location = rome }
    #expect(MetadataMerge(of: duplicates, into: located).change.place == nil)
  }

  @Test func `a decision of the best photo remains, and what differs is listed`() throws {
    let place = try #require(GeoLocation(latitude: 35, longitude: 135))
    let near = try #require(GeoLocation(latitude: 35.0002, longitude: 135))
    func differences(
      _ best: @escaping (inout PhotoMetadata) -> Void, _ others: (inout PhotoMetadata) -> Void...
    ) -> [String] {
      let merge = MetadataMerge(of: others.map { photo("other.jpg", $0) }, into: photo("best.jpg", best))
      #expect(merge.change.rating == nil || merge.change.rating == Rating(rawValue: 5))
      return merge.differences.map { "\($0.field) \($0.lost)/\($0.kept ?? "none")" }
    }
    func rated(_ stars: Int64) -> (inout PhotoMetadata) -> Void { { $0.values[.rating] = .integer(stars) } }
    func texts(_ text: String) -> (inout PhotoMetadata) -> Void {
      {
        $0.values[.title] = .text(text)
        $0.values[.caption] = .text(text)
        $0.values[.label] = .text(text)
      }
    }
    #expect(differences(rated(2), rated(5), rated(2), rated(0), rated(-1)) == ["rating 5/2"])
    #expect(differences(rated(-1), rated(4)) == ["rating 4/rejected"])
    #expect(differences(rated(0), rated(3), rated(5)) == ["rating 3/5"])
    #expect(differences(texts("A"), texts("B"), texts("A")) == ["label B/A", "title B/A", "caption B/A"])
    #expect(differences({ $0.location = place }, { $0.location = near }).isEmpty)
    func people(_ names: String...) -> (inout PhotoMetadata) -> Void { { $0.values[.people] = .list(names) } }
    #expect(differences(people("Ann", "Ben"), people("Ben")).isEmpty)
    #expect(differences(people("Ann"), people("Ann", "Ben")) == ["people Ann, Ben/Ann"])
  }

  @Test func `a date that the best photo lacks is listed`() throws {
    func differences(_ best: CaptureDate?, _ other: CaptureDate?) -> [String] {
      MetadataMerge(
        of: [photo("other.jpg") { $0.captureDate = other }],
        into: photo("best.jpg") { $0.captureDate = best }
      ).differences.map { $0.description.replacing("/photos/", with: "") }
    }
    let date = try #require(Self.date("2014-05-01T10:00:00"))
    let later = try #require(Self.date("2014-05-01T11:00:00"))
    let exact = CaptureDate(
      time: date.time, nanoseconds: 250_000_000, fractionDigits: 2, offsetMinutes: 540, source: date.source)
    #expect(
      differences(date, later) == [
        "other.jpg: its date is not kept: “2014-05-01T11:00:00”; the kept photo has “2014-05-01T10:00:00”"
      ])
    #expect(differences(nil, date) == ["other.jpg: its date is not kept: “2014-05-01T10:00:00”"])
    for (best, other) in [(date, date), (exact, date), (date, nil)] {
      #expect(differences(best, other).isEmpty)
    }
    #expect(differences(date, exact).count == 1)
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
