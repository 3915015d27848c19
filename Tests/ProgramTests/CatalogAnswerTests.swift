import Foundation
import SystemPackage
import TestSupport
import Testing

/// Compares the output of commands with a catalog and with `--no-catalog`.
@Suite(.blocking) struct CatalogAnswerTests {
  private let photopick: Photopick

  init() throws { photopick = try Photopick() }

  private var catalog: FilePath { photopick.user.at("home/.cache/photopick/catalog.sqlite") }

  private func photo(_ place: FilePath, day: Int = 10) throws {
    try photopick.photos.file(place, PictureBuilder.jpeg("2014:05:\(day) 10:00:00"))
  }

  /// Fills the catalog and compares the output with a scan.
  private func expectSameAnswer(_ arguments: String..., afterScan scan: [String] = ["browse"]) throws {
    #expect(try photopick.runAll(scan).status == 0)
    let known = try photopick.runAll(arguments + ["--no-refresh"])
    let plain = try photopick.runAll(arguments + ["--no-catalog"])
    #expect(known.text == plain.text)
    #expect(known.errors == plain.errors)
    #expect(known.status == plain.status)
    #expect(!plain.text.isEmpty)
  }

  @Test func `a picker of the catalog alone shows what another process writes to it`() throws {
    try photo("a.jpg")
    #expect(try photopick.run("catalog", "refresh").status == 0)
    let picker = try PickerTerminal(photopick, [photopick.photos.path.string, "--no-refresh"])
    try picker.wait(for: "a.jpg")
    try photo("new.jpg", day: 11)
    #expect(try photopick.run("catalog", "refresh").status == 0)
    try picker.wait(for: "new.jpg")
    try picker.type("q")
    _ = try picker.end()
  }

  @Test(arguments: ["browse", "list-albums"])
  func `hidden files are shown on request only`(command: String) throws {
    try photo("a.jpg")
    try photo(".hidden.jpg", day: 20)
    try expectSameAnswer(command, afterScan: ["browse", "--hidden"])
    try expectSameAnswer(command, "--hidden", afterScan: ["browse", "--hidden"])
  }

  @Test(arguments: ["browse", "list-albums"])
  func `system folders, companions and files in transit are shown on request only`(command: String) throws {
    for place in ["a.jpg", "@eaDir/b.jpg", "a.jpg_original", "GX010001.THM"] as [FilePath] {
      try photo(place)
    }
    for place in ["GX010001.MP4", "GL010001.LRV"] as [FilePath] {
      try photopick.photos.file(place, PictureBuilder.movie(created: 1_400_000_000))
    }
    for scan in [
      ["browse", "--hidden"], ["browse", "--any-file"], ["browse", "GL010001.LRV", "a.jpg_original"],
    ] {
      try expectSameAnswer(command, afterScan: scan)
    }
    try expectSameAnswer(command, "--hidden", afterScan: ["browse", "--hidden"])
    let (shown, some) = (try photopick.run("browse", "--any-file"), try photopick.run("browse"))
    for name in ["a.jpg_original", "GX010001.THM", "GL010001.LRV"] {
      #expect(shown.text.contains(name) && !some.text.contains(name))
    }
    #expect(try photopick.run("browse", "--hidden").text.contains("b.jpg"))
  }

  @Test func `a scan that finds nothing names what it skipped`() throws {
    try photo("#recycle/a.jpg")
    try photo("b.jpg.part")
    let outcome = try photopick.run("browse")
    #expect(outcome.errors.contains("#recycle skipped: --hidden includes system folders"))
    #expect(outcome.errors.contains("b.jpg.part skipped: --any-file includes incomplete downloads"))
    try photo("c.jpg")
    #expect(try photopick.run("browse").errors == "")
    #expect(try photopick.run("browse", "#recycle").text.contains("a.jpg"))
  }

  @Test func `which name of a file is shown is settled before dates are looked at`() throws {
    // The names contain different dates.
    try photopick.photos.file("a.gif", TinyGIF.bytes(width: 3))
    try photopick.photos.hardLink("IMG_20140525_100000.gif", to: "a.gif")
    try photo("c.jpg")
    try expectSameAnswer("browse", "--since", "2010")
    try expectSameAnswer("browse", "--until", "2010")
    try expectSameAnswer("browse", "a.gif", "IMG_20140525_100000.gif", "c.jpg", "--since", "2010")
  }

  @Test func `empty groups outside the dates are kept`() throws {
    try photo("a/1.jpg", day: 10)
    try photo("b/2.jpg", day: 20)
    try expectSameAnswer("browse", "--keep-empty", "--group", "album", "--since", "2014-05-15")
    try expectSameAnswer("list-albums", "--keep-empty", "--since", "2014-05-15")
  }

  @Test func `asking for a catalog that is not there makes none`() throws {
    let outcome = try photopick.run("catalog", "status", "--catalog", "typo.sqlite")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("typo.sqlite: there is no catalog"))
    #expect(photopick.photos.names() == [])
    #expect(try photopick.run("catalog", "refresh", "--catalog", "typo.sqlite").status == 0)
    #expect(try photopick.run("catalog", "status", "--catalog", "typo.sqlite").status == 0)
  }

  @Test func `the size of a catalog is that of its file`() throws {
    try photo("a/1.jpg")
    try photo("b/2.jpg")
    func expectSizeOfFile() throws {
      let size = try photopick.run("catalog", "status").lines.last.map { String($0.drop { !$0.isNumber }) }
      #expect(size == photopick.user.bytes("home/.cache/photopick/catalog.sqlite").map { "\($0.count)" })
      let files = photopick.user.names("home/.cache/photopick").filter { $0.hasPrefix("catalog") }
      #expect(files == ["catalog.sqlite"])
    }
    try expectSizeOfFile()
    _ = try photopick.run("browse")
    try expectSizeOfFile()
    #expect(try photopick.run("catalog", "clear").status == 0)
    try expectSizeOfFile()
  }

  @Test func `a folder above those that were read is not in the catalog`() throws {
    try photo("a/1.jpg")
    #expect(try photopick.run("browse", "a").status == 0)
    let outcome = try photopick.run("browse", "--no-refresh", "/")
    #expect(outcome.status == 1)
    #expect(outcome.text == "")
    #expect(outcome.errors.contains("/ is not in the catalog; leave out --no-refresh"))
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a named file in a folder that cannot be listed is read`() throws {
    try photo("closed/a.jpg")
    let folder = photopick.photos.at("closed").string
    #expect(chmod(folder, 0o311) == 0)
    defer { chmod(folder, 0o755) }
    for command in [["info"], ["browse"], ["browse", "--no-catalog"]] {
      let outcome = try photopick.runAll(command + ["closed/a.jpg"])
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
    }
  }

  @Test(arguments: ["inode = 'x'", "device = 1.5", "device = x'00'"])
  func `a damaged catalog of its own is told once and made anew`(change: String) throws {
    try photo("a.jpg")
    let plain = try photopick.run("browse", "--no-catalog")
    #expect(try photopick.run("browse").errors == "")
    try damage("UPDATE folder SET \(change)")
    let damaged = try photopick.run("browse")
    #expect(damaged.text == plain.text)
    #expect(damaged.errorLines.count == 1)
    #expect(damaged.errors.contains("it is damaged; photos are read anew"))
    let next = try photopick.run("browse")
    #expect(next.text == plain.text)
    #expect(next.errors == "")
  }

  @Test func `a damaged catalog that a person named is removed on request, another file never`() throws {
    try photo("a.jpg")
    let clear = ["catalog", "clear", "--catalog", "c.sqlite"]
    #expect(try photopick.run("browse", "--catalog", "c.sqlite").status == 0)
    let whole = try #require(photopick.photos.bytes("c.sqlite"))
    let damaged = Array(whole.prefix(100)) + [UInt8](repeating: 0xA5, count: whole.count - 100)
    try photopick.photos.file("c.sqlite", damaged)
    let outcome = try photopick.run("browse", "--catalog", "c.sqlite")
    #expect(outcome.lines.count > 0)
    #expect(
      outcome.errors.contains(
        "c.sqlite is damaged; every photo is read anew; photopick catalog clear --catalog"))
    #expect(photopick.photos.bytes("c.sqlite")?.count == damaged.count)
    #expect(try photopick.runAll(clear).status == 0)
    #expect(photopick.photos.bytes("c.sqlite") == nil)
    let mine = Array("my own notes".utf8)
    try photopick.photos.file("c.sqlite", mine)
    let refused = try photopick.runAll(clear)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("c.sqlite is not a photopick catalog, and stays"))
    #expect(photopick.photos.bytes("c.sqlite") == mine)
  }

  @Test func `verify and watch tell that the catalog cannot be used`() throws {
    try photo("a.jpg")
    #expect(try photopick.run("browse").status == 0)
    try damage("UPDATE folder SET inode = 'x'")
    let verified = try photopick.run("catalog", "verify")
    #expect(verified.status == 1)
    #expect(verified.errors.contains("it is damaged; photos are read anew"))
    #expect(try photopick.run("browse").status == 0)
    try damage("UPDATE folder SET inode = 'x'")
    // The reader closes the pipe after the first line, which ends photopick.
    let watched = try photopick.shell(#""$PHOTOPICK" watch --jsonl | head -n 1"#)
    #expect(watched.lines.count == 1)
    #expect(watched.errors.contains("it is damaged; photos are read anew"))
  }

  @Test func `runs that begin at once make one catalog without a word`() throws {
    try photo("a.jpg")
    for _ in 0..<4 {
      // All wait for the end of a list and then continue simultaneously.
      let outcome = try photopick.shell(
        """
        rm -rf "$HOME/.cache/photopick"
        sleep 0.5 | {
          exec 3<&0
          for number in 1 2 3 4 5 6 7 8; do "$PHOTOPICK" browse . --preselected - <&3 >/dev/null & done
          wait
        }
        """)
      #expect(outcome.errors == "")
    }
  }

  private func damage(_ statement: String) throws {
    let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
    let outcome = try photopick.shell("python3 -c '\(script)' '\(catalog)' \"\(statement)\"")
    #expect(outcome.errors == "")
  }
}
