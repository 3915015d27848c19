import PhotoFiles
import PhotoFormats
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoLibrary

/// Sidecars that are added, changed and deleted, for all ways to read photos.
struct SidecarWalkTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private func photo(_ place: FilePath) throws { try tree.file(place, PictureBuilder.png()) }

  private func rating(_ place: FilePath, _ snapshot: LibrarySnapshot) -> Double? {
    snapshot.assets.first { $0.path == tree.at(place) }?.values[.rating]?.number
  }

  /// A change next to `a.png`, and the resulting rating.
  private static let steps: [(String, @Sendable (TemporaryTree) throws -> Void, Double?)] = [
    ("comes", { try $0.file("a.png.xmp", SidecarFile.xmp(rating: 1)) }, 1),
    ("changes in place", { try $0.file("a.png.xmp", SidecarFile.xmp(rating: 2)) }, 2),
    ("is joined by another", { try $0.file("a.xmp", SidecarFile.xmp(rating: 3, of: "png")) }, 2),
    ("goes", { try $0.remove("a.png.xmp") }, 3),
    ("means another file", { try $0.file("a.xmp", SidecarFile.xmp(rating: 3, of: "jpg")) }, nil),
    ("is another's", { try Self.move("a.xmp", to: "b.png.xmp", in: $0) }, nil),
    ("is its own again", { try Self.move("b.png.xmp", to: "a.png.xmp", in: $0) }, 3),
    ("is damaged", { try $0.file("a.png.xmp", Array("<x".utf8)) }, nil),
    ("is whole again", { try $0.file("a.png.xmp", SidecarFile.xmp(rating: 4)) }, 4),
    (
      "is a link",
      {
        try Self.move("a.png.xmp", to: "far.xmp", in: $0); try $0.symbolicLink("a.png.xmp", to: "far.xmp")
      }, nil
    ),
    ("takes the place of the link", { try Self.move("far.xmp", to: "a.png.xmp", in: $0) }, 4),
    ("is a further version", { try Self.move("a.png.xmp", to: "a_01.png.xmp", in: $0) }, 4),
    ("is that of a photo that comes", { try $0.file("a_01.png", PictureBuilder.png()) }, nil),
    ("is left by that photo", { try $0.remove("a_01.png") }, 4),
  ]

  private static func move(_ old: FilePath, to new: FilePath, in tree: TemporaryTree) throws {
    try #require(rename(tree.at(old).string, tree.at(new).string) == 0)
  }

  @Test func `adding, changing and deleting a sidecar updates its photo`() async throws {
    try photo("a.png")
    try photo("b.png")
    let scanner = LibraryScanner(options: ScanOptions(), cache: RememberingCache())
    let named = LibraryScanner(options: ScanOptions(), cache: RememberingCache())
    let single = LibraryScanner()
    var folders = FollowedFolders(roots: [tree.path])
    var followed = try #require(try await folders.update(.none)).snapshot
    _ = try await scanner.scan([tree.path])
    for (step, change, expected) in Self.steps {
      // All files are settled with this clock, so each change must alter the timestamps.
      try await Task.sleep(for: .milliseconds(15))
      try change(tree)
      let fresh = try await LibraryScanner().scan([tree.path])
      #expect(rating("a.png", fresh) == expected, "\(step)")
      #expect(rating("a.png", try await scanner.scan([tree.path])) == expected, "\(step), known")
      #expect(rating("a.png", try await named.scan([tree.at("a.png")])) == expected, "\(step), named")
      #expect(try single.read(tree.at("a.png")).values[.rating]?.number == expected, "\(step), alone")
      var changes = FolderChanges()
      changes.folders = [Folder(tree.path)]
      if let news = try await folders.update(changes) { followed = news.snapshot }
      #expect(followed.assets.elementsEqual(fresh.assets) { $0.isUnchanged(since: $1) }, "\(step), followed")
      #expect(followed.remarks == fresh.remarks, "\(step), followed")
    }
  }

  @Test func `only the photos of a sidecar that changed are read again`() async throws {
    for place in ["a.png", "b.png", "c.png"] as [FilePath] { try photo(place) }
    for place in ["a.png.xmp", "b.AAE"] as [FilePath] { try tree.file(place, SidecarFile.xmp(rating: 1)) }
    try tree.file("notes.txt.json", SidecarFile.takeout(5))
    try tree.file("notes.txt", [1])
    try tree.symbolicLink("notes.link", to: "notes.txt")
    let (told, untold) = (RememberingCache(), RememberingCache(tellsNothing: true))
    let scanner = LibraryScanner(options: ScanOptions(), cache: told)
    var folders = FollowedFolders(roots: [tree.path], cache: untold)
    _ = try await scanner.scan([tree.path])
    _ = try await folders.update(.none)
    let all = ["a.png", "a.png.xmp", "b.AAE", "b.png", "c.png", "notes.link", "notes.txt", "notes.txt.json"]
    #expect(told.takeReadFiles() == all && untold.takeReadFiles() == all)
    _ = try await scanner.scan([tree.path])
    #expect(try await folders.update(.everything) == nil)
    #expect(told.takeReadFiles() == [] && untold.takeReadFiles() == [])
    try await Task.sleep(for: .milliseconds(15))
    try tree.file("a.png.xmp", SidecarFile.xmp(rating: 2))
    let snapshot = try await scanner.scan([tree.path])
    let news = try #require(try await folders.update(.everything))
    #expect(rating("a.png", snapshot) == 2 && rating("a.png", news.snapshot) == 2)
    #expect(told.takeReadFiles() == ["a.png", "a.png.xmp"])
    #expect(untold.takeReadFiles() == ["a.png", "a.png.xmp"])
  }

  @Test func `a recently changed sidecar is read again, since its timestamps may be equal`() async throws {
    try photo("a.png")
    try tree.file("a.png.xmp", SidecarFile.xmp(rating: 1))
    let status = try FileStatus(tree.at("a.png.xmp"))
    let name = FileName(unchecked: Array("a.png.xmp".utf8))
    var seen = SeenSidecars(files: [SeenSidecar(name: name, status)])
    func moment(_ seconds: Int64) -> FileStatus.Time {
      FileStatus.Time(seconds: status.changed.seconds + seconds, nanoseconds: 0)
    }
    #expect(seen.areSettled(at: moment(3)) && !seen.areSettled(at: moment(2)))
    seen.failures.append(SeenSidecars.Failure(name: name, error: .permissionDenied))
    #expect(!seen.areSettled(at: moment(3)))
    let cache = RememberingCache(tellsNothing: true)
    let reader = AssetReader(clocks: LibraryClocks(), cache: cache)
    var folders = FollowedFolders(
      roots: [tree.path], options: ScanOptions(), reader: reader, watcher: NotingWatcher())
    for _ in 0..<2 {
      _ = try await folders.update(.everything)
      #expect(cache.takeReadFiles() == ["a.png", "a.png.xmp"])
    }
  }

  @Test func `an unreadable or invalid sidecar is ignored with a remark`() async throws {
    let bad: [(FilePath, [UInt8])] = [
      ("1.png.xmp", Array("<x".utf8)), ("2.png.json", Array("{".utf8)), ("3.AAE", [0xFF, 0xD8, 0xFF]),
      ("4.png.xmp", [UInt8](repeating: 0x20, count: (8 << 20) + 1)), ("5.png.xmp", []),
      ("6.png.json", [UInt8](repeating: 0x20, count: (1 << 20) + 1)),
      ("7.png.json", Array(String(repeating: "[", count: 100_000).utf8)),
    ]
    for (index, (place, bytes)) in bad.enumerated() {
      try photo(FilePath("\(index + 1).png"))
      try tree.file(place, bytes)
    }
    let cache = RememberingCache()
    let scanner = LibraryScanner(options: ScanOptions(), cache: cache)
    for round in 0..<2 {
      let found = try await scanner.scan([tree.path])
      #expect(found.assets.count == bad.count && found.assets.allSatisfy { $0.damage == nil })
      #expect(found.problems.isEmpty)
      #expect(Set(found.remarks.map(\.path)) == Set(bad.map { tree.at($0.0) }))
      #expect(found.remarks.allSatisfy { $0.reason.hasPrefix("the sidecar is ignored: ") })
      let reasons = Dictionary(uniqueKeysWithValues: found.remarks.map { ($0.path, $0.reason) })
      #expect(reasons[tree.at("4.png.xmp")]?.hasSuffix("it is larger than 8 MiB") == true)
      #expect(reasons[tree.at("5.png.xmp")]?.hasSuffix("it is empty") == true)
      // Cached remarks are reported again without reading the sidecar.
      #expect(cache.takeReadFiles().isEmpty == (round == 1))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a sidecar that may not be read is tried again each time`() async throws {
    try photo("a.png")
    try tree.file("a.png.xmp", SidecarFile.xmp(rating: 1))
    let scanner = LibraryScanner(options: ScanOptions(), cache: RememberingCache())
    #expect(rating("a.png", try await scanner.scan([tree.path])) == 1)
    #expect(chmod(tree.at("a.png.xmp").string, 0) == 0)
    for _ in 0..<2 {
      let found = try await scanner.scan([tree.path])
      #expect(rating("a.png", found) == nil)
      #expect(found.remarks.map(\.path) == [tree.at("a.png.xmp")])
    }
  }

  @Test func `RAW and JPEG of one shot share a sidecar, and a photo without content has one too`()
    async throws
  {
    try tree.file("a.gif", TinyGIF.bytes(width: 1))
    try photo("a.png")
    try tree.file("a.AAE", SidecarFile.edits)
    try tree.file("gone.jpg", [])
    try tree.file("gone.jpg.json", SidecarFile.takeout(1_401_012_000))
    let scanner = LibraryScanner(options: ScanOptions(), cache: RememberingCache())
    for _ in 0..<2 {
      let found = try await scanner.scan([tree.path]).assets
      #expect(found.map { $0.values[.edited] } == [.flag(true), .flag(true), nil])
      #expect(found.last?.damage == "the file is empty")
      #expect(found.last?.date?.iso8601 == "2014-05-25T10:00:00+00:00")
    }
  }

  @Test func `a photo of Google Photos is grouped on the clock for universal times`() async throws {
    try photo("IMG_20200101_000000.png")
    try tree.file("IMG_20200101_000000.png.json", SidecarFile.takeout(1_401_012_000))
    let clocks = LibraryClocks(videos: WallClock(identifier: "Asia/Tokyo"))
    let found = try await LibraryScanner(options: ScanOptions(clocks: clocks)).scan([tree.path])
    #expect(found.assets.first?.date?.source == .takeoutPhotoTakenTime)
    #expect(found.assets.first?.wallTime?.iso8601 == "2014-05-25T19:00:00")
  }

  @Test func `a folder is listed once for all of its files, and again once it has changed`() async throws {
    try photo("a.png")
    let listed = Mutex(0)
    let folders = SidecarFolders { folder in
      listed.withLock { $0 += 1 }
      return (try? OpenFolder(folder.path).entries(includesHidden: true).entries) ?? []
    }
    let folder = Folder(tree.path)
    for _ in 0..<1000 { #expect(folders.index(of: folder) == nil) }
    // Only one listing, unless the second changes in the meantime.
    #expect(listed.withLock { $0 } < 10)
    try await Task.sleep(for: .milliseconds(15))
    try tree.file("a.png.xmp", SidecarFile.xmp(rating: 1))
    #expect(folders.index(of: folder)?.sidecars(of: FileName(unchecked: Array("a.png".utf8))).count == 1)
    #expect(folders.index(of: Folder(tree.at("gone"))) == nil)
  }

  @Test func `each photo of a Takeout of five thousand files has the date of its JSON`() async throws {
    let folder = TakeoutFolder(fileCount: 5000, seed: 7)
    for photo in folder.photos { try tree.file(FilePath(photo.name), TinyGIF.bytes(width: 1)) }
    for record in folder.records {
      try tree.file(FilePath(record.name), SidecarFile.takeout(record.seconds, title: record.title))
    }
    try tree.file("metadata.json", Array("{\"title\":\"Trip\",\"date\":{\"timestamp\":\"0\"}}".utf8))
    let found = try await LibraryScanner().scan([tree.path])
    #expect(found.assets.count == folder.photos.count && found.remarks.isEmpty)
    let expected = Dictionary(uniqueKeysWithValues: folder.photos.map { ($0.name, $0.seconds) })
    for asset in found.assets {
      let seconds = asset.date.map { Int($0.time.seconds) }
      #expect(seconds == expected[asset.name.text] && asset.date?.source == .takeoutPhotoTakenTime)
    }
  }
}
