import PhotoFormats
import PhotoLibrary
import Testing

struct AssetGroupingTests {
  /// Returns the keys and titles of the groups of dates.
  private func groups(_ dates: [String?], _ grouping: any AssetGrouping) -> [[String]] {
    var collection = AssetCollection(dates.map { .sample($0 ?? "undated", $0) }, grouping: grouping)
    return collection.groups.map { [$0.key, $0.title] }
  }

  @Test(arguments: [
    // The first week of a year contains its first Thursday.
    ("2014-12-28", "2014-W52", "22–28 December 2014"),
    ("2014-12-29", "2015-W01", "29 December 2014 – 4 January 2015"),
    ("2015-01-04", "2015-W01", "29 December 2014 – 4 January 2015"),
    ("2015-12-31", "2015-W53", "28 December 2015 – 3 January 2016"),
    ("2016-01-03", "2015-W53", "28 December 2015 – 3 January 2016"),
    ("2016-01-04", "2016-W01", "4–10 January 2016"),
    ("2010-01-03", "2009-W53", "28 December 2009 – 3 January 2010"),
    ("2012-01-01", "2011-W52", "26 December 2011 – 1 January 2012"),
    ("2014-05-25", "2014-W21", "19–25 May 2014"),
    ("2014-05-26", "2014-W22", "26 May – 1 June 2014"),
    ("1969-12-31", "1970-W01", "29 December 1969 – 4 January 1970"),
  ])
  func `weeks run from Monday to Sunday, over the end of a year too`(date: String, key: String, title: String)
  {
    #expect(groups([date], DateGrouping(.week)) == [[key, title]])
  }

  @Test(arguments: [
    (DateGrouping.Period.year, "2014", "2014"), (.month, "2014-05", "May 2014"),
    (.week, "2014-W21", "19–25 May 2014"), (.day, "2014-05-25", "Sunday, 25 May 2014"),
    (.hour, "2014-05-25T10", "Sunday, 25 May 2014, 10:00"),
  ])
  func `each period has its key and title`(period: DateGrouping.Period, key: String, title: String) {
    #expect(groups(["2014-05-25T10:59:59"], DateGrouping(period)) == [[key, title]])
  }

  @Test(arguments: [
    (DateGrouping.Period.year, "2014-01-01T00:00:00"), (.month, "2014-05-01T00:00:00"),
    (.week, "2014-05-19T00:00:00"), (.day, "2014-05-25T00:00:00"), (.hour, "2014-05-25T10:00:00"),
  ])
  func `a period is known by its first second`(period: DateGrouping.Period, start: String) {
    let bucket = DateGrouping(period).bucket(for: .sample("a", "2014-05-25T10:59:59"))
    #expect(bucket.map { CivilTime(seconds: $0).iso8601 } == start)
  }

  @Test(arguments: [
    ("2014-05-19T00:00:00", "monday", "Monday", "00", "00:00"),
    ("2014-05-24T09:59:59", "saturday", "Saturday", "09", "09:00"),
    ("2014-05-25T23:59:59", "sunday", "Sunday", "23", "23:00"),
  ])
  func `the clock has weekdays and hours`(
    date: String, day: String, dayTitle: String, hour: String, hourTitle: String
  ) {
    #expect(groups([date], ClockGrouping(.weekday)) == [[day, dayTitle]])
    #expect(groups([date], ClockGrouping(.hourOfDay)) == [[hour, hourTitle]])
  }

  @Test func `dates before 1970 fall into their periods`() {
    #expect(
      groups(["1969-12-31T23:30", "1969-12-31T22:59"], DateGrouping(.hour)).map(\.[0]) == [
        "1969-12-31T23", "1969-12-31T22",
      ])
    #expect(groups(["1968-02-29"], DateGrouping(.month)) == [["1968-02", "February 1968"]])
  }

  @Test func `groups follow the direction of dates, with undated photos last`() {
    let dates = ["2014-05", nil, "2012-01", "2015-07"]
    #expect(groups(dates, DateGrouping(.year)).map(\.[0]) == ["2015", "2014", "2012", "undated"])
    var ascending = AssetCollection(
      dates.map { .sample($0 ?? "x", $0) }, grouping: DateGrouping(.year), sorter: DateSorter(.ascending))
    #expect(ascending.groups.map(\.key) == ["2012", "2014", "2015", "undated"])
    ascending.sorter = NameSorter()
    #expect(ascending.groups.map(\.key) == ["2015", "2014", "2012", "undated"])
  }

  @Test func `cameras, formats and folders are groups of their own`() {
    let assets: [Asset] = [
      .sample("a", in: "/p/10") { $0.camera = Camera(make: "Canon", model: "Canon EOS 6D") },
      .sample("b", in: "/p/9", type: .webp) {
        $0.camera = Camera(make: "NIKON CORPORATION", model: "NIKON D750")
      },
      .sample("c", in: "/q/10", type: .nikonRAW), .sample("d", type: .unknown),
    ]
    func titles(_ grouping: any AssetGrouping) -> [String] {
      var collection = AssetCollection(assets, grouping: grouping)
      return collection.groups.map(\.title)
    }
    #expect(titles(CameraGrouping()) == ["Canon EOS 6D", "NIKON D750", "Unknown camera"])
    #expect(titles(FormatGrouping()) == ["JPEG", "RAW", "WebP", "Unknown format"])
    #expect(titles(AlbumGrouping()) == ["9", "10", "photos", "10"])
    #expect(titles(AllGrouping()) == ["All Photos"])
  }

  @Test func `a custom grouping determines the groups`() {
    struct Weekdays: AssetGrouping {
      func bucket(for asset: Asset) -> Int? { asset.wallTime?.weekday }
      func key(of bucket: Int) -> String { "\(bucket)" }
      func title(of bucket: Int) -> String { "Day \(bucket)" }
    }
    #expect(
      groups(["2014-05-25", "2014-05-19", nil, "2014-05-18"], Weekdays())
        == [["1", "Day 1"], ["7", "Day 7"], ["undated", "Undated"]])
  }
}
