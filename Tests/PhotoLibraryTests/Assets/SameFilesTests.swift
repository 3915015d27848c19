import PhotoFiles
import PhotoLibrary
import SystemPackage
import Testing
import TestSupport

@testable import PhotoLibrary

struct DuplicatesTests {
  @Test func `one path is left for each file: no link, first in natural order`() {
    var assets: [Asset] = [
      .sample("b10.jpg", inode: 7, links: 3), .sample("a.jpg", inode: 7, isSymbolicLink: true, links: 3),
      .sample("b9.jpg", inode: 7, links: 3), .sample("c.jpg", inode: 8),
      .sample("d.jpg", inode: 9, isSymbolicLink: true), .sample("e.jpg", inode: 9, isSymbolicLink: true),
    ]
    for _ in 0..<20 {
      assets.shuffle()
      var left = assets
      SameFiles.removeDuplicates(from: &left, areNamed: false)
      #expect(left.names.sorted() == ["b9.jpg", "c.jpg", "d.jpg"])
    }
  }

  @Test func `files without a number of their own are never the same`() {
    var assets: [Asset] = [.sample("a", inode: 0, links: 2), .sample("b", inode: 0, links: 2)]
    SameFiles.removeDuplicates(from: &assets, areNamed: true)
    #expect(assets.names == ["a", "b"])
  }

  @Test func `the first of several equal files remains`() async throws {
    let tree = try TemporaryTree()
    let photo = PictureBuilder.jpeg("2014:05:25 10:00:00") { $0.padding = 600_000 }
    var other = photo
    other[other.count - 1] = 1
    for name in ["a.jpg", "b.jpg", "sub/c.jpg"] { try tree.file(FilePath(name), photo) }
    try tree.file("d.jpg", other)
    try tree.file("empty1.jpg", [])
    try tree.file("empty2.jpg", [])
    let assets = try await LibraryScanner().scan([tree.path]).assets
    let left = try await ContentDuplicates.removed(from: assets)
    #expect(left.names == ["a.jpg", "d.jpg", "empty1.jpg", "empty2.jpg"])
    try tree.remove("b.jpg")
    #expect(try await ContentDuplicates.removed(from: assets).names.contains("b.jpg"))
  }

  /// Creates a sparse file of a given size.
  private func sparse(_ name: String, _ size: Int64, _ bytes: [Int64: UInt8], in tree: TemporaryTree) throws {
    try tree.file(FilePath(name), [])
    let file = try FileDescriptor.open(tree.at(FilePath(name)), .writeOnly)
    try file.closeAfter {
      guard ftruncate(file.rawValue, off_t(size)) == 0 else { throw Errno(rawValue: errno) }
      for (offset, byte) in bytes { _ = try file.writeAll(toAbsoluteOffset: offset, [byte]) }
    }
  }

  @Test(.timeLimit(.minutes(8))) func `holes of sparse files are not read`() async throws {
    let tree = try TemporaryTree()
    let size: Int64 = 1 << 40
    for name in ["a.jpg", "b.jpg"] { try sparse(name, size, [0: 1, size - 1: 9], in: tree) }
    try sparse("c.jpg", size, [0: 1, size - 1: 8], in: tree)
    try sparse("d.jpg", size, [0: 1, size - 2: 9], in: tree)
    try sparse("e.jpg", size, [:], in: tree)
    try sparse("f.jpg", size, [:], in: tree)
    let assets = try await LibraryScanner().scan([tree.path]).assets
    #expect(
      try await ContentDuplicates.removed(from: assets).names == ["a.jpg", "c.jpg", "d.jpg", "e.jpg"])
  }

  @Test func `a hole is the same as zeros`() async throws {
    let tree = try TemporaryTree()
    var zeros = [UInt8](repeating: 0, count: 700_000)
    try sparse("a.jpg", 700_000, [:], in: tree)
    try tree.file("b.jpg", zeros)
    zeros[699_999] = 7
    try tree.file("c.jpg", zeros)
    try sparse("d.jpg", 700_000, [699_999: 7], in: tree)
    try sparse("e.jpg", 700_000, [300_000: 7], in: tree)
    let assets = try await LibraryScanner().scan([tree.path]).assets
    #expect(try await ContentDuplicates.removed(from: assets).names == ["a.jpg", "c.jpg", "e.jpg"])
  }
}
