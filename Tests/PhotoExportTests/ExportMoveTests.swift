import PhotoFiles
import PhotoFormats
import PhotoImaging
import SystemPackage
import TestSupport
import Testing

@testable import PhotoExport

/// Moves and undo.
struct ExportMoveTests {
  private let fixture: ExportFixture

  init() throws { fixture = try ExportFixture() }

  @Test func `a moved photo exists only at its destination`() async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    let result = try await fixture.export(["a.jpg"], as: ["2014/05/b.jpg"], fixture.exporter(.move))
    #expect(result.files.map(\.outcome) == [.moved])
    #expect(!isThere(original))
    #expect(try fixture.bytes("2014/05/b.jpg") == jpeg())
  }

  @Test func `a move that was interrupted halfway is completed`() async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    try OpenFolder.make(fixture.target)
    try write(jpeg(), to: fixture.target.appending("a.jpg"))
    let result = try await fixture.export(["a.jpg"], fixture.exporter(.move))
    #expect(result.files.map(\.outcome) == [.moved])
    #expect(!isThere(original))
    #expect(fixture.exported == ["a.jpg"])
  }

  @Test func `a photo that is moved to its own path is unchanged`() async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    let exporter = Exporter(
      to: fixture.photos, journals: fixture.journals, options: ExportOptions(action: .move))
    let result = try await fixture.export(["a.jpg"], exporter)
    #expect(result.files.map(\.outcome) == [.skipped])
    #expect(isThere(original))
  }

  /// Leaves an original as after a crash between copy and removal: complete in both folders, here under a
  /// temporary name.
  private func leaveAside(_ action: (FilePath, FilePath, FileMark) -> [ExportRecord]) throws
    -> FilePath
  {
    let original = try fixture.photo("a.jpg", jpeg())
    try OpenFolder.make(fixture.target)
    let copy = fixture.target.appending("a.jpg")
    try write(jpeg(), to: copy)
    let temporary = fixture.photos.appending("a.photopick-0123456789abcdef.jpg")
    let renamed = original.withPlatformString { old in temporary.withPlatformString { rename(old, $0) } }
    try #require(renamed == 0)
    let records =
      [.destination(fixture.target)] + action(original, copy, FileMark(try FileStatus(copy)))
      + [.aside(original, temporary: temporary)]
    try OpenFolder.make(fixture.journals)
    try write(RecordFile<ExportRecord>.bytes(records), to: fixture.journals.appending("9-1.journal"))
    return original
  }

  @Test(arguments: [true, false])
  func `an original with a temporary name after a kill is restored`(isUndone: Bool) async throws {
    let original = try leaveAside { [.file(.move, source: $0, destination: $1, $2)] }
    if isUndone {
      let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
      #expect(undo.problems == [] && undo.restored == [original])
      #expect(try contents(of: original) == jpeg())
      #expect(fixture.exported == [])
    } else {
      fixture.exporter(.move, isDryRun: true).restoreNames()
      #expect(!isThere(original))
      fixture.exporter(.move).restoreNames()
      #expect(TemporaryTree.names(in: fixture.photos) == ["a.jpg"])
      #expect(try await fixture.export(["a.jpg"], fixture.exporter(.move)).files.map(\.outcome) == [.moved])
      #expect(fixture.exported == ["a.jpg"])
    }
  }

  @Test func `the next export to another folder also restores the name of an original`() async throws {
    let original = try leaveAside { _, _, _ in [] }
    try fixture.photo("b.jpg", jpeg(padding: 1))
    let other = Exporter(to: fixture.photos.appending("other"), journals: fixture.journals)
    _ = try await fixture.export(["b.jpg"], other)
    #expect(try contents(of: original) == jpeg())
  }

  @Test func `restored names are all that --undo reverts then`() async throws {
    let original = try leaveAside { _, _, _ in [] }
    #expect(try Exporter.undoLast(journals: fixture.journals)?.restored == [original])
    #expect(try Exporter.undoLast(journals: fixture.journals) == nil)
  }

  @Test func `a move between file systems preserves tags and permissions`() async throws {
    let elsewhere = FilePath("/dev/shm/photopick-test-\(UInt64.random(in: 0...UInt64.max))")
    guard (try? OpenFolder.make(elsewhere)) != nil,
      try FileStatus(elsewhere).identity.device != FileStatus(fixture.photos).identity.device
    else { return }
    defer {
      try? elsewhere.appending("a.jpg").removeFile()
      try? elsewhere.removeEmptyFolder()
    }
    let original = try fixture.photo("a.jpg", jpeg())
    try #require(chmod(original.string, 0o640) == 0)
    let exporter = Exporter(to: elsewhere, journals: fixture.journals, options: .init(action: .move))
    #expect(try await fixture.export(["a.jpg"], exporter).files.map(\.outcome) == [.moved])
    #expect(!isThere(original))
    #expect(try FileStatus(elsewhere.appending("a.jpg")).permissions == 0o640)
    #expect(try Exporter.undoLast(journals: fixture.journals)?.restored == [original])
    #expect(try FileStatus(original).permissions == 0o640)
    #expect(TemporaryTree.names(in: fixture.photos) == ["a.jpg"])
  }

  @Test func `a symbolic link is not moved`() async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    let link = fixture.photos.appending("l.jpg")
    let made = original.withPlatformString { to in link.withPlatformString { symlink(to, $0) } }
    try #require(made == 0)
    let result = try await fixture.export(["l.jpg"], fixture.exporter(.move))
    #expect(result.problems == [.symbolicLink(link)])
    #expect(isThere(link))
  }

  @Test(arguments: ExportAction.allCases)
  func `the last export is undone with its folders`(action: ExportAction) async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    _ = try await fixture.export(["a.jpg"], as: ["2014/a.jpg"], fixture.exporter(action))
    let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
    #expect(undo.problems == [])
    #expect(undo.removed == [fixture.target.appending("2014").appending("a.jpg")])
    #expect(undo.restored == (action == .move ? [original] : []))
    #expect(try contents(of: original) == jpeg())
    #expect(!isThere(fixture.target))
    #expect(try Exporter.undoLast(journals: fixture.journals) == nil)
  }

  @Test func `a journal at the destination is found among other files`() async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    try OpenFolder.make(fixture.target)
    try write([7], to: fixture.target.appending("mine.journal"))
    try write([], to: fixture.journals)
    let exporter = Exporter(
      to: fixture.target, journals: fixture.journals, options: ExportOptions(action: .move))
    let result = try await fixture.export(["a.jpg"], as: ["2014/a.jpg"], exporter)
    let journal = try #require(result.journalAtDestination)
    #expect(fixture.exported == [journal.fileName.text, "2014", "mine.journal"])
    #expect(status(of: journal)?.permissions == 0o600)
    #expect(try Exporter.undoLast(journals: fixture.journals) == nil)
    let undo = try #require(
      try Exporter.undoLast(journals: fixture.journals, destination: fixture.target))
    #expect(undo.restored == [original])
    #expect(fixture.exported == ["mine.journal"])
    #expect(try fixture.bytes("mine.journal") == [7])
  }

  @Test func `a move takes nothing from behind a link`() async throws {
    let inside = try fixture.photo("in/a.jpg", jpeg())
    let outside = try fixture.photo("other/b.jpg", jpeg(padding: 1))
    let folder = fixture.photos.appending("in")
    for (name, target) in [("link", "other"), ("back", "in")] {
      let target = fixture.photos.appending(target)
      let link = folder.appending(name)
      try #require(target.withPlatformString { to in link.withPlatformString { symlink(to, $0) } } == 0)
    }
    func move(_ names: [String], _ roots: [FilePath]) async throws -> [ExportError] {
      let options = ExportOptions(action: .move, movableRoots: roots)
      let exporter = Exporter(to: fixture.target, journals: fixture.journals, options: options)
      return try await fixture.export(names, exporter).problems
    }
    let seen = folder.pushing("link/b.jpg")
    let problem = ExportError.outside(seen, folder: fixture.photos.appending("other"))
    #expect(try await move(["in/link/b.jpg"], [folder]) == [problem])
    #expect(try await move(["in/link/b.jpg"], [fixture.photos.appending("inn")]) == [problem])
    #expect(isThere(outside))
    #expect(try await move(["in/back/a.jpg"], [folder]).isEmpty)
    #expect(!isThere(inside))
    // The photo itself was named.
    #expect(try await move(["in/link/b.jpg"], [seen]).isEmpty)
    #expect(!isThere(outside))
  }

  @Test func `exports are undone one by one, the last first`() async throws {
    try fixture.photo("a.jpg", jpeg())
    try fixture.photo("b.jpg", jpeg(padding: 1))
    _ = try await fixture.export(["a.jpg"], fixture.exporter())
    _ = try await fixture.export(["b.jpg"], fixture.exporter())
    _ = try await fixture.export(["b.jpg"], fixture.exporter())
    _ = try Exporter.undoLast(journals: fixture.journals)
    #expect(fixture.exported == ["a.jpg"])
    _ = try Exporter.undoLast(journals: fixture.journals)
    #expect(!isThere(fixture.target))
  }

  @Test func `a changed copy is not removed`() async throws {
    try fixture.photo("a.jpg", jpeg())
    _ = try await fixture.export(["a.jpg"], fixture.exporter())
    let copy = fixture.target.appending("a.jpg")
    try write([1], to: copy)
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [.changedSince(copy)])
    #expect(try fixture.bytes("a.jpg") == [1])
  }

  @Test func `a copy whose original was deleted is not removed`() async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    _ = try await fixture.export(["a.jpg"], fixture.exporter())
    _ = original.withPlatformString { unlink($0) }
    let copy = fixture.target.appending("a.jpg")
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [.originalGone(copy)])
    #expect(try fixture.bytes("a.jpg") == jpeg())
  }

  @Test(arguments: [ExportAction.copy, .hardlink])
  func `a copy is not removed if another file has its original's name`(action: ExportAction) async throws {
    let original = try fixture.photo("a.jpg", jpeg(padding: 9, filler: 1))
    _ = try await fixture.export(["a.jpg"], fixture.exporter(action))
    _ = original.withPlatformString { unlink($0) }
    try write(jpeg(padding: 9, filler: 2), to: original)
    let copy = fixture.target.appending("a.jpg")
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [.originalGone(copy)])
    #expect(try fixture.bytes("a.jpg") == jpeg(padding: 9, filler: 1))
  }

  @Test(arguments: [ExportAction.copy, .move, .hardlink])
  func `a copy is not removed if its original's name is a link to it`(action: ExportAction) async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    _ = try await fixture.export(["a.jpg"], fixture.exporter(action))
    _ = original.withPlatformString { unlink($0) }
    let copy = fixture.target.appending("a.jpg")
    let made = copy.withPlatformString { to in original.withPlatformString { symlink(to, $0) } }
    try #require(made == 0)
    #expect(try Exporter.undoLast(journals: fixture.journals)?.removed == [])
    #expect(try fixture.bytes("a.jpg") == jpeg())
  }

  @Test func `a rendered picture is removed if its photo is unchanged`() async throws {
    let original = try fixture.photo("a.jpg", picture(width: 80, height: 60))
    let small = PictureEncoding(.fitting(width: 40, height: 40), quality: 0.8)
    _ = try await fixture.export(["a.jpg"], fixture.exporter(), encoding: small)
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [])
    #expect(fixture.exported.isEmpty)
    _ = try await fixture.export(["a.jpg"], fixture.exporter(), encoding: small)
    try write(jpeg(padding: 1), to: original)
    let copy = fixture.target.appending("a.jpg")
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [.originalGone(copy)])
    #expect(try pixelSize(fixture.bytes("a.jpg")) == PixelSize(width: 40, height: 30))
  }

  /// Moves a photo to a destination with an equal file.
  private func mergedMove() async throws -> (original: FilePath, destination: FilePath) {
    let original = try fixture.photo("a.jpg", jpeg())
    try OpenFolder.make(fixture.target)
    let destination = fixture.target.appending("a.jpg")
    try write(jpeg(), to: destination)
    _ = try await fixture.export(["a.jpg"], fixture.exporter(.move))
    #expect(!isThere(original))
    return (original, destination)
  }

  @Test func `a photo is not restored from a changed file`() async throws {
    let (original, destination) = try await mergedMove()
    try write(jpeg(filler: 2) + [1], to: destination)
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [.changedSince(destination)])
    #expect(!isThere(original))
  }

  @Test func `a deleted file doesn't prevent the undo of earlier exports`() async throws {
    try fixture.photo("b.jpg", jpeg(padding: 1))
    _ = try await fixture.export(["b.jpg"], fixture.exporter())
    let originals = [
      try fixture.photo("c.jpg", jpeg(padding: 2)), try fixture.photo("d.jpg", jpeg(padding: 3)),
    ]
    _ = try await fixture.export(["c.jpg", "d.jpg"], fixture.exporter(.move))
    let gone = fixture.target.appending("c.jpg")
    _ = gone.withPlatformString { unlink($0) }
    let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
    #expect(undo.problems == [.destinationGone(gone, original: originals[0])])
    #expect(undo.restored == [originals[1]])
    #expect(try Exporter.undoLast(journals: fixture.journals)?.removed == [fixture.target.appending("b.jpg")])
  }

  @Test(arguments: [true, false])
  func `moved photos on an unmounted disk are restored once it is mounted`(isMerged: Bool) async throws {
    let original: FilePath
    if isMerged {
      original = try await mergedMove().original
    } else {
      original = try fixture.photo("a.jpg", jpeg())
      _ = try await fixture.export(["a.jpg"], fixture.exporter(.move))
    }
    let away = FilePath(fixture.target.string + "-away")
    func move(_ old: FilePath, to new: FilePath) throws {
      let result = old.withPlatformString { old in new.withPlatformString { rename(old, $0) } }
      try #require(result == 0)
    }
    try move(fixture.target, to: away)
    for _ in 0..<2 {
      let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
      guard case .destinationAway(fixture.target, _)? = undo.problems.first else {
        Issue.record("\(undo.problems)")
        return
      }
      #expect(undo.problems.count == 1)
      #expect(undo.restored == [] && undo.removed == [])
    }
    // The mount point of a disk may exist when it isn't mounted.
    try OpenFolder.make(fixture.target)
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems.count == 1)
    try #require(fixture.target.withPlatformString { rmdir($0) } == 0)
    try move(away, to: fixture.target)
    #expect(try Exporter.undoLast(journals: fixture.journals)?.restored == [original])
    #expect(isThere(original))
    #expect(try Exporter.undoLast(journals: fixture.journals) == nil)
  }

  @Test func `an export without effect is not undone`() async throws {
    try fixture.photo("a.jpg", jpeg())
    _ = try await fixture.export(["a.jpg"], fixture.exporter())
    let failed = try await fixture.export(["gone.jpg"], as: ["2014/gone.jpg"], fixture.exporter())
    #expect(failed.problems.count == 1)
    #expect(fixture.exported == ["a.jpg"])
    // As after a crash before the first file.
    let folder = fixture.target.appending("2015")
    try OpenFolder.make(folder)
    let (name, mark) = (folder.appending("a.jpg"), FileMark(try FileStatus(folder)))
    let records: [ExportRecord] = [
      .destination(fixture.target), .folder(folder),
      .file(.hardlink, source: "/gone.jpg", destination: name, mark), .dropped(name),
    ]
    try write(RecordFile<ExportRecord>.bytes(records), to: fixture.journals.appending("9-1.journal"))
    let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
    #expect(undo.removed == [fixture.target.appending("a.jpg")])
    #expect(!isThere(fixture.target))
  }

  @Test(.enabled(if: getuid() != 0, "Nothing is closed to root."))
  func `a photo that cannot be removed is not copied either`() async throws {
    let original = try fixture.photo("closed/a.jpg", jpeg())
    let folder = original.removingLastComponent()
    #expect(chmod(folder.string, 0o500) == 0)
    defer { chmod(folder.string, 0o700) }
    let result = try await fixture.export(["closed/a.jpg"], fixture.exporter(.move))
    #expect(result.files.map(\.outcome) != [.moved])
    #expect(fixture.exported.isEmpty)
    #expect(isThere(original))
  }

  @Test func `a moved photo is not restored if its old name is taken`() async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    _ = try await fixture.export(["a.jpg"], fixture.exporter(.move))
    try write([1], to: original)
    let moved = fixture.target.appending("a.jpg")
    #expect(
      try Exporter.undoLast(journals: fixture.journals)?.problems
        == [.originalTaken(moved, original: original)])
    #expect(try contents(of: original) == [1])
    #expect(try fixture.bytes("a.jpg") == jpeg())
  }

  @Test func `equal photos that were moved to one file are both restored`() async throws {
    let first = try fixture.photo("a.jpg", jpeg())
    let second = try fixture.photo("b/a.jpg", jpeg())
    _ = try await fixture.export(["a.jpg", "b/a.jpg"], fixture.exporter(.move))
    #expect(fixture.exported == ["a.jpg"])
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [])
    #expect(try contents(of: first) == jpeg())
    #expect(try contents(of: second) == jpeg())
  }

  @Test func `the next export continues an interrupted journal, which is undone completely`()
    async throws
  {
    let first = try fixture.photo("a.jpg", jpeg())
    let second = try fixture.photo("b.jpg", jpeg(padding: 1))
    _ = try await fixture.export(["a.jpg"], fixture.exporter(.move))
    let name = try #require(TemporaryTree.names(in: fixture.journals).first)
    let journal = fixture.journals.appending(name)
    // As after a crash: the last record is incomplete.
    try write(Array(try contents(of: journal).dropLast(2)), to: journal)
    #expect(fixture.exporter(.move).movedBefore() == [first: fixture.target.appending("a.jpg")])
    try write(Array(try contents(of: journal).dropLast(4)), to: journal)
    _ = try await fixture.export(["b.jpg"], fixture.exporter(.move))
    #expect(TemporaryTree.names(in: fixture.journals).count == 1)
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [])
    #expect(isThere(first))
    #expect(isThere(second))
  }

  @Test func `two concurrent exports to one folder undo their own files`() async throws {
    let names = (0..<60).map { "\($0).jpg" }
    for (number, name) in names.enumerated() { try fixture.photo(name, jpeg(padding: number)) }
    async let first = fixture.export(names, fixture.exporter())
    async let second = fixture.export(names.reversed(), fixture.exporter())
    let outcomes = try await (first.files + second.files).map(\.outcome)
    #expect(outcomes.count { $0 == .copied } == 60)
    #expect(fixture.exported.count == 60)
    while let undo = try Exporter.undoLast(journals: fixture.journals) { #expect(undo.problems == []) }
    // The folder remains if the export that created it is undone before the other one.
    #expect(fixture.exported.isEmpty)
  }
}
