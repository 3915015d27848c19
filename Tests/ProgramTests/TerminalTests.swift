import PhotoPicker
import Terminal
import Testing
import TestSupport

/// Output on a terminal.
@Suite(.blocking) struct TerminalTests {
  private let photopick: Photopick

  init() throws {
    photopick = try Journey.photopick()
    try photopick.photos.file("京都の旅/とても長い名前の写真です.jpg", PictureBuilder.jpeg("2014:05:01 10:00:00"))
  }

  @Test(
    arguments: [UInt16(20), 40, 60],
    [
      ["browse"], ["list-albums"], ["browse", "--group", "album"], ["stats", "--by", "album"],
    ])
  func `no line is wider than the terminal`(columns: UInt16, arguments: [String]) throws {
    var plain = photopick
    plain.environment["NO_COLOR"] = "1"
    let shown = try plain.runAll(arguments, to: .terminal(columns: columns))
    #expect(shown.status == 0)
    #expect(shown.lines.count >= 4)
    for line in shown.lines { #expect(TerminalText.columns(of: line) <= Int(columns)) }
  }

  @Test func `headings are bold, and nothing else is`() throws {
    let shown = try photopick.run("browse", to: .terminal(columns: 200))
    #expect(shown.lines.first == "\u{1B}[1mMay 2014 · 4\u{1B}[0m")
    #expect(shown.lines.filter { $0.contains("\u{1B}") }.allSatisfy { $0.contains("·") })
  }

  @Test(arguments: [("NO_COLOR", "1"), ("TERM", "dumb")])
  func `whoever wants no escape sequences gets none`(name: String, value: String) throws {
    var plain = photopick
    plain.environment[name] = value
    let shown = try plain.run("browse", to: .terminal(columns: 200))
    #expect(!shown.text.contains("\u{1B}"))
    #expect(shown.text == (try plain.run("browse").text))
  }

  @Test func `an empty NO_COLOR counts as none`() throws {
    var empty = photopick
    empty.environment["NO_COLOR"] = ""
    #expect(try empty.run("browse", to: .terminal(columns: 200)).text.contains("\u{1B}[1m"))
  }

  @Test func `what is piped is neither cut nor bold`() throws {
    let text = try photopick.run("browse").text
    #expect(!text.contains("\u{1B}"))
    #expect(text.contains("京都の旅/とても長い名前の写真です.jpg"))
  }
}
