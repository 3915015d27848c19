import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoStore

struct FileStoreTests {
  let folder: TemporaryTree
  let store: FileStore

  init() throws {
    folder = try TemporaryTree()
    store = FileStore(root: folder.path.appending("store"))
  }

  @Test func whatIsPutIsGotBack() throws {
    let source = folder.path.appending("source.bin")
    let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try write(bytes, to: source)
    let name = try store.put(.file(source), name: StoreName("kept.bin"))
    #expect(try store.contents(of: name) == bytes)
    #expect(try contents(of: store.path(of: name)) == bytes)
    #expect(try contents(of: source) == bytes)
    #expect(try store.list() == [name])
    #expect(try store.path(of: name).isAbsolute)
  }

  @Test func anEmptyStoreHasNothing() throws {
    let name = try StoreName("a")
    #expect(try store.list() == [])
    #expect(try !store.exists(name))
    #expect(throws: StoreError.notFound(name, store: store.root)) { try store.contents(of: name) }
    #expect(throws: StoreError.notFound(name, store: store.root)) { try store.delete(name) }
    #expect(!isThere(store.root))
  }

  @Test func aNameThatIsTakenIsAnErrorUnlessReplaced() throws {
    let name = try StoreName("a.txt")
    try store.put(.bytes([1]), name: name)
    #expect(throws: StoreError.nameTaken(name, store: store.root)) { try store.put(.bytes([2]), name: name) }
    #expect(try store.contents(of: name) == [1])
    try store.put(.bytes([3]), name: name, replacing: true)
    #expect(try store.contents(of: name) == [3])
  }

  @Test func renameAndDelete() throws {
    let (first, second) = (try StoreName("a"), try StoreName("b"))
    try store.put(.bytes([1]), name: first)
    try store.put(.bytes([2]), name: second)
    #expect(throws: StoreError.nameTaken(second, store: store.root)) { try store.rename(first, to: second) }
    try store.rename(first, to: second, replacing: true)
    #expect(try store.list() == [second])
    #expect(try store.contents(of: second) == [1])
    try store.rename(second, to: second)
    try store.delete(second)
    #expect(try store.list() == [])
  }

  @Test(arguments: [
    "", ".", "..", "../a", "/etc/passwd", "a//b", "a/../b", ".hidden", "a\0b", "a\nb", "thumbnail",
  ])
  func aNameThatCouldLeadElsewhereIsRefused(text: String) {
    #expect(throws: StoreError.self) { try StoreName(text) }
  }

  @Test func aNameNeedNotBeText() throws {
    let name = try StoreName(bytes: [0xFF, 0x41])
    try store.put(.bytes([1]), name: name)
    #expect(try store.list() == [name])
    try store.rename(name, to: StoreName("b"))
    #expect(try store.list() == [StoreName("b")])
  }

  @Test func theLongestName() throws {
    #expect(throws: StoreError.self) { try StoreName(String(repeating: "é", count: 128)) }
    let name = try StoreName(String(repeating: "é", count: 127) + "a")
    try store.put(.bytes([1]), name: name)
    #expect(try store.list() == [name])
  }

  @Test func theDeepestNameAndTheLongestParts() throws {
    let part = String(repeating: "a", count: 255)
    let folders = Array(repeating: "b", count: 14)
    let name = try StoreName((folders + [part, part]).joined(separator: "/"))
    try store.put(.bytes([1]), name: name)
    #expect(try store.list() == [name])
    #expect(try store.path(of: name) == store.root.resolved().pushing(FilePath(name.description)))
    #expect(throws: StoreError.self) { try StoreName((folders + ["b", part, part]).joined(separator: "/")) }
    #expect(throws: StoreError.self) { try StoreName("b/a" + part) }
    #expect(throws: StoreError.self) { try StoreName("thumbnail/a") }
    _ = try StoreName("a/thumbnail")
    try store.delete(name)
    #expect(TemporaryTree.names(in: store.root) == [".photopick"])
  }

  @Test func aFolderOfANameStaysAsLongAsSomethingIsInIt() throws {
    let (first, second) = (try StoreName("a/b/1"), try StoreName("a/2"))
    try store.put(.bytes([1]), name: first)
    try store.put(.bytes([2]), name: second)
    try store.delete(first)
    #expect(TemporaryTree.names(in: store.root.appending("a")) == ["2"])
    #expect(throws: StoreError.folderTaken(try StoreName("a/2/3"), store: store.root)) {
      try store.put(.bytes([3]), name: StoreName("a/2/3"))
    }
    #expect(throws: StoreError.notAFile(try StoreName("a"), store: store.root)) {
      try store.put(.bytes([3]), name: StoreName("a"), replacing: true)
    }
    #expect(throws: StoreError.notFound(try StoreName("a/b/1"), store: store.root)) {
      try store.contents(of: first)
    }
    try store.rename(second, to: StoreName("c/2"))
    #expect(try store.list() == [StoreName("c/2")])
    #expect(!isThere(store.root.appending("a")))
  }

  @Test func aLinkInThePlaceOfAFileIsLeftAlone() throws {
    let outside = folder.path.appending("outside")
    try write([7], to: outside)
    let name = try StoreName("link")
    try store.put(.bytes([1]), name: StoreName("other"))
    #expect(symlink(outside.string, store.root.appending("link").string) == 0)
    #expect(throws: StoreError.notAFile(name, store: store.root)) { try store.contents(of: name) }
    #expect(throws: StoreError.notAFile(name, store: store.root)) { try store.delete(name) }
    #expect(throws: StoreError.notAFile(name, store: store.root)) {
      try store.put(.bytes([2]), name: name, replacing: true)
    }
    #expect(try store.list() == [StoreName("other")])
    #expect(try contents(of: outside) == [7])
  }

  @Test func aThumbnailFolderThatIsALinkIsNotFollowed() throws {
    let outside = folder.path.appending("outside")
    #expect(mkdir(outside.string, 0o700) == 0)
    try write([7], to: outside.appending("a"))
    let name = try StoreName("a")
    try store.put(.bytes([1]), name: name)
    #expect(symlink(outside.string, store.root.appending("thumbnail").string) == 0)
    #expect(throws: StoreError.self) { try store.delete(name) }
    #expect(isThere(outside.appending("a")))
    #expect(try store.contents(of: name) == [1])
  }

  @Test func madeNamesAreNeverGivenTwice() async throws {
    let store = store
    let names = try await withThrowingTaskGroup(of: [StoreName].self) { group in
      for _ in 0..<4 {
        group.addTask { try (0..<25).map { _ in try store.put(.bytes([1]), pathExtension: "jpg") } }
      }
      return try await group.reduce(into: [StoreName]()) { $0 += $1 }
    }
    #expect(Set(names).count == 100)
    #expect(try store.list() == names.sorted())
    #expect(try #require(names.first).description.hasSuffix(".jpg"))
  }

  @Test func aMadeNameIsLaterThanTheLastOneAlsoAfterDeletionAndWithTheClockSetBack() throws {
    let name = try store.put(.bytes([1]))
    // 9000-01-01T00:00:00Z in microseconds, as if the clock had been set to it.
    let future: UInt64 = 221_845_392_000_000_000
    let lock = store.root.appending(".photopick/lock")
    try write(withUnsafeBytes(of: future.littleEndian) { Array($0) }, to: lock)
    try store.delete(name)
    let next = try store.put(.bytes([1]))
    #expect(next.description == "9000-01-01_00-00-00-000001")
    try store.delete(next)
    #expect(try store.put(.bytes([1])).description == "9000-01-01_00-00-00-000002")
  }

  @Test func aFileThatCannotBeReadLeavesNothing() throws {
    #expect(throws: StoreError.self) { try store.put(.file(folder.path.appending("missing"))) }
    #expect(throws: StoreError.self) { try store.put(.file(folder.path)) }
    #expect(try store.list() == [])
    #expect(TemporaryTree.names(in: store.root.appending(".photopick/staging")) == [])
  }

  @Test func foldersOfTheUser() throws {
    let environment = ["HOME": "/home/ann", "XDG_CACHE_HOME": "/var/c", "XDG_DATA_HOME": "relative"]
    let folders = UserFolders(environment: environment)
    #expect(try folders.store == "/home/ann/.local/share/photopick/store")
    #expect(try folders.cachedStore == "/var/c/photopick/store")
  }
}
