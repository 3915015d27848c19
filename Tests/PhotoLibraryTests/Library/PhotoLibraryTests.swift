import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoLibrary

struct PhotoLibraryTests {
  @Test func `albums are All Photos followed by the folders with photos`() async throws {
    let tree = try TemporaryTree()
    try tree.file("10/a.jpg", PictureBuilder.jpeg("2014:05:25 10:00:00"))
    try tree.file("9/b.jpg", PictureBuilder.jpeg("2012:01:01 00:00:00"))
    try tree.file("9/c.jpg", PictureBuilder.jpeg("2013:01:01 00:00:00"))
    try tree.folder("empty")
    let library = PhotoLibrary(roots: [tree.path])
    let snapshot = try await library.snapshot()
    #expect(snapshot.albums.map(\.name) == ["All Photos", "9", "10"])
    #expect(snapshot.albums.map(\.count) == [3, 2, 1])
    #expect(snapshot.albums[1].poster?.name.text == "c.jpg")
    #expect(snapshot.albums[0].dates?.lowerBound.iso8601 == "2012-01-01T00:00:00")
    #expect(snapshot.albums(named: "10").map(\.count) == [1])
    #expect(snapshot.albums(named: tree.at("9").string).map(\.count) == [2])
    #expect(snapshot.albums(named: "empty").isEmpty)
    #expect(try await library.album(Folder(tree.at("9"))).assets.names == ["b.jpg", "c.jpg"])
  }

  @Test func `a library is read once until it is reloaded or unloaded`() async throws {
    let tree = try TemporaryTree()
    try tree.file("a.png", PictureBuilder.png())
    let library = PhotoLibrary(roots: [tree.path])
    #expect(try await library.snapshot().assets.count == 1)
    try tree.file("b.png", PictureBuilder.png())
    #expect(try await library.snapshot().assets.count == 1)
    #expect(try await library.reload().assets.count == 2)
    try tree.file("c.png", PictureBuilder.png())
    await library.unload()
    #expect(try await library.snapshot().assets.count == 3)
  }

  /// Weak references to the storage of an asset.
  private struct Kept {
    weak var storage: AnyObject?

    init?(_ asset: Asset?) {
      guard let value = asset.flatMap({ Mirror(reflecting: $0).children.first?.value }) else { return nil }
      storage = value as AnyObject
    }
  }

  @Test func `an unloaded album gives its memory back and reads its own folder again`() async throws {
    let tree = try TemporaryTree()
    for place in ["a/1.png", "a/2.png", "a/b/3.png", "c/4.png"] as [FilePath] {
      try tree.file(place, PictureBuilder.png())
    }
    let cache = RememberingCache(tellsNothing: true)
    let library = PhotoLibrary(roots: [tree.path], options: ScanOptions(), cache: cache)
    let albums = try await library.albums()
    #expect(albums.map(\.name) == ["All Photos", "a", "b", "c"])
    #expect(albums.map(\.count) == [4, 2, 1, 1])
    #expect(albums.allSatisfy { !$0.isLoaded && $0.assets.isEmpty && $0.poster == nil })
    _ = cache.takeReadFiles()

    var album = try #require(albums.first { $0.name == "a" })
    try await album.load(in: library)
    #expect(cache.takeReadFiles() == ["1.png", "2.png"])
    try await album.load(in: library)
    #expect(cache.takeReadFiles() == [])
    let kept = try #require(Kept(album.assets.first))
    #expect(kept.storage != nil)
    album.unload()
    #expect(kept.storage == nil)
    #expect(album.count == 2 && album.dates != nil && !album.isLoaded)

    try tree.remove("a/1.png")
    for place in ["a/5.png", "a/6.png", "c/7.png"] as [FilePath] {
      try tree.file(place, PictureBuilder.png())
    }
    try await album.reload(in: library)
    #expect(album.isLoaded && album.assets.names == ["2.png", "5.png", "6.png"] && album.count == 3)
    #expect(cache.takeReadFiles() == ["2.png", "5.png", "6.png"])
    var all = albums[0]
    try await all.reload(in: library)
    #expect(all.count == 6)
  }

  @Test func `events end with the finished library`() async throws {
    let tree = try TemporaryTree()
    try tree.file("a.png", PictureBuilder.png())
    var finished: LibrarySnapshot?
    for try await event in PhotoLibrary(roots: [tree.path]).events() {
      #expect(finished == nil)
      if case .finished(let snapshot) = event { finished = snapshot }
    }
    #expect(finished?.assets.count == 1)
  }

  @Test(arguments: [
    (AlbumOrder.name, SortDirection.ascending, ["All Photos", "a2", "a10", "b"]),
    (.name, .descending, ["All Photos", "b", "a10", "a2"]),
    (.count, .descending, ["All Photos", "a10", "a2", "b"]),
    (.count, .ascending, ["All Photos", "a2", "b", "a10"]),
    (.date, .descending, ["All Photos", "b", "a2", "a10"]),
    (.date, .ascending, ["All Photos", "a10", "a2", "b"]),
  ])
  func `albums are put in order after all photos`(
    order: AlbumOrder, direction: SortDirection, names: [String]
  ) {
    func album(_ folder: FilePath, _ dates: String...) -> Album {
      Album(.folder(Folder(folder)), assets: dates.map { .sample($0, $0, in: folder) })
    }
    let albums = [
      album("/p/b", "2015"), album("/p/a10", "2011", "2012"), Album(.all, assets: []), album("/p/a2", "2014"),
    ]
    #expect(order.sorted(albums.map(AlbumSummary.init), direction).map(\.name) == names)
  }
}
