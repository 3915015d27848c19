import PhotoFiles
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPicker

struct DraftStoreTests {
  private let tree: TemporaryTree
  private let store: DraftStore

  init() throws {
    tree = try TemporaryTree()
    store = DraftStore(folder: tree.at("drafts"))
  }

  private func bytes(_ paths: String...) -> [[UInt8]] { paths.map { Array($0.utf8) } }

  private func add(_ path: String, to name: DraftName) throws {
    try store.update(name) { DraftChange(adding: bytes(path)).applied(to: $0) }
  }

  @Test func `a draft keeps its photos in the order they were added`() throws {
    let name = try DraftName("album")
    #expect(try store.draft(name) == nil)
    try add("/b\n.jpg", to: name)
    try add("/a.jpg", to: name)
    try add("/b\n.jpg", to: name)
    #expect(try store.draft(name)?.paths == bytes("/b\n.jpg", "/a.jpg"))
    #expect(try store.names() == [name])
  }

  @Test func `what is taken away makes room`() {
    let change = DraftChange(adding: bytes("/c"), removing: Set(bytes("/a")))
    #expect(change.applied(to: bytes("/a", "/b")) == bytes("/b", "/c"))
  }

  @Test func `what is taken away and picked again goes behind the others`() {
    let (kept, draft) = (bytes("/a", "/b", "/c"), bytes("/x", "/a", "/b", "/c", "/y"))
    func changed(to wanted: [[UInt8]]) -> [[UInt8]] { DraftChange(from: kept, to: wanted).applied(to: draft) }
    #expect(changed(to: kept) == draft)
    #expect(changed(to: bytes("/b", "/c", "/a")) == bytes("/x", "/b", "/c", "/y", "/a"))
    #expect(changed(to: bytes("/a", "/c", "/d")) == bytes("/x", "/a", "/c", "/y", "/d"))
    #expect(changed(to: []) == bytes("/x", "/y"))
  }

  @Test func `what could not be written is written with the next change`() async throws {
    let name = try DraftName("album")
    try add("/x", to: name)
    try add("/a", to: name)
    let keeper = DraftKeeper(name, in: store, holding: bytes("/a"))
    let saved = try #require(tree.bytes("drafts/album.draft"))
    try tree.file("drafts/album.draft", [1])
    keeper.keep([])
    #expect(await keeper.finish() != nil)
    try tree.file("drafts/album.draft", saved)
    keeper.keep(bytes("/b"))
    #expect(await keeper.finish() == nil)
    #expect(try store.draft(name)?.paths == bytes("/x", "/b"))
  }

  @Test func `a change that throws leaves the draft as it was`() throws {
    let name = try DraftName("album")
    try add("/a", to: name)
    #expect(throws: Errno.self) { try store.update(name) { _ in throw Errno.noSpace } }
    #expect(try store.draft(name)?.paths == bytes("/a"))
  }

  @Test func `a draft is deleted once`() throws {
    let name = try DraftName("album")
    #expect(try store.delete(name) == false)
    try add("/a", to: name)
    #expect(try store.delete(name))
    #expect(try store.delete(name) == false)
    #expect(try store.names().isEmpty)
  }

  @Test(arguments: ["", ".hidden", "a/b", "../x", "a\u{1B}[31m", String(repeating: "n", count: 201)])
  func `a name that leads elsewhere is refused`(text: String) {
    #expect(throws: DraftError.self) { try DraftName(text) }
  }

  @Test func `a draft of photopick 0.1.0 is read, and kept in the form of today with the next change`() throws
  {
    let name = try DraftName("album")
    try tree.file("drafts/album.draft", Array("photopick draft 1\0/b\n.jpg\0/a.jpg\0end\0".utf8))
    #expect(try store.draft(name)?.paths == bytes("/b\n.jpg", "/a.jpg"))
    try add("/c.jpg", to: name)
    #expect(tree.bytes("drafts/album.draft")?.starts(with: "photopick draft 2\n".utf8) == true)
    #expect(try store.draft(name)?.paths == bytes("/b\n.jpg", "/a.jpg", "/c.jpg"))
  }

  @Test func `a draft with another byte is damaged`() throws {
    let name = try DraftName("album")
    try add("/a.jpg", to: name)
    let whole = try #require(tree.bytes("drafts/album.draft"))
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 1
      try tree.file("drafts/album.draft", changed)
      #expect(throws: DraftError.self, "byte \(index)") { try store.draft(name) }
      try tree.file("drafts/album.draft", Array(whole[..<index]))
      #expect(throws: DraftError.self) { try store.draft(name) }
    }
  }

  @Test(arguments: ["", "photopick draft 1\0/a\0", "photopick draft 1\0a\0end\0", "other\0/a\0end\0"])
  func `a file that is not whole is damaged, not empty`(content: String) throws {
    let name = try DraftName("album")
    try tree.file("drafts/album.draft", Array(content.utf8))
    #expect(throws: DraftError.self) { try store.draft(name) }
    #expect(throws: DraftError.self) { try store.update(name) { $0 } }
    #expect(try store.delete(name))
  }

  @Test func `a folder that cannot be read is an error, not a missing draft`() throws {
    try OpenFolder(tree.path).makeSymbolicLink(FileName("loop"), to: tree.at("loop"))
    let store = DraftStore(folder: tree.at("loop/drafts"))
    #expect(throws: DraftError.self) { try store.delete(DraftName("album")) }
  }

  @Test func `changes at the same time are all kept`() async throws {
    let name = try DraftName("album")
    try await withThrowingTaskGroup { group in
      for number in 0..<40 { group.addTask { try add("/\(number)", to: name) } }
      try await group.waitForAll()
    }
    let expected = Set((0..<40).map { Array("/\($0)".utf8) })
    #expect(try store.draft(name).map { Set($0.paths) } == expected)
  }

  @Test func `what a process that has ended left behind goes, what others write stays`() throws {
    let own = ProcessIdentity(getpid(), in: ProcessTable()).identifier
    // An impossible process ID: greater than pid_max (proc(5)).
    let ended = "99999999\(own.drop { $0 != "-" })"
    let names = [own, ended].map { FilePath("drafts/.photopick-\($0)-1f.part") }
    for name in names { try tree.file(name, [1]) }
    try add("/a", to: DraftName("album"))
    #expect(tree.bytes(names[0]) == [1])
    #expect(tree.bytes(names[1]) == nil)
  }

  @Test func `a process that keeps the lock is waited for, but not without end`() throws {
    try tree.folder("drafts")
    let impatient = DraftStore(folder: tree.at("drafts"), patience: .milliseconds(20))
    let name = try DraftName("album")
    let lock = try OpenFolder(tree.at("drafts")).lock(FileName(".lock"), mode: 0o600)
    withExtendedLifetime(lock) {
      let error = #expect(throws: DraftError.self) { try impatient.update(name) { $0 } }
      #expect(error?.description.contains("another photopick is changing drafts") == true)
      #expect(throws: DraftError.self) { try impatient.delete(name) }
    }
    #expect(try store.draft(name) == nil)
  }

  @Test func `keepers that wait for a lock leave Swift's threads to other tasks`() async throws {
    try tree.folder("drafts")
    let folder = try OpenFolder(tree.at("drafts"))
    var lock: FileLock? = try folder.lock(FileName(".lock"), mode: 0o600)
    #expect(lock != nil)
    let keepers = try (0..<2 * WorkerPool.processorCount).map {
      DraftKeeper(
        try DraftName("\($0)"), in: DraftStore(folder: store.folder, patience: .seconds(300)), holding: [])
    }
    for keeper in keepers { keeper.keep(bytes("/a")) }
    // Yields to one of Swift's threads after the keepers have started.
    await Task.detached { await Task.yield() }.value
    #expect(try store.names().isEmpty)
    lock = nil
    for keeper in keepers { #expect(await keeper.finish() == nil) }
    #expect(try store.names().count == keepers.count)
  }
}
