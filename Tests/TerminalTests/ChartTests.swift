import Testing

@testable import Terminal

/// Charts at the widths where their layout changes.
struct ChartTests {
  private let months = BarChart([
    BarChart.Row(
      ChartLabel("September 2014", short: "2014-09"), value: 12, details: ["12", "37.5%", "3.4 MB"]),
    BarChart.Row(ChartLabel("May 2015", short: "2015-05"), value: 18, details: ["18", "56.3%", "950 kB"]),
    BarChart.Row(
      ChartLabel("Undated", short: "undated"), value: 1, details: ["1", "3.1%", "0 B"], isSecondary: true),
  ])

  @Test func `bars are as long as the terminal lets them, and its narrower columns go one after the other`() {
    func lines(_ width: Int?) -> [String] { months.lines(TerminalStyle(width: width)) }
    #expect(
      lines(80) == [
        "September 2014  ██████████████████████████████                 12  37.5%  3.4 MB",
        "May 2015        █████████████████████████████████████████████  18  56.3%  950 kB",
        "Undated         ██▌                                             1   3.1%     0 B",
      ])
    #expect(lines(nil) == lines(80))
    #expect(
      lines(40) == [
        "2014-09  ████████      12  37.5%  3.4 MB", "2015-05  ████████████  18  56.3%  950 kB",
        "Undated  ▋              1   3.1%     0 B",
      ])
    #expect(
      lines(30) == [
        "2014-09  ██████▋     12  37.5%", "2015-05  ██████████  18  56.3%", "Undated  ▌            1   3.1%",
      ])
    #expect(lines(20) == ["2014-09  ████▋    12", "2015-05  ███████  18", "Undated  ▍         1"])
    for width in 1...200 {
      #expect(lines(width).allSatisfy { TerminalText.columns(of: $0) <= width }, "\(width)")
    }
  }

  @Test(arguments: [(36, "MB"), (35, "37.5%"), (27, "  12"), (17, "  12"), (5, "…  12"), (4, "Sep…")])
  func `a chart omits a column of numbers as soon as the bar would be too short`(width: Int, end: String) {
    #expect(months.lines(TerminalStyle(width: width))[0].hasSuffix(end))
  }

  @Test func `the narrowest bar has four cells`() {
    #expect(
      months.lines(TerminalStyle(width: 17)) == [
        "2014-09  ██▋   12", "2015-05  ████  18", "Undated  ▎      1",
      ])
    #expect(months.lines(TerminalStyle(width: 16))[0] == "2014-09  12")
  }

  @Test func `names of wide characters and of those that would steer the terminal stand in their columns`() {
    let chart = BarChart([
      BarChart.Row(ChartLabel("京都市"), value: 3, details: ["3"]),
      BarChart.Row(ChartLabel("Zoë\u{1B}[31m of a very long name"), value: 2, details: ["2"]),
    ])
    #expect(
      chart.lines(TerminalStyle(width: 30)) == [
        "京都市               ██████  3", "Zoë\\e[31m of a ver…  ████    2",
      ])
    #expect(chart.lines(TerminalStyle(width: nil))[1].hasPrefix("Zoë\\e[31m of a very long name  ██"))
  }

  @Test func `colours are those that the terminal has`() {
    func line(_ colors: TerminalColors, _ isStyled: Bool) -> [String] {
      months.lines(TerminalStyle(width: 20, colors: colors, isStyled: isStyled))
    }
    #expect(line(.indexed16, true)[0] == "2014-09  \u{1B}[36m████▋\u{1B}[0m    12")
    #expect(line(.monochrome, true)[2] == "\u{1B}[2mUndated  ▍         1\u{1B}[0m")
    #expect(line(.monochrome, false).joined().utf8.contains(0x1B) == false)
  }

  @Test(
    arguments: [
      (0, 8, ""), (1, 1000, "▏"), (1, 64, "▏"), (1, 8, "█"), (9, 16, "████▌"), (15, 16, "███████▌"),
      (16, 16, "████████"), (99, 16, "████████"),
    ])
  func `a bar has eighths of a cell, and something is never nothing`(value: Int, greatest: Int, bar: String) {
    #expect(BarChart.bar(value, of: greatest, cells: 8) == bar)
  }

  @Test(
    arguments: [
      (0, 0, 0), (0, 16, 0), (1, 16, 1), (2, 16, 2), (4, 16, 2), (5, 16, 3), (9, 16, 3), (10, 16, 4),
      (16, 16, 4),
      (20, 16, 4), (1, 1_000_000, 1),
    ])
  func `a shade grows with the square root`(value: Int, greatest: Int, level: Int) {
    #expect(ChartShade(value, of: greatest).level == level)
  }

  private let table = ShadedTable(
    columns: ["2014", "2015", "2016"].map { ChartLabel($0) },
    [
      ShadedTable.Row(ChartLabel("Canon EOS 6D"), [0, 16, 300], total: 316),
      ShadedTable.Row(ChartLabel("京都カメラ製作所"), [1, 75, 2], total: 78),
    ], total: ShadedTable.Row(ChartLabel("all"), [1, 91, 302], total: 394))

  @Test func `a table is shaded by count, and its parts stand one below the other if it is too wide`() {
    let whole = [
      "                  2014  2015  2016  all", "Canon EOS 6D         · ░  16 █ 300  316",
      "京都カメラ製作所 ░   1 ▒  75 ░   2   78", "all                  1    91   302  394",
    ]
    #expect(table.lines(TerminalStyle(width: 80)) == whole)
    #expect(table.lines(TerminalStyle(width: nil)) == whole)
    #expect(
      table.lines(TerminalStyle(width: 26)) == [
        "          2014  2015  2016", "Canon E…     · ░  16 █ 300", "京都カ…  ░   1 ▒  75 ░   2",
        "all          1    91   302", "", "          all", "Canon E…  316", "京都カ…    78", "all       394",
      ])
    for width in 16...100 {
      let lines = table.lines(TerminalStyle(width: width))
      #expect(lines.allSatisfy { TerminalText.columns(of: $0) <= width }, "\(width)")
    }
  }

  @Test func `a table starts another part only with a column that does not fit`() {
    func lines(_ width: Int) -> [String] { table.lines(TerminalStyle(width: width)) }
    #expect(lines(34)[0].hasSuffix("2016  all"))
    #expect(lines(33)[0].hasSuffix("2015  2016"))
    // Each part has a column, even if it is too wide.
    #expect(lines(1).count { $0.isEmpty } == 3)
  }

  @Test func `the ground of a number is its shade if there are colours for it`() {
    let colored = table.lines(TerminalStyle(width: 80, colors: .indexed256, isStyled: true))
    #expect(colored[1].contains(" \u{1B}[48;5;41;38;5;16m  300\u{1B}[0m"))
    #expect(colored[1].contains("\u{1B}[2m     ·\u{1B}[0m"))
    let sixteen = table.lines(TerminalStyle(width: 80, colors: .indexed16))
    #expect(sixteen[1].contains("\u{1B}[32m█\u{1B}[0m 300"))
  }

  @Test func `labels are abbreviated if one is too wide, but not if the short ones are too wide as well`() {
    let labels = [ChartLabel("September 2014", short: "2014-09"), ChartLabel("all")]
    for (width, first, needed) in [
      (15, "September 2014", 14), (14, "September 2014", 14), (13, "2014-09", 7), (7, "2014-09", 7),
      (6, "September 2014", 6), (0, "September 2014", 1),
    ] {
      let fitted = ChartLabel.fitted(labels, to: width)
      #expect(fitted.texts == [first, "all"] && fitted.width == needed, "\(width)")
    }
  }

  private let map = HeatMap(
    rows: ["Mon", "", "Wed"],
    [
      HeatMap.Column(heading: nil, [nil, nil, 1]), HeatMap.Column(heading: "Jan", [0, 16, 4]),
      HeatMap.Column(heading: nil, [9, 5, 1]), HeatMap.Column(heading: "Feb", [0, 0, 0]),
      HeatMap.Column(heading: nil, [0, 0, nil]),
    ], greatest: 16)

  @Test func `a map has two cells for a value if there is room, one if not, and parts if it has to`() {
    #expect(
      map.lines(TerminalStyle(width: 14)) == [
        "      Jan Feb", "Mon   · ▓ · ·", "      █ ▓ · ·", "Wed ░ ▒ ░ ·",
      ])
    #expect(map.lines(TerminalStyle(width: 13)) == ["     Jan", "Mon  ·▓··", "     █▓··", "Wed ░▒░·"])
    #expect(
      map.lines(TerminalStyle(width: 3)) == [
        "", " ·▓", " █▓", "░▒░", "", "··", "··", "·",
      ])
    #expect(map.lines(TerminalStyle(width: 13, colors: .trueColor))[1].contains("\u{1B}[38;2;38;166;65m■"))
    #expect(HeatMap.legend(TerminalStyle(width: 3)) == "░▒▓█")
  }

  @Test
  func `a map has the names of its rows if they need a third of the width, and headings that don't touch`() {
    #expect(map.lines(TerminalStyle(width: 12))[1].hasPrefix("Mon "))
    #expect(map.lines(TerminalStyle(width: 11))[1].hasPrefix("  · ▓"))
    func headings(_ names: [String?]) -> String {
      let columns = names.map { HeatMap.Column(heading: $0, [1]) }
      return HeatMap(rows: [""], columns, greatest: 1).lines(TerminalStyle(width: names.count + 1))[0]
    }
    #expect(headings([nil, "Ja", nil, nil, "Feb", nil, nil]) == "  Ja Feb")
    #expect(headings([nil, "Jan", nil, nil, "Feb", nil, nil]) == "  Jan")
    #expect(headings([nil, "Ja", nil, nil, "Feb", nil]) == "  Ja")
  }
}
