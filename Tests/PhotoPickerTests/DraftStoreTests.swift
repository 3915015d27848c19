import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPicker

/// Drafts under their names.
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

  @Test(arguments: ["", "photopick draft 1\0/a\0", "photopick draft 1\0a\0end\0", "other\0/a\0end\0"])
  func `a file that is not whole is damaged, not empty`(content: String) throws {
    let name = try DraftName("album")
    try tree.file("drafts/album.draft", Array(content.utf8))
    #expect(throws: DraftError.self) { try store.draft(name) }
    #expect(throws: DraftError.self) { try store.update(name) { $0 } }
    #expect(try store.delete(name))
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

  @Test func `what a killed process left behind goes`() throws {
    try tree.file("drafts/.photopick-1-2.part", [1])
    try add("/a", to: DraftName("album"))
    #expect(tree.bytes("drafts/.photopick-1-2.part") == nil)
  }
}
