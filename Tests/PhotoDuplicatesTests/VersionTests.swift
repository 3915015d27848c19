import PhotoCatalog
import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

@testable import PhotoDuplicates

struct VersionTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  /// A picture of random soft shapes; the same for the same seed.
  private func scene(_ seed: UInt64, width: Int = 300, height: Int = 200) throws -> PixelBuffer {
    var generator = SeededGenerator(seed: seed)
    let waves = (0..<12).map { _ in
      (
        x: Double.random(in: 0...25, using: &generator), y: Double.random(in: 0...25, using: &generator),
        phase: Double.random(in: 0...6, using: &generator)
      )
    }
    var rgba: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let value = waves.reduce(128.0) { sum, wave in
          let turns = wave.x * Double(x) / Double(width) + wave.y * Double(y) / Double(height) + wave.phase
          // A triangle wave.
          return sum + 40 * abs((turns / 2).truncatingRemainder(dividingBy: 2) - 1) - 20
        }
        rgba += [UInt8(min(max(value, 0), 255)), UInt8(min(max(value, 0), 255)), 90, 255]
      }
    }
    let size = try #require(PixelSize(width: UInt32(width), height: UInt32(height)))
    return try #require(PixelBuffer(size: size, rgba: rgba, isOpaque: true))
  }

  private func groups(
    catalog: Catalog? = nil, _ change: (inout DuplicateFinder) -> Void = { _ in }
  ) async throws -> [DuplicateGroup] {
    var finder = DuplicateFinder(cache: ThumbnailCache(folder: nil, version: "1"), catalog: catalog)
    change(&finder)
    return try await finder.groups(of: LibraryScanner().scan([tree.path]).assets).groups
  }

  private func versions() async throws -> [Set<String>] {
    try await groups { $0.kinds = [.version] }.map { Set($0.assets.map(\.name.text)) }
  }

  @Test func `other sizes, formats and orientations of a picture are versions`() async throws {
    let picture = try scene(1)
    try tree.file("a.png", picture.png())
    try tree.file("b.jpg", picture.jpeg(quality: 0.4))
    let half = try picture.scaled(to: #require(PixelSize(width: 150, height: 100)))
    try tree.file("c.png", half.png())
    for orientation in Orientation.allCases {
      try tree.file(
        FilePath("turned\(orientation.rawValue).jpg"), picture.oriented(orientation).jpeg(quality: 0.9))
    }
    for seed in 2...20 { try tree.file(FilePath("other\(seed).png"), scene(UInt64(seed)).png()) }
    let found = try await groups { $0.kinds = [.version] }
    #expect(found.count == 1 && found[0].assets.count == 11 && found[0].kind == .version)
    #expect(found[0].assets.allSatisfy { !$0.name.text.hasPrefix("other") })
    #expect(found[0].assets.last?.name.text == "c.png")
  }

  @Test func `copies are not versions too`() async throws {
    let picture = try scene(1)
    for name in ["a.jpg", "b.jpg"] { try tree.file(FilePath(name), picture.jpeg(quality: 0.9)) }
    try tree.file("c.jpg", picture.jpeg(quality: 0.4))
    let found = try await groups()
    #expect(found.map(\.kind) == [.copy, .version])
    #expect(found.map { $0.assets.map(\.name.text) } == [["a.jpg", "b.jpg"], ["a.jpg", "c.jpg"]])
    #expect(found.map(\.reason)[1] == "less compressed")
  }

  @Test func `members of a stack are not proposed`() async throws {
    let picture = try scene(1)
    try tree.file("a.png", picture.png())
    try tree.file("a-edited.jpg", picture.jpeg(quality: 0.9))
    #expect(try await versions() == [["a.png", "a-edited.jpg"]])
    let assets = try await LibraryScanner().scan([tree.path]).assets
    let finder = DuplicateFinder(cache: ThumbnailCache(folder: nil, version: "1"))
    #expect(try await finder.groups(of: assets).groups.count == 1)
    #expect(try await finder.groups(of: StackFinder().stacked(assets)).groups.isEmpty)
  }

  @Test func `a flat picture has no versions`() async throws {
    for number in 1...3 {
      let size = try #require(PixelSize(width: 300, height: 200))
      let flat = try #require(
        PixelBuffer(
          size: size, rgba: Array(repeating: UInt8(200 + number), count: 240_000), isOpaque: false))
      try tree.file(FilePath("\(number).png"), flat.png())
    }
    #expect(try await versions().isEmpty)
  }

  @Test func `photos of a camera at different times are no versions`() {
    func relation(_ first: String, _ second: String) -> PictureRelation {
      PictureRelation(Photos.asset("a.jpg", date: first), Photos.asset("b.jpg", date: second))
    }
    #expect(relation("2014-05-25T10:00:00", "2014-05-25T10:00:01") == .different)
    // Another time zone.
    #expect(relation("2014-05-25T10:00:00", "2014-05-25T17:30:00") == .unknown)
    #expect(relation("2014-05-25T10:00:00", "2014-05-25T10:00:00") == .possiblyBurst)
    #expect(PictureRelation(Photos.asset("a.jpg"), Photos.asset("b.jpg", date: "2014")) == .unknown)
  }

  @Test func `pictures are read again only if the file changes`() async throws {
    let file = tree.at("catalog.sqlite")
    let picture = try scene(1)
    try tree.file("photos/a.png", picture.png())
    try tree.file("photos/b.jpg", picture.jpeg(quality: 0.9))
    func found() async throws -> Int {
      let catalog = try Catalog(CatalogLocation(file))
      let assets = try await LibraryScanner(options: ScanOptions(), catalog: catalog).scan([tree.at("photos")]
      ).assets
      var finder = DuplicateFinder(cache: ThumbnailCache(folder: nil, version: "1"), catalog: catalog)
      // All files are settled with this clock.
      finder.now = { FileStatus.Time(seconds: 10_000_000_000, nanoseconds: 0) }
      let result = try await finder.groups(of: assets)
      #expect(result.failures.isEmpty && catalog.takeNotices().isEmpty)
      let stored = catalog.pictures(in: Folder(tree.at("photos")))
      #expect(stored.count == 2)
      return result.groups.count
    }
    #expect(try await found() == 1)
    #expect(try await found() == 1)
    // The size and the modification time remain.
    let (old, new) = (try picture.jpeg(quality: 0.9), try scene(2).jpeg(quality: 0.8))
    try tree.file("photos/b.jpg", new + [UInt8](repeating: 0, count: max(0, old.count - new.count)))
    #expect(try await found() == 0)
  }

  @Test func `thumbnails of other programs do not decide`() async throws {
    try tree.file("photos/a.png", scene(1).png())
    try tree.file("photos/b.png", scene(2).png())
    let placeholder = try scene(3).scaled(to: #require(PixelSize(width: 256, height: 171)))
    for name in ["a.png", "b.png"] {
      let path = tree.at("photos").appending(name)
      let uri = try #require(FileURL.glibText(path))
      try tree.file(
        FilePath("thumbnails/large").appending(MD5.hexDigest(of: uri.utf8) + ".png"),
        placeholder.png(texts: [("Thumb::URI", uri), ("Thumb::MTime", "1000000000"), ("Software", "Other")]),
        modified: 4_000_000_000)
    }
    let cache = ThumbnailCache(folder: tree.at("thumbnails"), version: "1")
    #expect(try cache.existingFile(for: tree.at("photos/a.png"), size: .large) != nil)
    let assets = try await LibraryScanner().scan([tree.at("photos")]).assets
    #expect(assets.count == 2)
    #expect(try await DuplicateFinder(cache: cache).groups(of: assets).groups.isEmpty)
  }
}
