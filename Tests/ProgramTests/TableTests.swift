import PhotoFiles
import SystemPackage
import TestSupport
import Testing

/// Tables at the widths where columns change, and shortened names of exported files.
@Suite(.blocking) struct TableTests {
  @Test(arguments: [
    (UInt16(200), "~2001-09-09 01:46  jpeg  80×60  1.jpg"), (53, "~2001-09-09 01:46  jpeg  80×60  1.jpg"),
    (52, "~2001-09-09 01:46  jpeg  1.jpg"), (46, "~2001-09-09 01:46  jpeg  1.jpg"),
    (45, "~2001-09-09 01:46  1.jpg"), (40, "~2001-09-09 01:46  1.jpg"), (39, "~2001-09-09  1.jpg"),
    (23, "~2001-09-09  1.jpg"), (20, "~2001-09-09  1…"),
  ])
  func `columns go one after the other where there is no room for the name`(columns: UInt16, line: String)
    throws
  {
    var photopick = try Scene.photopick(count: 1)
    photopick.environment["NO_COLOR"] = "1"
    let shown = try photopick.run("browse", to: .terminal(columns: columns))
    #expect(shown.lines == ["September 2001 · 1", "   1 \(line)"])
  }

  @Test func `a date of the file has a tilde, and a day without a time no time`() throws {
    let photopick = try Photopick()
    try photopick.photos.file("20230721.jpg", PictureBuilder.jpeg())
    try photopick.photos.file("a.jpg", PictureBuilder.jpeg(), modified: 1_400_000_000)
    try photopick.photos.file("b.jpg", PictureBuilder.jpeg("2014:05:13 10:00:00"))
    let browsed = try photopick.run("browse", "--group", "all")
    let lines = browsed.lines.dropFirst().map { String($0.prefix(30)) }
    #expect(
      lines == [
        "   1  2023-07-21 --:--  jpeg  ", "   2 ~2014-05-13 16:53  jpeg  ", "   3  2014-05-13 10:00  jpeg  ",
      ])
    // The table isn't valid input for other commands.
    let read = try photopick.run("browse", "-", "--paths", input: browsed.bytes)
    #expect(read.lines == [])
    #expect(read.errorLines.count == 1 && read.errors.contains("--json"))
  }

  @Test(arguments: [
    (UInt16(200), "a very long name  1  2001-09-09  2001-09-09  /"),
    (41, "a very long name  1  2001-09-09  /"),
    (43, "a very long name  1  2001-09-09  2001-09-09"), (42, "a very long name  1  2001-09-09  /"),
    (35, "a very long name  1  2001-09-09  /…"), (31, "a very long name  1  2001-09-09"),
    (30, "a very long na…  1  2001-09-09"),
    (23, "a very …  1  2001-09-09"),
  ])
  func `the first date of an album gives way, then the end of its name, and the last date stays`(
    columns: UInt16, line: String
  ) throws {
    let photopick = try Photopick()
    try photopick.photos.file("a very long name/1.jpg", Scene.jpeg())
    let albums = try photopick.run("list-albums", to: .terminal(columns: columns)).lines
    #expect(albums.last?.hasPrefix(line) == true, "\(albums)")
  }

  @Test func `groups of photos and of albums stand one empty line apart`() throws {
    let photopick = try Scene.photopick(count: 2)
    try photopick.photos.file("2.jpg", Scene.jpeg(), modified: 1_400_000_000)
    #expect(
      try photopick.run("browse", "--paths").lines
        == ["2.jpg", "1.jpg"].map { photopick.photos.at(FilePath($0)).string })
    #expect(
      try photopick.run("browse").lines == [
        "May 2014 · 1", "   1 ~2014-05-13 16:53  jpeg  80×60  2.jpg", "", "September 2001 · 1",
        "   2 ~2001-09-09 01:46  jpeg  80×60  1.jpg",
      ])
    let albums = try photopick.run("list-albums", "--group", "year").lines
    #expect(albums.first == "2014 · 1")
    #expect(albums.count(where: \.isEmpty) == 1 && albums.last?.isEmpty == false)
  }

  @Test func `the columns of albums and drafts are as wide as their widest entries`() throws {
    let photopick = try Scene.photopick(count: 12)
    for number in 1...12 { try photopick.photos.file(FilePath("a/\(number).jpg"), Scene.jpeg()) }
    try photopick.photos.file("a/b/13.jpg", Scene.jpeg())
    let dates = "2001-09-09  2001-09-09"
    #expect(
      try photopick.run("list-albums", "a", "--sort", "name").lines == [
        "All Photos  13  \(dates)", "a           12  \(dates)  \(photopick.photos.at("a").string)",
        "b            1  \(dates)  \(photopick.photos.at("a/b").string)",
      ])
    #expect(try photopick.run("select", "1-10", ".", "--draft", "a").status == 0)
    #expect(try photopick.run("select", "1", ".", "--draft", "long name").status == 0)
    let drafts = try photopick.run("drafts", "list").lines
    #expect(Set(drafts.map { $0.prefix(15) }) == ["a          10  ", "long name   1  "])
  }

  @Test(arguments: [
    ("p.abc", "x", "x.abc"), ("p.abc", "holiday", "holiday.abc"), ("p.abc", "bc", "bc.abc"),
    ("p.abc", "xabc", "xabc.abc"), ("p.abc", "x.abc", "x.abc"), ("p.abc", "{name}", "p.abc"),
    ("p.abc", "x.png", "x.png"), ("p.x.JPG", "x", "x.JPG"), ("noext", "x", "x"), ("noext", "x.y", "x.y"),
    (".hid", "x", "x"), (".hid", "{name}", ".hid"), ("p.abc", "b/c/{number}", "b/c/1.abc"),
    ("p.abc", "b..c", "b..c.abc"),
  ])
  func `an exported file keeps its extension, once`(file: FilePath, template: String, expected: String) throws
  {
    let photopick = try Photopick()
    let photo = try Scene.jpeg()
    try photopick.photos.file(file, photo)
    let outcome = try photopick.run("export", "all", file.string, "--to", "out", "--name", template)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(photopick.photos.bytes(FilePath("out/\(expected)")) == photo)
  }

  @Test(arguments: ["", "/a", "a/", "/", "..", "a/..", "../a", "a/../b"])
  func `a name for exported files leads nowhere else`(template: String) throws {
    let photopick = try Scene.photopick(count: 1)
    #expect(try photopick.run("export", "all", ".", "--to", "out", "--name", template).status == 64)
    #expect(photopick.photos.names() == ["1.jpg"])
  }
}
