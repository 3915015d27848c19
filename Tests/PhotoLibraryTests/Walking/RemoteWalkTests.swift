import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

/// Walks of folders on a server.
struct RemoteWalkTests {
  private let server = MemoryServer()

  init() {
    server.put("Trip/IMG_10.jpg", jpeg())
    server.put("Trip/IMG_9.jpg", jpeg(padding: 100_000))
    server.put("Trip/IMG_9.jpg.xmp", SidecarFile.xmp(rating: 4))
    server.put("Trip/notes.txt", Array("notes".utf8))
    server.put("cover.png", PictureBuilder.png())
  }

  private func scan(_ roots: FilePath...) async throws -> LibrarySnapshot {
    try await LibraryScanner().scan(roots)
  }

  private func url(_ path: String) -> String { "s3://\(server.host)/\(path)" }

  private func paths(_ library: LibrarySnapshot) -> [String] {
    library.assets.map { String(decoding: $0.pathBytes, as: UTF8.self) }
  }

  @Test func `photos are found in natural order, and have URLs`() async throws {
    let library = try await scan(server.root)
    #expect(paths(library) == ["cover.png", "Trip/IMG_9.jpg", "Trip/IMG_10.jpg"].map(url))
    #expect(library.problems.isEmpty)
    #expect(library.assets[1].values[.rating]?.number == 4 && library.assets[2].values[.rating] == nil)
    #expect(library.assets.map(\.fileType) == [.png, .jpeg, .jpeg])
    #expect(library.assets[2].fileSize == Int64(jpeg().count))
    #expect(library.albums.map(\.name).contains("Trip"))
  }

  @Test func `each folder takes one listing, and each photo one request`() async throws {
    _ = try await scan(server.root)
    #expect(server.requests.filter { $0.hasPrefix("list") }.sorted() == ["list ", "list Trip"])
    let opened = server.requests.filter { $0.hasPrefix("open") }.sorted()
    #expect(
      opened == [
        "open Trip/IMG_10.jpg", "open Trip/IMG_9.jpg", "open Trip/IMG_9.jpg.xmp", "open Trip/notes.txt",
        "open cover.png",
      ])
    #expect(!server.requests.contains { $0.hasPrefix("read") })
  }

  @Test func `the listing has the tags and dates that a server sends with no file`() async throws {
    let usual = try await scan(server.root)
    let requests = server.requests
    server.state.withLock { $0.isTerse = true }
    server.forgetRequests()
    let terse = try await scan(server.root)
    #expect(server.requests.sorted() == requests.sorted())
    #expect(terse.assets.map(\.identity) == usual.assets.map(\.identity))
    #expect(terse.assets.allSatisfy { $0.modified.seconds == 1_400_000_000 })
    let open = try OpenFile(FileName("cover.png"), in: OpenFolder(server.root))
    #expect(open.status.identity == usual.assets[0].identity)
    server.put("cover.png", PictureBuilder.png() + [0], modified: 1_500_000_000)
    let other = try await scan(server.root.appending("cover.png"))
    #expect(other.assets[0].modified.seconds == 1_500_000_000)
    #expect(other.assets[0].identity != usual.assets[0].identity)
  }

  @Test func `a server with endlessly many folders is a single problem`() async throws {
    for number in 0..<20 { server.put("\(number)/\(number)/\(number).jpg", jpeg()) }
    var options = ScanOptions()
    options.remoteFolderLimit = 5
    let library = try await LibraryScanner(options: options).scan([server.root])
    #expect(server.requests.count { $0.hasPrefix("list") } == 5)
    #expect(
      library.problems.count == 1 && "\(library.problems)".contains("the server has more than 5 folders"))
  }

  @Test func `a failing photo is a problem with the reason, and the others are found`() async throws {
    server.state.withLock {
      $0.failures["Trip/IMG_10.jpg"] = RemoteError(.permissionDenied, "the server answered 403 AccessDenied")
    }
    let library = try await scan(server.root)
    #expect(paths(library) == ["cover.png", "Trip/IMG_9.jpg"].map(url))
    let problem = try #require(library.problems.first)
    #expect(library.problems.count == 1)
    #expect("\(problem)" == "\(url("Trip/IMG_10.jpg")): the server answered 403 AccessDenied")
  }

  @Test func `a folder and a photo are named as roots`() async throws {
    #expect(paths(try await scan(server.root.appending("Trip"))).count == 2)
    let one = try await scan(server.root.appending("Trip").appending("IMG_9.jpg"))
    #expect(paths(one) == [url("Trip/IMG_9.jpg")] && one.assets[0].values[.rating]?.number == 4)
    let missing = try await scan(server.root.appending("nothing"))
    #expect(missing.assets.isEmpty && missing.problems.first?.isMissing == true)
  }

  @Test func `a long list of photos takes no requests for their status`() async throws {
    for number in 0..<20 { server.put("many/\(number).jpg", jpeg()) }
    let roots = (0..<20).map { server.root.appending("many").appending("\($0).jpg") }
    let library = try await LibraryScanner().scan(roots)
    #expect(library.assets.count == 20)
    #expect(!server.requests.contains { $0.hasPrefix("status") })
  }

  @Test func `a list of objects replaces the listings of the server`() async throws {
    for number in 0..<10 { server.put("list/\(number).jpg", jpeg()) }
    server.put("list/3.jpg.xmp", SidecarFile.xmp(rating: 5))
    server.put("list/unlisted.jpg", jpeg())
    let folder = server.root.appending("list")
    let files = server.state.withLock {
      $0.files.filter { $0.key.hasPrefix("list/") && !$0.key.contains("un") }
    }
    RemoteFiles.give([
      folder: Dictionary(
        uniqueKeysWithValues: files.map { (FileName(unchecked: Array($0.dropFirst(5).utf8)), $1.status) })
    ])
    let library = try await LibraryScanner().scan((0..<10).map { folder.appending("\($0).jpg") })
    #expect(library.assets.count == 10 && library.assets[3].values[.rating]?.number == 5)
    #expect(server.requests.allSatisfy { $0.hasPrefix("open") } && server.requests.count == 11)
    server.forgetRequests()
    #expect(try FileStatus(folder.appending("4.jpg")).size == Int64(jpeg().count))
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileStatus(folder.appending("unlisted.jpg")) }
    #expect(server.requests.isEmpty)
    let open = try OpenFolder(folder)
    try open.remove(FileName("4.jpg"))
    #expect(try OpenFolder(folder).names().count == 10 && server["list/4.jpg"] == nil)
    // A conflict shows that the list is outdated.
    let pending = try PendingFile(in: open)
    #expect(throws: Errno.fileExists) { try pending.finish(as: FileName("unlisted.jpg"), .exclusively) }
    #expect(try FileStatus(folder.appending("unlisted.jpg")).size == Int64(jpeg().count))
    #expect(try OpenFolder(folder).names().count == 11)
  }

  @Test func `a server that isn't there is one problem`() async throws {
    let library = try await scan(FilePath(fileSystemBytes: Array("s3://no-such-server/photos".utf8)))
    #expect(library.problems.map { "\($0)" } == ["s3://no-such-server/photos: there is no such server"])
  }
}
