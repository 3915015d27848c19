import PhotoFiles
import PhotoFormats
import PhotoImaging
import SystemPackage
import TestSupport
import Testing

@testable import PhotoExport

/// A folder of photos, a destination and a folder for undo data.
struct ExportFixture {
  let folder: TemporaryTree
  var photos: FilePath { folder.path.appending("photos") }
  var target: FilePath { folder.path.appending("target") }
  var journals: FilePath { folder.path.appending("journals") }

  init() throws {
    folder = try TemporaryTree()
    try OpenFolder.make(photos)
  }

  @discardableResult
  func photo(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
    let path = photos.pushing(FilePath(name))
    try OpenFolder.make(path.removingLastComponent())
    try write(bytes, to: path)
    return path
  }

  func exporter(
    _ action: ExportAction = .copy, verifies: Bool = true, isDryRun: Bool = false
  ) -> Exporter {
    Exporter(
      to: target, journals: journals,
      options: ExportOptions(action: action, verifies: verifies, isDryRun: isDryRun))
  }

  /// Exports photos under the same names, or under others.
  func export(
    _ names: [String], as others: [String]? = nil, _ exporter: Exporter, companions: CompanionOptions = [],
    encoding: PictureEncoding? = nil, with files: [(name: String, role: ExportRole)] = []
  ) async throws -> ExportResult {
    let items = zip(names, others ?? names).map { name, other in
      let path = photos.pushing(FilePath(name))
      let target = others == nil ? nil : ExportPath(Array(other.utf8))
      let others = files.map { ExportItem.File(photos.pushing(FilePath($0.name)), $0.role) }
      return ExportItem(
        source: path, path: target, encoding: encoding, others: others, companions: companions)
    }
    return try await exporter.run(ExportPlan(items))
  }

  var exported: [String] { TemporaryTree.names(in: target) }

  func bytes(_ name: String) throws -> [UInt8] { try contents(of: target.pushing(FilePath(name))) }
}

/// Copies, links and pictures created by an export.
struct ExportTests {
  private let fixture: ExportFixture

  init() throws { fixture = try ExportFixture() }

  @Test(arguments: [true, false])
  func `a copy has the bytes and the time of its original`(verifies: Bool) async throws {
    let original = try fixture.photo("a.jpg", jpeg(padding: 700_000))
    var times = [timespec(tv_sec: 1_400_000_000, tv_nsec: 123_456_789)]
    times.append(times[0])
    let changed = original.withPlatformString { utimensat(AT_FDCWD, $0, times, 0) }
    try #require(changed == 0)
    let result = try await fixture.export(["a.jpg"], fixture.exporter(verifies: verifies))
    #expect(result.problems == [])
    #expect(result.files.map(\.outcome) == [.copied])
    #expect(try fixture.bytes("a.jpg") == jpeg(padding: 700_000))
    let modified = try FileStatus(fixture.target.appending("a.jpg")).modified
    #expect(modified == FileStatus.Time(seconds: 1_400_000_000, nanoseconds: 123_456_789))
    #expect(isThere(original))
  }

  @Test(arguments: [0o600, 0o400] as [mode_t])
  func `a copy has the permissions of its original`(permissions: mode_t) async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    try #require(original.withPlatformString { chmod($0, permissions) } == 0)
    _ = try await fixture.export(["a.jpg"], fixture.exporter())
    #expect(try FileStatus(fixture.target.appending("a.jpg")).permissions & 0o777 == permissions)
  }

  @Test func `an equal file is skipped and another gets a number`() async throws {
    try fixture.photo("a.jpg", jpeg(padding: 1))
    try fixture.photo("b/a.jpg", jpeg(padding: 2))
    try fixture.photo("c/a.jpg", jpeg(padding: 1))
    let names = ["a.jpg", "b/a.jpg", "c/a.jpg"]
    let result = try await fixture.export(names, fixture.exporter())
    #expect(result.files.map(\.outcome) == [.copied, .copied, .skipped])
    #expect(result.files.map(\.destination.lastComponent?.string) == ["a.jpg", "a-2.jpg", "a.jpg"])
    let again = try await fixture.export(names, fixture.exporter())
    #expect(again.files.map(\.outcome) == [.skipped, .skipped, .skipped])
    #expect(fixture.exported == ["a-2.jpg", "a.jpg"])
  }

  @Test func `photos of equal size and time are distinguished even without checksums`() async throws {
    let times = [timespec](repeating: timespec(tv_sec: 1_400_000_000, tv_nsec: 0), count: 2)
    for (name, filler) in [("a.jpg", UInt8(1)), ("b/a.jpg", 2)] {
      let path = try fixture.photo(name, jpeg(padding: 5, filler: filler))
      try #require(path.withPlatformString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
    }
    let exporter = fixture.exporter(verifies: false)
    let result = try await fixture.export(["a.jpg", "b/a.jpg"], exporter)
    #expect(result.files.map(\.outcome) == [.copied, .copied])
    let again = try await fixture.export(["a.jpg", "b/a.jpg"], exporter)
    #expect(again.files.map(\.outcome) == [.skipped, .skipped])
  }

  @Test func `existing files are never overwritten`() async throws {
    try fixture.photo("a.jpg", jpeg())
    try OpenFolder.make(fixture.target)
    try write([1, 2, 3], to: fixture.target.appending("a.jpg"))
    _ = try await fixture.export(["a.jpg"], fixture.exporter())
    #expect(try fixture.bytes("a.jpg") == [1, 2, 3])
    #expect(try fixture.bytes("a-2.jpg") == jpeg())
  }

  @Test func `a link in the place of a folder is not followed`() async throws {
    try fixture.photo("a.jpg", jpeg())
    try OpenFolder.make(fixture.target)
    let outside = fixture.folder.path.appending("outside")
    try OpenFolder.make(outside)
    let made = outside.withPlatformString { to in
      fixture.target.appending("2014").withPlatformString { symlink(to, $0) }
    }
    try #require(made == 0)
    let result = try await fixture.export(["a.jpg"], as: ["2014/a.jpg"], fixture.exporter())
    #expect(result.problems.count == 1)
    #expect(TemporaryTree.names(in: outside) == [])
  }

  @Test func `a dry run changes nothing and reports the same names`() async throws {
    try fixture.photo("a.jpg", jpeg(padding: 1))
    try fixture.photo("b/a.jpg", jpeg(padding: 2))
    let dry = try await fixture.export(["a.jpg", "b/a.jpg"], fixture.exporter(isDryRun: true))
    #expect(!isThere(fixture.target))
    #expect(!isThere(fixture.journals))
    let real = try await fixture.export(["a.jpg", "b/a.jpg"], fixture.exporter())
    #expect(dry.files == real.files)
  }

  @Test func `companions get the new name and its number`() async throws {
    for name in ["IMG_1.HEIC", "IMG_1.MOV", "IMG_1.aae", "IMG_1.HEIC.xmp", "IMG_10.MOV", "IMG_1.txt"] {
      try fixture.photo(name, Array(name.utf8))
    }
    try OpenFolder.make(fixture.target)
    try write([0], to: fixture.target.appending("x.MOV"))
    let result = try await fixture.export(
      ["IMG_1.HEIC"], as: ["x.HEIC"], fixture.exporter(), companions: .sidecars, with: [("IMG_1.MOV", .video)]
    )
    #expect(result.files.count == 4)
    #expect(fixture.exported == ["x-2.HEIC", "x-2.HEIC.xmp", "x-2.MOV", "x-2.aae", "x.MOV"])
    #expect(try fixture.bytes("x-2.MOV") == Array("IMG_1.MOV".utf8))
  }

  @Test func `the companions of a film stay its companions under a new name`() async throws {
    for name in ["GX010001.MP4", "GX010001.THM", "GL010001.LRV", "GL010002.LRV"] {
      try fixture.photo(name, Array(name.utf8))
    }
    let result = try await fixture.export(
      ["GX010001.MP4"], as: ["x.MP4"], fixture.exporter(), companions: .proxies)
    #expect(result.files.count == 3)
    #expect(fixture.exported == ["x.LRV", "x.MP4", "x.THM"])
  }

  @Test func `an edit list with its own letter keeps its name, or gets the letter in the new one`()
    async throws
  {
    for name in ["IMG_1.HEIC", "IMG_O1.AAE"] { try fixture.photo(name, Array(name.utf8)) }
    let (photo, edits) = (fixture.photos.appending("IMG_1.HEIC"), Array("IMG_O1.AAE".utf8))
    _ = try await fixture.export(["IMG_1.HEIC"], fixture.exporter(), companions: .sidecars)
    #expect(fixture.exported == ["IMG_1.HEIC", "IMG_O1.AAE"])
    try write([1], to: photo)
    _ = try await fixture.export(["IMG_1.HEIC"], fixture.exporter(), companions: .sidecars)
    _ = try await fixture.export(
      ["IMG_1.HEIC"], as: ["IMG_7.HEIC"], fixture.exporter(), companions: .sidecars)
    #expect(
      fixture.exported == [
        "IMG_1-2.HEIC", "IMG_1.HEIC", "IMG_7.HEIC", "IMG_O1-2.AAE", "IMG_O1.AAE", "IMG_O7.AAE",
      ])
    for name in fixture.exported where name.hasSuffix("AAE") { #expect(try fixture.bytes(name) == edits) }
  }

  @Test func `RAW and JPEG of one shot stay together`() async throws {
    for name in ["P1.CR2", "P1.JPG", "P1.CR2.xmp"] { try fixture.photo(name, Array(name.utf8)) }
    let alone = try await fixture.export(["P1.JPG"], fixture.exporter(isDryRun: true))
    #expect(alone.files.count == 1)
    let result = try await fixture.export(
      ["P1.JPG"], as: ["n.JPG"], fixture.exporter(), companions: .sidecars, with: [("P1.CR2", .raw)])
    #expect(fixture.exported == ["n.CR2", "n.CR2.xmp", "n.JPG"])
    #expect(result.files.map(\.role) == [.sidecar, .raw, .photo])
  }

  @Test func `a folder is not a companion, and its stem doesn't matter`()
    async throws
  {
    for name in ["P1.CR2", "P1.xmp", "P1/a.txt", "P1.JPG/a.txt"] { try fixture.photo(name, [1]) }
    let result = try await fixture.export(["P1.CR2"], fixture.exporter(), companions: .sidecars)
    #expect(result.problems.isEmpty && fixture.exported == ["P1.CR2", "P1.xmp"])
  }

  @Test func `a missing photo doesn't affect the others`() async throws {
    try fixture.photo("b.jpg", jpeg())
    let result = try await fixture.export(["a.jpg", "b.jpg"], fixture.exporter())
    #expect(result.files.count == 1)
    #expect(result.problems.count == 1)
    #expect(result.stop == nil)
  }

  @Test func `links lead to the originals`() async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    _ = try await fixture.export(["a.jpg"], fixture.exporter(.link))
    let again = try await fixture.export(["a.jpg"], fixture.exporter(.link))
    #expect(again.files.map(\.outcome) == [.skipped])
    #expect(status(of: fixture.target.appending("a.jpg"))?.kind == .symbolicLink)
    let hard = try await fixture.export(["a.jpg"], as: ["h.jpg"], fixture.exporter(.hardlink))
    #expect(hard.files.map(\.outcome) == [.linked])
    #expect(status(of: fixture.target.appending("h.jpg"))?.identity == status(of: original)?.identity)
  }

  @Test func `a picture is rendered for each photo, and skipped if it exists`() async throws {
    try fixture.photo("a.jpg", picture(width: 80, height: 60))
    try fixture.photo("broken.jpg", jpeg())
    let small = PictureEncoding(.fitting(width: 40, height: 0), quality: 0.8)
    _ = try await fixture.export(["a.jpg"], fixture.exporter(), encoding: small)
    #expect(try pixelSize(fixture.bytes("a.jpg")) == PixelSize(width: 40, height: 30))
    let again = try await fixture.export(["a.jpg"], fixture.exporter(), encoding: small)
    #expect(again.files.map(\.outcome) == [.skipped])
    let failed = try await fixture.export(["broken.jpg"], fixture.exporter(), encoding: small)
    let path = fixture.photos.appending("broken.jpg")
    guard case .notRendered(path, let reason)? = failed.problems.first else {
      Issue.record("\(failed)")
      return
    }
    #expect(!reason.contains("/"))
    #expect(fixture.exported == ["a.jpg"])
  }

  @Test func `progress ends with all files and bytes`() async throws {
    try fixture.photo("a.jpg", jpeg(padding: 1000))
    let item = ExportItem(source: fixture.photos.appending("a.jpg"), path: ExportPath(Array("a.jpg".utf8)))
    let last = LastProgress()
    _ = try await fixture.exporter().run(ExportPlan([item])) { last.keep($0) }
    let expected = Int64(jpeg(padding: 1000).count)
    #expect(last.value == ExportProgress(files: 1, fileCount: 1, bytes: expected, byteCount: expected))
  }
}
