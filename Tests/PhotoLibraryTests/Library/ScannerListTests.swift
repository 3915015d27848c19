import PhotoFiles
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

/// Other entries of a list: files that a scan skips, and missing paths.
struct ScannerListTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  @Test func `a file is skipped if neither its name nor its content is a photo's`() throws {
    try tree.file("photo", PictureBuilder.jpeg())
    try tree.file("clip.dat", PictureBuilder.movie(created: 0))
    try tree.file("broken.jpg", Array("text".utf8))
    try tree.file("empty.PNG", [])
    try tree.file("notes.txt", Array("text".utf8))
    try tree.file("empty", [])
    try tree.file("short", [0xFF])
    try tree.folder("folder")
    try tree.symbolicLink("link", to: "photo")
    try tree.symbolicLink("link to text", to: "notes.txt")
    func isPassedOver(_ place: FilePath) -> Bool { LibraryScanner.passesOver(tree.at(place)) }
    for place in ["photo", "clip.dat", "broken.jpg", "empty.PNG", "folder", "link", "gone.txt"] as [FilePath]
    {
      #expect(!isPassedOver(place), "\(place)")
    }
    for place in ["notes.txt", "empty", "short", "link to text"] as [FilePath] {
      #expect(isPassedOver(place), "\(place)")
    }
    #expect(LibraryScanner.passesOver("/dev/null"))
    #expect(!LibraryScanner.passesOver("/"))
  }

  @Test func `the skipped files of a list are found`() async throws {
    try tree.folder("folder.d")
    for number in 0..<100 {
      try tree.file(FilePath("\(number)"), number % 3 == 0 ? Array("text".utf8) : PictureBuilder.jpeg())
    }
    let places = (0..<100).map { FilePath("\($0)") } + ["folder.d", "gone", "gone.jpg"]
    let passedOver = try await LibraryScanner.passedOver(in: places.map(tree.at))
    #expect(passedOver == Set(stride(from: 0, to: 100, by: 3).map { tree.at(FilePath("\($0)")) }))
    #expect(try await LibraryScanner.passedOver(in: [tree.at("gone.jpg")]).isEmpty)
  }

  @Test func `companions of films and files in transit are skipped in a list`() async throws {
    let films: [FilePath] = ["GX010001.MP4", "GL010001.LRV", "GL010002.LRV", "CLIP/C1.MP4", "SUB/C1.MP4"]
    for place in films { try tree.file(place, PictureBuilder.movie(created: 0)) }
    try tree.file("a.jpg.part", PictureBuilder.jpeg())
    let passedOver = try await LibraryScanner.passedOver(in: films.map(tree.at) + [tree.at("a.jpg.part")])
    #expect(passedOver == Set(["GL010001.LRV", "SUB/C1.MP4", "a.jpg.part"].map { tree.at($0) }))
  }

  @Test func `missing paths are distinguished from other problems`() async throws {
    try tree.file("a.jpg", PictureBuilder.jpeg())
    try tree.symbolicLink("link", to: "nowhere")
    let missing: [FilePath] = ["gone", "gone.jpg", "nofolder/gone.jpg", "link"]
    let roots = (missing + ["a.jpg/inside", "a.jpg"]).map(tree.at)
    let problems = try await LibraryScanner().scan(roots).problems
    #expect(Set(problems.filter(\.isMissing).map(\.path)) == Set(missing.map(tree.at)))
    #expect(problems.filter { !$0.isMissing }.map(\.path) == [tree.at("a.jpg/inside")])
    for root in roots.dropLast() {
      let problem = try #require(throws: ScanProblem.self) { try LibraryScanner().read(root) }
      #expect(problem.isMissing == (root != tree.at("a.jpg/inside")))
      #expect(problem.worded("in other words").isMissing == problem.isMissing)
    }
  }

  @Test func `a scan that doesn't search folders reports them`() async throws {
    try tree.file("a.jpg", PictureBuilder.jpeg())
    try tree.file("folder/b.jpg", PictureBuilder.jpeg())
    var options = ScanOptions()
    options.searchesFolders = false
    let found = try await LibraryScanner(options: options).scan([tree.at("a.jpg"), tree.at("folder")])
    #expect(found.assets.map(\.path) == [tree.at("a.jpg")])
    #expect(found.problems.map(\.path) == [tree.at("folder")])
  }

  @Test func `files are read as they arrive, in their order`() async throws {
    try tree.file("a.jpg", PictureBuilder.jpeg())
    try tree.file("b/c.jpg", PictureBuilder.jpeg())
    let paths = (0..<300).map { ["a.jpg", "b/c.jpg", "gone.jpg"][$0 % 3] }.map {
      tree.at(FilePath($0)).string
    }
    let queue = BoundedQueue<[[UInt8]]>(capacity: 301)
    for path in paths { try queue.send([Array(path.utf8)]) }
    try queue.send([Array("s3://bucket//key".utf8)])
    queue.finish()
    var (found, names) = ([[UInt8]](), [String]())
    try await LibraryScanner().read(arriving: { try await queue.next() }) { reading in
      found.append(reading.path)
      names.append((try? reading.asset.get().name.text) ?? "")
    } whenWaiting: {
    }
    #expect(found == (paths + ["s3://bucket//key"]).map { Array($0.utf8) })
    #expect(names.prefix(3) == ["a.jpg", "c.jpg", ""] && names.last == "")
  }
}
