import PhotoFiles
import Testing
import TestSupport

/// `--where`, and groups, orders and templates by field.
@Suite(.blocking) struct WhereTests {
  private let photopick: Photopick

  init() throws {
    photopick = try Photopick()
    try photopick.photos.file(
      "Trip/a.jpg", Self.photo("2014:05:25 10:00:00", ["Temple", "Kyoto"]) { $0.make = "Canon" })
    try photopick.photos.file(
      "Trip/b.jpg", Self.photo("2014:05:24 10:00:00", ["Kyoto"]) { $0.make = "Apple" })
    try photopick.photos.file("c.png", PictureBuilder.png(), modified: 1_000_000_000)
  }

  /// A JPEG with keywords in IPTC-IIM, in Photoshop's resource 0x0404.
  private static func photo(
    _ date: String, _ keywords: [String], _ change: (inout PictureBuilder) -> Void
  ) -> [UInt8] {
    var datasets: [UInt8] = []
    for keyword in keywords { datasets += [0x1C, 2, 25, 0, UInt8(keyword.utf8.count)] + Array(keyword.utf8) }
    if !datasets.count.isMultiple(of: 2) { datasets.append(0) }
    var segment: [UInt8] =
      Array("Photoshop 3.0\u{0}8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(datasets.count)]
    segment += datasets
    let jpeg = PictureBuilder.jpeg(date, change)
    return jpeg.prefix(2) + [0xFF, 0xED, 0, UInt8(segment.count + 2)] + segment + jpeg.dropFirst(2)
  }

  private func names(_ arguments: String...) throws -> [String] { try names(arguments) }

  private func names(_ arguments: [String]) throws -> [String] {
    try photopick.runAll(["browse", "--format", "{stem}"] + arguments).lines
  }

  @Test func `queries hold all together, with and without a catalog`() throws {
    #expect(try names("--where", "camera:canon or keyword:none") == ["a", "c"])
    #expect(try names("--where", "-camera:canon", "--where", "kyoto", "--no-catalog") == ["b"])
    #expect(try names("--where", "-camera:canon", "--no-refresh", "--limit", "1") == ["b"])
    #expect(try names("--where", "is:png or near:1,2,3km", "--filter", "jpeg") == [])
    #expect(try names("--where", "--camera:canon !c.png") == ["a"])
    for catalog in [[], ["--no-catalog"], ["--no-refresh"]] {
      #expect(try names(["--where", "temple,apple 2014"] + catalog) == ["a", "b"])
      #expect(try names(["--where", "?.p*"] + catalog) == ["c"])
    }
    let albums = try photopick.run("list-albums", "--where", "name:a*", "--format", "{name} {count}")
    #expect(albums.lines == ["All Photos 1", "Trip 1"])
    // A query creates a separate view with other numbers than the last `browse`.
    #expect(try photopick.run("select", "1", "--where", "c.png", "--format", "{name}").lines == ["c.png"])
  }

  @Test func `a mistake ends with 64, its column and the nearest name`() throws {
    let outcome = try photopick.run("browse", "--where", "iso:100 camra:x")
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
    #expect(outcome.errors.contains("column 9: there is no field \"camra\"; did you mean camera?"))
    let group = try photopick.run("browse", "--group", "lnes")
    #expect(group.status == 64)
    #expect(group.errors.contains("did you mean lens?"))
    #expect(try photopick.run("list-albums", "--sort", "lens").status == 64)
  }

  @Test func `a test of another language names the colon, and relative dates limit views`() throws {
    let outcome = try photopick.run("browse", "--where", "rating>=3")
    #expect(outcome.status == 64 && outcome.errors.contains("write rating:>=3"))
    let blanks = try photopick.run("browse", "--where", "temple iso > 800")
    #expect(
      blanks.status == 64 && blanks.text == ""
        && blanks.errors.contains("column 8: a comparison contains no blanks"))
    try photopick.photos.file("new.jpg", PictureBuilder.jpeg(), modified: Int(time(nil)))
    #expect(try names("--since", "yesterday") == ["new"])
    #expect(try names("--since", "7d", "--until", "today") == ["new"])
    #expect(try names("--until", "1y") == ["a", "b", "c"])
    #expect(try photopick.run("browse", "--since", "soon").status == 64)
  }

  @Test func `what was understood is told on stderr`() throws {
    let outcome = try photopick.run(
      "browse", "--where", "a.jpg -iso:>=1600", "--explain", "--format", "{name}")
    #expect(outcome.lines == ["a.jpg"])
    #expect(
      outcome.errorLines.prefix(4) == [
        "all of these:",
        "  \"a.jpg\" occurs in name, album, camera, lens, keywords, title, caption, people, sublocation, city, state, country",
        "  not this:", "    iso is 1600 or more",
      ])
    #expect(outcome.errorLines.last?.hasPrefix("catalog: ") == true)
    let known = try photopick.run("browse", "--where", "keyword:temple", "--explain", "--no-refresh")
    #expect(known.errorLines.last == "catalog: 1 records are judged")
    let counted = try photopick.run("stats", "--explain", "--no-refresh")
    let counts = "photos are counted by their columns, and 0 records are judged"
    #expect(counted.errorLines.last == "catalog: \(counts)")
  }

  @Test func `a photo stands in each group of its keywords and is picked once`() throws {
    let browsed = try photopick.run("browse", "--group", "keywords", "--format", "{number} {group} {name}")
    #expect(
      browsed.lines == ["1 Kyoto a.jpg", "2 Kyoto b.jpg", "3 Temple a.jpg", "4 none c.png"])
    func picked(_ selection: String) throws -> [String] {
      try photopick.run("select", selection, "--format", "{number} {name}").lines
    }
    #expect(try picked("3,1,2") == ["3 a.jpg", "2 b.jpg"])
    #expect(try picked("all,!@temple") == ["2 b.jpg", "4 c.png"])
    let view = ["--group", "keywords", "--max", "2", "--format", "{number} {name}"]
    #expect(try photopick.runAll(["select", "@temple,@kyoto", "."] + view).lines == ["3 a.jpg", "2 b.jpg"])
    #expect(try photopick.runAll(["select", "1-3,!3", "."] + view).lines == ["2 b.jpg"])
  }

  @Test func `photos are ordered and written by any field`() throws {
    let template = #"{camera|"no camera"} {stem}.{ext} {city|album}"#
    let outcome = try photopick.run("browse", "--group", "all", "--sort", "make", "--format", template)
    #expect(outcome.lines == ["Apple b.jpg Trip", "Canon a.jpg Trip", "no camera c.png \(root)"])
    let reversed = try photopick.run(
      "browse", "--group", "all", "--sort", "make", "--descending", "--format", "{dir}/{name}")
    #expect(
      reversed.lines == ["Trip/a.jpg", "Trip/b.jpg", "c.png"].map { photopick.photos.at(.init($0)).string })
  }

  private var root: String { photopick.photos.path.lastComponent?.string ?? "" }
}
