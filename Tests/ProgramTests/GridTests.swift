import PhotoFiles
import PhotoPicker
import Terminal
import TestSupport
import Testing

/// Pictures in text commands, on a terminal that doesn't reply to queries.
@Suite(.blocking) struct GridTests {
  private var photopick: Photopick

  init() throws {
    photopick = try Scene.photopick(count: 5)
    photopick.environment["NO_COLOR"] = "1"
  }

  /// Returns the lines on the terminal, after the queries.
  private func lines(_ arguments: String..., columns: UInt16) throws -> [String] {
    let outcome = try photopick.runAll(arguments, to: .terminal(columns: columns))
    #expect(outcome.status == 0)
    let shown = outcome.text.split(separator: "\u{1B}[K", maxSplits: 1).last ?? ""
    return shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
  }

  @Test(arguments: [(UInt16(20), 2), (40, 4), (80, 4), (200, 5)])
  func `a grid has as many photos a row as there is room for`(columns: UInt16, perRow: Int) throws {
    let lines = try lines("browse", "--grid", columns: columns)
    #expect(lines.first == "September 2001 · 5")
    #expect(lines.allSatisfy { TerminalText.columns(of: $0) <= Int(columns) })
    let captions = lines.filter { $0.contains("09-09") }
    #expect(captions.first?.split(separator: "09-09").count == perRow + 1)
    #expect(captions.count == (5 + perRow - 1) / perRow)
    #expect(captions.first?.hasPrefix("1 ") == true)
    #expect(lines.joined().contains("5.jpg"))
  }

  @Test func `only an empty folder has no photos`() throws {
    #expect(try photopick.run("browse", "--grid", to: .terminal(columns: 40)).errors == "")
    let empty = try Photopick().run("browse", "--grid", to: .terminal(columns: 40))
    #expect(empty.errors == "photopick: no photos found\n")
    #expect(empty.status == 0)
  }

  @Test func `pictures stand above their captions`() throws {
    let lines = try lines("browse", "--grid", columns: 80)
    #expect(lines[1...7].allSatisfy { $0.unicodeScalars.contains { ("\u{2580}"..."\u{259F}").contains($0) } })
    #expect(lines[8].hasPrefix("1 2001-09-09 01:46"))
    #expect(lines[9].hasPrefix("5.jpg"))
  }

  @Test func `colours are those that the environment names`() throws {
    var colored = photopick
    colored.environment["NO_COLOR"] = nil
    colored.environment["COLORTERM"] = "truecolor"
    let outcome = try colored.run("browse", "--grid", to: .terminal(columns: 80))
    #expect(outcome.text.contains("8;2;"))
  }

  @Test func `the numbers of a grid are kept for select`() throws {
    _ = try photopick.run("browse", "--grid", "--sort", "name", "--descending", to: .terminal(columns: 80))
    #expect(try photopick.run("select", "1").lines == [photopick.photos.at("5.jpg").string])
  }

  @Test func `a photo that cannot be shown has a word in its place`() throws {
    try photopick.photos.file("broken.jpg", Array("\u{FF}no picture".utf8))
    try photopick.photos.file("clip.mp4", PictureBuilder.movie(created: 1_401_580_740))
    let text = try lines("browse", "--grid", columns: 80).joined(separator: "\n")
    #expect(text.contains("[video]"))
    #expect(text.contains("no picture"))
  }

  @Test func `posters stand beside name, dates and folder`() throws {
    let lines = try lines("list-albums", "--posters", columns: 80)
    #expect(lines.count == 6)
    #expect(lines[0].hasSuffix("All Photos · 5"))
    #expect(lines[1].hasSuffix("2001-09-09  2001-09-09"))
    #expect(lines.allSatisfy { TerminalText.columns(of: $0) <= 80 })
  }

  @Test func `a preview stands above the record`() throws {
    let lines = try lines("info", "--preview", "1.jpg", columns: 80)
    #expect(lines.first?.unicodeScalars.contains { ("\u{2580}"..."\u{259F}").contains($0) } == true)
    #expect(lines.contains { $0.hasPrefix("path ") })
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal while the terminal is asked leaves it as it was`(signal: Int32) throws {
    let terminal = try PickerTerminal(
      photopick, [photopick.photos.path.string, "--grid"], redirection: "", command: "browse", answer: "")
    try terminal.wait("the questions") { $0.questionCount > 0 }
    terminal.send(signal)
    _ = try terminal.end()
    #expect(terminal.isRestored)
  }

  @Test(arguments: [
    ["browse", "--grid"], ["list-albums", "--posters"], ["info", "--preview", "1.jpg"],
  ])
  func `without a terminal, or on a dumb one, pictures are wrong usage`(arguments: [String]) throws {
    let piped = try photopick.runAll(arguments)
    #expect(piped.status == 64)
    #expect(piped.bytes == [])
    #expect(piped.errors.contains("\(arguments[1]) draws on a terminal, and standard output is none"))
    var dumb = photopick
    dumb.environment["TERM"] = "dumb"
    let refused = try dumb.runAll(arguments, to: .terminal(columns: 80))
    #expect(refused.status == 64)
    #expect(refused.bytes == [])
    #expect(refused.errors.contains("TERM=dumb"))
    #expect(try photopick.runAll(arguments + ["--json"]).status == 64)
  }
}
