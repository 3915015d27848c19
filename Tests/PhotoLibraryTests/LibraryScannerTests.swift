import Foundation
import PhotoFiles
import PhotoFormats
import SystemPackage
import Testing
import TestSupport

@testable import PhotoLibrary

struct LibraryScannerTests {
  @Test func `the result does not depend on chance`() async throws {
    let tree = try TemporaryTree()
    for folder in 0..<8 {
      for photo in 0..<4 {
        try tree.file(
          FilePath("f\(folder)/p\(photo).jpg"), PictureBuilder.jpeg("2014:05:0\(photo + 1) 10:00:00"))
      }
      try tree.symbolicLink(FilePath("f\(folder)/next"), to: FilePath("../f\((folder + 1) % 8)"))
      try tree.symbolicLink(FilePath("f\(folder)/up"), to: "..")
    }
    try tree.file("outside/x/y.jpg", PictureBuilder.jpeg("2013:01:01 00:00:00"))
    try tree.symbolicLink("f3/way2", to: "../outside/x")
    try tree.symbolicLink("f1/way1", to: "../outside/x")
    try tree.hardLink("f5/hard.jpg", to: "f6/p0.jpg")
    try tree.symbolicLink("f0/soft.jpg", to: "../f7/p1.jpg")
    let roots = (0..<8).map { tree.at(FilePath("f\($0)")) }
    let first = try await LibraryScanner().scan(roots).assets.map(\.path)
    #expect(first.count == 33)
    #expect(first.contains(tree.at("f5/hard.jpg")))
    #expect(!first.contains(tree.at("f0/soft.jpg")))
    #expect(first == first.sorted { FileName.naturalOrder($0.fileSystemBytes, $1.fileSystemBytes) < 0 })
    for _ in 0..<50 {
      #expect(try await LibraryScanner().scan(roots).assets.map(\.path) == first)
    }
  }

  @Test func `what was found so far is in order, and the end is the same for it`() throws {
    func part(_ folder: FilePath, batch: Int = 0, _ names: String...) -> WalkPart {
      var part = WalkPart()
      part.place = FileBatch.Place(folder: Folder(folder), number: batch)
      part.assets = names.map { .sample($0, "2014", in: folder) }
      return part
    }
    var findings = WalkFindings()
    #expect(findings.snapshot().assets.isEmpty)
    findings.absorb(part("/p/b", "3.jpg"))
    findings.absorb(part("/p/a10", "1.jpg", "2.jpg"))
    #expect(findings.snapshot().assets.names == ["1.jpg", "2.jpg", "3.jpg"])
    findings.absorb(part("/p/a2", "0.jpg"))
    #expect(findings.snapshot().assets.names == ["0.jpg", "1.jpg", "2.jpg", "3.jpg"])
  }

  @Test func `a cancelled scan ends with that error`() async throws {
    let tree = try TemporaryTree()
    for number in 0..<500 { try tree.file(FilePath("\(number)/a.png"), PictureBuilder.png()) }
    let task = Task {
      try await LibraryScanner().scan([tree.path]) { progress in
        if progress.folders > 20 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a folder tree deeper than any stack is walked`() async throws {
    let tree = try TemporaryTree()
    let place = FilePath((0..<200).map { _ in "deep" }.joined(separator: "/"))
    try tree.file(place.appending("a.png"), PictureBuilder.png())
    #expect(try await LibraryScanner().scan([tree.path]).assets.names == ["a.png"])
  }

  @Test func `progress counts folders, files and photos`() async throws {
    let tree = try TemporaryTree()
    for number in 0..<130 { try tree.file(FilePath("a/\(number).png"), PictureBuilder.png()) }
    try tree.file("notes.txt", Array("text".utf8))
    let result = try await LibraryScanner().scan([tree.path])
    #expect(result.progress == ScanProgress(folders: 2, files: 131, assets: 130))
    #expect(result.assets.names.prefix(3) == ["0.png", "1.png", "2.png"])
    #expect(result.problems.isEmpty)
  }

  @Test func `problems name what could not be read while the rest goes on`() async throws {
    let tree = try TemporaryTree()
    try tree.file("a.png", PictureBuilder.png())
    try tree.symbolicLink("loop", to: "loop")
    let result = try await LibraryScanner().scan([tree.at("gone"), tree.path, tree.at("a.png/inside")])
    #expect(result.assets.names == ["a.png"])
    #expect(result.problems.map(\.path) == [tree.at("a.png/inside"), tree.at("gone"), tree.at("loop")])
    #expect(result.problems[1].reason == "no such file or folder")
  }

  @Test func `relative roots, dots and double slashes lead to one absolute path`() async throws {
    let tree = try TemporaryTree()
    try tree.file("a/b.png", PictureBuilder.png())
    let roots = ["a", "./a", "a/../a", "a//", "a/."].map { tree.path.appending($0) }
    let result = try await LibraryScanner().scan(roots)
    #expect(result.assets.map(\.path) == [tree.at("a/b.png")])
  }

  @Test func `a link that was named gives way to the file where both are found`() async throws {
    let tree = try TemporaryTree()
    try tree.file("real/b.png", PictureBuilder.png())
    try tree.symbolicLink("a.png", to: "real/b.png")
    let scanner = LibraryScanner()
    for roots in [["a.png", "real"], ["real", "a.png"], ["a.png", "real/b.png"]] {
      let found = try await scanner.scan(roots.map { tree.at(FilePath($0)) })
      #expect(found.assets.map(\.path) == [tree.at("real/b.png")])
    }
    #expect(try await scanner.scan([tree.at("a.png")]).assets.names == ["a.png"])
  }

  @Test func `a named file that is no photo is a damaged asset`() throws {
    let tree = try TemporaryTree()
    try tree.file("notes.txt", Array("text".utf8))
    let asset = try LibraryScanner().read(tree.at("notes.txt"))
    #expect(asset.fileType == .unknown)
    #expect(asset.damage == "not a photo or video of a known format")
    #expect(!asset.isDeleted)
    try tree.remove("notes.txt")
    #expect(asset.isDeleted)
    #expect(throws: ScanProblem.self) { try LibraryScanner().read(tree.at("notes.txt")) }
    #expect(throws: ScanProblem.self) { try LibraryScanner().read("/") }
    #expect(throws: ScanProblem.self) { try LibraryScanner().read("") }
  }
}

struct PhotoLibraryTests {
  @Test func `albums are the folders that hold photos, after all photos`() async throws {
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
