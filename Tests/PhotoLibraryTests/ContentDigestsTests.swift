import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoLibrary

struct ContentDigestsTests {
  private let tree: TemporaryTree
  /// All files are settled with this clock.
  private let digests = ContentDigests { FileStatus.Time(seconds: .max, nanoseconds: 0) }
  private var paths: [FilePath] { ["a.jpg", "b.jpg", "c.jpg"].map { tree.at($0) } }

  init() throws {
    tree = try TemporaryTree()
    try tree.file("a.jpg", [1, 2, 3])
    try tree.file("b.jpg", [1, 2, 3])
    try tree.file("c.jpg", [1, 2, 4])
  }

  /// Runs `body` in a cancelled task, which can't read files.
  private func withoutReading<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return body()
    }.value
  }

  /// Whether a file isn't cached.
  private func isUnread(_ path: FilePath) async -> Bool {
    await withoutReading { [digests] in digests.file(at: path) == nil }
  }

  @Test func `a cancelled task reads no file`() async throws {
    let paths = paths
    #expect(await isUnread(paths[0]))
    let files = try paths.map { try #require(ContentDigests().file(at: $0)) }
    #expect(digests.areSame((files[0], paths[0]), (files[1], paths[1])))
    let isSame = await withoutReading {
      ContentDigests().areSame((files[0], paths[0]), (files[1], paths[1]))
    }
    #expect(!isSame)
  }

  @Test func `files that were compared are not read again until they change`() async throws {
    let assets = try await LibraryScanner().scan([tree.path]).assets
    #expect(
      try await ContentDuplicates.removed(from: assets, knowing: digests).map(\.path) == [paths[0], paths[2]])
    #expect(digests.count == 3)
    let paths = paths
    let isKnown = await withoutReading { [digests] in
      guard let a = digests.file(at: paths[0]), let b = digests.file(at: paths[1]) else { return false }
      return digests.areSame((a, paths[0]), (b, paths[1]))
    }
    #expect(isKnown)
    try tree.file("b.jpg", [1, 2, 4])
    #expect(await isUnread(paths[1]))
    #expect(
      try await ContentDuplicates.removed(from: assets, knowing: digests).map(\.path) == [paths[0], paths[1]])
  }

  @Test func `a file that changed a moment ago is not remembered`() throws {
    let digests = ContentDigests()
    #expect(try #require(digests.file(at: paths[0])).isSettled == false)
    #expect(digests.count == 0)
  }

  @Test func `a changed query reuses the cache`() {
    let query = AssetQuery()
    var changed = query
    changed.grouping = .day
    #expect(changed.digests === query.digests)
  }
}
