import Foundation
import SystemPackage
import Testing
import TestSupport

/// Output formats, files and streams.
@Suite(.blocking) struct OutputTests {
  private let photopick: Photopick

  init() throws { photopick = try Journey.photopick() }

  @Test func `all forms hold the same photos`() throws {
    let records = try photopick.run("browse", "--jsonl").lines(of: Record.self)
    #expect(records.map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(
      records.map(\.album) == [
        "Trip", "Trip", photopick.photos.path.lastComponent?.string, "Trip", "Day 2", "Day 2",
      ])
    #expect(try photopick.run("browse", "--json").array(of: Record.self) == records)
    let paths = records.map(\.path)
    #expect(try photopick.run("browse", "--paths").lines == paths)
    #expect(try photopick.run("browse", "-0").text == paths.map { $0 + "\0" }.joined())
    #expect(try photopick.run("browse", "--print0").text == paths.map { $0 + "\0" }.joined())
    #expect(try photopick.run("browse", "--plist").propertyList().map { $0["path"] as? String } == paths)
    #expect(
      try photopick.run("browse", "--format", "{date:%Y-%m} {name}").lines.first == "2014-05 clip.mp4")
  }

  @Test func `a template's records end with a newline, or with NUL alone`() throws {
    let names = try photopick.run("browse", "--format", "{name}").lines
    let ended = names.map { $0 + "\0" }.joined()
    #expect(try photopick.run("browse", "--format", "{name}", "-0").text == ended)
    #expect(try photopick.run("browse", "--format", #"{name}\0"#).text == ended)
    #expect(
      try photopick.run("select", "1-", ".", "--allow-damaged", "--format", #"{name}\0"#, "-0").text == ended)
    #expect(try photopick.run("browse", "--format", #"\0{name}"#).text == names.map { "\0\($0)\n" }.joined())
    #expect(try photopick.run("browse", "--format", "{name}", "--paths").status == 64)
    #expect(try photopick.run("browse", "--format", "{name}", "-0", "--json").status == 64)
  }

  @Test func `an empty view is an empty array`() throws {
    #expect(try photopick.run("browse", "--filter", "gif", "--json").array(of: Record.self) == [])
    #expect(try photopick.run("browse", "--filter", "gif", "--jsonl").text == "")
    #expect(try photopick.run("browse", "--filter", "gif", "--plist").propertyList().isEmpty)
  }

  @Test func `a file of results is written whole, in place of the one that was there`() throws {
    try photopick.user.file("result", Array("old".utf8))
    let file = photopick.user.at("result").string
    let outcome = try photopick.run("browse", "--json", "--output", file)
    #expect(outcome.text == "")
    #expect(outcome.status == 0)
    #expect(photopick.user.bytes("result") == (try photopick.run("browse", "--json").bytes))
    #expect(photopick.user.names().filter { $0.contains("part") } == [])
  }

  @Test func `what fails leaves the file of results as it was`() throws {
    try photopick.user.file("result", Array("old".utf8))
    let file = photopick.user.at("result").string
    #expect(try photopick.run("select", "99", "-o", file).status == 64)
    #expect(try photopick.run("select", "1-3", "--max", "2", ".", "-o", file).status != 0)
    #expect(photopick.user.bytes("result") == Array("old".utf8))
    let nowhere = try photopick.run("browse", "--json", "-o", "no/such/folder/file")
    #expect(nowhere.status == 1)
    #expect(nowhere.errorLines.count == 1)
    #expect(nowhere.text == "")
  }

  @Test func `a file of results may have a name of any bytes`() throws {
    let outcome = try photopick.shell(
      "\"$PHOTOPICK\" browse --json -o \"$(printf 'o\\377')\"; ls o* | od -c | head -n 1")
    #expect(outcome.text.contains("o 377"))
    #expect(outcome.errors == "")
  }

  @Test func `text in a file is the table`() throws {
    let file = photopick.user.at("result").string
    #expect(try photopick.run("browse", "-o", file).status == 0)
    #expect(photopick.user.bytes("result") == (try photopick.run("browse").bytes))
  }

  /// Creates enough photos to exceed the 64 KiB of a pipe in each format.
  private func makePhotosForMoreThanAPipe() throws {
    let (name, picture) = (String(repeating: "a long name ", count: 16), PictureBuilder.png())
    for number in 0..<200 { try photopick.photos.file(FilePath("\(name)/\(name)\(number).png"), picture) }
  }

  @Test func `a reader that leaves early is no complaint`() throws {
    try makePhotosForMoreThanAPipe()
    let outcome = try photopick.shell(
      "{ \"$PHOTOPICK\" browse --json; echo \"status $?\" >&2; } | head -n 1")
    #expect(outcome.text == "[\n")
    #expect(outcome.errors == "status 0\n")
    let closed = try photopick.shell("{ sleep 0.2; \"$PHOTOPICK\" browse; echo \"status $?\" >&2; } | :")
    #expect(closed.errors == "status 0\n")
  }

  /// Shell code that makes the shared pipe of stdout nonblocking, as Node does, and runs a command.
  private static func nonBlocking(_ command: String) -> String {
    #"{ python3 -c 'import os; os.set_blocking(1, False)'; "$PHOTOPICK" \#(command); echo "status $?" >&2; }"#
  }

  @Test func `a pipe that does not wait gets everything, however late it is read`() throws {
    try makePhotosForMoreThanAPipe()
    for form in ["--json", "--jsonl", "--paths"] {
      let outcome = try photopick.shell("\(Self.nonBlocking("browse \(form)")) | { sleep 0.3; cat; }")
      #expect(outcome.errors == "status 0\n", "\(form)")
      #expect(outcome.bytes.count > 80 * 1024, "\(form)")
      #expect(outcome.bytes == (try photopick.run("browse", form).bytes), "\(form)")
      let closed = try photopick.shell("\(Self.nonBlocking("browse \(form)")) | { sleep 0.3; head -n 1; }")
      #expect(closed.errors == "status 0\n", "\(form)")
    }
  }

  @Test func `pictures and lists pass through pipes that do not wait`() throws {
    let picture = try Scene.jpeg(width: 600, height: 400) + [UInt8](repeating: 7, count: 200_000)
    try photopick.photos.file("large.jpg", picture)
    #expect(try photopick.run("store", "put", "large.jpg", "--name", "large.jpg").status == 0)
    let got = try photopick.shell("\(Self.nonBlocking("store get large.jpg")) | { sleep 0.3; cat; }")
    #expect(got.errors == "status 0\n" && got.bytes == picture)
    let list = try photopick.shell(
      #"{ sleep 0.3; echo large.jpg; } | { python3 -c 'import os; os.set_blocking(0, False)'; "#
        + #""$PHOTOPICK" browse - --format '{name}'; }"#)
    #expect(list.errors == "" && list.lines == ["large.jpg"])
  }

  #if os(Linux)
    @Test(arguments: [
      ["browse"], ["browse", "--json"], ["select", "1-3", ".", "--plist"], ["list-albums"],
      ["info", "IMG_9.JPG"],
    ])
    func `a full disk is one line and status 1`(arguments: [String]) throws {
      let outcome = try photopick.runAll(arguments, to: .path("/dev/full"))
      #expect(outcome.status == 1)
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.errors.contains("standard output"))
    }
  #endif

  @Test func `browsing goes on if the numbers cannot be kept`() throws {
    var broken = photopick
    try photopick.user.file("state", Array("a file, no folder".utf8))
    let outcome = try broken.run("browse", "--format", "{name}", "--limit", "1")
    #expect(outcome.lines == ["clip.mp4"])
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("the numbers for select cannot be saved"))
    // If XDG_STATE_HOME is unset, the state folder is in the home folder.
    broken.environment["XDG_STATE_HOME"] = nil
    #expect(try broken.run("browse").errors == "")
    #expect(photopick.user.names("home/.local/state/photopick/views").count == 1)
    broken.environment["HOME"] = "/dev/null"
    let homeless = try broken.run("browse", "--format", "{name}", "--limit", "1")
    #expect(homeless.lines == ["clip.mp4"])
    #expect(homeless.status == 0)
    #expect(homeless.errorLines.count == 2)
    #expect(homeless.errors.contains("no catalog"))
    #expect(homeless.errors.contains("the numbers for select cannot be saved"))
    // No other photo may take the number of a displayed one.
    let picked = try broken.run("select", "1")
    #expect(picked.status == 1)
    #expect(picked.text.isEmpty)
    #expect(picked.errors.contains("name the folder"))
    // Relative paths are ignored (XDG Base Directory Specification).
    broken.environment["HOME"] = photopick.user.at("home").string
    broken.environment["XDG_STATE_HOME"] = "relative"
    #expect(try broken.run("browse").errors == "")
    #expect(!photopick.photos.names().contains("relative"))
  }

  @Test func `without a home folder browsing goes on`() throws {
    var homeless = photopick
    homeless.environment["XDG_STATE_HOME"] = nil
    homeless.environment["HOME"] = "/dev/null"
    let outcome = try homeless.run("list-albums", "--json")
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("every photo is read anew"))
  }
}
