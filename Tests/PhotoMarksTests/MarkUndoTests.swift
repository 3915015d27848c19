import Foundation
import PhotoFiles
import PhotoLibrary
import PhotoMarks
import SystemPackage
import TestSupport
import Testing

struct MarkUndoTests: MarkingTests {
  let tree: TemporaryTree

  init() throws { tree = try .withTwoPhotos() }

  private func move(_ name: FilePath, to other: FilePath) throws {
    let status = tree.at(name).withPlatformString { old in
      tree.at(other).withPlatformString { rename(old, $0) }
    }
    guard status == 0 else { throw Errno(rawValue: errno) }
  }

  @Test func `interleaved markers are undone completely`() throws {
    try tree.file("one/a.jpg.xmp", SidecarFile.xmp(rating: 1))
    let first = PhotoMarker(journals: journals), second = PhotoMarker(journals: journals)
    func mark(_ marker: PhotoMarker, _ name: FilePath, _ rating: Int, _ keyword: String) throws {
      _ = try marker.mark(
        asset(name), with: MarkChange(rating: Rating(rawValue: rating), addedKeywords: [keyword]))
    }
    try mark(first, "two/b.jpg", 2, "First")
    try mark(second, "two/b.jpg", 3, "Second")
    // In the other folder, the second mark comes first.
    try mark(second, "one/a.jpg", 3, "Second")
    try mark(first, "one/a.jpg", 2, "First")
    #expect(try undo()?.problems == [])
    #expect(try asset("one/a.jpg").values[.keywords] == .list(["First"]))
    #expect(try asset("one/a.jpg").values[.rating] == .integer(2))
    #expect(try undo()?.problems == [])
    #expect(try asset("one/a.jpg").values[.keywords] == nil)
    #expect(try asset("one/a.jpg").values[.rating] == .integer(1))
    #expect(tree.names("two") == ["b.jpg"])
    #expect(try undo() == nil)
  }

  @Test func `an empty sidecar on a server is like none`() throws {
    let server = MemoryServer()
    server.put("a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    func mark() throws -> MarkedPhoto {
      try PhotoMarker(journals: journals).mark(
        LibraryScanner().read(server.root.appending("a.jpg")), with: MarkChange(rating: Rating(rawValue: 4)))
    }
    server.put("a.jpg.xmp", [])
    #expect(try mark().outcome == .made && server["a.jpg.xmp"]?.isEmpty == false)
    #expect(try undo()?.sidecars.map(\.outcome) == [.removed])
    #expect(server["a.jpg.xmp"] == nil)
    _ = try mark()
    server.put("a.jpg.xmp", [])
    #expect(try undo()?.problems == [] && server["a.jpg.xmp"] == nil)
  }

  @Test func `a new sidecar is removed after both markers are undone`() throws {
    let first = PhotoMarker(journals: journals), second = PhotoMarker(journals: journals)
    _ = try first.mark(asset("two/b.jpg"), with: MarkChange(rating: .rejected))
    _ = try second.mark(asset("one/a.jpg"), with: MarkChange(addedKeywords: ["Second"]))
    _ = try first.mark(asset("one/a.jpg"), with: MarkChange(addedKeywords: ["First"]))
    #expect(try undo()?.sidecars.map(\.outcome) == [.restored])
    #expect(try undo()?.sidecars.map(\.outcome) == [.removed, .removed])
    #expect(tree.names("one") == ["a.jpg"])
  }

  @Test func `a mark that a killed process didn't write has no effect on earlier ones`() throws {
    func mark(_ rating: Int) throws {
      _ = try PhotoMarker(journals: journals).mark(
        asset("one/a.jpg"), with: MarkChange(rating: Rating(rawValue: rating)))
    }
    try mark(3)
    try mark(4)
    let written = try #require(tree.bytes("one/a.jpg.xmp"))
    try mark(3)
    try tree.file("one/a.jpg.xmp", written)
    let unwritten = try #require(try undo())
    #expect(unwritten.sidecars.isEmpty && unwritten.problems == [])
    #expect(tree.bytes("one/a.jpg.xmp") == written)
    #expect(try undo()?.problems == [])
    #expect(try asset("one/a.jpg").values[.rating] == .integer(3))
    #expect(try undo()?.problems == [])
    #expect(tree.names("one") == ["a.jpg"])
  }

  @Test func `a mark whose value a later one has restored can be undone first`() throws {
    let markers = (0..<3).map { _ in PhotoMarker(journals: journals) }
    for (marker, rating) in zip(markers, [3, 4, 3]) {
      _ = try marker.mark(asset("one/a.jpg"), with: MarkChange(rating: Rating(rawValue: rating)))
    }
    for index in [1, 2] {
      let name = try #require(markers[index].journalName)
      #expect(try PhotoMarker.undo(name, journals: journals)?.problems == [])
      #expect(try asset("one/a.jpg").values[.rating] == .integer(3))
    }
    #expect(try undo()?.problems == [])
    #expect(tree.names("one") == ["a.jpg"])
  }

  @Test func `a failure doesn't prevent other sidecars from being undone`() throws {
    let earlier = PhotoMarker(journals: journals), later = PhotoMarker(journals: journals)
    _ = try earlier.mark(asset("one/a.jpg"), with: MarkChange(rating: Rating(rawValue: 1)))
    _ = try earlier.mark(asset("two/b.jpg"), with: MarkChange(rating: Rating(rawValue: 1)))
    _ = try later.mark(asset("one/a.jpg"), with: MarkChange(rating: Rating(rawValue: 2)))
    _ = try later.mark(asset("two/b.jpg"), with: MarkChange(rating: Rating(rawValue: 2)))
    // One file system is unmounted, and one sidecar is invalid.
    try move("two", to: "away")
    let sidecar = text("one/a.jpg.xmp")
    try tree.file("one/a.jpg.xmp", Array("damaged".utf8))
    let result = try #require(try undo())
    #expect(result.sidecars.isEmpty && result.problems.count == 2 && result.journalName != nil)
    #expect(text("one/a.jpg.xmp") == "damaged")
    // The next undo continues with the previous change, although the later one remains.
    try tree.file("one/a.jpg.xmp", Array(sidecar.utf8))
    #expect(try undo()?.problems.contains(.changedSince(sidecar: tree.at("one/a.jpg.xmp"))) == true)
    #expect(text("one/a.jpg.xmp").contains("<xmp:Rating>2<"))
    // The file system is mounted again: undo retries the first failure first.
    try move("away", to: "two")
    #expect(try undo()?.sidecars.map(\.outcome) == [.restored])
    #expect(try undo()?.sidecars.map(\.outcome) == [.removed])
    #expect(try undo() == nil)
    #expect(tree.names("two") == ["b.jpg"])
  }

  @Test func `undo reverts individual list items`() throws {
    try tree.file("one/a.jpg.xmp", SidecarFile.xmp(keyword: "Old"))
    let marker = PhotoMarker(journals: journals)
    _ = try marker.mark(
      asset("one/a.jpg"), with: MarkChange(addedKeywords: ["New"], removedKeywords: ["Old"]))
    let other = text("one/a.jpg.xmp").replacing("</rdf:Bag>", with: "<rdf:li>Other</rdf:li></rdf:Bag>")
    try tree.file("one/a.jpg.xmp", Array(other.utf8))
    #expect(try undo()?.sidecars.map(\.outcome) == [.restored])
    #expect(try asset("one/a.jpg").values[.keywords] == .list(["Other", "Old"]))
  }

  private func mark(_ marker: PhotoMarker, _ name: FilePath, _ change: MarkChange) throws {
    _ = try marker.mark(asset(name), with: change)
  }

  private static func rating(_ value: Int) -> MarkChange { MarkChange(rating: Rating(rawValue: value)) }

  /// Two markers, of which the second started last but marked `one/a.jpg` first.
  private func markInOtherOrder(_ first: MarkChange, _ second: MarkChange) throws {
    let (late, early) = (PhotoMarker(journals: journals), PhotoMarker(journals: journals))
    try mark(late, "two/b.jpg", Self.rating(1))
    try mark(early, "one/a.jpg", first)
    try mark(late, "one/a.jpg", second)
  }

  @Test(arguments: [2, 5])
  func `an undone mark isn't restored by the next undo`(rating: Int) throws {
    try tree.file("one/a.jpg.xmp", SidecarFile.xmp(rating: 5))
    try markInOtherOrder(Self.rating(1), Self.rating(rating))
    #expect(try undo()?.problems == [])
    #expect(try asset("one/a.jpg").values[.rating] == .integer(Int64(rating)))
    #expect(try undo()?.problems == [])
    #expect(try asset("one/a.jpg").values[.rating] == .integer(5))
  }

  @Test func `two marks of one keyword can be undone in either order`() throws {
    let original = SidecarFile.xmp(keyword: "Old")
    for (first, second) in [
      (MarkChange(addedKeywords: ["New"]), MarkChange(removedKeywords: ["New"])),
      (MarkChange(removedKeywords: ["Old"]), MarkChange(addedKeywords: ["Old"])),
    ] {
      try tree.file("one/a.jpg.xmp", original)
      try markInOtherOrder(first, second)
      #expect(try undo()?.problems == [])
      #expect(try undo()?.problems == [])
      #expect(try asset("one/a.jpg").values[.keywords] == .list(["Old"]))
    }
  }

  @Test func `marks written during an undo can be undone`() throws {
    let marker = PhotoMarker(journals: journals)
    try mark(marker, "one/a.jpg", Self.rating(1))
    #expect(try undo()?.sidecars.map(\.outcome) == [.removed])
    try mark(marker, "two/b.jpg", Self.rating(1))
    #expect(try undo()?.sidecars.map(\.outcome) == [.removed])
    #expect(tree.names("two") == ["b.jpg"])
  }

  @Test func `a deleted, replaced or changed sidecar is reported`() throws {
    for name in ["one/a.jpg.xmp", "two/b.jpg.xmp"] {
      try tree.file(FilePath(name), SidecarFile.xmp(rating: 5))
    }
    func marks() throws {
      let marker = PhotoMarker(journals: journals)
      try mark(marker, "one/a.jpg", Self.rating(1))
      try mark(marker, "two/b.jpg", Self.rating(1))
    }
    try marks()
    try tree.remove("one/a.jpg.xmp")
    let gone = try #require(try undo())
    #expect(gone.problems == [.gone(sidecar: tree.at("one/a.jpg.xmp"))] && gone.sidecars.count == 1)
    try tree.file("one/a.jpg.xmp", SidecarFile.xmp(rating: 5))
    try marks()
    try tree.file("two/b.jpg.xmp", SidecarFile.xmp(rating: 3))
    let changed = try #require(try undo())
    #expect(changed.problems == [.changedSince(sidecar: tree.at("two/b.jpg.xmp"))])
    #expect(changed.sidecars.count == 1)
    #expect(try asset("two/b.jpg").values[.rating] == .integer(3))
  }
}
