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

  private func encoded(_ view: RememberedView) -> [UInt8] { RecordFile.bytes([view]) }

  private func decode(_ bytes: [UInt8]) -> RememberedView? {
    RecordFile<RememberedView>.onlyRecord(bytes)
  }

  /// Decodes a record with a valid checksum.
  private func record(_ bytes: [UInt8]) -> RememberedView? {
    bytes.withUnsafeBytes { bytes in
      var input = RecordDecoder(bytes)
      return try? RememberedView(from: &input)
    }
  }

  @Test func `a view is what it was after it was kept`() async throws {
    let view = try await view()
    let remembered = RememberedView(view, roots: ["/a b", "/c"], options: "--limit 3", showsStacks: true)
    let decoded = try #require(decode(encoded(remembered)))
    #expect(decoded == remembered)
    #expect(decoded.selectable == view.selectable)
    #expect((0..<3).map { decoded.path(at: $0) } == view.all.map(\.asset.path))
    #expect(decoded.path(at: 3) == nil)
    #expect(decoded.path(at: -1) == nil)
    let read = decoded.read([2, 0], with: LibraryScanner())
    #expect(read.picked == view.picked([2, 0]))
    #expect(read.problems.isEmpty)
  }

  @Test func `a view belongs to the folders above and below its roots`() async throws {
    try tree.symbolicLink("link", to: tree.at("a"))
    let (view, other) = (RememberedView(try await view(), roots: [tree.at("link")]), tree.at("b"))
    for folder in [tree.path, tree.at("a"), tree.at("link"), "/"] { #expect(view.belongs(to: folder)) }
    #expect(!view.belongs(to: other) && !view.belongs(to: tree.path.appending("link2")))
    #expect(
      view.belongs(to: other, library: tree.at("link/sub")) && !view.belongs(to: other, library: tree.path))
  }

  @Test(arguments: ["s3://bucket/2014", "/nowhere/1.jpg"])
  func `a view of a server or of files belongs to the folder in which it was displayed`(root: String) throws {
    let view = RememberedView(NumberedView([]), roots: [FilePath(fileSystemBytes: Array(root.utf8))])
    let decoded = try #require(decode(encoded(view)))
    #expect(decoded.belongs(to: try #require(FilePath.currentFolder)) && !decoded.belongs(to: tree.path))
  }

  @Test func `an empty view can be kept too`() {
    let empty = RememberedView(NumberedView([]))
    #expect(decode(encoded(empty)) == empty)
  }

  @Test func `what was cut off is no view`() async throws {
    let bytes = encoded(RememberedView(try await view()))
    for count in bytes.indices {
      #expect(decode(Array(bytes.prefix(count))) == nil)
    }
  }

  @Test func `no bytes are too strange`() async throws {
    var generator = SeededGenerator(seed: 1)
    var output = RecordEncoder()
    RememberedView(try await view()).encode(to: &output)
    for _ in 0..<5000 {
      var changed = output.bytes
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      guard let view = record(changed) else { continue }
      // Decoded values are consistent.
      #expect(view.groups.reduce(0) { $0 + $1.count } == view.count)
      for position in 0..<view.count { #expect(view.path(at: position) != nil) }
    }
    for _ in 0..<500 {
      let noise = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(decode(noise) == nil)
    }
  }

  @Test func `a photo that is gone is a problem that names it and its number`() async throws {
    let remembered = RememberedView(try await view())
    try tree.remove("a/2.jpg")
    let read = remembered.read([0, 1, 2], with: LibraryScanner())
    #expect(read.picked.map(\.number) == [1, 3])
    #expect(read.problems.map(\.path) == [tree.at("a/2.jpg")])
    #expect(read.problems.first?.reason == "photo 2 was deleted or is unreadable: no such file or folder")
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

  /// A view of two groups with one photo in the first.
  private func record(
    groups: Int = 2, counts: (Int, Int) = (1, 0), folders: Int = 2, photos: Int = 1, folder: Int = 1,
    name: String = "x", root: String = "/r", stacks: Int = 1, path: String = "/b"
  ) -> RememberedView? {
    var output = RecordEncoder()
    output.append(count: groups)
    for (key, count) in [("k", counts.0), ("e", counts.1)] {
      output.append(key)
      output.append("")
      output.append(count: count)
    }
    output.append(count: 1)
    output.append(root)
    output.append("--limit 1")
    output.append(count: 1)
    output.append("/o")
    output.append(count: stacks)
    output.append(count: folders)
    for text in ["/a", path] { output.append(text) }
    output.append(count: photos)
    output.append(count: folder)
    output.append(name)
    return record(output.bytes)
  }

  @Test func `what is kept is read as it is written`() throws {
    let view = try #require(record())
    #expect(view.groups == [.init(key: "k", title: "", count: 1), .init(key: "e", title: "", count: 0)])
    #expect(view.roots == ["/r"] && view.path(at: 0) == "/b/x" && view.count == 1)
    #expect(view.showsStacks && view.options == "--limit 1" && view.origin == "/o")
  }

  @Test func `one value that does not agree with the others makes it no view`() {
    for count in [-1, 0, 1, 3, 1000, Int.max] { #expect(record(groups: count) == nil) }
    for counts in [(0, 0), (2, 0), (1, 1), (-1, 2), (.max, 2)] { #expect(record(counts: counts) == nil) }
    for count in [-1, 0, 1, 3, .max] { #expect(record(folders: count) == nil) }
    for count in [-1, 0, 2, .max] { #expect(record(photos: count) == nil) }
    for stacks in [-1, 2, .max] { #expect(record(stacks: stacks) == nil) }
    for index in [-1, 2, .max] { #expect(record(folder: index) == nil) }
    for path in ["b", "", "/b\0/c"] { #expect(record(path: path) == nil && record(root: path) == nil) }
    for name in ["", "a\0b"] { #expect(record(name: name) == nil) }
  }
}
