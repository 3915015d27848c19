import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoLibrary

struct FileRecordTests {
  private static let time = FileStatus.Time(seconds: -5, nanoseconds: 999_999_999)

  private static let changes: [@Sendable (inout PhotoMetadata) -> Void] = [
    { _ in }, { $0.pixelSize = PixelSize(width: 1, height: .max) }, { $0.orientation = .left },
    { $0.captureDate = CaptureDate(time: CivilTime(seconds: -1), source: .fileName) },
    {
      $0.captureDate = CaptureDate(
        time: CivilTime(seconds: 1), nanoseconds: 5, fractionDigits: 9, offsetMinutes: 0,
        source: .xmpCreateDate)
    },
    { $0.camera = Camera(make: nil, model: "M") }, { $0.camera = Camera(make: "é", model: nil) },
    { $0.location = GeoLocation(latitude: -90, longitude: 180) },
    { $0.location = GeoLocation(latitude: 1, longitude: 2, altitude: -3.5) }, { $0.duration = 2.5 },
    { $0.damage = "" }, { $0.damage = String(repeating: "x", count: 300) }, { $0.isScreenshot = true },
  ]

  private func record(
    size: Int64 = 7, birth: FileStatus.Time? = nil, isSettled: Bool = false, isLink: Bool = false,
    metadata: PhotoMetadata? = nil, device: UInt64 = 1, links: UInt64 = 1
  ) -> FileRecord {
    var file = KnownFile(
      inode: .max, size: size, modified: Self.time, changed: Self.time, birth: birth, isSettled: isSettled,
      metadata: metadata.map(KnownMetadata.init))
    file.device = device
    file.isSymbolicLink = isLink
    return FileRecord(file: file, linkCount: links)
  }

  private func decoded(
    _ bytes: [UInt8], folder: Int64 = 3, name: String = "a", sharing facts: SharedFacts? = nil
  ) -> FileRecord? {
    bytes.withUnsafeBytes { FileRecord($0, folder: folder, name: Array(name.utf8), sharing: facts) }
  }

  private func encoded(_ record: FileRecord) -> [UInt8] { record.encoded(folder: 3, name: Array("a".utf8)) }

  @Test(arguments: changes.indices)
  func `decoding a record returns all metadata`(index: Int) throws {
    var metadata = PhotoMetadata(fileType: .jpeg)
    Self.changes[index](&metadata)
    let back = try #require(decoded(encoded(record(metadata: metadata))))
    #expect(back.file.metadata?.complete == metadata)
    #expect(back.file.birth == nil && !back.file.isSettled && !back.file.isSymbolicLink)
  }

  @Test(arguments: changes.indices)
  func `decoding records with shared values returns the same metadata and assets`(index: Int) throws {
    var metadata = PhotoMetadata(fileType: .jpeg)
    Self.changes[index](&metadata)
    let (bytes, facts) = (encoded(record(metadata: metadata)), SharedFacts())
    let name = try #require(FileName(bytes: Array("a".utf8)))
    let alone = try #require(decoded(bytes)).asset(name, in: Folder("/"), LibraryClocks())
    for _ in 0..<2 {
      let record = try #require(decoded(bytes, sharing: facts))
      #expect(record.file.metadata?.complete == metadata)
      let asset = record.asset(name, in: Folder("/"), LibraryClocks())
      #expect(asset.isUnchanged(since: alone) && asset.camera == metadata.camera)
      #expect(asset.values == metadata.values && asset.damage == metadata.damage)
    }
  }

  @Test func `decoding a record returns the sidecars`() throws {
    var file = record(metadata: PhotoMetadata(fileType: .jpeg)).file
    file.sidecars = [
      SeenSidecar(
        name: FileName(unchecked: [0xE9, 0x2E]), inode: 1, size: 2, modified: Self.time,
        changed: FileStatus.Time(seconds: 3, nanoseconds: 4), fault: nil),
      SeenSidecar(
        name: FileName("b.xmp"), inode: .max, size: .max, modified: Self.time, changed: Self.time,
        fault: "it is empty"),
    ]
    let bytes = encoded(FileRecord(file: file, linkCount: 1))
    #expect(try #require(decoded(bytes)).file.sidecars == file.sidecars)
    for count in bytes.indices { #expect(decoded(Array(bytes[..<count])) == nil) }
  }

  @Test(arguments: [0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, Int64.max, -1])
  func `numbers of every length are decoded`(number: Int64) throws {
    let device = UInt64(bitPattern: number)
    let back = try #require(
      decoded(encoded(record(size: number, birth: Self.time, isSettled: true, isLink: true, device: device))))
    #expect(back.file.size == number && back.file.device == device && back.file.inode == .max)
    #expect(back.file.birth == Self.time && back.file.modified == Self.time && back.file.changed == Self.time)
    #expect(back.file.isSettled && back.file.isSymbolicLink && back.file.metadata == nil)
    #expect(back.status.identity == FileStatus.Identity(device: device, inode: .max))
    #expect(back.status.linkCount == 1 && back.status.size == number)
  }

  @Test func `a record is only valid for its own file and unchanged bytes`() {
    var metadata = PhotoMetadata(fileType: .jpeg)
    for change in Self.changes { change(&metadata) }
    let bytes = encoded(record(birth: Self.time, metadata: metadata))
    #expect(decoded(bytes) != nil)
    #expect(
      decoded(bytes, folder: 4) == nil && decoded(bytes, name: "b") == nil && decoded(bytes, name: "") == nil)
    for count in bytes.indices { #expect(decoded(Array(bytes[..<count])) == nil) }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x80
      #expect(decoded(changed) == nil, "byte \(index)")
    }
    #expect(decoded(bytes + [0]) == nil)
  }

  @Test func `the descendants of a folder are a range of paths`() {
    func range(_ path: String) -> [String] {
      let (lower, upper) = FolderRange.below(Array(path.utf8))
      return [lower, upper].map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(range("/a") == ["/a/", "/a0"] && range("/") == ["/", "0"])
  }
}

/// Verification of catalogs, and files that are not catalogs.
struct CatalogVerifyTests {
  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
    for number in 0..<3 {
      try tree.file(FilePath("photos/\(number).jpg"), PictureBuilder.jpeg("2014:05:1\(number) 10:00:00"))
    }
  }

  private var place: CatalogLocation { CatalogLocation(tree.at("catalog.sqlite")) }

  private func scanned() async throws -> Catalog {
    let catalog = try Catalog(place)
    _ = try await PhotoLibrary(roots: [tree.at("photos")], catalog: catalog).snapshot()
    return catalog
  }

  private func differences(_ catalog: Catalog) async throws -> CatalogDifferences {
    try await catalog.differences(under: [tree.at("photos")], options: ScanOptions()) { _ in }
  }

  @Test func `a correct catalog has no differences`() async throws {
    let catalog = try await scanned()
    let status = try catalog.status()
    #expect(status.assets == 3 && status.folders == 1 && status.otherFiles == 0 && status.bytes > 0)
    let found = try await differences(catalog)
    #expect(found.checked == 3 && found.paths.isEmpty && found.problems.isEmpty)
  }

  @Test func `a record that differs from its file is reported`() async throws {
    // Old times, so that the scan trusts the catalog.
    let folder = try FileStatus(tree.at("photos")).identity
    let path = tree.at("photos/1.jpg")
    let status = try FileStatus(path)
    var metadata = PhotoMetadata.read(ByteSource(try path.contents()))
    metadata.orientation = .down
    var file = KnownFile(
      inode: status.identity.inode, size: status.size, modified: status.modified, changed: status.changed,
      birth: nil, isSettled: true, metadata: KnownMetadata(metadata))
    file.device = status.identity.device
    let catalog = try Catalog(place)
    let asset = Asset(
      folder: Folder(tree.at("photos")), name: FileName("1.jpg"), status: status,
      metadata: metadata, clocks: LibraryClocks())
    await catalog.absorb([
      .folder(
        ScanReport.FolderReport(
          folder: asset.folder, identity: folder, target: nil, goneFiles: [], goneFolders: [])),
      .file(ScanReport.FileReport(folder: asset.folder, name: asset.name, file: file, asset: asset)),
    ])
    await catalog.finish()
    let found = try await differences(try Catalog(place))
    #expect(found.paths == [path] && found.checked == 3)
  }

  @Test(arguments: [
    "UPDATE photo SET size = size + 1 WHERE name = '1.jpg'",
    "UPDATE photo SET date = NULL WHERE name = '1.jpg'",
    "UPDATE photo SET camera = 5 WHERE name = '1.jpg'", "UPDATE photo SET lens = 99 WHERE name = '1.jpg'",
    "UPDATE string SET text = 'other' WHERE text = 'Temple'",
    "UPDATE list SET place = 7", "DELETE FROM list",
  ])
  func `columns that differ from the record are reported, and written again`(sql: String) async throws {
    try tree.file("photos/1.jpg.xmp", SidecarFile.xmp(keyword: "Temple"))
    let catalog = try await scanned()
    let database = try Connection(to: place.file, for: .writing)
    try database.run(sql)
    #expect(try database.number("SELECT changes()") == 1)
    #expect(try await differences(catalog).paths == [tree.at("photos/1.jpg")])
    #expect(try await differences(catalog).paths == [])
    #expect(try catalog.status().assets == 3)
  }

  @Test func `a foreign file is not a catalog, and an empty file may become one`() throws {
    func content(_ bytes: [UInt8]?) throws -> CatalogFile.Content {
      if let bytes { try tree.file("some", bytes) }
      return try CatalogFile.content(CatalogLocation(tree.at("some")))
    }
    #expect(try content(nil) == .none)
    #expect(try content([]) == .empty)
    #expect(try content([1]) == .foreign)
    #expect(try content(Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 200)) == .foreign)
    _ = try Catalog(place)
    let whole = try #require(tree.bytes("catalog.sqlite"))
    #expect(try content(whole) == .catalog)
    #expect(try content(Array(whole[..<100])) == .catalog)
    #expect(try content(Array(whole[..<99])) == .foreign)
    #expect(throws: CatalogUnavailable.self) { try Catalog(CatalogLocation(tree.at("photos/0.jpg"))) }
    #expect(tree.bytes("photos/0.jpg") == PictureBuilder.jpeg("2014:05:10 10:00:00"))
    try place.remove()
    try place.remove()
    #expect(tree.names() == ["photos", "some"])
  }

  @Test func `albums of a catalog have counts, dates and posters, all photos first`() async throws {
    try tree.file("photos/b/4.jpg", PictureBuilder.jpeg("2015:01:01 10:00:00"))
    try tree.file("photos/empty/x.txt", [1])
    let catalog = try await scanned()
    let query = CatalogQuery(roots: [tree.at("photos")], options: ScanOptions())
    let albums = try #require(try await query.albums(of: catalog, isComplete: true))
    #expect(albums.map(\.name) == ["All Photos", "photos", "b"] && albums.map(\.count) == [4, 3, 1])
    #expect(albums.map { $0.poster?.name.text } == ["4.jpg", "2.jpg", "4.jpg"])
    #expect(albums[0].dates?.lowerBound.iso8601 == "2014-05-10T10:00:00")
    #expect(albums[0].dates?.upperBound.iso8601 == "2015-01-01T10:00:00")
    #expect(albums[1].dates?.upperBound.iso8601 == "2014-05-12T10:00:00")
    var other = query
    other.query.isUnique = true
    #expect(try await other.albums(of: catalog, isComplete: true) == nil)
    #expect(try await query.albums(of: catalog, isComplete: false)?.compactMap(\.poster).isEmpty == true)
  }
}
