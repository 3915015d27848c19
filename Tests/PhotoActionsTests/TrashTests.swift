import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoActions

/// A home trash on the same file system as the photos.
struct TrashTests {
  private let tree: TemporaryTree
  private var trash: Trash { Trash(home: tree.at("data/Trash")) }

  init() throws { tree = try TemporaryTree() }

  private func text(_ place: FilePath) -> String? {
    tree.bytes(place).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a file is moved to the trash with its path and time, and restored`() throws {
    try tree.file("photos/a b.jpg", [1, 2, 3])
    let trashed = try trash.move(tree.at("photos/a b.jpg"))
    #expect(tree.names("photos") == [])
    #expect(tree.bytes("data/Trash/files/a b.jpg") == [1, 2, 3])
    #expect(trashed.trashPath == tree.at("data/Trash/files/a b.jpg"))
    let lines = try #require(text("data/Trash/info/a b.jpg.trashinfo")).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == "[Trash Info]")
    #expect(lines[1] == "Path=\(tree.path)/photos/a%20b.jpg")
    #expect(lines[2].wholeMatch(of: /DeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil)
    try trash.restore(trashed)
    #expect(tree.bytes("photos/a b.jpg") == [1, 2, 3])
    #expect(tree.names("data/Trash/files") == [])
    #expect(tree.names("data/Trash/info") == [])
  }

  @Test func `a new trash is private`() throws {
    try tree.file("a.jpg", [1])
    _ = try trash.move(tree.at("a.jpg"))
    for place in ["data/Trash", "data/Trash/files", "data/Trash/info"] as [FilePath] {
      #expect(try FileStatus(tree.at(place)).permissions == 0o700)
    }
    #expect(try FileStatus(tree.at("data/Trash/info/a.jpg.trashinfo")).permissions == 0o600)
  }

  @Test func `files of one name get numbers, and each comes back to its folder`() throws {
    for folder in ["x", "y", "z"] { try tree.file(FilePath("\(folder)/a.jpg"), Array(folder.utf8)) }
    let trashed = try ["x", "y", "z"].map { try trash.move(tree.at(FilePath("\($0)/a.jpg"))) }
    #expect(tree.names("data/Trash/files") == ["a 2.jpg", "a 3.jpg", "a.jpg"])
    for file in trashed { try trash.restore(file) }
    for folder in ["x", "y", "z"] { #expect(text(FilePath("\(folder)/a.jpg")) == folder) }
  }

  @Test func `existing names in the trash are preserved`() throws {
    try tree.file("data/Trash/files/a.jpg", [9])
    try tree.file("data/Trash/info/a 2.jpg.trashinfo", [8])
    try tree.file("a.jpg", [1])
    _ = try trash.move(tree.at("a.jpg"))
    #expect(tree.bytes("data/Trash/files/a.jpg") == [9])
    #expect(tree.bytes("data/Trash/info/a 2.jpg.trashinfo") == [8])
    #expect(tree.bytes("data/Trash/files/a 3.jpg") == [1])
    #expect(tree.names("data/Trash/info") == ["a 2.jpg.trashinfo", "a 3.jpg.trashinfo"])
  }

  @Test(arguments: [
    Array("new\nline\u{1B}[31m.jpg".utf8), [0xFF, 0xFE] + Array(".jpg".utf8), Array("100%.jpg".utf8),
    Array("-rf".utf8), Array("Pavillon é 雨.jpg".utf8),
  ])
  func `any name is restored, and its recorded path is ASCII`(name: [UInt8]) throws {
    let path = tree.path.appending(try #require(FileName(bytes: name)))
    try TemporaryTree.write([7], to: path)
    let trashed = try trash.move(path)
    let info = TrashInfo.name(of: try #require(FileName(bytes: name)))
    let bytes = try tree.at("data/Trash/info").appending(info).contents()
    #expect(bytes.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
    #expect(bytes.count { $0 == 0x0A } == 3)
    try trash.restore(trashed)
    #expect(try path.contents() == [7])
  }

  @Test(arguments: [
    (String(repeating: "a", count: 251) + ".jpg", String(repeating: "a", count: 241) + ".jpg"),
    (String(repeating: "é", count: 125) + "x.jpg", String(repeating: "é", count: 120) + ".jpg"),
    ("x." + String(repeating: "a", count: 253), "x." + String(repeating: "a", count: 243)),
  ])
  func `long names are truncated for the information file`(name: String, expected: String)
    throws
  {
    try tree.file(FilePath(name), [1])
    let trashed = try trash.move(tree.at(FilePath(name)))
    #expect(tree.names("data/Trash/files") == [expected])
    try tree.file(FilePath(name), [2])
    _ = try trash.move(tree.at(FilePath(name)))
    #expect(tree.names("data/Trash/files").count == 2)
    #expect(tree.names("data/Trash/info").allSatisfy { $0.utf8.count <= 255 })
    try trash.restore(trashed)
    #expect(tree.bytes(FilePath(name)) == [1])
  }

  @Test func `a link is moved itself, even without a target`() throws {
    try tree.file("a.jpg", [1])
    try tree.symbolicLink("link.jpg", to: "a.jpg")
    try tree.symbolicLink("lost.jpg", to: "nowhere")
    let trashed = try ["link.jpg", "lost.jpg"].map { try trash.move(tree.at($0)) }
    #expect(tree.bytes("a.jpg") == [1])
    #expect(tree.at("data/Trash/files/lost.jpg").linkTarget == "nowhere")
    for file in trashed { try trash.restore(file) }
    #expect(tree.at("link.jpg").linkTarget == "a.jpg")
  }

  @Test func `the recorded path is resolved`() throws {
    try tree.file("real/a.jpg", [1])
    try tree.symbolicLink("way", to: "real")
    #expect(try trash.move(tree.at("way/a.jpg")).path == tree.at("real/a.jpg"))
  }

  @Test func `missing files and folders are rejected`() throws {
    try tree.folder("folder")
    #expect(throws: TrashError.missing(tree.at("a.jpg"))) { try trash.move(tree.at("a.jpg")) }
    #expect(throws: TrashError.missing(tree.at("no/a.jpg"))) { try trash.move(tree.at("no/a.jpg")) }
    for path in [tree.at("folder"), "/", tree.at("folder/..")] {
      #expect(throws: TrashError.noFile(path)) { try trash.move(path) }
    }
    #expect(tree.names("data/Trash/info") == [])
  }

  @Test func `files that belong together go and come back together`() throws {
    for name in ["a.CR2", "a.CR2.xmp", "a.xmp"] { try tree.file(FilePath(name), Array(name.utf8)) }
    let trashed = try trash.move(["a.CR2", "a.CR2.xmp", "a.xmp"].map { tree.at($0) })
    #expect(tree.names() == ["data"])
    try trash.restore(trashed)
    #expect(tree.names() == ["a.CR2", "a.CR2.xmp", "a.xmp", "data"])
    #expect(tree.names("data/Trash/info") == [])
  }

  @Test func `related files are moved together or not at all`() throws {
    try tree.file("a.CR2", [1])
    try tree.file("a.CR2.xmp", [2])
    #expect(throws: TrashError.missing(tree.at("gone.xmp"))) {
      try trash.move(["a.CR2", "a.CR2.xmp", "gone.xmp"].map { tree.at($0) })
    }
    #expect(tree.names() == ["a.CR2", "a.CR2.xmp", "data"])
    #expect(tree.names("data/Trash/files") == [])
    #expect(tree.names("data/Trash/info") == [])
  }

  @Test func `restoring never overwrites a file, and restores all or none`() throws {
    for name in ["a.jpg", "a.xmp"] { try tree.file(FilePath(name), [1]) }
    let trashed = try trash.move(["a.jpg", "a.xmp"].map { tree.at($0) })
    try tree.file("a.xmp", [2])
    #expect(throws: TrashError.taken(tree.at("a.xmp"))) { try trash.restore(trashed) }
    #expect(tree.names() == ["a.xmp", "data"])
    #expect(tree.bytes("a.xmp") == [2])
    try tree.remove("a.xmp")
    try trash.restore(trashed)
    #expect(tree.bytes("a.xmp") == [1])
  }

  @Test func `a deleted folder isn't recreated`() throws {
    try tree.file("f/a.jpg", [1])
    let trashed = try trash.move(tree.at("f/a.jpg"))
    try tree.at("f").removeEmptyFolder()
    #expect(throws: TrashError.folderGone(tree.at("f"))) { try trash.restore(trashed) }
    try tree.folder("f")
    try trash.restore(trashed)
    #expect(tree.bytes("f/a.jpg") == [1])
  }

  @Test func `a trash that was emptied has nothing to give back, also under the same name`() throws {
    try tree.file("x/a.jpg", [1])
    try tree.file("y/a.jpg", [2])
    let first = try trash.move(tree.at("x/a.jpg"))
    try tree.remove("data/Trash/files/a.jpg")
    try tree.remove("data/Trash/info/a.jpg.trashinfo")
    #expect(throws: TrashError.notInTrash(tree.at("x/a.jpg"))) { try trash.restore(first) }
    _ = try trash.move(tree.at("y/a.jpg"))
    #expect(throws: TrashError.notInTrash(tree.at("x/a.jpg"))) { try trash.restore(first) }
    #expect(tree.bytes("data/Trash/files/a.jpg") == [2])
  }

  @Test(.enabled(if: geteuid() != 0, "nothing stops the superuser"))
  func `an unwritable folder is reported, and leaves the trash empty`() throws {
    try tree.file("f/a.jpg", [1])
    #expect(tree.at("f").withPlatformString { chmod($0, 0o555) } == 0)
    defer { _ = tree.at("f").withPlatformString { chmod($0, 0o755) } }
    #expect(throws: TrashError.folder(tree.at("f"), .permissionDenied)) { try trash.move(tree.at("f/a.jpg")) }
    #expect(tree.names("data") == [])
  }

  @Test func `a trash that cannot be written is named, and not the photo`() throws {
    try tree.file("a.jpg", [1])
    let path = tree.at("a.jpg")
    let folder = try TrashFolder(home: tree.at("trash"))
    try tree.at("trash/info").removeEmptyFolder()
    let error = #expect(throws: TrashError.self) {
      try folder.take(FileName(unchecked: Array("a.jpg".utf8)), in: OpenFolder(tree.path), from: path)
    }
    guard case .trash(let place, _)? = error else {
      Issue.record("the photo is said to be at fault: \(String(describing: error))")
      return
    }
    #expect(place == tree.at("trash/info"))
    #expect(tree.bytes("a.jpg") == [1])
  }

  @Test func `orphaned information doesn't block a name`() throws {
    try tree.file("a.jpg", [1])
    try tree.file("data/Trash/info/a.jpg.trashinfo", Array("[Trash Info]\n".utf8))
    let trashed = try trash.move(tree.at("a.jpg"))
    #expect(tree.names("data/Trash/files") == ["a 2.jpg"])
    try trash.restore(trashed)
    #expect(tree.bytes("a.jpg") == [1])
  }
}
