import Foundation
import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoLibrary

/// The catalog returns the contents of the folders.
struct CatalogTruthTests {
  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
    try tree.folder("photos")
  }

  private var location: CatalogLocation { CatalogLocation(tree.at("catalog.sqlite")) }

  private func photo(_ place: FilePath, day: Int = 10) throws {
    try tree.file(place, PictureBuilder.jpeg("2014:05:\(day) 10:00:00"))
  }

  /// Returns the paths that a scan with the catalog finds.
  @discardableResult
  private func scan(_ place: FilePath = "photos", _ links: LinkPolicy = .belowRoots) async throws -> [String]
  {
    let library = PhotoLibrary(
      roots: [tree.at(place)], options: ScanOptions(links: links), catalog: try Catalog(location))
    return places(try await library.snapshot())
  }

  /// Returns the paths in the catalog.
  private func known(_ place: FilePath = "photos", _ links: LinkPolicy = .belowRoots) async throws -> [String]
  {
    let query = CatalogQuery(roots: [tree.at(place)], options: ScanOptions(links: links))
    return places(try await query.snapshot(of: try Catalog(location)))
  }

  private func places(_ snapshot: LibrarySnapshot) -> [String] {
    snapshot.assets.map { $0.path.string.replacingOccurrences(of: "\(tree.path)/photos/", with: "") }
  }

  @Test func `an overwritten file with restored times is not recognized as moved`() {
    let time = FileStatus.Time(seconds: 1_400_000_000, nanoseconds: 5)
    let file = knownFile(birth: time, changed: 5)
    #expect(file.matchesMoved(status(of: file), birth: time))
    var other = file
    other.changed = FileStatus.Time(seconds: file.changed.seconds + 1, nanoseconds: 5)
    #expect(!file.matchesMoved(status(of: other), birth: time))
  }

  private func knownFile(birth: FileStatus.Time, changed: Int32) -> KnownFile {
    var file = KnownFile(
      inode: 7, size: 100, modified: FileStatus.Time(seconds: 1_400_000_000, nanoseconds: 0),
      changed: FileStatus.Time(seconds: 1_500_000_000, nanoseconds: changed), birth: birth, isSettled: true,
      metadata: nil)
    file.device = 1
    return file
  }

  private func status(of file: KnownFile, on device: UInt64 = 1) -> FileStatus {
    FileStatus(
      identity: FileStatus.Identity(device: device, inode: file.inode), size: file.size,
      modified: file.modified,
      changed: file.changed, linkCount: 1)
  }

  @Test func `a file on another device or with coarse times is not recognized as moved`() throws {
    let (fine, coarse) = (
      FileStatus.Time(seconds: 1_400_000_000, nanoseconds: 5),
      FileStatus.Time(seconds: 1_400_000_000, nanoseconds: 0)
    )
    // On a memory card, another file may reuse the inode, size and times.
    for (birth, changed, device) in [(fine, 5, 2), (fine, 0, 1), (coarse, 5, 1)]
      as [(FileStatus.Time, Int32, UInt64)]
    {
      let file = knownFile(birth: birth, changed: changed)
      #expect(!file.matchesMoved(status(of: file, on: device), birth: birth))
    }
    try tree.file("a", [1])
    let opened = try OpenFile(tree.at("a"))
    withExtendedLifetime(opened) { #expect(opened.descriptor.hasLastingInode) }
  }

  @Test func `a file that moved with its folder is recognized by device, inode and birth time`() async throws
  {
    try photo("photos/trip/a.jpg")
    try await scan()
    let file = try OpenFile(tree.at("photos/trip/a.jpg"))
    let birth = try #require(FileStatus.birth(of: file.descriptor))
    let identity = file.status.identity
    #expect(try Catalog(location).known(identity, birth: birth)?.inode == identity.inode)
    let elsewhere = FileStatus.Identity(device: identity.device + 1, inode: identity.inode)
    #expect(try Catalog(location).known(elsewhere, birth: birth)?.inode == nil)
  }

  @Test func `a cancelled scan stores its results`() async throws {
    for number in 0..<12 { try photo(FilePath("photos/\(number % 3)/\(number).jpg"), day: number + 10) }
    let scanner = LibraryScanner(options: ScanOptions(), catalog: try Catalog(location))
    await #expect(throws: CancellationError.self) {
      try await scanner.scan([tree.at("photos")]) { progress in
        if progress.assets > 0 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    #expect(try Catalog(location).status().assets >= 4)
    #expect(try await scan().count == 12)
    #expect(try await known().count == 12)
  }

  @Test func `results are written periodically during a scan`() async throws {
    let catalog = try Catalog(location, longestWait: .zero)
    let report = ScanReport.FolderReport(
      folder: Folder("/photos"), identity: FileStatus.Identity(device: 1, inode: 2), target: nil,
      goneFiles: [],
      goneFolders: [])
    await catalog.absorb([.folder(report)])
    var patience = Patience()
    while try catalog.status().folders == 0, !patience.isOver() {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(try catalog.status().folders == 1)
  }

  @Test func `a new catalog removes files that are deleted later`() async throws {
    for number in 0..<12 { try photo(FilePath("photos/\(number % 3)/\(number).jpg"), day: number + 10) }
    let library = PhotoLibrary(roots: [tree.at("photos")], catalog: try Catalog(location))
    var changes = library.changes().makeAsyncIterator()
    #expect(try await changes.next()?.snapshot.assets.count == 12)
    try tree.remove("photos/0/0.jpg")
    try FileManager.default.removeItem(atPath: tree.at("photos/1").string)
    #expect(try await library.reload().assets.count == 7)
    #expect(try await known().count == 7)
  }

  @Test func `a folder that was scanned separately is removed with its ancestors`() async throws {
    try photo("photos/trip/day/a.jpg")
    try photo("photos/b.jpg")
    try await scan("photos/trip/day")
    #expect(try Catalog(location).status().folders == 1)
    try FileManager.default.removeItem(atPath: tree.at("photos/trip").string)
    #expect(try await scan() == ["b.jpg"])
    #expect(try await known() == ["b.jpg"])
  }

  @Test func `a link with a new target that is already visible removes its old photos`() async throws {
    try photo("photos/trip/a.jpg")
    try photo("elsewhere/b.jpg", day: 11)
    try tree.symbolicLink("photos/link", to: tree.at("elsewhere"))
    #expect(try await scan("photos", .all) == ["link/b.jpg", "trip/a.jpg"])
    try tree.remove("photos/link")
    try tree.symbolicLink("photos/link", to: tree.at("photos/trip"))
    #expect(try await scan() == ["trip/a.jpg"])
    #expect(try await known() == ["trip/a.jpg"])
  }

  @Test(arguments: ["photos", "way in"] as [FilePath])
  func `the catalog follows the same links as a scan, regardless of earlier scans`(
    root: FilePath
  ) async throws {
    try photo("photos/trip/a.jpg", day: 11)
    try photo("photos/.hidden/b.jpg", day: 12)
    try photo("elsewhere/c.jpg", day: 13)
    try photo("elsewhere/sub/d.jpg", day: 14)
    try photo("elsewhere/e.jpg", day: 15)
    try tree.symbolicLink("way in", to: "photos")
    try tree.symbolicLink("photos/out", to: tree.at("elsewhere"))
    try tree.symbolicLink("photos/in", to: ".hidden")
    try tree.symbolicLink("elsewhere/back", to: tree.at("photos/.hidden"))
    try tree.symbolicLink("photos/trip/file.jpg", to: tree.at("elsewhere/e.jpg"))
    for links in [.all, .none, .belowRoots, .none, .all] as [LinkPolicy] {
      let found = try await scan(root, links)
      #expect(!found.isEmpty)
      #expect(try await known(root, links) == found, "\(links)")
    }
    let all = try await known(root, .all)
    #expect(all.count { $0.hasSuffix("/d.jpg") } == 1)
    #expect(try await known(root, .belowRoots).count { $0.hasSuffix("/b.jpg") } == 1)
    #expect(try await known(root, .belowRoots).count == 3)
    #expect(try await known(root, .none).count == 1)
    // A symbolic link with a new target removes the photos of its old target, even if it isn't followed.
    try tree.remove("photos/in")
    try tree.symbolicLink("photos/in", to: tree.at("elsewhere"))
    for links in [.none, .belowRoots] as [LinkPolicy] {
      let found = try await scan(root, links)
      #expect(try await known(root, links) == found, "\(links)")
    }
  }

  @Test func `a photo that is replaced by a link to it appears once`() async throws {
    try photo("photos/new/a.jpg")
    // Recent times are not trusted, and the photo would be read again.
    try await Task.sleep(for: .seconds(3.1))
    try await scan()
    try FileManager.default.moveItem(
      atPath: tree.at("photos/new").string, toPath: tree.at("photos/old").string)
    try tree.symbolicLink("photos/new/a.jpg", to: tree.at("photos/old/a.jpg"))
    #expect(try await scan() == ["old/a.jpg"])
    #expect(try await known() == ["old/a.jpg"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `an unreadable photo is removed from the catalog`() async throws {
    try photo("photos/a.jpg")
    try await scan()
    #expect(chmod(tree.at("photos/a.jpg").string, 0) == 0)
    #expect(try await scan() == [])
    #expect(try await known() == [])
  }

  @Test func `a corrupt record is reported and ignored`() async throws {
    try photo("photos/a.jpg")
    try await scan()
    try Connection(to: location.file, for: .writing).execute("UPDATE record SET record = zeroblob(60)")
    let catalog = try Catalog(location)
    let library = PhotoLibrary(roots: [tree.at("photos")], catalog: catalog)
    #expect(places(try await library.snapshot()) == ["a.jpg"])
    let notices = catalog.takeNotices()
    #expect(notices.count == 1)
    #expect(notices.first?.contains("it is damaged; photos are read anew") == true)
  }

  @Test func `a pipe is rejected as a catalog without blocking`() throws {
    #expect(mkfifo(location.file.string, 0o600) == 0)
    #expect(throws: CatalogUnavailable.self) { try Catalog(location) }
  }
}
