import SystemPackage
import Testing
import TestSupport

@Suite(.blocking) struct ListAlbumsTests {
  @Test func `albums show name, number, first and last date and folder`() throws {
    let photopick = try Journey.photopick()
    let outcome = try photopick.run("list-albums", "Trip")
    let trip = photopick.photos.at("Trip")
    #expect(
      outcome.text == """
        All Photos  5  2012-01-01  2014-05-31
        Trip        3  2014-04-30  2014-05-31  \(trip)
        Day 2       2  2012-01-01  2012-01-01  \(trip)/Day 2

        """)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func `records name the folder exactly, count, dates and poster`() throws {
    let photopick = try Journey.photopick()
    let albums = try photopick.run("list-albums", "Trip", "--json").array(of: AlbumLine.self)
    let folder = photopick.photos.at("Trip/Day 2").string
    #expect(albums.map(\.name) == ["All Photos", "Trip", "Day 2"])
    #expect(
      albums.last
        == AlbumLine(
          name: "Day 2", type: "folder", path: folder,
          url: "file://" + folder.split(separator: " ").joined(separator: "%20"), count: 2,
          firstDate: "2012-01-01T00:00:00", lastDate: "2012-01-01T00:01:00",
          fileSize: ["IMG_2.jpg", "broken.jpg"].reduce(0) { sum, name in
            sum + (photopick.photos.bytes(FilePath("Trip/Day 2/\(name)"))?.count ?? 0)
          }, poster: folder + "/IMG_2.jpg"))
    #expect(albums[0].fileSize == albums[1].fileSize + albums[2].fileSize)
    #expect(try photopick.run("list-albums", "Trip", "--jsonl").lines(of: AlbumLine.self) == albums)
  }

  @Test(arguments: [
    (["--sort", "name"], ["All Photos", "Day 2", "Trip"]),
    (["--sort", "name", "--descending"], ["All Photos", "Trip", "Day 2"]),
    (["--sort", "count"], ["All Photos", "Trip", "Day 2"]),
    (["--sort", "count", "--ascending"], ["All Photos", "Day 2", "Trip"]),
    (["--sort", "date"], ["All Photos", "Trip", "Day 2"]),
    (["--sort", "date", "--ascending"], ["All Photos", "Day 2", "Trip"]),
    (["--filter", "video"], ["All Photos", "Trip"]),
    (["--filter", "video", "--keep-empty"], ["All Photos", "Trip", "Day 2"]),
    (["--until", "2012"], ["All Photos", "Day 2"]),
    (["--depth", "0"], ["All Photos", "Trip"]),
    (["--limit", "1", "--offset", "1"], ["Trip"]),
    (["--album", "Day 2"], ["Day 2"]),
  ])
  func `view options decide which albums are listed, and in which order`(
    options: [String], names: [String]
  ) throws {
    let outcome = try Journey.photopick().runAll(["list-albums", "Trip", "--json"] + options)
    #expect(try outcome.array(of: AlbumLine.self).map(\.name) == names)
  }

  @Test func `albums by the bytes of their photos show how many those are`() throws {
    let photopick = try Journey.photopick()
    try photopick.photos.file(
      "Big/one.jpg", PictureBuilder.jpeg("2013:01:01 00:00:00") { $0.padding = 50_000 })
    let sorted = try photopick.run("list-albums", "--sort", "size")
    #expect(sorted.lines.map { $0.prefix(5) }.prefix(2) == ["All P", "Big  "])
    #expect(sorted.lines[1].contains(" kB  2013-01-01"))
    let smallest = try photopick.run("list-albums", "--sort", "size", "--ascending", "--json")
    #expect(try smallest.array(of: AlbumLine.self).map(\.name).last == "Big")
    // The catalog returns the same albums.
    let known = try photopick.run("list-albums", "--sort", "size", "--no-refresh")
    #expect(known.text == sorted.text)
    #expect(
      try photopick.run("list-albums", "--json", "--no-refresh").bytes
        == photopick.run("list-albums", "--json").bytes)
  }

  @Test func `groups of photos have their albums below them`() throws {
    let photopick = try Journey.photopick()
    let trip = photopick.photos.at("Trip")
    #expect(
      try photopick.run("list-albums", "Trip", "--group", "year").text == """
        2014 · 3
        Trip   3  2014-04-30  2014-05-31  \(trip)

        2012 · 2
        Day 2  2  2012-01-01  2012-01-01  \(trip)/Day 2

        """)
    func groups(_ options: String...) throws -> [String] {
      let outcome = try photopick.runAll(["list-albums", "--jsonl", "--group"] + options)
      return try outcome.lines(of: AlbumLine.self).map { "\($0.group ?? "") \($0.count)" }
    }
    #expect(try groups("month", "Trip", "--ascending") == ["2012-01 2", "2014-04 1", "2014-05 2"])
    #expect(try groups("month", "Trip", "--offset", "1", "--limit", "1") == ["2014-04 1"])
    #expect(try groups("year", "Trip", "--filter", "video") == ["2014 1"])
    let empty = try photopick.run(
      "list-albums", "Trip", "--group", "year", "--filter", "video", "--keep-empty")
    #expect(empty.text.hasSuffix("\n\n2012 · 0\n"))
    #expect(empty.errors == "")
    let nothing = try photopick.run("list-albums", "Trip", "--group", "year", "--filter", "gif")
    #expect(nothing.text == "" && nothing.errors == "photopick: no photos found\n")
  }

  @Test func `counts are those of the filter`() throws {
    let outcome = try Journey.photopick().run("list-albums", "--filter", "jpeg", "--json")
    #expect(try outcome.array(of: AlbumLine.self).map(\.count) == [3, 1, 1, 1])
  }

  @Test func `an empty folder lists nothing and says so`() throws {
    let photopick = try Photopick()
    let text = try photopick.run("list-albums")
    #expect(text.text == "")
    #expect(text.errors == "photopick: no photos found\n")
    #expect(text.status == 0)
    #expect(try photopick.run("list-albums", "--json").array(of: AlbumLine.self) == [])
  }

  @Test(arguments: [
    ["--sort", "day"], ["--group", "decade"], ["--json", "--jsonl"], ["--posters", "--csv"],
  ])
  func `options that make no sense for albums are wrong usage`(options: [String]) throws {
    let outcome = try Photopick().runAll(["list-albums"] + options)
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
  }
}
