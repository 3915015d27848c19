import Foundation
import SystemPackage
import Testing
import TestSupport

/// Exports and `--undo`.
@Suite(.blocking) struct ExportTests {
  private let photopick: Photopick

  init() throws { photopick = try Journey.photopick() }

  private func export(_ arguments: String...) throws -> Photopick.Outcome {
    try photopick.runAll(["export"] + arguments + ["--to", "out"])
  }

  private func out() -> [String] { photopick.photos.names("out") }

  @Test func `what is selected is copied and its paths are printed in the order written`() throws {
    let outcome = try export("3,1", ".")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.lines == ["IMG_9.JPG", "clip.mp4"].map { photopick.photos.path.string + "/out/" + $0 })
    #expect(photopick.photos.bytes("out/IMG_9.JPG") == photopick.photos.bytes("IMG_9.JPG"))
  }

  @Test func `the numbers of the last browse are those that were shown`() throws {
    _ = try photopick.run("browse")
    try photopick.photos.file("newer.jpg", PictureBuilder.jpeg("2020:01:01 00:00:00"))
    _ = try export("3")
    #expect(out() == ["IMG_9.JPG"])
  }

  @Test(arguments: ["--json", "--jsonl", "--plist", "--print0", "--paths"])
  func `a result on standard input is exported`(form: String) throws {
    let line = "$PHOTOPICK select 2-3 . \(form) | $PHOTOPICK export --to out --print0"
    let outcome = try photopick.shell(line)
    #expect(outcome.text.split(separator: "\0").count == 2)
    #expect(out() == ["IMG_12.JPG", "IMG_9.JPG"])
  }

  @Test func `names follow the template, and values make no folders`() throws {
    try photopick.photos.file(
      "x.jpg", PictureBuilder.jpeg("2021:06:01 01:02:03") { $0.model = "../A/B" })
    _ = try export("all", "x.jpg", "--name", "{date:%Y/%m}/{model}/{date:%H-%M-%S}_{name}")
    #expect(photopick.photos.bytes("out/2021/06/.._A_B/01-02-03_x.jpg") != nil)
    _ = try export("all", "x.jpg", "--name", "{number:03}")
    try photopick.photos.file(
      "y.jpg", PictureBuilder.jpeg("2021:06:01 01:02:03") { $0.model = "C\u{1B}]0;x\u{7}\r\n\u{202E}d" })
    _ = try export("all", "y.jpg", "--name", "{model}")
    #expect(photopick.photos.bytes("out/C_]0;x____d.jpg") != nil)
    #expect(photopick.photos.bytes("out/001.jpg") != nil)
  }

  @Test func `a made name begins with no minus and controls no terminal, a copied one stays`() throws {
    let evil = "-a\u{202E}\u{9B}2J.jpg"
    try photopick.photos.file(
      FilePath(evil), PictureBuilder.jpeg("2021:06:01 01:02:03") { $0.model = "-rf\u{2066}\u{200B}" })
    for name in ["{model}/{name}", "{stem}", "x{name}", "{model}", "{model}/{date:%Y}{name}"] {
      _ = try export("all", "./\(evil)", "--name", name)
    }
    #expect(
      Set(out()) == [evil, "_rf__", "x-a__2J.jpg", "_rf__.jpg"], "\(out())")
    #expect(photopick.photos.bytes(FilePath("out/_rf__/\(evil)")) != nil)
    #expect(photopick.photos.bytes("out/_rf__/2021-a__2J.jpg") != nil)
  }

  @Test func `a list in UTF-16 moves only the photos that it names`() throws {
    for (number, mark) in ["\u{FEFF}", ""].enumerated() {
      let name = ["IMG_9.JPG", "Trip/IMG_12.JPG"][number]
      let list = "\(mark)./\(name)\r\n".utf16Bytes()
      let outcome = try photopick.run("export", "--move", "--to", "out", input: list)
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    }
    #expect(out() == ["IMG_12.JPG", "IMG_9.JPG"])
    #expect(photopick.photos.bytes("Trip/clip.mp4") != nil)
  }

  @Test func `a name that is taken gets a number and an equal file is skipped`() throws {
    _ = try export("3", ".", "--name", "same.jpg")
    let both = try export("all", "IMG_9.JPG", "Trip/IMG_12.JPG", "--name", "same.jpg", "--json")
      .dictionaries()
    #expect(both.map { $0["action"] as? String } == ["copied", "skipped"])
    #expect(out() == ["same-2.jpg", "same.jpg"])
  }

  @Test func `a dry run prints the paths and changes nothing`() throws {
    let dry = try export("1-3", ".", "--move", "--dry-run")
    #expect(dry.lines.count == 3)
    #expect(photopick.photos.names("out") == [])
    #expect(try export("1-3", ".", "--move").lines == dry.lines)
  }

  @Test func `what is moved comes back with undo`() throws {
    #expect(try export("3", ".", "--move").status == 0)
    #expect(photopick.photos.bytes("IMG_9.JPG") == nil)
    let undo = try photopick.run("export", "--undo")
    #expect(undo.lines == ["restored \(photopick.photos.at("IMG_9.JPG").string)"])
    #expect(photopick.photos.bytes("IMG_9.JPG") != nil)
    #expect(!photopick.photos.names().contains("out"))
    let nothing = try photopick.run("export", "--undo")
    #expect(nothing.status == 1)
    #expect(nothing.errors == "photopick: there is no export to undo\n")
  }

  @Test func `the files of a shot go along, and sidecars unless they are refused`() throws {
    try photopick.photos.file("IMG_9.xmp", Array("<x/>".utf8))
    try photopick.photos.file("IMG_9.MOV", PictureBuilder.movie(created: 1_399_982_400))
    let outcome = try export("all", "IMG_9.JPG", "--name", "a.jpg", "--json")
    #expect(out() == ["a.MOV", "a.jpg", "a.xmp"])
    #expect(try outcome.dictionaries().map { $0["role"] as? String } == ["sidecar", "video", "photo"])
    _ = try export("all", "IMG_9.JPG", "--without-sidecars", "--name", "b.jpg")
    #expect(out().filter { $0.hasPrefix("b") } == ["b.MOV", "b.jpg"])
  }

  @Test func `a sidecar that is a link does not go along, and that is said`() throws {
    try photopick.user.file("secret", Array("secret".utf8))
    try photopick.photos.symbolicLink("IMG_9.xmp", to: photopick.user.at("secret"))
    try photopick.photos.file("IMG_9.aae", [1])
    for action in ["--dry-run", "--copy"] {
      let outcome = try export("all", "IMG_9.JPG", action)
      #expect(outcome.status == 1)
      #expect(outcome.lines.count == 2)
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.errors.contains("IMG_9.xmp is a symbolic link, which does not go along with a photo"))
    }
    #expect(out() == ["IMG_9.JPG", "IMG_9.aae"])
  }

  @Test func `a smaller picture is no more readable than its photo`() throws {
    for mode in ["600", "640", "644", "666"] {
      try photopick.photos.file(FilePath("\(mode).jpg"), Scene.jpeg())
    }
    let modes = try photopick.shell(
      """
      umask 022; for mode in 600 640 644 666; do chmod $mode $mode.jpg; done
      ls [0-9]*.jpg | "$PHOTOPICK" export --fit 20x20 --to out > list; stat -c '%n %a' out/*
      """)
    #expect(modes.lines == ["out/600.jpg 600", "out/640.jpg 640", "out/644.jpg 644", "out/666.jpg 644"])
  }

  @Test func `the size in a record is that of the file in the destination`() throws {
    try photopick.photos.file("z.jpg", Scene.jpeg())
    let fit = ["export", "all", "z.jpg", "--to", "out", "--fit", "20x20", "--json"]
    #expect(try photopick.runAll(fit + ["--dry-run"]).dictionaries().first?["fileSize"] == nil)
    for action in ["copied", "skipped"] {
      let record = try #require(try photopick.runAll(fit).dictionaries().first)
      #expect(record["action"] as? String == action)
      #expect(record["fileSize"] as? Int == photopick.photos.bytes("out/z.jpg")?.count)
    }
    let whole = try #require(try photopick.runAll(Array(fit.prefix(5)) + ["--json"]).dictionaries().first)
    #expect(whole["fileSize"] as? Int == photopick.photos.bytes("z.jpg")?.count)
  }

  @Test func `photos that cannot be made smaller are named and the rest goes on`() throws {
    let outcome = try export(
      "all", "Trip/Day 2/broken.jpg", "Trip/clip.mp4", "--fit", "10x10", "--allow-damaged")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("broken.jpg"))
    #expect(out() == ["clip.mp4"])
  }

  #if os(Linux)
    @Test func `a destination that cannot be made is said to be that`() throws {
      let outcome = try photopick.run("export", "all", ".", "--allow-damaged", "--to", "/proc/none")
      #expect(outcome.status == 1)
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.errors.contains("can't make /proc/none: No such file or directory"))
    }
  #endif

  @Test(arguments: [
    ["export", "1", ".", "--to", ""], ["export", "1", ".", "--to", "o", "--move", "--link"],
    ["export", "--undo", "--to", ""],
    ["export", "1", ".", "--to", "o", "--name", "/a"], ["export", "1", ".", "--to", "o", "--name", "a/../b"],
    ["export", "1", ".", "--to", "o", "--name", "{nme}"], ["export", "99", ".", "--to", "o"],
    ["export", "1,x", ".", "--to", "o"], ["export", "1", ".", "--to", "o", "--crop", "1"],
    ["export", "-", ".", "--to", "o"], ["export", "1", ".", "--to", "o", "--stack", "--files"],
  ])
  func `a mistake is wrong usage and changes nothing`(arguments: [String]) throws {
    let outcome = try photopick.runAll(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
    #expect(outcome.errorLines.count == 1)
    #expect(!photopick.photos.names().contains("o"))
  }

  @Test func `a damaged photo is refused and nothing is exported unless it is taken on purpose`() throws {
    let broken = "Trip/Day 2/broken.jpg"
    let list = Array("IMG_9.JPG\n\(broken)\n".utf8)
    for outcome in [
      try export("all", "IMG_9.JPG", broken),
      try photopick.run("export", "--to", "out", "--move", input: list),
    ] {
      #expect(outcome.status == 64)
      #expect(outcome.text == "")
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.errors.contains("broken.jpg: photo 2 cannot be exported: it is damaged"))
      #expect(outcome.errors.hasSuffix("; --allow-damaged takes it, --skip-damaged leaves it out\n"))
    }
    #expect(!photopick.photos.names().contains("out"))
    #expect(try export("all", "IMG_9.JPG", broken, "--skip-damaged").status == 0)
    #expect(out() == ["IMG_9.JPG"])
    #expect(try export("all", "IMG_9.JPG", broken, "--allow-damaged").status == 0)
    #expect(out() == ["IMG_9.JPG", "broken.jpg"])
  }

  @Test func `names are portable unless any are asked for`() throws {
    try photopick.photos.file("10:30?.jpg", PictureBuilder.jpeg("2013:01:01 00:00:00"))
    try photopick.photos.file("10:30?.jpg.xmp", Array("<x/>".utf8))
    #expect(try export("all", "10:30?.jpg").status == 0)
    #expect(out() == ["10_30_.jpg", "10_30_.jpg.xmp"])
    #expect(try export("all", "10:30?.jpg", "--any-names").status == 0)
    #expect(out().contains("10:30?.jpg"))
    #expect(try export("all", "10:30?.jpg", "--name", "{date:%H:%M}.").status == 0)
    #expect(out().contains("00_00..jpg"))
  }

  @Test func `what a link shows of another place is copied, not moved`() throws {
    try photopick.user.file("other/b.jpg", PictureBuilder.jpeg("2013:01:01 00:00:00"))
    try photopick.photos.file("in/a.jpg", PictureBuilder.jpeg("2014:01:01 00:00:00"))
    try photopick.photos.file("in/sub/c.jpg", PictureBuilder.jpeg("2012:01:01 00:00:00"))
    try photopick.photos.symbolicLink("in/link", to: photopick.user.at("other"))
    let isKept = { photopick.user.bytes("other/b.jpg") != nil }
    #expect(try photopick.run("browse", "in", "--follow", "--paths").lines.count == 3)
    let numbered = try export("1-2", "--move")
    #expect(numbered.status == 1)
    #expect(numbered.errorLines.count == 1)
    #expect(
      numbered.errors.contains(
        "in/link/b.jpg is not moved: a link leads to it in \(photopick.user.at("other"))"))
    #expect(out() == ["a.jpg"])
    let named = try export("all", "in", "--follow", "--move")
    #expect(named.errorLines.count == 1)
    #expect(out() == ["a.jpg", "c.jpg"])
    #expect(try export("all", "in", "--follow").status == 0)
    #expect(out() == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(isKept())
    // A named folder may be a symbolic link.
    try photopick.photos.symbolicLink("shown", to: photopick.user.at("other"))
    #expect(try export("all", "shown", "--move", "--name", "moved.jpg").status == 0)
    #expect(!isKept())
  }

  @Test func `where the user's folders cannot be written the journal is kept at the destination`() throws {
    var readOnly = photopick
    try photopick.user.file("nothing", [])
    readOnly.environment["XDG_STATE_HOME"] = photopick.user.at("nothing").string
    let bytes = photopick.photos.bytes("IMG_9.JPG")
    let export = ["export", "all", "IMG_9.JPG", "--to", "disk/out", "--move"]
    let outcome = try readOnly.runAll(export)
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasSuffix("--undo --to \(photopick.photos.at("disk/out"))\n"))
    let names = photopick.photos.names("disk/out")
    #expect(names.count == 2)
    #expect(names.first?.hasPrefix(".photopick-export-") == true)
    #expect(names.first?.hasSuffix(".journal") == true)
    // An export that changes nothing writes no second log.
    #expect(try readOnly.runAll(["export", "all", "disk/out/IMG_9.JPG", "--to", "disk/out"]).status == 0)
    #expect(photopick.photos.names("disk/out") == names)
    let undo = try readOnly.run("export", "--undo", "--to", "disk/out")
    #expect(undo.status == 0)
    #expect(undo.lines == ["restored \(photopick.photos.at("IMG_9.JPG").string)"])
    #expect(photopick.photos.bytes("IMG_9.JPG") == bytes)
    // If --to is omitted, the location of the journal is unknown.
    let unnamed = try readOnly.run("export", "--undo")
    #expect(unnamed.status == 1)
    #expect(unnamed.errors.contains("--undo --to DIR"))
    #expect(!photopick.photos.names().contains("disk"))
    let nothing = try readOnly.run("export", "--undo", "--to", "disk/out")
    #expect(nothing.status == 1)
    #expect(nothing.errors.contains("there is no export to undo in "))
  }

  @Test func `few open files make an export slower, not shorter`() throws {
    let photopick = try Scene.photopick(count: 40)
    // The minimum that the command requires, plus the inherited descriptors.
    let outcome = try photopick.shell(
      """
      count=28; until (ulimit -n $count; exec "$PHOTOPICK" store list > list 2>&1) || [ $count = 200 ]; do
      count=$((count + 1)); done
      ulimit -n $count; exec "$PHOTOPICK" export all . -j 64 --to out --name '{number}/{name}' --fit 20x20
      """)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(photopick.photos.names("out").count == 40)
  }

  @Test func `a journal that finds no room stops a move and holds whole steps, which are taken back`() throws
  {
    let photopick = try Scene.photopick(count: 60)
    let names = photopick.photos.names()
    // A limit of a few kilobytes per file simulates a full disk.
    let stopped = try photopick.shell(
      "trap '' XFSZ; ulimit -f 8; ls *.jpg | \"$PHOTOPICK\" export --to out --move > /dev/null")
    #expect(stopped.status == 1)
    #expect(stopped.errors.contains("stopped: what is done cannot be written down"))
    let state = FilePath(try #require(photopick.environment["XDG_STATE_HOME"])).pushing("photopick/exports")
    let name = try #require(TemporaryTree.names(in: state).first)
    var rest = try contents(of: state.appending(name)).drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    var count = 0
    // A length of four bytes, the complement, a checksum of eight bytes, the record and one byte.
    while rest.count > 16 {
      let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(16 + length + 1)
      count += 1
    }
    // The destination, the parent folder, and moves.
    #expect(rest.isEmpty && count > 2)
    #expect(photopick.photos.names("out").count == count - 2)
    #expect(try photopick.shell("ls *.jpg | \"$PHOTOPICK\" export --to out --move > list").status == 0)
    #expect(try photopick.shell("\"$PHOTOPICK\" export --undo | wc -l").text.contains("60"))
    #expect(photopick.photos.names() == (names + ["list"]).sorted())
  }

  @Test func `with --to the last export to that folder is taken back`() throws {
    for folder in ["one", "two"] { _ = try photopick.run("export", "all", "IMG_9.JPG", "--to", folder) }
    #expect(try photopick.run("export", "--undo", "--to", "one").lines.count == 1)
    #expect(!photopick.photos.names().contains("one"))
    #expect(photopick.photos.names("two") == ["IMG_9.JPG"])
  }

  @Test func `a list that names what is not there costs the status, not the rest`() throws {
    let list = photopick.photos.at("IMG_9.JPG").string + "\n/gone.jpg\n"
    let outcome = try photopick.run("export", "--to", "out", input: Array(list.utf8))
    #expect(outcome.status == 1)
    #expect(outcome.lines.count == 1)
    #expect(outcome.errorLines.count == 1)
  }
}
