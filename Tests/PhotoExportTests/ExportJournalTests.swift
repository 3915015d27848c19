import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoExport

/// Journals after a crash, a full disk or a power failure.
struct ExportJournalTests {
  private let fixture: ExportFixture
  private var name: FilePath { fixture.journals.appending("01700000000000000000-1.journal") }

  init() throws { fixture = try ExportFixture() }

  private func leave(_ bytes: [UInt8]) throws {
    try OpenFolder.make(fixture.journals)
    try write(bytes, to: name)
  }

  private func begun(_ tail: some Sequence<UInt8>) -> [UInt8] {
    RecordFile.bytes([ExportRecord.destination(fixture.target)]) + tail
  }

  /// The bytes that a record adds to a journal.
  private func bytes(_ record: ExportRecord) -> [UInt8] {
    Array(RecordFile.bytes([record]).dropFirst(RecordFile<ExportRecord>.bytes([]).count))
  }

  private func open() throws -> ExportJournal {
    try ExportJournals(in: fixture.journals).open(destination: fixture.target)
  }

  @Test func `a move that continues after an incomplete record is undone`() async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    try leave(begun(bytes(.folder("/e")).dropLast(3)))
    let result = try await fixture.export(["a.jpg"], fixture.exporter(.move))
    #expect(result.files.map(\.outcome) == [.moved])
    let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
    #expect(undo.restored == [original] && undo.problems == [])
    #expect(isThere(original))
    #expect(TemporaryTree.names(in: fixture.journals) == [])
  }

  @Test func `moves before and after an incomplete record are undone`() async throws {
    let first = try fixture.photo("b.jpg", jpeg(padding: 1))
    let second = try fixture.photo("a.jpg", jpeg())
    _ = try await fixture.export(["b.jpg"], fixture.exporter(.move))
    let name = try #require(TemporaryTree.names(in: fixture.journals).first)
    let journal = fixture.journals.appending(name)
    let end = bytes(.end)
    let whole = try contents(of: journal)
    #expect(whole.suffix(end.count) == end[...])
    try write(Array(whole.dropLast(end.count) + bytes(.folder("/e")).prefix(18)), to: journal)
    _ = try await fixture.export(["a.jpg"], fixture.exporter(.move))
    let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
    #expect(Set(undo.restored) == [first, second] && undo.problems == [])
  }

  @Test func `wherever a record was truncated, the next record is read`() throws {
    let mark = FileMark(inode: 12, size: 34, modified: .init(seconds: 5, nanoseconds: 6), checksum: 0xAB)
    let record = ExportRecord.file(.move, source: "/a/b", destination: "/c/d", mark)
    let bytes = bytes(record)
    for count in 0..<bytes.count {
      for zeros in [0, 2, 50] {
        try leave(begun(bytes.prefix(count) + [UInt8](repeating: 0, count: zeros)))
        let journal = try open()
        #expect(journal.path == name)
        try journal.append(.folder("/e"))
        let content = try journal.content()
        #expect(content.records == [.destination(fixture.target), .folder("/e")] && !content.isDamaged)
      }
    }
  }

  @Test(arguments: [0, 4])
  func `a journal without a step is skipped`(zeros: Int) async throws {
    try fixture.photo("a.jpg", jpeg())
    _ = try await fixture.export(["a.jpg"], fixture.exporter())
    try write([UInt8](repeating: 0, count: zeros), to: fixture.journals.appending("9-1.journal"))
    let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
    #expect(undo.removed == [fixture.target.appending("a.jpg")] && undo.problems == [])
    #expect(TemporaryTree.names(in: fixture.journals) == [])
  }

  @Test(arguments: [0, 4, 8, 16, 17])
  func `a corrupt journal is preserved and reported`(index: Int) async throws {
    let original = try fixture.photo("a.jpg", jpeg())
    let target = fixture.target.appending("a.jpg")
    try OpenFolder.make(fixture.target)
    try write(jpeg(), to: target)
    let mark = FileMark(try FileStatus(target))
    var tail = bytes(.folder("/e"))
    tail[index] ^= 1
    let copied = ExportRecord.file(.copy, source: original, destination: target, mark)
    try leave(begun(bytes(copied) + tail))
    let before = try contents(of: name)
    // The next export has a separate journal.
    try fixture.photo("b.jpg", jpeg(padding: 1))
    _ = try await fixture.export(["b.jpg"], fixture.exporter())
    #expect(try contents(of: name) == before)
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [])
    for removed in [[target], []] {
      let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
      #expect(undo.removed == removed && undo.problems == [.journalDamaged(name)])
    }
    // The temporary names follow.
    #expect(try contents(of: name).starts(with: before))
  }

  @Test(arguments: ["photopick export 1\u{0}/a\u{0}", "photopick export 9\n", "x"])
  func `a journal of photopick 0.1.0, or any unreadable journal, is preserved`(text: String)
    throws
  {
    try leave(Array(text.utf8))
    #expect(throws: ExportError.journalDamaged(name)) { try Exporter.undoLast(journals: fixture.journals) }
    #expect(isThere(name))
  }
}
