import PhotoFiles
import PhotoImaging
import SystemPackage
import TestSupport
import Testing

@testable import PhotoExport

/// How undo recognizes what an export wrote.
struct ExportUndoTests {
  private let fixture: ExportFixture

  init() throws { fixture = try ExportFixture() }

  /// Replaces a file by another with the same bytes and time.
  private func replace(_ path: FilePath) throws {
    let (bytes, time) = (try contents(of: path), try FileStatus(path).modified)
    let other = fixture.folder.path.appending("other")
    try write(bytes, to: other)
    let file = try FileDescriptor.open(other, .readWrite)
    try file.closeAfter { try file.setModified(time) }
    let renamed = other.withPlatformString { old in path.withPlatformString { rename(old, $0) } }
    try #require(renamed == 0)
  }

  /// Another file system that has room for tests, if there is one.
  private func withOtherFileSystem(_ body: (FilePath) async throws -> Void) async throws {
    let folder = FilePath("/dev/shm/photopick-test-\(UInt64.random(in: 0...UInt64.max))")
    guard (try? OpenFolder.make(folder)) != nil else { return }
    defer {
      for name in TemporaryTree.names(in: folder) { try? folder.appending(name).removeFile() }
      try? folder.removeEmptyFolder()
    }
    guard try FileStatus(folder).identity.device != FileStatus(fixture.photos).identity.device else { return }
    try await body(folder)
  }

  @Test func `a copy without a checksum is identified by its inode`() async throws {
    try fixture.photo("a.jpg", jpeg())
    _ = try await fixture.export(["a.jpg"], fixture.exporter(verifies: false))
    guard try OpenFolder(fixture.target).descriptor.hasLastingInode else { return }
    let copy = fixture.target.appending("a.jpg")
    try replace(copy)
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [.changedSince(copy)])
    #expect(try contents(of: copy) == jpeg())
  }

  @Test func `a copy with a checksum is identified by its bytes, whatever its inode`() async throws {
    try await withOtherFileSystem { folder in
      try fixture.photo("a.jpg", jpeg())
      let exporter = Exporter(to: folder, journals: fixture.journals, options: ExportOptions(verifies: true))
      _ = try await fixture.export(["a.jpg"], exporter)
      let copy = folder.appending("a.jpg")
      let bytes = try contents(of: copy)
      try copy.removeFile()
      try write(bytes, to: copy)
      let file = try FileDescriptor.open(copy, .readWrite)
      try file.closeAfter { try file.setModified(FileStatus(fixture.photos.appending("a.jpg")).modified) }
      let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
      #expect(undo.problems == [] && undo.removed == [copy])
    }
  }

  @Test func `a move to another file system verifies the copy even if copies are not verified`() async throws
  {
    try await withOtherFileSystem { folder in
      let original = try fixture.photo("a.jpg", jpeg(padding: 5, filler: 1))
      let options = ExportOptions(action: .move, verifies: false)
      let exporter = Exporter(to: folder, journals: fixture.journals, options: options)
      _ = try await fixture.export(["a.jpg"], exporter)
      let copy = folder.appending("a.jpg")
      let time = try FileStatus(copy).modified
      let file = try FileDescriptor.open(copy, .readWrite)
      try file.closeAfter {
        _ = try file.writeAll(jpeg(padding: 5, filler: 2))
        try file.setModified(time)
      }
      #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [.changedSince(copy)])
      #expect(!isThere(original))
    }
  }

  @Test(arguments: [true, false])
  func `copies and pictures on a server are removed, and what was replaced there stays`(
    verifies: Bool
  ) async throws {
    let server = MemoryServer()
    let small = PictureEncoding(.fitting(width: 40, height: 40), quality: 0.8)
    for name in ["a.jpg", "b.jpg"] { try fixture.photo(name, picture(width: 80, height: 60)) }
    let exporter = Exporter(
      to: server.root, journals: fixture.journals, options: ExportOptions(verifies: verifies))
    for (folder, encoding) in [("copies", nil), ("pictures", small)] {
      let names = ["\(folder)/a.jpg", "\(folder)/b.jpg"]
      let result = try await fixture.export(["a.jpg", "b.jpg"], as: names, exporter, encoding: encoding)
      #expect(result.problems == [] && result.files.map(\.outcome) == [.copied, .copied])
      // Another picture of the same size.
      let bytes = try #require(server[names[1]])
      server.put(names[1], bytes.dropLast() + [0])
      let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
      #expect(undo.problems == [.changedSince(server.root.pushing(FilePath(names[1])))])
      #expect(undo.removed == [server.root.pushing(FilePath(names[0]))] && undo.journal == nil)
      #expect(server[names[0]] == nil && server[names[1]] == bytes.dropLast() + [0])
    }
    #expect(try Exporter.undoLast(journals: fixture.journals) == nil)
  }

  @Test
  func `a copy on a server stays if its original has another time, as in a mounted folder of the server`()
    async throws
  {
    let server = MemoryServer()
    let original = try fixture.photo("a.jpg", jpeg())
    let exporter = Exporter(to: server.root, journals: fixture.journals)
    _ = try await fixture.export(["a.jpg"], exporter)
    let file = try FileDescriptor.open(original, .readWrite)
    try file.closeAfter { try file.setModified(FileStatus.Time(seconds: 1_500_000_000, nanoseconds: 0)) }
    let copy = server.root.appending("a.jpg")
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [.originalGone(copy)])
    #expect(server["a.jpg"] == jpeg())
  }

  @Test func `copies of photos on a server are removed`() async throws {
    let server = MemoryServer()
    server.put("a.jpg", jpeg(padding: 100_000))
    let plan = try await ExportPlan([ExportItem(source: server.root.appending("a.jpg"))])
    #expect(try await fixture.exporter().run(plan).problems == [])
    #expect(fixture.exported == ["a.jpg"])
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [])
    #expect(!isThere(fixture.target) && server["a.jpg"] != nil)
  }

  @Test func `an undo in vain keeps the export, and doesn't pass to an earlier one`() async throws {
    try fixture.photo("a.jpg", jpeg())
    _ = try await fixture.export(["a.jpg"], fixture.exporter())
    _ = try await fixture.export(["a.jpg"], as: ["b.jpg"], fixture.exporter())
    let (earlier, copy) = (fixture.target.appending("a.jpg"), fixture.target.appending("b.jpg"))
    let bytes = try contents(of: copy)
    try write([1], to: copy)
    for _ in 1...2 {
      let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
      #expect(undo.problems == [.changedSince(copy)] && undo.journal.map(isThere) == true)
      #expect(isThere(earlier))
    }
    let status = try FileStatus(earlier)
    try write(bytes, to: copy)
    let file = try FileDescriptor.open(copy, .readWrite)
    try file.closeAfter { try file.setModified(status.modified) }
    let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
    #expect(undo.removed == [copy] && undo.journal == nil)
    #expect(try Exporter.undoLast(journals: fixture.journals)?.removed == [earlier])
  }

  @Test func `a link that could not be made leaves nothing to undo`() async throws {
    try await withOtherFileSystem { folder in
      try fixture.photo("a.jpg", jpeg())
      let exporter = Exporter(
        to: folder, journals: fixture.journals, options: ExportOptions(action: .hardlink))
      let result = try await fixture.export(["a.jpg"], exporter)
      #expect(result.files.isEmpty && result.problems.count == 1)
      #expect(TemporaryTree.names(in: folder) == [])
      #expect(try Exporter.undoLast(journals: fixture.journals) == nil)
    }
  }

  @Test func `an export without effect leaves no journal in its destination`() async throws {
    try fixture.photo("a.jpg", jpeg())
    try OpenFolder.make(fixture.target)
    // No folder of journals can be made here.
    try write([], to: fixture.journals)
    #expect(try await fixture.export(["a.jpg"], fixture.exporter()).journalAtDestination != nil)
    _ = try Exporter.undoLast(journals: fixture.journals, destination: fixture.target)
    try write(jpeg(), to: fixture.target.appending("a.jpg"))
    let again = try await fixture.export(["a.jpg"], fixture.exporter())
    #expect(again.files.map(\.outcome) == [.skipped] && again.journalAtDestination == nil)
    #expect(fixture.exported == ["a.jpg"])
  }
}
