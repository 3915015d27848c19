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
      #expect(RememberedView(encoded: Array("photopick view 1\0\(field)\0".utf8)) == nil)
      #expect(
        RememberedView(encoded: Array("photopick view 1\u{0}1\0k\0t\0\(field)\u{0}0\u{0}0\0end\0".utf8))
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
  }

  @Test func `a folder is kept once, whoever read its photos`() async throws {
    let assets = try await view().groups.flatMap(\.assets)
    let alone = try assets.map { try LibraryScanner().read($0.path) }
    let together = RememberedView(NumberedView([AssetGroup(key: "a", title: "A", assets: assets)]))
    #expect(RememberedView(NumberedView([AssetGroup(key: "a", title: "A", assets: alone)])) == together)
  }
}
