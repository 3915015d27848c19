import Foundation
import PhotoFiles
import PhotoLibrary
import SystemPackage
import Testing
import TestSupport

@testable import PhotoPicker

struct RememberedViewTests {
  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
    try tree.file("a/1.jpg", PictureBuilder.jpeg("2014:05:25 10:00:00"))
    try tree.file("a/2.jpg", PictureBuilder.jpeg("2014:05:24 10:00:00"))
    let name = FilePath(fileSystemBytes: Array("b/".utf8) + [0xFF, 0x0A] + Array("/3.png".utf8))
    try tree.file(name, PictureBuilder.png(), modified: 1_000_000_000)
  }

  private func view() async throws -> NumberedView {
    try await AssetQuery().view(of: PhotoLibrary(roots: [tree.path]).snapshot())
  }

  @Test func `a view is what it was after it was kept`() async throws {
    let view = try await view()
    let remembered = RememberedView(view, roots: ["/a b", "/c"])
    let decoded = try #require(RememberedView(encoded: remembered.encoded))
    #expect(decoded == remembered)
    #expect(decoded.selectable == view.selectable)
    #expect((0..<3).map { decoded.path(at: $0) } == view.all.map(\.asset.path))
    #expect(decoded.path(at: 3) == nil)
    #expect(decoded.path(at: -1) == nil)
    let read = decoded.read([2, 0], with: LibraryScanner())
    #expect(read.picked == view.picked([2, 0]))
    #expect(read.problems.isEmpty)
  }

  @Test func `an empty view can be kept too`() {
    let empty = RememberedView(NumberedView([]))
    #expect(RememberedView(encoded: empty.encoded) == empty)
  }

  @Test func `what was cut off is no view`() async throws {
    let bytes = RememberedView(try await view()).encoded
    for count in bytes.indices {
      #expect(RememberedView(encoded: Array(bytes.prefix(count))) == nil)
    }
  }

  @Test func `no bytes are too strange`() async throws {
    var generator = SeededGenerator(seed: 1)
    let bytes = RememberedView(try await view()).encoded
    for _ in 0..<5000 {
      var changed = bytes
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      guard let view = RememberedView(encoded: changed) else { continue }
      // Whatever was read holds together.
      #expect(view.groups.reduce(0) { $0 + $1.count } == view.count)
      for position in 0..<view.count { #expect(view.path(at: position) != nil) }
    }
    for field in ["9223372036854775807", "-1", "1e9", "", "99999999999999999999"] {
      #expect(RememberedView(encoded: Array("photopick view 2\0\(field)\0".utf8)) == nil)
      #expect(
        RememberedView(encoded: Array("photopick view 2\u{0}1\0k\0t\0\(field)\u{0}0\u{0}0\0end\0".utf8))
          == nil)
    }
    for _ in 0..<500 {
      let noise = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(RememberedView(encoded: noise) == nil)
    }
  }

  @Test func `a photo that is gone is a problem that names it and its number`() async throws {
    let remembered = RememberedView(try await view())
    try tree.remove("a/2.jpg")
    let read = remembered.read([0, 1, 2], with: LibraryScanner())
    #expect(read.picked.map(\.number) == [1, 3])
    #expect(read.problems.map(\.path) == [tree.at("a/2.jpg")])
    #expect(read.problems.first?.reason == "photo 2 is gone or cannot be read: no such file or folder")
    #expect(read.problems.first?.isMissing == true)
  }

  @Test func `a folder is kept once, whoever read its photos`() async throws {
    let assets = try await view().groups.flatMap(\.assets)
    let alone = try assets.map { try LibraryScanner().read($0.path) }
    let together = RememberedView(NumberedView([AssetGroup(key: "a", title: "A", assets: assets)]))
    #expect(RememberedView(NumberedView([AssetGroup(key: "a", title: "A", assets: alone)])) == together)
  }

  @Test(arguments: [[1], [0, 1], [1, 0], [1, 0, 2, 1, 0, 0, 3, 1], [0, 0, 4, 0, 0, 0, 0, 0, 1, 0]])
  func `photos are read with the places that they had, whichever groups are empty`(counts: [Int]) throws {
    let groups = Photos.groups(counts) { Photos.asset("\($0)-\($1).jpg", in: tree.path) }
    for asset in groups.flatMap(\.assets) {
      try tree.file(FilePath(asset.name.text), PictureBuilder.jpeg("2014:05:25 10:00:00"))
    }
    let view = NumberedView(groups)
    let read = RememberedView(view).read(Array(-1...view.count), with: LibraryScanner())
    #expect(read.problems.isEmpty)
    #expect(read.picked.map(\.number) == Array(1...view.count))
    #expect(read.picked.map(\.indexPath) == view.all.map(\.indexPath))
    #expect(read.picked.map(\.groupKey) == view.all.map(\.groupKey))
  }

  private static let fields = [
    "photopick view 2", "2", "k", "T", "1", "e", "", "0", "1", "/r", "2", "/a", "/b", "1", "1/x", "end",
  ]

  private func decoded(_ fields: [String]) -> RememberedView? {
    RememberedView(encoded: Array(fields.map { $0 + "\0" }.joined().utf8))
  }

  @Test func `what is kept is read as it is written`() throws {
    let view = try #require(decoded(Self.fields))
    #expect(view.groups == [.init(key: "k", title: "T", count: 1), .init(key: "e", title: "", count: 0)])
    #expect(view.roots == ["/r"])
    #expect(view.path(at: 0) == "/b/x")
    #expect(view.count == 1)
  }

  @Test(arguments: [
    (0, "photopick view 1"), (0, ""), (1, "-1"), (1, ""), (1, "x"), (1, "1"), (1, "3"),
    (1, "9223372036854775807"), (4, "2"), (4, "0"), (4, "-1"), (7, "1"), (7, "-1"), (8, "0"), (8, "2"),
    (8, "-1"), (10, "0"), (10, "1"), (10, "3"), (10, "99999999999999999999"), (13, "0"), (13, "2"),
    (13, "-1"),
    (14, "2/x"), (14, "-1/x"), (14, "/x"), (14, "x/x"), (14, "1/"), (14, "1"), (14, ""), (15, "END"),
    (15, ""),
  ])
  func `one field that does not agree with the others makes it no view`(index: Int, text: String) {
    var fields = Self.fields
    fields[index] = text
    #expect(decoded(fields) == nil)
    #expect(decoded(Self.fields.indices.filter { $0 != index }.map { Self.fields[$0] }) == nil)
  }

  @Test func `a heading holds no end of a text`() {
    let view = RememberedView(NumberedView([AssetGroup(key: "a\0b", title: "\0T", assets: [])]))
    #expect(RememberedView(encoded: view.encoded)?.groups == [.init(key: "ab", title: "T", count: 0)])
  }
}
