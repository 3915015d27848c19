import Testing
import TestSupport

struct ListAlbumsTests {
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
          firstDate: "2012-01-01T00:00:00", lastDate: "2012-01-01T00:01:00", poster: folder + "/IMG_2.jpg"))
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

  @Test(arguments: [["--sort", "size"], ["--group", "month"], ["--json", "--jsonl"]])
  func `options that make no sense for albums are wrong usage`(options: [String]) throws {
    let outcome = try Photopick().runAll(["list-albums"] + options)
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
  }
}
