import PhotoFormats
import Testing

@testable import PhotoLibrary

struct AssetStatisticsTests {
  private func statistics(
    _ assets: [Asset], _ groupings: AssetQuery.Grouping...,
    change: (inout AssetQuery) throws -> Void = { _ in }
  ) async throws -> AssetStatistics {
    var query = AssetQuery()
    try change(&query)
    return try await query.statistics(of: LibrarySnapshot(inAnyOrder: assets), by: groupings)
  }

  /// Returns the title, count and size of each group.
  private func lines(_ groups: [AssetStatistics.Group]) -> [String] {
    groups.map { "\($0.title) \($0.tally.count) \($0.tally.fileSize)" }
  }

  private static let keywords: [Asset] = [
    .sample("a.jpg", size: 10) { $0.values[.keywords] = .list(["Temple", "Kyoto", "Temple"]) },
    .sample("b.jpg", size: 20) { $0.values[.keywords] = .list(["Kyoto"]) },
    .sample("c.jpg", size: 30) { $0.values[.keywords] = .list(["Temple", "Sea"]) },
    .sample("d.jpg", size: 40) { $0.values[.keywords] = .list(["Rain", "Sea"]) }, .sample("e.jpg", size: 50),
  ]

  @Test func `a photo counts once in the group of each of its keywords, and once in all`() async throws {
    let found = try await statistics(Self.keywords, .field(AssetField(.keywords)))
    #expect(
      lines(found.groups) == ["Kyoto 2 30", "Sea 2 70", "Temple 2 40", "Rain 1 40", "No keywords 1 50"])
    #expect(found.groups.map(\.kind) == [.value, .value, .value, .value, .none])
    #expect(found.total.count == 5 && found.total.fileSize == 150)
    #expect(found.countsRepeatedly)
    #expect(try await !statistics(Self.keywords, .year).countsRepeatedly)
  }

  @Test func `a photo counts once among the others, however many of them it has`() async throws {
    let found = try await statistics(Self.keywords, .field(AssetField(.keywords)))
    #expect(lines(found.top(1).groups) == ["Kyoto 2 30", "others 3 80", "No keywords 1 50"])
    #expect(lines(found.top(3).groups).suffix(2) == ["others 1 40", "No keywords 1 50"])
    #expect(found.top(1).groups[1].kind == .others)
    #expect(found.top(1).total == found.total)
    #expect(found.top(4) == found)
    // A photo in both a remaining and a merged group counts in both.
    #expect(lines(found.top(2).groups) == ["Kyoto 2 30", "Sea 2 70", "others 3 80", "No keywords 1 50"])
  }

  @Test func `dates and numbers are sorted by value, others by count`() async throws {
    let assets: [Asset] = ["2015-01-01", "2014-02-01", "2015-03-01", nil].enumerated().map { index, date in
      .sample("\(index)", date, size: 100 - index) {
        $0.values[.iso] = .number([1600, 200, 200, 800][index])
        $0.camera = Camera(make: nil, model: ["B", "A", "B", nil][index])
      }
    }
    let years = try await statistics(assets, .year)
    #expect(lines(years.groups) == ["2014 1 99", "2015 2 198", "Undated 1 97"])
    let numbers = try await statistics(assets, .field(AssetField(.iso)))
    #expect(numbers.groups.map(\.key) == ["200", "800", "1600"])
    #expect(numbers.ordered(by: .count).groups.map(\.key) == ["200", "800", "1600"])
    #expect(numbers.ordered(by: .usual, .descending).groups.map(\.key) == ["1600", "800", "200"])
    #expect(numbers.ordered(by: .fileSize, .ascending).groups.map(\.key) == ["800", "1600", "200"])
    let cameras = try await statistics(assets, .camera)
    #expect(cameras.groups.map(\.key) == ["B", "A", "unknown"])
    #expect(cameras.ordered(by: .value).groups.map(\.key) == ["A", "B", "unknown"])
    #expect(cameras.ordered(by: .usual, .ascending).groups.map(\.key) == ["A", "B", "unknown"])
    #expect(cameras.ordered(by: .value).ordered(by: .usual) == cameras)
  }

  @Test func `two groupings make a table`() async throws {
    let assets: [Asset] = [("a", "2014"), ("b", "2015"), ("b", "2015"), ("b", "2014")].enumerated().map {
      .sample("\($0)", $1.1, size: 5) { [model = $1.0] in $0.camera = Camera(make: nil, model: model) }
    }
    let found = try await statistics(assets, .camera, .year)
    #expect(found.groups.map(\.key) == ["b", "a"] && found.columns.map(\.key) == ["2014", "2015"])
    let cells = (0..<2).map { row in (0..<2).map { found.tally(row, $0).count } }
    #expect(cells == [[1, 2], [1, 0]])
    let top = found.top(1)
    #expect(top.groups.map(\.key) == ["b", "others"])
    #expect(top.tally(1, 0).fileSize == 5 && top.tally(0, 1).count == 2)
    #expect(found.columns.map(\.tally.count) == [2, 2])
  }

  @Test func `only matching photos are counted, and empty groups remain on request`()
    async throws
  {
    let keywords = AssetQuery.Grouping.field(AssetField(.keywords))
    func condition(_ query: inout AssetQuery) throws { query.condition = try AssetCondition("keyword:kyoto") }
    #expect(
      lines(try await statistics(Self.keywords, keywords, change: condition).groups)
        == ["Kyoto 2 30", "Temple 1 10"])
    let kept = try await statistics(Self.keywords, keywords) { query in
      try condition(&query)
      query.keepsEmptyGroups = true
    }
    #expect(lines(kept.groups) == ["Kyoto 2 30", "Temple 1 10", "Rain 0 0", "Sea 0 0", "No keywords 0 0"])
    let cut = try await statistics(Self.keywords, keywords) { query in
      (query.grouping, query.sorting, query.limit) = (keywords, .name, 3)
    }
    // The first three photos in view order are a and b in Kyoto, and d in Rain.
    #expect(cut.total.count == 3 && lines(cut.groups).first == "Kyoto 2 30")
    #expect(try await statistics([], keywords).groups == [])
  }

  @Test(
    arguments: [
      ("2014-05-25T10:59:59", "sunday", "Sunday", "10", "10:00"),
      ("2024-02-26", "monday", "Monday", "00", "00:00"),
      ("1969-12-31T23:30", "wednesday", "Wednesday", "23", "23:00"),
    ])
  func `the clock is divided into days of the week and hours of the day`(
    date: String, day: String, dayTitle: String, hour: String, hourTitle: String
  ) async throws {
    let assets = [Asset.sample("a", date), .sample("b")]
    let days = try await statistics(assets, .weekday)
    #expect(days.groups.map(\.key) == [day, "undated"] && days.groups[0].title == dayTitle)
    let hours = try await statistics(assets, .hourOfDay)
    #expect(hours.groups.map(\.key) == [hour, "undated"] && hours.groups[0].title == hourTitle)
    var collection = AssetCollection(assets, grouping: AssetQuery.Grouping.weekday.grouping)
    #expect(collection.groups.map(\.key) == [day, "undated"])
  }

  @Test func `sizes that file systems cannot have add up to no less`() {
    var tally = AssetStatistics.Tally(fileSize: .max)
    tally.add(AssetStatistics.Tally(fileSize: .max))
    tally.add(AssetStatistics.Tally(fileSize: -5))
    #expect(tally.fileSize == .max && tally.count == 3)
  }
}
