import PhotoFiles
import PhotoFormats
import PhotoImaging
import SystemPackage
import TestSupport
import Testing

@testable import PhotoExport

/// Rare cases of export and undo.
struct ExportLimitTests {
  private let fixture: ExportFixture

  init() throws { fixture = try ExportFixture() }

  private func link(_ path: FilePath, to target: FilePath) throws {
    let made = target.withPlatformString { to in path.withPlatformString { symlink(to, $0) } }
    try #require(made == 0)
  }

  private func outcomes(
    _ names: [String], as others: [String]? = nil, _ exporter: Exporter
  ) async throws -> [ExportedFile.Outcome] {
    try await fixture.export(names, as: others, exporter).files.map(\.outcome)
  }

  @Test func `a move on one disk moves the very file`() async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    let before = try FileStatus(original)
    _ = try await fixture.export(["a.jpg"], fixture.exporter(.move))
    let target = fixture.target.appending("a.jpg")
    #expect(try FileStatus(target).identity == before.identity)
    _ = try Exporter.undoLast(journals: fixture.journals)
    #expect(try FileStatus(original).identity == before.identity)
  }

  @Test func `a file is removed only if it is still the file that was copied`() throws {
    let path = try fixture.photo("a.jpg", jpeg())
    let copy = try fixture.photo("copy/a.jpg", jpeg())
    let (folder, target) = (try OpenFolder(fixture.photos), try OpenFolder(copy.removingLastComponent()))
    func remove(_ status: FileStatus) throws -> Bool {
      try ExportStep.remove(
        path, in: folder, status, keeping: copy.fileName, in: target, copy, note: { _ in })
    }
    let status = try FileStatus(path)
    try write(jpeg(padding: 1), to: path)
    #expect(throws: ExportError.changed(path)) { try remove(status) }
    try write(jpeg(), to: path)
    let file = try FileDescriptor.open(path, .readWrite)
    try file.closeAfter { try file.setModified(FileStatus.Time(seconds: 1, nanoseconds: 0)) }
    #expect(throws: ExportError.changed(path)) { try remove(status) }
    try path.removeFile()
    #expect(throws: ExportError.self) { try remove(status) }
    try write(jpeg(), to: path)
    #expect(TemporaryTree.names(in: fixture.photos) == ["a.jpg", "copy"])
    #expect(try remove(FileStatus(path)))
    #expect(!isThere(path))
  }

  @Test func `a file that was written meanwhile, or got another time, was changed`() throws {
    let path = try fixture.photo("a.jpg", jpeg())
    let unchanged = try SourceFile(path)
    try unchanged.requireUnchanged()
    let file = try FileDescriptor.open(path, .readWrite)
    try file.closeAfter { try file.setModified(FileStatus.Time(seconds: 1, nanoseconds: 0)) }
    #expect(throws: ExportError.changed(path)) { try unchanged.requireUnchanged() }
    let short = try SourceFile(path)
    try write(jpeg(padding: 1), to: path)
    #expect(throws: ExportError.changed(path)) { try short.requireUnchanged() }
  }

  @Test func `a photo may be a link, a companion that became one is not followed`() throws {
    let (photo, path) = (try fixture.photo("a.jpg", jpeg()), fixture.photos.appending("b.jpg"))
    try link(path, to: photo)
    func file(isCompanion: Bool) -> PlannedFile {
      let name = PlannedName(stem: [], ending: [])
      return PlannedFile(source: path, role: .photo, name: name, isCompanion: isCompanion, size: 0)
    }
    let linked = try SourceFile(file(isCompanion: false))
    #expect(try linked.status.identity == FileStatus(photo).identity)
    #expect(throws: ExportError.linkedCompanion(path)) {
      try SourceFile(file(isCompanion: true))
    }
  }

  @Test(arguments: [ExportAction.copy, .move, .link, .hardlink])
  func `completed actions are skipped`(action: ExportAction) async throws {
    try fixture.photo("a.jpg", jpeg())
    #expect(try await outcomes(["a.jpg"], fixture.exporter(action)).count == 1)
    if action == .move { try fixture.photo("a.jpg", jpeg()) }
    let again = try await outcomes(["a.jpg"], fixture.exporter(action))
    #expect(again == (action == .move ? [.moved] : [.skipped]))
    #expect(fixture.exported == ["a.jpg"])
    #expect(isThere(fixture.photos.appending("a.jpg")) == (action != .move))
  }

  @Test(arguments: [ExportAction.link, .hardlink])
  func `a link gets a number if its name is taken`(action: ExportAction) async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    try fixture.photo("b.jpg", jpeg())
    try OpenFolder.make(fixture.target)
    // Equal bytes don't make it the link.
    try write(jpeg(), to: fixture.target.appending("a.jpg"))
    try link(fixture.target.appending("b.jpg"), to: original)
    let done = try await outcomes(["a.jpg", "b.jpg"], fixture.exporter(action))
    #expect(done == [.linked, .linked])
    #expect(fixture.exported == ["a-2.jpg", "a.jpg", "b-2.jpg", "b.jpg"])
    #expect(fixture.target.appending("b.jpg").linkTarget == original)
  }

  @Test func `a link that was changed or replaced is not removed`() async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    for change in [0, 1, 2] {
      _ = try await fixture.export(["a.jpg"], fixture.exporter(.link))
      let path = fixture.target.appending("a.jpg")
      try path.removeFile()
      if change == 1 { try link(path, to: fixture.photos) }
      if change == 2 { try write(jpeg(), to: path) }
      let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
      #expect(undo.problems == (change == 0 ? [] : [.changedSince(path)]))
      #expect(undo.removed == [])
      if change > 0 { try path.removeFile() }
    }
    #expect(try contents(of: original) == jpeg())
  }

  @Test func `a copy and its original that were both deleted are not reported`() async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    try fixture.photo("b.jpg", jpeg(padding: 1))
    _ = try await fixture.export(["a.jpg", "b.jpg"], fixture.exporter())
    try original.removeFile()
    try fixture.target.appending("a.jpg").removeFile()
    let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
    #expect(undo.problems == [] && undo.removed == [fixture.target.appending("b.jpg")])
  }

  /// Whether the file system shares blocks between copies, which are then not verified.
  private func clones() throws -> Bool {
    let path = try fixture.photo("probe", [1])
    let (source, target) = (
      try FileDescriptor.open(path, .readOnly),
      try FileDescriptor.open(
        fixture.photos.appending("probe-2"), .readWrite, options: [.create], permissions: .ownerReadWrite)
    )
    return try source.closeAfter {
      try target.closeAfter {
        try FileCopier(verifies: true).copy(source, size: 1, to: target).checksum == nil
      }
    }
  }

  @Test func `a verified copy is identified by its bytes, even if size and time are equal`() async throws {
    if try clones() { return }
    try fixture.photo("a.jpg", jpeg(padding: 5, filler: 1))
    _ = try await fixture.export(["a.jpg"], fixture.exporter(.copy, verifies: true))
    let copy = fixture.target.appending("a.jpg")
    let before = try FileStatus(copy)
    let file = try FileDescriptor.open(copy, .readWrite)
    try file.closeAfter {
      _ = try file.writeAll(jpeg(padding: 5, filler: 2))
      try file.setModified(before.modified)
    }
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [.changedSince(copy)])
    #expect(try contents(of: copy) == jpeg(padding: 5, filler: 2))
  }

  @Test(arguments: [ExportAction.copy, .move])
  func `a dry run reports equal photos`(action: ExportAction) async throws {
    for name in ["a.jpg", "b/a.jpg"] { try fixture.photo(name, jpeg(padding: 3)) }
    try fixture.photo("c/a.jpg", jpeg(padding: 4))
    try fixture.photo("d/a.jpg", jpeg(padding: 3, filler: 9))
    let names = ["a.jpg", "b/a.jpg", "c/a.jpg", "d/a.jpg"]
    let dry = try await fixture.export(names, fixture.exporter(action, isDryRun: true))
    #expect(!isThere(fixture.target))
    let real = try await fixture.export(names, fixture.exporter(action))
    #expect(dry.files.map(\.destination) == real.files.map(\.destination))
    #expect(dry.files.map(\.outcome) == real.files.map(\.outcome))
    #expect(fixture.exported == ["a-2.jpg", "a-3.jpg", "a.jpg"])
  }

  @Test func `a dry run refuses and completes the same moves`()
    async throws
  {
    let original = try fixture.photo("a.jpg", jpeg())
    try link(fixture.photos.appending("l.jpg"), to: original)
    let dry = try await fixture.export(["l.jpg"], fixture.exporter(.move, isDryRun: true))
    #expect(dry.problems == [.symbolicLink(fixture.photos.appending("l.jpg"))])
    let copied = try await fixture.export(["l.jpg"], fixture.exporter(.copy, isDryRun: true))
    #expect(copied.problems == [] && copied.files.map(\.outcome) == [.copied])
    try OpenFolder.make(fixture.target)
    try write(jpeg(), to: fixture.target.appending("a.jpg"))
    #expect(try await outcomes(["a.jpg"], fixture.exporter(.move, isDryRun: true)) == [.moved])
    #expect(isThere(original))
  }

  @Test func `a move removes another name of the same file, but not from its own folder`()
    async throws
  {
    let original = try fixture.photo("a.jpg", jpeg())
    try OpenFolder(fixture.photos).makeHardLink(FileName("b.jpg"), to: original)
    let here = Exporter(to: fixture.photos, journals: fixture.journals, options: ExportOptions(action: .move))
    #expect(try await outcomes(["a.jpg"], as: ["b.jpg"], here) == [.skipped])
    #expect(isThere(original))
    try OpenFolder.make(fixture.target)
    try OpenFolder(fixture.target).makeHardLink(FileName("a.jpg"), to: original)
    #expect(try await outcomes(["a.jpg"], fixture.exporter(.move)) == [.moved])
    #expect(!isThere(original) && isThere(fixture.photos.appending("b.jpg")))
    #expect(try fixture.bytes("a.jpg") == jpeg())
  }

  @Test func `a picture rendered to the photo's folder never replaces the photo`() async throws {
    let bytes = try picture(width: 80, height: 60)
    let original = try fixture.photo("a.jpg", bytes)
    let here = Exporter(to: fixture.photos, journals: fixture.journals)
    let encoding = PictureEncoding(.fitting(width: 20, height: 20), quality: 0.5)
    let result = try await fixture.export(["a.jpg"], here, encoding: encoding)
    #expect(result.files.map(\.destination) == [fixture.photos.appending("a-2.jpg")])
    #expect(try contents(of: original) == bytes)
    let again = try await fixture.export(["a.jpg"], here, encoding: encoding)
    #expect(again.files.map(\.outcome) == [.skipped])
  }

  @Test func `parents of the destination are created, and removed by undo`() async throws {
    try fixture.photo("a.jpg", jpeg())
    let target = fixture.folder.path.pushing("x/y/z")
    let exporter = Exporter(to: target, journals: fixture.journals)
    _ = try await fixture.export(["a.jpg"], as: ["1/2/a.jpg"], exporter)
    #expect(try contents(of: target.pushing("1/2/a.jpg")) == jpeg())
    _ = try Exporter.undoLast(journals: fixture.journals)
    #expect(TemporaryTree.names(in: fixture.folder.path) == ["journals", "photos"])
  }

  @Test func `more folders than may be open can be filled`() async throws {
    let names = (0..<140).map { "\($0).jpg" }
    for (number, name) in names.enumerated() { try fixture.photo(name, jpeg(padding: number)) }
    let result = try await fixture.export(names, as: (0..<140).map { "\($0)/a.jpg" }, fixture.exporter())
    #expect(result.problems == [] && result.files.map(\.source.string).count == 140)
    #expect(
      result.files.map(\.destination) == (0..<140).map { fixture.target.pushing(FilePath("\($0)/a.jpg")) })
    #expect(try fixture.bytes("139/a.jpg") == jpeg(padding: 139))
  }

  @Test func `twenty exports can be undone, and older journals are removed`() async throws {
    for number in 0..<23 {
      try fixture.photo("\(number).jpg", jpeg(padding: number))
      _ = try await fixture.export(["\(number).jpg"], fixture.exporter())
    }
    #expect(TemporaryTree.names(in: fixture.journals).count == 20)
    var count = 0
    while try Exporter.undoLast(journals: fixture.journals) != nil { count += 1 }
    #expect(count == 20)
    #expect(fixture.exported.sorted() == ["0.jpg", "1.jpg", "2.jpg"])
  }

  @Test func `earlier moves are found only while the photo is at its destination`() async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    _ = try await fixture.export(["a.jpg"], fixture.exporter(.move))
    #expect(fixture.exporter(.move).movedBefore().isEmpty, "the export ended")
    let name = try #require(TemporaryTree.names(in: fixture.journals).first)
    let journal = fixture.journals.appending(name)
    try write(Array(try contents(of: journal).dropLast(4)), to: journal)
    let target = fixture.target.appending("a.jpg")
    #expect(fixture.exporter(.move).movedBefore() == [original: target])
    #expect(fixture.exporter(.copy).movedBefore().isEmpty)
    try write(jpeg(), to: original)
    #expect(fixture.exporter(.move).movedBefore().isEmpty)
    try original.removeFile()
    try write(jpeg(padding: 1), to: target)
    #expect(fixture.exporter(.move).movedBefore().isEmpty)
  }

  @Test func `a mark identifies a file by inode, size and time`() throws {
    let path = try fixture.photo("a.jpg", jpeg())
    let status = try FileStatus(path)
    let mark = FileMark(status)
    #expect(mark.matches(status) && mark.hasSizeAndTime(of: status))
    var other = mark
    other.inode += 1
    #expect(!other.matches(status) && other.hasSizeAndTime(of: status))
    other = mark
    other.size += 1
    #expect(!other.matches(status) && !other.hasSizeAndTime(of: status))
    other = mark
    other.modified = FileStatus.Time(seconds: 0, nanoseconds: 0)
    #expect(!other.matches(status) && !other.hasSizeAndTime(of: status))
  }

  @Test func `a full or read-only disk stops an export, a single photo does not`() {
    #expect(ExportError.failed("write", "/a", .noSpace) == .diskFull("/a"))
    #expect(ExportError.failed("write", "/a", .diskQuotaExceeded).stopsExport)
    #expect(ExportError.failed("write", "/a", .readOnlyFileSystem).stopsExport)
    #expect(!ExportError.failed("write", "/a", .permissionDenied).stopsExport)
    #expect(!ExportError.changed("/a").stopsExport && ExportError.journal("/a", reason: "x").stopsExport)
  }

  @Test func `a name has up to 235 bytes, whole characters and its extension`() {
    for count in 230...240 {
      let stem = String(repeating: "a", count: count - 4)
      let name = ExportPath(Array("\(stem).jpg".utf8)).name
      #expect(name.bytes.count == min(count, 235))
      #expect(name.text.hasSuffix(".jpg") && (count > 235 || name.text == "\(stem).jpg"))
      let long = "a." + String(repeating: "b", count: count - 2)
      #expect((ExportPath(Array(long.utf8)).name.text == long) == (count <= 235))
      for character in ["é", "本", "👍"] {
        let wide =
          String(repeating: "x", count: count % 5) + String(repeating: character, count: 120) + ".jpg"
        let short = ExportPath(Array(wide.utf8)).name
        #expect(String(validating: short.bytes, as: UTF8.self)?.hasSuffix("\(character).jpg") == true)
        #expect(short.bytes.count <= 235 && short.bytes.count > 235 - 2 * character.utf8.count)
      }
    }
  }
}
