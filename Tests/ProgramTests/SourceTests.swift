import Foundation
import PhotoFiles
import PhotoLibrary
import SystemPackage
import Testing
import TestSupport

/// Folders, lists, links, and names with arbitrary bytes.
@Suite(.blocking) struct SourceTests {
  private let photopick: Photopick

  init() throws { photopick = try Photopick() }

  private func photo(_ place: FilePath, day: Int = 1) throws {
    try photopick.photos.file(place, PictureBuilder.jpeg("2014:05:\(day < 10 ? "0" : "")\(day) 10:00:00"))
  }

  @Test func `a list on stdin may hold newlines or NULs between paths`() throws {
    try photo("a b.jpg", day: 3)
    try photo("two\nlines.jpg", day: 2)
    try photo("other.jpg", day: 1)
    let lines = try photopick.run(
      "browse", "-", "--format", "{number} {name}", input: Array("a b.jpg\nother.jpg\n".utf8))
    #expect(lines.lines == ["1 a b.jpg", "2 other.jpg"])
    let nul = try photopick.run("browse", "-", "-0", input: Array("./a b.jpg\0two\nlines.jpg\0".utf8))
    let paths = ["a b.jpg", "two\nlines.jpg"].map { "\(photopick.photos.path)/\($0)\0" }
    #expect(nul.text == paths.joined())
  }

  @Test func `a list that names the current folder says so`() throws {
    try photo("a.jpg")
    try photo("b/b.jpg")
    let note = "photopick: note: the list names the current folder (.)"
    let meaning = ": all photos in it are meant"
    let list = Array("./a.jpg\0.\0".utf8)
    try photopick.photos.file("list", list)
    for (arguments, end) in [
      (["browse", "-", "--paths"], meaning), (["browse", ".", "--exclude", "-"], meaning),
      (["select", "all", ".", "--preselected", "list"], meaning),
      (["export", "--to", "out", "--dry-run"], meaning),
      (["browse", "--from", "list"], ""), (["info", "-"], ""), (["info", "--from", "list"], ""),
      (["extract", "--from", "-", "--to", "parts"], ""),
    ] {
      let outcome = try photopick.runAll(arguments, input: list)
      #expect(outcome.errorLines.filter { $0.contains("note") } == [note + end], "\(arguments)")
    }
  }

  @Test(arguments: ["browse", "--exclude", "--preselected", "--from", "info", "extract", "export"])
  func `every list may be UTF-16`(reader: String) throws {
    try photo("a 写.jpg")
    try photo("b.jpg")
    let list = "\u{FEFF}a 写.jpg\r\n".utf16Bytes(isBigEndian: true)
    let format = ["--format", "{name}"]
    let outcome =
      switch reader {
      case "browse": try photopick.runAll(["browse", "-"] + format, input: list)
      case "info": try photopick.runAll(["info", "-"] + format, input: list)
      case "export": try photopick.runAll(["export", "--to", "out"] + format, input: list)
      case "extract": try photopick.runAll(["extract", "--from", "-", "--to", "parts"], input: list)
      case "--preselected":
        try photopick.runAll(["select", "1", ".", reader, "-"] + format, input: list)
      default: try photopick.runAll(["browse", reader, "-"] + format, input: list)
      }
    #expect(outcome.status == 0, "\(outcome.errors)")
    if reader == "extract" {
      #expect(outcome.errorLines.last?.contains("1 photos, 1 read") == true, "\(outcome.errors)")
    } else {
      #expect(outcome.lines == [reader == "--exclude" ? "b.jpg" : "a 写.jpg"])
    }
  }

  @Test func `an earlier result is a list on stdin, what is printed for people is not`() throws {
    try photo("a b.jpg", day: 3)
    try photo("trip/b.jpg", day: 2)
    try photo("other.jpg", day: 1)
    let folder = photopick.photos.path.string
    let outputs = [
      "--json", "--jsonl", "--plist", "--csv", "-0", "--keys uikit --json", "--keys uikit --plist",
    ]
    let lines = outputs.map { output in
      "(cd / && \"$PHOTOPICK\" browse '\(folder)' --limit 2 \(output)) | \"$PHOTOPICK\" select 1- - --format '{name}'"
    }
    let outcome = try photopick.shell(lines.joined(separator: "\n"))
    #expect(outcome.lines == Array(repeating: ["a b.jpg", "b.jpg"], count: outputs.count).flatMap(\.self))
    #expect(outcome.errors == "")
    for command in ["info *.jpg", "browse", "list-albums"] {
      let shown = try photopick.shell("\"$PHOTOPICK\" \(command) | \"$PHOTOPICK\" browse - --paths")
      #expect(shown.status == 1 && shown.text == "" && shown.errorLines.count == 1, "\(command)")
      #expect(shown.errors.contains("use --json, --csv, --plist or -0"), "\(command)")
    }
  }

  @Test func `a list drops what is no photo, as a scan does, unless any file is asked for`() throws {
    try photo("a.jpg")
    try photo("IMG_0001")
    try photopick.photos.file("broken.jpg", Array("text".utf8))
    try photopick.photos.file("notes.txt", Array("text".utf8))
    try photopick.photos.file("empty", [])
    _ = try photopick.shell("mkfifo pipe")
    try photo("folder/in a folder.jpg")
    let list = Array("folder\na.jpg\nIMG_0001\nbroken.jpg\nnotes.txt\nempty\npipe\n".utf8)
    func names(_ arguments: String...) throws -> [String] {
      let outcome = try photopick.runAll(arguments + ["--format", "{name}"], input: list)
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      return outcome.lines.sorted()
    }
    #expect(try names("browse", "-") == ["IMG_0001", "a.jpg", "broken.jpg", "in a folder.jpg"])
    #expect(
      try names("select", "all", "-", "--filter", "!damaged") == ["IMG_0001", "a.jpg", "in a folder.jpg"])
    let told = try photopick.run("browse", "-", "--paths", "--verbose", input: list)
    #expect(told.errorLines.count == 3)
    #expect(told.errorLines.first?.contains("notes.txt: skipped: not a photo or video") == true)
    #expect(told.status == 0)
    let any = try photopick.run("browse", "-", "--any-file", "--format", "{name}", input: list)
    #expect(
      any.lines.sorted() == ["IMG_0001", "a.jpg", "broken.jpg", "empty", "in a folder.jpg", "notes.txt"])
    let info = try photopick.run("info", "-", "--format", "{name}", input: list)
    #expect(info.lines == ["a.jpg", "IMG_0001", "broken.jpg", "notes.txt", "empty"])
    let gone = try photopick.run("browse", "-", "--paths", input: Array("gone.txt\n".utf8))
    #expect(gone.status == 1)
    #expect(gone.errorLines.count == 1)
  }

  @Test(arguments: ["info -", "browse -", "select 1 -", "export --to out", "browse . --exclude /dev/stdin"])
  func `a list without an end is one line and status 1`(command: String) throws {
    let devices = ["</dev/zero", "<long"]
    try photopick.photos.file("long", Array("[\"".utf8) + [UInt8](repeating: 0x61, count: 8 << 20))
    for device in devices {
      let outcome = try photopick.shell("ulimit -v 3000000; \"$PHOTOPICK\" \(command) \(device)")
      #expect(outcome.status == 1)
      #expect(outcome.text == "")
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.errors.contains(": is not a list"))
    }
  }

  @Test func `folders of a list are searched for exports too, each photo once`() throws {
    try photo("a.jpg")
    try photo("trip/b.jpg")
    try photo("trip/more/c.jpg")
    let list = Array("trip/b.jpg\na.jpg\n./a.jpg\ntrip\n".utf8)
    let outcome = try photopick.run("export", "--to", "out", "--name", "{number} {name}", input: list)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(photopick.photos.names("out").sorted() == ["1 b.jpg", "2 a.jpg", "3 c.jpg"])
    let none = try photopick.run("export", "--move", "--to", "moved", input: Array("trip\n".utf8))
    #expect(none.status == 0 && none.errors == "")
    #expect(photopick.photos.names("moved").sorted() == ["b.jpg", "c.jpg"])
  }

  @Test(arguments: [
    ["browse", "-", "--paths"], ["list-albums", "-", "--paths"], ["thumbnail", "-"],
    ["export", "--to", "out"],
  ])
  func `of many paths that are not there the first are named, then all counted`(command: [String]) throws {
    try photopick.photos.file("a.jpg", Scene.jpeg())
    let list = Array(((1...102).map { "gone/\($0).jpg\n" }.joined() + "a.jpg\n").utf8)
    let outcome = try photopick.runAll(command, input: list)
    #expect(outcome.status == 1 && !outcome.lines.isEmpty)
    #expect(outcome.errorLines.count == 101)
    #expect(outcome.errorLines.dropLast().allSatisfy { $0.contains("/gone/") })
    let count = "photopick: 102 paths don't exist; 100 are named, all with --verbose"
    #expect(outcome.errorLines.last == count)
    let all = try photopick.runAll(command + ["--verbose"], input: list)
    #expect(all.status == 1 && all.errorLines.count == 102)
  }

  @Test func `albums are folders, and blanks at the ends of a path can be seen in a table`() throws {
    try photo("t/ a.jpg", day: 2)
    try photo("t/a.jpg", day: 1)
    try photo("t/more/c.jpg ", day: 3)
    let outcome = try photopick.shell(
      """
      "$PHOTOPICK" list-albums t --json | "$PHOTOPICK" browse - --format '{name}.'
      "$PHOTOPICK" list-albums t --paths | "$PHOTOPICK" browse - --format '{name}.'
      """)
    #expect(outcome.lines == ["c.jpg .", " a.jpg.", "a.jpg.", "c.jpg .", " a.jpg.", "a.jpg."])
    #expect(outcome.errors == "")
    let table = try photopick.run("browse", "t", "--group", "all").lines
    for path in ["more/c.jpg\\u{20}", "\\u{20}a.jpg"] {
      #expect(table.contains { $0.hasSuffix("  \(path)") })
    }
  }

  @Test func `a list that excludes says what leads nowhere, and may come on stdin`() throws {
    try photo("a.jpg", day: 1)
    try photo("b.jpg", day: 2)
    let list = Array("a.jpg\ngone.jpg\n".utf8)
    let some = try photopick.run("browse", ".", "--exclude", "-", "--format", "{name}", input: list)
    #expect(some.status == 0 && some.lines == ["b.jpg"])
    #expect(some.errors == "photopick: -: 1 of 2 entries lead to no file\n")
    let none = try photopick.run("browse", ".", "--exclude", "-", "--paths", input: Array("gone.jpg\n".utf8))
    #expect(none.status == 1 && none.lines.isEmpty && none.errorLines.count == 1)
    let first = try photopick.run(
      "browse", ".", "--preselected", "-", "--limit", "1", "--format", "{name}", input: list)
    #expect(first.lines == ["a.jpg", "b.jpg"])
    #expect(try photopick.run("browse", "-", "--exclude", "-", input: list).status == 64)
    #expect(try photopick.run("export", "--to", "out", "--exclude", "-", input: list).status == 64)
  }

  @Test func `a list of earlier picks may name folders, albums and sidecars`() throws {
    try photo("trip/a.jpg", day: 1)
    try photo("trip/more/b.jpg", day: 2)
    try photo("c.jpg", day: 3)
    try photo("RAW_1.jpg", day: 4)
    _ = try photopick.shell(
      """
      echo trip > folder
      "$PHOTOPICK" list-albums trip --json > albums
      "$PHOTOPICK" mark all c.jpg --rating 3 --json > marks
      "$PHOTOPICK" mark all RAW_1.jpg --rating 3 --sidecar adobe > sidecars
      """)
    for (list, names) in [
      ("folder", ["b.jpg", "a.jpg"]), ("albums", ["b.jpg", "a.jpg"]), ("marks", ["c.jpg"]),
      ("sidecars", ["RAW_1.jpg"]),
    ] {
      let all = ["RAW_1.jpg", "c.jpg", "b.jpg", "a.jpg"]
      let left = try photopick.run("browse", ".", "--exclude", list, "--format", "{name}")
      #expect(left.lines == all.filter { !names.contains($0) } && left.errors == "", "\(list)")
      let first = try photopick.run("select", "@selected", ".", "--preselected", list, "--format", "{name}")
      #expect(first.status == 0 && first.lines.sorted() == names.sorted() && first.errors == "", "\(list)")
    }
    // A deleted sidecar still represents its photo.
    _ = try photopick.shell("rm c.jpg.xmp")
    let left = try photopick.run("browse", ".", "--exclude", "marks", "--format", "{name}")
    #expect(left.lines == ["RAW_1.jpg", "b.jpg", "a.jpg"])
    let exported = try photopick.shell(
      "printf '%s\\n' trip c.jpg | \"$PHOTOPICK\" export --to out --exclude folder")
    #expect(exported.lines == [photopick.photos.at("out/c.jpg").string])
  }

  @Test func `an empty list on stdin shows nothing`() throws {
    try photo("a.jpg")
    let outcome = try photopick.run("browse", "-", "--paths")
    #expect(outcome.text == "")
    #expect(outcome.status == 0)
  }

  @Test(arguments: ["info", "browse"])
  func `a list that cannot be read is one line and status 1`(command: String) throws {
    let outcome = try photopick.shell("\"$PHOTOPICK\" \(command) - </")
    #expect(outcome.text == "")
    #expect(outcome.errors == "photopick: standard input: cannot be read: Is a directory\n")
    #expect(outcome.status == 1)
  }

  @Test(.enabled(if: getuid() != 0, "Nothing is closed to root."))
  func `a folder that may not be read is named and the rest goes on`() throws {
    try photo("open/a.jpg")
    try photo("closed/b.jpg")
    _ = try photopick.shell("chmod 0 closed")
    defer { _ = try? photopick.shell("chmod 700 closed") }
    let outcome = try photopick.run("browse", "--format", "{name}")
    #expect(outcome.lines == ["a.jpg"])
    #expect(
      outcome.errors
        == "photopick: \(photopick.photos.at("closed")): permission denied; check who may read it\n")
    #expect(outcome.status == 1)
  }

  @Test func `a scan that is interrupted ends with 130 and nothing on stdout`() throws {
    try photo("all/0.jpg")
    for number in 1..<100 { try photopick.photos.hardLink(FilePath("all/\(number).jpg"), to: "all/0.jpg") }
    // 25,600 names, doubled at each step.
    let copies = try photopick.shell("for n in 1 2 3 4 5 6 7 8; do cp -al all copy && mv copy all/$n; done")
    #expect(copies.status == 0)
    // On a busy machine the signal may arrive too late; then send it sooner.
    var delay = Duration.milliseconds(100)
    func interrupted() throws -> Photopick.Outcome {
      try photopick.run("browse", "--json", "--no-catalog", interruptedBy: SIGINT, after: delay)
    }
    var outcome = try interrupted()
    while outcome.status == 0, delay > .milliseconds(10) {
      delay /= 2
      outcome = try interrupted()
    }
    #expect(outcome.status == 130)
    #expect(outcome.text == "")
    #expect(outcome.errors == "")
  }

  @Test func `a file that was named is a photo, damaged if it is none`() throws {
    try photopick.photos.file("notes.txt", Array("text".utf8))
    let records = try photopick.run("browse", "notes.txt", "--jsonl").lines(of: Record.self)
    #expect(records.map(\.format) == ["unknown"])
    #expect(records.first?.damaged != nil)
    #expect(try photopick.names() == [])
  }

  @Test func `hidden folders and files are shown on request`() throws {
    try photo("a.jpg", day: 1)
    try photo(".trash/b.jpg", day: 2)
    try photo(".c.jpg", day: 3)
    #expect(try photopick.names() == ["a.jpg"])
    #expect(try photopick.names("--hidden") == [".c.jpg", "b.jpg", "a.jpg"])
    // A hidden folder passed as an argument is scanned.
    #expect(try photopick.names(".trash") == ["b.jpg"])
  }

  @Test(arguments: [("0", ["a.jpg"]), ("1", ["b.jpg", "a.jpg"]), ("2", ["c.jpg", "b.jpg", "a.jpg"])])
  func `depth counts the levels of folders below`(depth: String, names: [String]) throws {
    try photo("a.jpg", day: 1)
    try photo("1/b.jpg", day: 2)
    try photo("1/2/c.jpg", day: 3)
    #expect(try photopick.names("--depth", depth) == names)
  }

  @Test func `with few files open at the same time no photo is lost without a word`() throws {
    let count = 30
    for number in 0..<count { try photo(FilePath("\(number % 10)/\(number).jpg"), day: number % 28 + 1) }
    // The limits include files that the tests have open and pass on.
    let loop = """
      open=$(ls /proc/$$/fd 2> /dev/null | sort -n | tail -n 1); open=${open:-2}
      for count in 24 32 40 44 60; do rm -rf "$HOME"/.cache
      for run in first second; do
      (ulimit -n $((open + count)); exec "$PHOTOPICK" browse --paths > "$HOME/out"); echo "$? $(wc -l < "$HOME/out")"
      done; done
      """
    let outcome = try photopick.shell(loop)
    let whole = "0 \(count)"
    #expect(outcome.errorLines.allSatisfy { $0.contains("ulimit -n") })
    #expect(outcome.lines.count == 10)
    for line in outcome.lines { #expect(line == whole || line.hasPrefix("1 ")) }
    #expect(outcome.lines.suffix(4).allSatisfy { $0 == whole })
  }

  @Test func `files of the same bytes are shown once on request`() throws {
    try photo("a.jpg")
    try photo("copy.jpg")
    try photo("other.jpg", day: 2)
    #expect(try photopick.names() == ["other.jpg", "copy.jpg", "a.jpg"])
    #expect(try photopick.names("--unique") == ["other.jpg", "a.jpg"])
  }

  @Test func `a photo is found by its content, whatever its name`() throws {
    try photo("IMG_0001")
    try photopick.photos.file("really a png.jpg", PictureBuilder.png())
    let records = try photopick.run("browse", "--jsonl").lines(of: Record.self)
    #expect(Set(records.map { "\($0.name) \($0.format)" }) == ["IMG_0001 jpeg", "really a png.jpg png"])
  }

  @Test func `the library of the environment is searched if no path is named`() throws {
    try photo("here.jpg")
    try photopick.user.file("library/there.jpg", PictureBuilder.jpeg("2014:05:01 10:00:00"))
    var other = photopick
    other.environment["PHOTOPICK_LIBRARY"] = photopick.user.at("library").string
    #expect(try other.names() == ["there.jpg"])
    #expect(try other.names(".") == ["here.jpg"])
    other.environment["PHOTOPICK_LIBRARY"] = ""
    #expect(try other.names() == ["here.jpg"])
  }
}

/// Names with invalid or unusual bytes.
@Suite(.blocking) struct NameTests {
  private let photopick: Photopick

  init() throws { photopick = try Photopick() }

  @Test func `a name that is no UTF-8 works from the scan to the result`() throws {
    let name = Array("caf".utf8) + [0xE9, 0xFF] + Array(".jpg".utf8)
    try photopick.photos.file(FilePath(fileSystemBytes: name), PictureBuilder.jpeg("2014:05:01 10:00:00"))
    let path = Array("\(photopick.photos.path)/".utf8) + name
    let record = try #require(try photopick.run("browse", "--jsonl").lines(of: Record.self).first)
    #expect(record.name == "caf\u{FFFD}\u{FFFD}.jpg")
    #expect(record.url == "file://\(photopick.photos.path)/caf%E9%FF.jpg")
    #expect(FileURL.path(record.url) == path)
    #expect(try photopick.run("select", "1", "-0").bytes == path + [0])
    #expect(try photopick.run("select", "1", "--paths", ".").bytes == path + [0x0A])
    #expect(
      try photopick.shell("\"$PHOTOPICK\" info --jsonl *.jpg").lines(of: Record.self).map(\.url) == [
        record.url
      ])
    #expect(try photopick.shell("printf '%s' *.jpg | \"$PHOTOPICK\" browse - -0").bytes == path + [0])
  }

  @Test func `escape sequences in names never reach a terminal`() throws {
    let name = "a\u{1B}[31m\u{7}\u{9B}2J\nb.jpg"
    try photopick.photos.file(FilePath(name), PictureBuilder.jpeg("2014:05:01 10:00:00"))
    try photopick.photos.file("\u{1B}]0;x\u{7}/c.jpg", PictureBuilder.jpeg("2014:05:01 10:00:00"))
    let forms = [
      ["browse"], ["browse", "--paths"], ["browse", "--format", "{name}|{path}|{album}"],
      ["browse", "--json"],
      ["browse", "--plist"], ["list-albums"], ["list-albums", "--json"], ["select", "1-"],
      ["browse", "--group", "album"],
    ]
    for form in forms {
      var plain = photopick
      plain.environment["NO_COLOR"] = "1"
      let shown = try plain.runAll(form, to: .terminal(columns: 300)).bytes
      #expect(!shown.isEmpty)
      #expect(!shown.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A || $0 == 0x7F }, "\(form)")
      let text = String(decoding: shown, as: UTF8.self)
      #expect(!text.unicodeScalars.contains { (0x80...0x9F).contains($0.value) }, "\(form)")
    }
    let errors = try photopick.run("browse", "no\u{1B}[31m\nfile.jpg").errors
    #expect(!errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(errors.split(separator: "\n").count == 2)
  }

  @Test func `names with newlines keep one record a line`() throws {
    try photopick.photos.file("x\ny.jpg", PictureBuilder.jpeg("2014:05:01 10:00:00"))
    #expect(try photopick.run("browse", "--jsonl").lines(of: Record.self).map(\.name) == ["x\ny.jpg"])
    #expect(try photopick.run("browse").lines.count == 2)
    #expect(try photopick.run("info", "x\ny.jpg").lines.allSatisfy { $0.contains(" ") })
  }
}
