import PhotoFiles
import PhotoLibrary
import PhotoMarks
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Marks that a program writes while another one undoes its earlier marks.
@Suite(.blocking) struct ConcurrentUndoTests: MarkingTests {
  let tree: TemporaryTree

  init() throws { tree = try .withTwoPhotos() }

  private static func rating(_ value: Int) -> MarkChange { MarkChange(rating: Rating(rawValue: value)) }

  /// Undoes the last marker, and calls `body` after undo has read the journal and before it changes `folder`.
  private func undo(pausingAt folder: FilePath, _ body: () throws -> Void) async throws -> PhotoMarker
    .UndoResult?
  {
    let opened = try OpenFolder(tree.at(folder))
    try opened.descriptor.lock(.exclusive)
    let (results, output) = AsyncThrowingStream<PhotoMarker.UndoResult?, any Error>.makeStream()
    let journals = journals
    WorkerThread.start {
      output.yield(with: Result { try PhotoMarker.undoLast(journals: journals) })
      output.finish()
    }
    var patience = Patience()
    while !tree.names("state/marks").contains(where: { $0.hasSuffix(".undo.journal") }) {
      let isOver = patience.isOver()
      try #require(!isOver)
      // Undo gives up a locked folder after a while, in which a suspended task might not resume.
      usleep(1000)
    }
    try body()
    opened.descriptor.unlock()
    for try await result in results { return result }
    return nil
  }

  @Test func `marks embedded during an undo remain, and can be undone`() async throws {
    let (first, second) = (tree.bytes("one/a.jpg"), tree.bytes("two/b.jpg"))
    let marker = PhotoMarker(journals: journals)
    _ = try marker.embed(Self.rating(4), in: asset("one/a.jpg"))
    let result = try await undo(pausingAt: "one") {
      _ = try marker.embed(Self.rating(4), in: asset("two/b.jpg"))
    }
    #expect(result?.sidecars.map(\.outcome) == [.restored] && result?.problems == [])
    #expect(tree.bytes("one/a.jpg") == first && tree.bytes("two/b.jpg") != second)
    #expect(try undo()?.sidecars.map(\.outcome) == [.restored])
    #expect(tree.bytes("two/b.jpg") == second)
    #expect(try undo() == nil && tree.names("state/marks").isEmpty)
  }

  @Test func `a sidecar that is marked during an undo gets its original value from the next one`()
    async throws
  {
    try tree.file("one/a.jpg.xmp", SidecarFile.xmp(rating: 5))
    let marker = PhotoMarker(journals: journals)
    _ = try marker.mark(asset("one/a.jpg"), with: Self.rating(1))
    _ = try marker.mark(asset("two/b.jpg"), with: Self.rating(1))
    // Undo starts with the last mark.
    let result = try await undo(pausingAt: "two") {
      _ = try marker.mark(asset("one/a.jpg"), with: Self.rating(2))
    }
    #expect(result?.problems == [])
    #expect(try asset("one/a.jpg").values[.rating] == .integer(2))
    #expect(try undo()?.problems == [])
    #expect(try asset("one/a.jpg").values[.rating] == .integer(5))
  }

  @Test func `an embedded mark that another one follows is undone after that one`() throws {
    let original = tree.bytes("one/a.jpg")
    let markers = (0..<3).map { _ in PhotoMarker(journals: journals) }
    for (marker, rating) in zip(markers, [1, 2, 3]) {
      _ = try marker.embed(Self.rating(rating), in: asset("one/a.jpg"))
    }
    // Such as an undo that starts before the next command writes its first mark.
    for marker in markers.dropLast().reversed() {
      let result = try PhotoMarker.undo(try #require(marker.journalName), journals: journals)
      #expect(result?.problems == [.changedSince(sidecar: tree.at("one/a.jpg"))])
      #expect(result?.journalName != nil)
    }
    for rating in [2, 1] {
      #expect(try undo()?.sidecars.map(\.outcome) == [.restored])
      #expect(try asset("one/a.jpg").values[.rating] == .integer(Int64(rating)))
    }
    #expect(try undo()?.sidecars.map(\.outcome) == [.restored])
    #expect(try undo() == nil && tree.bytes("one/a.jpg") == original)
  }

  @Test func `an interrupted undo is continued by the next one`() throws {
    let original = tree.bytes("one/a.jpg")
    let marker = PhotoMarker(journals: journals)
    _ = try marker.embed(Self.rating(4), in: asset("one/a.jpg"))
    let folder = try OpenFolder(journals)
    let name = try #require(tree.names("state/marks").first)
    let retired = name.replacing(".journal", with: ".undo.journal")
    // The process ended after it had renamed the journal.
    try folder.replace(
      FileName(unchecked: Array(name.utf8)), in: folder, as: FileName(unchecked: Array(retired.utf8)))
    _ = try marker.embed(Self.rating(3), in: asset("two/b.jpg"))
    #expect(tree.names("state/marks").count == 2)
    #expect(try undo()?.sidecars.map(\.outcome) == [.restored])
    let result = try PhotoMarker.undo(FileName(unchecked: Array(name.utf8)), journals: journals)
    #expect(result?.sidecars.map(\.outcome) == [.restored])
    #expect(tree.bytes("one/a.jpg") == original && tree.names("state/marks").isEmpty)
  }
}
