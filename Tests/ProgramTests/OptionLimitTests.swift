import SystemPackage
import TestSupport
import Testing

/// Options with extreme values.
@Suite(.blocking) struct OptionLimitTests {
  @Test(arguments: [
    "browse --limit 0", "browse --offset 0", "browse --depth 0", "browse --since 2014-05 --until 2014-05",
    "browse --time-zone +09:00", "thumbnail --size 1 1.jpg", "thumbnail --size 1024 1.jpg",
    "thumbnail -j 1 1.jpg",
    "thumbnail -j 64 1.jpg", "export all . --to out --dry-run -j 1", "export all . --to out --dry-run -j 64",
    "select 1 . --max 1", "select 1 . --crop 1:1", "export all . --to out --dry-run --quality 0.5",
    "export all . --to out --dry-run --name a/{name}", "select 1 . --return-image original", "drafts list",
    "store put 1.jpg --any --root s", "store put 1.jpg --fit 0 --root s", "list-albums --limit 0",
  ])
  func `what lies within the limits is done`(line: String) throws {
    let outcome = try Scene.photopick(count: 1).runAll(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(arguments: [
    "browse --limit -1", "browse --offset -1", "browse --depth -1", "browse --since 2014-06 --until 2014-05",
    "browse --ascending --descending", "browse --time-zone Nowhere/Land", "browse --json --csv",
    "browse --format x --json", "thumbnail --size 0 1.jpg", "thumbnail --size 1025 1.jpg",
    "thumbnail -j 0 1.jpg",
    "thumbnail -j 65 1.jpg", "export all . --to out -j 0", "export all . --to out -j 65", "export all .",
    "export all . --to out --move --fit 100", "export --undo --dry-run", "export --undo --move",
    "export 1 --undo",
    "fetch --tries 0 http://127.0.0.1:1/", "fetch --stall 0 http://127.0.0.1:1/",
    "fetch --stall 86401 http://127.0.0.1:1/", "fetch --max-bytes 0 http://127.0.0.1:1/",
    "fetch -j 65 http://127.0.0.1:1/", "fetch --list --resume", "fetch --forget",
    "fetch --root s http://127.0.0.1:1/",
    "fetch --list --no-resume", "select 1 . --crop 1:1 --return-image original",
    "select 1 . --crop 1:1 --return-image none",
    "select 1 . --image-folder out",
    "select 1 . --crop 0:1", "select 1 . --max-size 1x", "store put 1.jpg 1.jpg --name a",
    "store list --root s --cache",
    "store put 1.jpg --any --thumbnails", "store put 1.jpg --fit 10 --name a.png",
    "export all . --to out --fit -1",
    "export all . --to out --quality 101", "list-albums --posters --json", "info",
  ])
  func `what lies beyond them is an error of usage, and nothing is done`(line: String) throws {
    let photopick = try Scene.photopick(count: 1)
    let outcome = try photopick.runAll(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64)
    #expect(outcome.text == "" && outcome.errorLines.count == 1)
    #expect(photopick.photos.names() == ["1.jpg"])
  }

  @Test func `every view option asks for another view than the one that was browsed`() throws {
    let options = [
      "--album .", "--group all", "--filter photo", "--since 1990", "--until 2100", "--sort name",
      "--ascending",
      "--descending", "--keep-empty", "--hidden", "--depth 5", "--follow", "--no-follow", "--unique",
      "--limit 9",
      "--offset 0", "--time-zone UTC",
    ]
    let photopick = try Scene.photopick(count: 2)
    try photopick.photos.file("2.jpg", Scene.jpeg(width: 100))
    let outcome = try photopick.shell(
      """
      "$PHOTOPICK" browse --limit 1 > /dev/null
      "$PHOTOPICK" select 2 > /dev/null 2>&1; echo $?
      for option in \(options.map { "'\($0.replacing("--album .", with: "--album \(photopick.photos.path)"))'" }
        .joined(separator: " ")); do
        "$PHOTOPICK" select 2 $option > /dev/null 2>&1; echo $?
      done
      """)
    #expect(outcome.lines == ["64"] + options.map { _ in "0" })
  }

  @Test func `lines of JSON are as many and in the order of the photos, however they are made`() throws {
    let photopick = try Photopick()
    for number in 0..<259 {
      try photopick.photos.file(FilePath("\(number).gif"), TinyGIF.bytes(width: UInt8(number % 200 + 1)))
    }
    let whole = try photopick.run("browse", "--jsonl", "--sort", "name", "--group", "all")
    #expect(whole.lines.count == 259)
    for count in [0, 1, 127, 128, 129, 256, 257] {
      let part = try photopick.run(
        "browse", "--jsonl", "--sort", "name", "--group", "all", "--limit", "\(count)")
      #expect(part.lines == Array(whole.lines.prefix(count)), "\(count)")
    }
  }

  @Test func `a program whose standard output is closed writes into no file of its own`() throws {
    let photopick = try Scene.photopick(count: 1)
    let before = try #require(photopick.photos.bytes("1.jpg"))
    let outcome = try photopick.shell(
      """
      for line in 'info 1.jpg' 'browse' 'export all . --to out' 'store put 1.jpg --root s'; do
        "$PHOTOPICK" $line 0<&- 1>&- 2>&-
      done
      """)
    #expect(outcome.bytes.isEmpty)
    #expect(photopick.photos.bytes("1.jpg") == before)
    #expect(photopick.photos.bytes("out/1.jpg") == before)
    let kept = photopick.photos.names("s").filter { !$0.hasPrefix(".") }
    #expect(kept.count == 1 && photopick.photos.bytes(FilePath("s/\(kept.first ?? "")")) == before)
  }
}
