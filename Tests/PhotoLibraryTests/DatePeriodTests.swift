import PhotoFormats
import PhotoLibrary
import Testing

struct DatePeriodTests {
  @Test(arguments: [
    ("2014", "2014-01-01T00:00:00", "2014-12-31T23:59:59"),
    ("2014-02", "2014-02-01T00:00:00", "2014-02-28T23:59:59"),
    ("2016-02", "2016-02-01T00:00:00", "2016-02-29T23:59:59"),
    ("2014-05-25", "2014-05-25T00:00:00", "2014-05-25T23:59:59"),
    ("2014-05-25T10", "2014-05-25T10:00:00", "2014-05-25T10:59:59"),
    ("2014-05-25T10:00", "2014-05-25T10:00:00", "2014-05-25T10:00:59"),
    ("2014-05-25 10:00:30", "2014-05-25T10:00:30", "2014-05-25T10:00:30"),
    ("0001", "0001-01-01T00:00:00", "0001-12-31T23:59:59"),
    ("9999-12-31", "9999-12-31T00:00:00", "9999-12-31T23:59:59"),
  ])
  func `a period runs from its first to its last second`(text: String, first: String, last: String) throws {
    let period = try #require(DatePeriod(text))
    #expect(period.first.iso8601 == first)
    #expect(period.last.iso8601 == last)
  }

  @Test(arguments: [
    "", "14", "0000", "2014-", "2014-5", "2014-13", "2014-00", "2014-02-29", "2014/05", "2014-05-25T24",
    "2014-05-25T10:60", "2014-05-25T10:00:30Z", " 2014", "2014 ", "２０１４", "2014T10", "20140525", "+201",
    "2014-+5", "2014-05-25T-1",
  ])
  func `invalid dates are rejected`(text: String) {
    #expect(DatePeriod(text) == nil)
  }

  @Test func `limits include their first and last second`() throws {
    let may = try #require(DatePeriod("2014-05"))
    let filter = DateLimitsFilter(since: may.first, until: may.last)
    let included = [
      "2014-04-30T23:59:59", "2014-05-01T00:00:00", "2014-05-31T23:59:59", "2014-06-01T00:00:00",
    ].map {
      filter.includes(.sample("a", $0))
    }
    #expect(included == [false, true, true, false])
    #expect(!filter.includes(.sample("undated")))
    let (since, until) = (DateLimitsFilter(since: may.first), DateLimitsFilter(until: may.last))
    #expect(
      ["2014-04", "2014-05", "2014-06"].map { since.includes(.sample("a", $0)) } == [false, true, true])
    #expect(
      ["2014-04", "2014-05", "2014-06"].map { until.includes(.sample("a", $0)) } == [true, true, false])
    #expect(!since.includes(.sample("undated")) && !until.includes(.sample("undated")))
    #expect(DateLimitsFilter().includes(.sample("undated")))
  }
}
