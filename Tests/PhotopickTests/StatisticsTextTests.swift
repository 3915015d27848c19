import PhotoFormats
import PhotoLibrary
import SystemPackage
import Terminal
import TestSupport
import Testing

@testable import photopick

/// The output of `photopick stats` for fake photos.
struct StatisticsTextTests {
  private func text(
    _ assets: [Asset], _ groupings: AssetQuery.Grouping..., top: Int? = nil, width: Int? = nil
  ) -> [String] {
    var counter = AssetCounter(groupings)
    for asset in assets { counter.add(asset) }
    let statistics = counter.statistics
    let shown = top.map { statistics.top($0).ordered(by: .usual) } ?? statistics
    return StatisticsText(shown, TerminalStyle(width: width)).lines
  }

  private static let assets = [
    Photos.asset("a.jpg", date: "2014-05-13T12:00", camera: Camera(make: nil, model: "X100")),
    Photos.asset("b.jpg", date: "2014-05-25T10:00", camera: Camera(make: nil, model: "X100")),
    Photos.asset("c.jpg", date: "2015-01-01", camera: Camera(make: nil, model: "京都カメラ")),
    Photos.asset("d.jpg", size: 9_000_000, date: "2014-05-25T23:00"),
  ]

  @Test func `each group has a bar, its number, its share and its bytes, and all stand below`() {
    #expect(
      text(Self.assets, .camera, width: 60) == [
        "X100            ██████████████████████████  2  50.0%  2.0 kB",
        "京都カメラ      █████████████               1  25.0%  1.0 kB",
        "Unknown camera  █████████████               1  25.0%  9.0 MB", "", "4 photos · 9.0 MB",
      ])
    #expect(
      text(Self.assets, .camera, top: 1, width: 20) == [
        "X100     ████████  2", "others   ████      1", "unknown  ████      1", "", "4 photos · 9.0 MB",
      ])
  }

  @Test func `two keys make a table, and days a calendar`() {
    #expect(
      text(Self.assets, .camera, .year) == [
        "                2014  2015  all", "X100           █   2     ·    2",
        "京都カメラ         · ▓   1    1", "Unknown camera ▓   1     ·    1", "all                3     1    4",
        "",
        "4 photos · 9.0 MB",
      ])
    let days = text(Self.assets, .day)
    #expect(days.first == "2014 · 3" && days.contains("2015 · 1"))
    // 1 January 2014 was a Wednesday, 13 May a Tuesday, and 25 May the Sunday of week 21.
    #expect(days[1].hasPrefix("    Jan "))
    #expect(days[2].hasPrefix("Mon  ···") && days[4].hasPrefix("Wed ····"))
    #expect(days[8].count(where: { $0 == "█" }) == 1 && days[3].count(where: { $0 == "▓" }) == 1)
    #expect(Array(days[8])[4 + 20] == "█")
    #expect(days.suffix(4) == ["", "1 ░▒▓█ 2 a day", "", "4 photos · 9.0 MB"])
    #expect(text(Self.assets, .day, top: 1).first?.hasPrefix("Sunday, 25 May 2014  ███") == true)
    #expect(text([], .day) == [])
  }

  @Test(arguments: [(0, 0, ""), (1, 3, "33.3%"), (1, 5000, "<0.1%"), (0, 5, "0.0%"), (5, 5, "100.0%")])
  func `a share is told to a tenth of a percent`(count: Int, total: Int, text: String) {
    #expect(StatisticsText.share(count, of: total) == text)
  }

  @Test func `sums that are more than all are explained`() {
    let repeated = Photos.asset("a.jpg", keywords: ["Temple", "Kyoto"])
    let lines = text([repeated], .field(AssetField(.keywords)))
    #expect(lines.last == "1 photo · 1.0 kB · some count in several groups, so these add up to more")
    #expect(lines.count == 4)
  }

  @Test(arguments: [
    ["--by", "decade"], ["--by", "year,month,day"], ["--by", "year,"], ["--by", "year", "--by", "a"],
    ["--by", "year", "--top", "0"], ["--by", "year", "--paths"], ["--by", "year", "-0"],
    ["--by", "year", "--sort", "lens"], ["--by", "year", "--format", "{name}"],
  ])
  func `what makes no sense is wrong usage`(arguments: [String]) async {
    await #expect(throws: (any Error).self) { _ = try await Stats.asyncParse(arguments) }
  }

  @Test(arguments: [
    [], ["--by", "camera,year"], ["--by", "hour", "--by", "weekday"],
    ["--by", "tag", "--top", "3", "--sort", "count"],
    ["--by", "iso", "--json"], ["--by", "size", "--format", "{count:6} {title}", "-0"],
  ])
  func `keys are those of groups and fields, together or one by one`(arguments: [String]) async throws {
    _ = try await Stats.asyncParse(arguments)
  }
}
