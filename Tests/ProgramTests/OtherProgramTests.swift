import Foundation
import SystemPackage
import TestSupport
import Testing

/// The options and commands for file managers, editors and shells.
@Suite(.blocking, .serialized) struct OtherProgramTests {
  private let photopick: Photopick

  init() throws { photopick = try Scene.photopick(count: 3) }

  // MARK: - The chooser's file

  /// Picks all photos, or cancels.
  private func pick(_ arguments: String..., keys: String = "Ad") throws -> (PickerTerminal, status: Int) {
    let picker = try PickerTerminal(photopick, [photopick.photos.path.string] + arguments, rows: 40)
    try picker.wait(for: "3.jpg")
    try picker.type(keys)
    return (picker, try picker.end())
  }

  private var paths: [String] { (1...3).map { photopick.photos.at(FilePath("\($0).jpg")).string } }

  @Test func `the chooser's file has a line for each pick`() throws {
    let file = photopick.user.at("chosen")
    let (picker, status) = try pick("--chooser-file", file.string)
    #expect(status == 0)
    #expect(picker.output.isEmpty)
    let text = String(decoding: photopick.user.bytes("chosen") ?? [], as: UTF8.self)
    #expect(text.split(separator: "\n").map(String.init).sorted() == paths)
    #expect(text.hasSuffix("\n"))
  }

  @Test func `a cancelled picker doesn't write the chooser's file`() throws {
    let (_, status) = try pick("--chooser-file", photopick.user.at("chosen").string, keys: "q")
    #expect(status == 130)
    #expect(photopick.user.bytes("chosen") == nil)
  }

  @Test(arguments: ["two\nlines.jpg", "two\rlines.jpg"])
  func `a dash is stdout, and a name of two lines can't be picked`(name: String) throws {
    try photopick.photos.file(FilePath(name), try Scene.jpeg())
    let arguments = [photopick.photos.path.string, "--chooser-file", "-"]
    let picker = try PickerTerminal(photopick, arguments, rows: 40)
    try picker.wait(for: "3.jpg")
    try picker.type("A")
    try picker.wait(for: "lines.jpg cannot be picked: a path with a line break")
    try picker.type("d")
    #expect(try picker.end() == 0)
    #expect(picker.output.split(separator: "\n").map(String.init).sorted() == paths)
  }

  @Test(arguments: ["9.j\npg", "9.j\rpg"])
  func `a member of a picked stack whose name is two lines is left out`(name: String) throws {
    try photopick.photos.file("9-edited.jpg", try Scene.jpeg())
    try photopick.photos.file(FilePath(name), try Scene.jpeg())
    let (picker, status) = try pick("--chooser-file", "-", "--stack-members", "all")
    #expect(status == 1)
    let edited = photopick.photos.at("9-edited.jpg").string
    #expect(picker.output.split(separator: "\n").map(String.init).sorted() == paths + [edited])
    #expect(picker.errors.contains("pg: a path with a line break can't be in a list of lines"))
  }

  @Test(arguments: [["--json"], ["-0"], ["-o", "x"], ["--format", "{name}"]])
  func `the chooser's file excludes other output options`(options: [String]) throws {
    let outcome = try photopick.runAll(["pick", ".", "--chooser-file", "chosen"] + options)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--chooser-file excludes"))
  }

  // MARK: - Previews

  private func preview(_ arguments: String..., terminal: String = "xterm-256color") throws
    -> Photopick.Outcome
  {
    var photopick = photopick
    photopick.environment["TERM"] = terminal
    return try photopick.runAll(["preview", "--cells", "8x4"] + arguments)
  }

  @Test func `a preview is colored characters unless the terminal has graphics`() throws {
    let symbols = try preview("1.jpg")
    #expect(symbols.status == 0)
    #expect(symbols.lines.count == 4)
    #expect(symbols.text.contains("\u{1B}[38;5;") || symbols.text.contains("\u{1B}[48;5;"))
    #expect(try preview("1.jpg", terminal: "xterm-kitty").text.contains("\u{1B}_G"))
    #expect(try preview("1.jpg", "--form", "kitty").text.contains("\u{1B}_G"))
    #expect(try preview("1.jpg", "--form", "sixel").text.contains("\u{1B}P"))
  }

  @Test(arguments: ["symbols", "sixel", "kitty"])
  func `a preview at a place saves the cursor once`(form: String) throws {
    for arguments in [["1.jpg"], ["--clear"]] {
      let text = try photopick.runAll(
        ["preview", "--form", form, "--cells", "8x4", "--at", "5,2"] + arguments
      ).text
      #expect(text.components(separatedBy: "\u{1B}7").count == 2)
      #expect(text.contains("\u{1B}[3;6H"))
      #expect(text.hasSuffix("\u{1B}8"))
      #expect(!text.contains("\n"))
    }
  }

  @Test func `clearing prints blanks, and deletes pictures`() throws {
    let cleared = try preview("--clear", "--at", "0,0").text
    #expect(cleared.components(separatedBy: "        ").count == 5)
    #expect(try preview("--clear", "--form", "kitty").text.contains("\u{1B}_Ga=d"))
    #expect(try preview("--clear", "1.jpg").status == 64)
    #expect(try preview().status == 64)
  }

  @Test func `in fzf a picture has no moves between lines`() throws {
    var photopick = photopick
    (photopick.environment["FZF_PREVIEW_COLUMNS"], photopick.environment["FZF_PREVIEW_LINES"]) = ("8", "4")
    let picture = try photopick.run("preview", "1.jpg", "--form", "sixel").text
    #expect(!picture.contains("\n") && picture.contains("\u{1B}P"))
    let lines = try photopick.run("preview", "1.jpg").text.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3 && lines.last != "")
  }

  @Test func `another file has no preview`() throws {
    try photopick.photos.file("notes.txt", Array("text".utf8))
    let outcome = try preview("notes.txt")
    #expect(outcome.status == 1)
    #expect(outcome.bytes.isEmpty)
    #expect(outcome.errors.contains("notes.txt: "))
  }

  @Test func `a dumb terminal has previews on request only`() throws {
    #expect(try preview("1.jpg", terminal: "dumb").status == 64)
    #expect(try preview("1.jpg", "--form", "symbols", terminal: "dumb").status == 0)
  }

  // MARK: - Shells

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a shell parses its code`(shell: String) throws {
    let outcome = try photopick.shell(
      "\"$PHOTOPICK\" shell \(shell) >code && if command -v \(shell) >/dev/null; then \(shell) -n code; fi")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      photopick.photos.bytes("code").map { String(decoding: $0, as: UTF8.self) }?.contains("pick -0") == true)
  }
}
