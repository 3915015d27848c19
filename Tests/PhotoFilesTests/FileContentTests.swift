import Foundation
import PhotoFiles
import SystemPackage
import TestSupport
import Testing

/// Files are compared by content, and holes are zeros.
struct FileContentTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private static let chunk = FileContent.chunkCount

  /// Creates a file of a size with bytes at some offsets and holes between them.
  private func sparse(_ name: FilePath, _ size: Int, _ bytes: [Int: UInt8] = [:]) throws {
    try tree.file(name, [])
    let file = try FileDescriptor.open(tree.at(name), .writeOnly)
    try file.closeAfter {
      try #require(ftruncate(file.rawValue, off_t(size)) == 0)
      for (offset, byte) in bytes { _ = try file.writeAll(toAbsoluteOffset: Int64(offset), [byte]) }
    }
  }

  private func chunks(_ name: FilePath) throws -> [FileContent.Chunk] {
    var content = try FileContent(tree.at(name))
    var chunks: [FileContent.Chunk] = []
    while let chunk = try content.next() { chunks.append(chunk) }
    return chunks
  }

  private func isSame(_ left: FilePath, _ right: FilePath) throws -> Bool {
    try FileContent.isSame(tree.at(left), tree.at(right))
  }

  @Test(arguments: [1, 2, 1000, chunk - 1, chunk, chunk + 1, 2 * chunk, 2 * chunk + 1])
  func `every byte is compared`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251 + 1) }
    try tree.file("a", bytes)
    try tree.file("b", bytes)
    #expect(try isSame("a", "b") && isSame("b", "a") && isSame("a", "a"))
    for place in Set([0, count / 2, Self.chunk - 1, Self.chunk, count - 1]) where place < count {
      var other = bytes
      other[place] = 0
      try tree.file("b", other)
      #expect(try !isSame("a", "b") && !isSame("b", "a"))
    }
    for other in [Array(bytes.dropLast()), bytes + [0], bytes + [1]] {
      try tree.file("b", other)
      #expect(try !isSame("a", "b") && !isSame("b", "a"))
    }
  }

  @Test func `a hole equals zeros of the same length`() throws {
    for count in [1, Self.chunk, 3 * Self.chunk + 5] {
      try sparse("hole", count)
      try sparse("longer", count + 1)
      try tree.file("zeros", .init(repeating: 0, count: count))
      try tree.file("one", .init(repeating: 0, count: count - 1) + [1])
      try sparse("end", count, [count - 1: 1])
      #expect(try isSame("hole", "zeros") && isSame("one", "end"))
      #expect(try !isSame("hole", "longer") && !isSame("zeros", "longer"))
      #expect(try !isSame("hole", "end") && !isSame("one", "zeros"))
    }
    // The same bytes at other offsets.
    try sparse("first", 3 * Self.chunk, [0: 1])
    try sparse("second", 3 * Self.chunk, [Self.chunk: 1])
    #expect(try !isSame("first", "second"))
  }

  @Test func `empty files are equal, and unreadable files are an error`() throws {
    try tree.file("a", [])
    try tree.file("b", [])
    #expect(try isSame("a", "b"))
    for (left, right): (FilePath, FilePath) in [("a", "none"), ("none", "a"), ("none", "none")] {
      #expect(throws: Errno.noSuchFileOrDirectory) { try isSame(left, right) }
    }
  }

  @Test func `a comparison ends if its task is cancelled`() async throws {
    try tree.file("a", [1])
    try tree.file("b", [1])
    let (left, right) = (tree.at("a"), tree.at("b"))
    let comparison = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try FileContent.isSame(left, right)
    }
    await #expect(throws: CancellationError.self) { try await comparison.value }
  }

  @Test func `chunks contain anything but zeros`() throws {
    let chunk = Self.chunk
    try sparse("a", 5 * chunk + 3, [1: 1, 2 * chunk - 1: 2, 4 * chunk: 3, 5 * chunk + 2: 4])
    let found = try chunks("a")
    #expect(found.map(\.offset) == [0, chunk, 4 * chunk, 5 * chunk].map(Int64.init))
    #expect(found.map(\.bytes.count) == [chunk, chunk, chunk, 3])
    #expect(found.map { $0.bytes.reduce(0) { $0 + Int($1) } } == [1, 2, 3, 4])
    #expect(found.last?.bytes == [0, 0, 4])
    var written = [UInt8](repeating: 0, count: 2 * chunk + 1)
    try tree.file("b", written)
    #expect(try chunks("b").isEmpty)
    written[2 * chunk] = 9
    try tree.file("b", written)
    let last = try chunks("b")
    #expect(last.map(\.offset) == [Int64(2 * chunk)] && last.map(\.bytes) == [[9]])
    #expect(try FileContent(tree.at("b")).count == Int64(written.count))
  }
}
