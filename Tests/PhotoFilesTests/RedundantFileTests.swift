import SystemPackage
import TestSupport
import Testing

@testable import PhotoFiles

/// Removal of files whose bytes another file has.
struct RedundantFileTests {
  private let tree: TemporaryTree
  private let folder: OpenFolder

  init() throws {
    tree = try TemporaryTree()
    try tree.file("in/a.jpg", [1, 2, 3])
    folder = try OpenFolder(tree.at("in"))
  }

  private func name(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

  /// Removes `in/a.jpg` if a file of another folder has its bytes.
  private func remove(
    keeping kept: String, in place: FilePath, willRemove: () throws -> Void = {}
  ) throws -> RedundantFile.Outcome {
    let status = try #require(try folder.status(of: name("a.jpg")))
    return try RedundantFile(name("a.jpg"), in: folder).remove(
      keeping: name(kept), in: OpenFolder(tree.at(place)), expecting: status, willRemove: willRemove)
  }

  @Test func `a file is removed if another one has its bytes`() throws {
    try tree.file("out/b.jpg", [1, 2, 3])
    #expect(try remove(keeping: "b.jpg", in: "out") == .removed)
    #expect(tree.names("in") == [])
    #expect(tree.bytes("out/b.jpg") == [1, 2, 3])
  }

  @Test func `a file is not removed if the other one differs or was deleted`() throws {
    try tree.file("out/b.jpg", [1, 2, 4])
    #expect(try remove(keeping: "b.jpg", in: "out") == .different)
    #expect(try remove(keeping: "c.jpg", in: "out") == .sameFile)
    #expect(tree.names("in") == ["a.jpg"])
  }

  @Test func `a file is not removed in favor of itself, through any path`() throws {
    try tree.symbolicLink("view", to: "in")
    #expect(try remove(keeping: "a.jpg", in: "view") == .sameFile)
    #expect(tree.bytes("in/a.jpg") == [1, 2, 3])
    #expect(tree.names("in") == ["a.jpg"])
  }

  @Test(arguments: [true, false])
  func `one of two files in a folder, or of two names, is removed`(isLink: Bool) throws {
    if isLink {
      try tree.hardLink("in/b.jpg", to: "in/a.jpg")
    } else {
      try tree.file("in/b.jpg", [1, 2, 3])
    }
    #expect(try remove(keeping: "b.jpg", in: "in") == .removed)
    #expect(tree.names("in") == ["b.jpg"])
    #expect(tree.bytes("in/b.jpg") == [1, 2, 3])
  }

  @Test func `a file gets its name back after an error, unless it is taken`() throws {
    try tree.file("out/b.jpg", [1, 2, 3])
    #expect(throws: Errno.noSpace) {
      try remove(keeping: "b.jpg", in: "out") {
        #expect(tree.names("in").allSatisfy { $0.hasPrefix("a.photopick-") && $0.hasSuffix(".jpg") })
        throw Errno.noSpace
      }
    }
    #expect(tree.names("in") == ["a.jpg"])
    #expect(throws: RedundantFile.NotPutBack.self) {
      try remove(keeping: "b.jpg", in: "out") {
        try tree.file("in/a.jpg", [9])
        throw Errno.noSpace
      }
    }
    #expect(tree.bytes("in/a.jpg") == [9])
    let left = try #require(tree.names("in").first { $0 != "a.jpg" })
    #expect(tree.bytes(FilePath("in/\(left)")) == [1, 2, 3])
    #expect(throws: Errno.fileExists) {
      try RedundantFile.putBack(tree.at("in/a.jpg"), from: tree.at(FilePath("in/\(left)")))
    }
    try tree.remove("in/a.jpg")
    #expect(try RedundantFile.putBack(tree.at("in/a.jpg"), from: tree.at(FilePath("in/\(left)"))))
    #expect(tree.bytes("in/a.jpg") == [1, 2, 3])
  }

  @Test func `a file with both names after a kill keeps its own`() throws {
    let temporary = tree.at("in").appending(RedundantFile(name("a.jpg"), in: folder).temporaryName)
    try tree.hardLink(FilePath("in/\(temporary.lastComponent?.string ?? "")"), to: "in/a.jpg")
    #expect(try RedundantFile.putBack(tree.at("in/a.jpg"), from: temporary))
    #expect(tree.names("in") == ["a.jpg"])
    #expect(tree.bytes("in/a.jpg") == [1, 2, 3])
  }

  @Test func `a copy of a file under its temporary name is removed`() throws {
    // mergerfs numbers each name of a file differently, so that two names look like two files.
    let temporary = tree.at("in").appending(RedundantFile(name("a.jpg"), in: folder).temporaryName)
    let place = FilePath("in/\(temporary.lastComponent?.string ?? "")")
    try tree.file(place, [1, 2, 3])
    #expect(try RedundantFile.putBack(tree.at("in/a.jpg"), from: temporary))
    #expect(tree.names("in") == ["a.jpg"])
  }

  @Test(arguments: [
    "b.photopick-0123456789abcdef.jpg", "a.photopick-0123456789abcdef.png", "a.photopick-1.jpg",
  ])
  func `no file gets the name of another one`(temporary: String) throws {
    try tree.file(FilePath("in/\(temporary)"), [7])
    try tree.remove("in/a.jpg")
    #expect(try !RedundantFile.putBack(tree.at("in/a.jpg"), from: tree.at(FilePath("in/\(temporary)"))))
    #expect(try !RedundantFile.putBack(tree.at("out/a.jpg"), from: tree.at(FilePath("in/\(temporary)"))))
    #expect(tree.names("in") == [temporary])
  }

  @Test(arguments: [".jpg", ".hidden", "no extension", "ü.jpg", "a.b.c.jpg"])
  func `a temporary name has a valid length and identifies the file`(end: String) throws {
    for length in [1, 100, 255 - end.utf8.count] {
      let long = String(repeating: "é", count: length / 2) + end
      let file = RedundantFile(name(long), in: folder)
      #expect(file.temporaryName.bytes.count <= 255)
      try tree.file(FilePath("in/\(file.temporaryName.text)"), [5])
      let temporary = tree.at("in").appending(file.temporaryName)
      #expect(try RedundantFile.putBack(tree.at(FilePath("in/\(long)")), from: temporary))
      #expect(tree.bytes(FilePath("in/\(long)")) == [5])
    }
  }

  @Test func `a move by link and removal does not remove the only name in a folder`() throws {
    try tree.hardLink("elsewhere.jpg", to: "in/a.jpg")
    try tree.symbolicLink("view", to: "in")
    let view = try OpenFolder(tree.at("view"))
    #expect(throws: Errno.fileExists) {
      try folder.moveExclusively(name("a.jpg"), to: view, as: name("a.jpg"))
    }
    #expect(tree.names("in") == ["a.jpg"])
  }
}
