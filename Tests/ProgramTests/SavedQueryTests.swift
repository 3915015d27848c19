import SystemPackage
import TestSupport
import Testing

/// `--save` and `@name`.
@Suite(.blocking) struct SavedQueryTests {
  private let photopick: Photopick
  private let path: String

  init() throws {
    photopick = try Photopick()
    path = photopick.user.at("home/.config/photopick/queries").string
    for number in 1...3 {
      try photopick.photos.file(
        FilePath("\(number).jpg"), PictureBuilder.jpeg("201\(number):05:11 12:00:00") { $0.padding = number })
    }
    try photopick.photos.file("4.png", PictureBuilder.png(), modified: 1_000_000_000)
  }

  private func names(_ arguments: String...) throws -> [String] {
    try photopick.runAll(["browse", "--sort", "name", "--group", "all", "--format", "{stem}"] + arguments)
      .lines
  }

  private var file: String {
    String(decoding: photopick.user.bytes("home/.config/photopick/queries") ?? [], as: UTF8.self)
  }

  @Test func `a query is saved, used, combined and replaced`() throws {
    let saved = try photopick.run(
      "browse", "--where", "date:2012.. or name:4", "--filter", "jpeg", "--save", "late")
    #expect(saved.status == 0 && saved.errors == "@late is saved\n")
    #expect(file == "late = is:jpeg (date:2012.. or name:4)\n")
    #expect(try names("--where", "@late") == ["2", "3"])
    #expect(try names("--where", "@late -date:2013", "--no-catalog") == ["2"])
    #expect(try names("--where=-@late") == ["1", "4"])
    #expect(try photopick.run("stats", "--by", "year", "--where", "@late", "--save", "last").status == 0)
    #expect(
      try photopick.run("select", "1", "--where", "@late", "--sort", "name", "--save", "x").lines.count == 1)
    #expect(
      try photopick.run("list-albums", "--where", "name:1", "--save", "late").errors
        == "@late is saved; it was: is:jpeg (date:2012.. or name:4)\n")
    #expect(file == "late = name:1\nlast = @late\nx = @late\n")
    #expect(try names("--where", "@last") == ["1"])
  }

  @Test func `mistakes are one line`() throws {
    func failure(_ arguments: String...) throws -> (Int, [String]) {
      let outcome = try photopick.runAll(["browse"] + arguments)
      return (outcome.status, outcome.errorLines)
    }
    let help = " (photopick browse --help shows how)"
    let unknown = try failure("--where", "@nothing")
    #expect(unknown.0 == 64)
    #expect(
      unknown.1 == [
        "photopick: The value '@nothing' is invalid for '--where <query>': column 1: there is no saved query @nothing; none is saved\(help)"
      ])
    #expect(try failure("--save", "a").0 == 64 && failure("--save", "a", "--since", "2014").0 == 64)
    #expect(try failure("--save", "a b", "--where", "x").1.count == 1)
    #expect(try failure("--save", "a", "--where", "x\ny").0 == 64)
    #expect(photopick.user.names("home") == [])
    // A query may be edited into a cycle.
    try photopick.user.file("home/.config/photopick/queries", Array("a = @b\nb = @a\n".utf8))
    #expect(
      try failure("--where", "@a").1.first?.contains("a saved query refers to itself: @a → @b → @a") == true)
    let other = try failure("--save", "c", "--where", "@b").1
    #expect(other.count == 1)
  }

  @Test func `a home that cannot be written is one line`() throws {
    try photopick.user.file("home/.config", [])
    let outcome = try photopick.run("browse", "--where", "x", "--save", "a")
    #expect(outcome.status == 1 && outcome.text == "" && outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("photopick: the query cannot be saved in \(path): "))
  }
}
