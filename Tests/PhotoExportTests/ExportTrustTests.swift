import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoExport

/// Journals that no export has written, and journals planted in a destination.
struct ExportTrustTests {
  private let fixture: ExportFixture
  private let mine: FilePath
  private let bytes = jpeg(padding: 5)

  init() throws {
    fixture = try ExportFixture()
    mine = try fixture.photo("mine/imp.jpg", bytes)
    try OpenFolder.make(fixture.target, mode: 0o755)
  }

  private var atDestination: FilePath { fixture.target.appending(".photopick-export-1.journal") }

  /// Writes a journal to the destination or the default folder.
  private func leave(_ records: [ExportRecord], shared: Bool = true) throws -> FilePath {
    let path = shared ? atDestination : fixture.journals.appending("1.journal")
    try OpenFolder.make(path.removingLastComponent())
    try write(RecordFile<ExportRecord>.bytes([.destination(fixture.target)] + records), to: path)
    return path
  }

  private func undo() throws -> UndoResult? {
    try Exporter.undoLast(journals: fixture.journals, destination: fixture.target)
  }

  /// A photo in the destination, with the recorded identity.
  private func exported(_ name: String, _ bytes: [UInt8]) throws -> (path: FilePath, mark: FileMark) {
    let path = fixture.target.appending(name)
    try write(bytes, to: path)
    return (path, FileMark(try FileStatus(path)))
  }

  @Test(arguments: [true, false])
  func `only files below the destination are removed`(shared: Bool) throws {
    let empty = fixture.photos.appending("empty")
    try OpenFolder.make(empty)
    let out = fixture.target.appending("out")
    try OpenFolder(fixture.target).makeSymbolicLink(
      FileName("out"), to: mine.removingLastComponent())
    let mark = FileMark(try FileStatus(mine))
    let hidden = mine.removingLastComponent().appending(".photopick-1-2-3-4.part")
    try write([1], to: hidden)
    let stolen = fixture.target.appending("stolen.jpg")
    let records: [ExportRecord] = [
      .part(mine), .part(fixture.target.pushing("../photos/mine/imp.jpg")), .part(out.appending("imp.jpg")),
      .part(hidden), .folder(empty),
      .file(.move, source: stolen, destination: mine, mark),
      .file(.move, source: stolen, destination: out.appending("imp.jpg"), mark),
      .file(.hardlink, source: mine, destination: fixture.target.pushing("../photos/mine/imp.jpg"), mark),
      .picture(source: mine, mark, destination: mine, mark),
      .merged(source: stolen, destination: mine, mark),
    ]
    for record in records {
      let journal = try leave([record], shared: shared)
      let undo = try #require(try undo())
      #expect(undo.removed == [] && undo.restored == [])
      #expect(undo.problems.count == 1 && isThere(journal))
      if case .destinationAway? = undo.problems.first { Issue.record("\(record) is undone later") }
    }
    // An incomplete file behind a link doesn't count.
    _ = try leave([.part(out.appending(".photopick-1-2-3-4.part"))], shared: shared)
    #expect(try undo()?.problems == nil)
    #expect(try contents(of: mine) == bytes)
    #expect(isThere(empty) && isThere(hidden) && !isThere(stolen))
  }

  @Test func `a resumed run removes no incomplete file outside of its destination`() async throws {
    try fixture.photo("a.jpg", jpeg())
    let part = fixture.target.appending(".photopick-1-2-3-4.part")
    try write([1], to: part)
    _ = try leave([.part(mine), .part(part)], shared: false)
    _ = try await fixture.export(["a.jpg"], fixture.exporter())
    #expect(isThere(mine) && !isThere(part))
  }

  @Test func `a journal in the destination restores only photos and sidecars, and not to hidden folders`()
    throws
  {
    let home = fixture.photos
    let photo = try exported("evil.jpg", bytes)
    let text = try exported("text.jpg", Array("run me".utf8))
    let refused: [ExportRecord] = [
      .file(.move, source: home.pushing("autostart/evil.desktop"), destination: photo.path, photo.mark),
      .file(.move, source: home.pushing(".config/evil.jpg"), destination: photo.path, photo.mark),
      .file(.move, source: home.pushing("new/../evil.jpg"), destination: photo.path, photo.mark),
      .file(.move, source: home.pushing("new/text.jpg"), destination: text.path, text.mark),
      .merged(source: home.pushing(".bashrc"), destination: photo.path, photo.mark),
    ]
    for record in refused {
      let journal = try leave([record])
      let undo = try #require(try undo())
      #expect(undo.restored == [])
      #expect(undo.problems.count == 1 && isThere(journal))
      if case .notOfExport? = undo.problems.first {} else { Issue.record("\(undo.problems)") }
    }
    #expect(TemporaryTree.names(in: home) == ["mine"])
    let link = home.appending("link")
    try OpenFolder.make(home.appending(".hidden"))
    try OpenFolder(home).makeSymbolicLink(FileName("link"), to: home.appending(".hidden"))
    _ = try leave([.file(.move, source: link.appending("a.jpg"), destination: photo.path, photo.mark)])
    #expect(try undo()?.restored == [])
    let original = home.pushing("new/a.jpg")
    _ = try leave([.file(.move, source: original, destination: photo.path, photo.mark)])
    #expect(try undo()?.restored == [original])
    #expect(!isThere(atDestination))
    #expect(try FileStatus(home.appending("new")).permissions & 0o077 == 0)
  }

  @Test func `a journal in the destination that other users may have written is not used`() throws {
    let photo = try exported("a.jpg", bytes)
    let copied = ExportRecord.file(.copy, source: mine, destination: photo.path, photo.mark)
    func isRefused() throws -> Bool {
      do {
        return try undo() == nil
      } catch ExportError.journalOfOthers(atDestination) {
        return true
      }
    }
    _ = try leave([copied])
    #expect(chmod(atDestination.string, 0o666) == 0)
    #expect(try isRefused())
    #expect(chmod(atDestination.string, 0o620) == 0)
    #expect(try isRefused())
    #expect(chmod(atDestination.string, 0o600) == 0)
    #expect(chmod(fixture.target.string, 0o777) == 0)
    #expect(try isRefused())
    #expect(chmod(fixture.target.string, 0o755) == 0)
    if getuid() == 0 {
      #expect(chown(atDestination.string, 65534, 65534) == 0)
      #expect(try isRefused())
      #expect(chown(atDestination.string, 0, 0) == 0)
    }
    let elsewhere = fixture.photos.appending("journal")
    try write(try contents(of: atDestination), to: elsewhere)
    try atDestination.removeFile()
    try OpenFolder(fixture.target).makeSymbolicLink(atDestination.fileName, to: elsewhere)
    #expect(try isRefused())
    try atDestination.removeFile()
    #expect(mkfifo(atDestination.string, 0o600) == 0)
    #expect(try isRefused())
    try atDestination.removeFile()
    #expect(isThere(photo.path))
    _ = try leave([copied])
    #expect(chmod(fixture.target.string, 0o1777) == 0)
    #expect(try undo()?.removed == [photo.path])
  }

  @Test func `a full folder can't contain a journal, like one without write permission`() {
    #expect(Errno.noSpace.isOfUnwritableFolder && Errno.diskQuotaExceeded.isOfUnwritableFolder)
    #expect(Errno.readOnlyFileSystem.isOfUnwritableFolder && !Errno.ioError.isOfUnwritableFolder)
  }

  @Test func `the newest export to a folder is undone first, wherever its journal is`() throws {
    let (old, new) = (try exported("old.jpg", bytes), try exported("new.jpg", bytes))
    _ = try leave([.file(.copy, source: mine, destination: old.path, old.mark), .end])
    try OpenFolder.make(fixture.journals)
    let record = ExportRecord.file(.copy, source: mine, destination: new.path, new.mark)
    try write(
      RecordFile<ExportRecord>.bytes([.destination(fixture.target), record, .end]),
      to: fixture.journals.appending("2.journal"))
    #expect(try undo()?.removed == [new.path])
    #expect(try undo()?.removed == [old.path])
  }
}
