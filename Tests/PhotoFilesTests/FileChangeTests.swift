import Dispatch
import PhotoFiles
import SystemPackage
import TestSupport
import Testing

/// Calls that change folders, and their errors.
struct FileChangeTests {
  private let tree: TemporaryTree
  private let folder: OpenFolder

  init() throws {
    tree = try TemporaryTree()
    folder = try OpenFolder(tree.path)
  }

  private func name(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

  @Test func `removing a missing file succeeds, removing a folder as a file fails`() throws {
    try tree.file("a", [1])
    try tree.folder("folder")
    try tree.at("a").removeFile()
    try tree.at("a").removeFile()
    try folder.remove(name("a"))
    #expect(throws: Errno.self) { try tree.at("folder").removeFile() }
    #expect(throws: Errno.self) { try folder.remove(name("folder")) }
    #expect(tree.names() == ["folder"])
  }

  @Test func `only an empty folder is removed`() throws {
    try tree.file("full/a", [1])
    try tree.folder("empty")
    #expect(throws: Errno.directoryNotEmpty) { try tree.at("full").removeEmptyFolder() }
    try tree.at("empty").removeEmptyFolder()
    #expect(throws: Errno.noSuchFileOrDirectory) { try tree.at("empty").removeEmptyFolder() }
    #expect(tree.names() == ["full"])
  }

  @Test func `missing folders are created, the outermost first`() throws {
    let path = tree.at("a/b/c")
    #expect(try OpenFolder.missing(at: path) == [tree.at("a"), tree.at("a/b"), path])
    try OpenFolder.make(tree.at("a"), isDurable: true)
    #expect(try OpenFolder.missing(at: path) == [tree.at("a/b"), path])
    try OpenFolder.make(path, isDurable: true)
    #expect(try OpenFolder.missing(at: path) == [] && OpenFolder.missing(at: "/") == [])
    #expect(
      try OpenFolder.missing(at: "no folder of this/a") == ["no folder of this", "no folder of this/a"])
  }

  @Test func `a missing folder is not changeable`() throws {
    try tree.folder("a")
    try tree.at("a").requireChangeableFolder()
    #expect(throws: Errno.noSuchFileOrDirectory) { try tree.at("b").requireChangeableFolder() }
    #expect(tree.names() == ["a"])
  }

  @Test func `parent folders are created unless a file exists`() throws {
    try tree.file("f", [1])
    #expect(throws: Errno.fileExists) { try OpenFolder.make(tree.at("f")) }
    #expect(throws: Errno.fileExists) { try OpenFolder.make(tree.at("f/g/h")) }
    #expect(tree.bytes("f") == [1])
  }

  @Test func `several threads can create the same folders concurrently`() throws {
    for round in 0..<40 {
      let path = tree.at(FilePath("\(round)/a/b/c"))
      let failed = SharedFlag()
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        do { try OpenFolder.make(path) } catch { failed.set() }
      }
      #expect(!failed.isSet)
      #expect(try FileStatus(path).kind == .directory)
    }
  }

  @Test func `a folder is opened or created`() throws {
    let made = try OpenFolder(making: name("a"), in: folder, mode: 0o700)
    let opened = try OpenFolder(making: name("a"), in: folder, mode: 0o700)
    #expect(try made.status().identity == opened.status().identity)
    try tree.file("f", [1])
    #expect(throws: Errno.notDirectory) { try OpenFolder(making: name("f"), in: folder, mode: 0o700) }
  }

  @Test func `a move that was interrupted after the link is completed`() throws {
    try tree.file("a", [1])
    try tree.hardLink("b", to: "a")
    try folder.moveExclusively(name("a"), to: folder, as: name("b"))
    #expect(tree.names() == ["b"])
    #expect(tree.bytes("b") == [1])
  }

  @Test func `a link is created once, and its target is read`() throws {
    try tree.file("a", [1])
    try folder.makeSymbolicLink(name("link"), to: "some/where")
    #expect(throws: Errno.fileExists) { try folder.makeSymbolicLink(name("link"), to: "else") }
    #expect(try folder.destination(ofLink: name("link")) == "some/where")
    #expect(tree.at("link").linkTarget == "some/where")
    #expect(try folder.destination(ofLink: name("a")) == nil)
    #expect(tree.at("a").linkTarget == nil)
    #expect(try folder.destination(ofLink: name("none")) == nil)
  }

  @Test func `a hard link doesn't replace a file`() throws {
    try tree.file("a", [1])
    try tree.file("b", [2])
    try folder.makeHardLink(name("c"), to: tree.at("a"))
    #expect(try FileStatus(tree.at("a")).identity == FileStatus(tree.at("c")).identity)
    #expect(throws: Errno.fileExists) { try folder.makeHardLink(name("b"), to: tree.at("a")) }
    #expect(tree.bytes("b") == [2])
  }

  @Test func `time and mode are set, or an error is thrown`() throws {
    try tree.file("a", [1])
    let file = try FileDescriptor.open(tree.at("a"), .readWrite)
    try file.setModified(FileStatus.Time(seconds: 1_400_000_000, nanoseconds: 123_456_000))
    try file.setPermissions(0o640)
    let status = try FileStatus(file)
    #expect(status.modified == FileStatus.Time(seconds: 1_400_000_000, nanoseconds: 123_456_000))
    #expect(status.permissions & 0o777 == 0o640)
    try file.close()
    let none = FileDescriptor(rawValue: .max)
    #expect(throws: Errno.badFileDescriptor) {
      try none.setModified(FileStatus.Time(seconds: 1, nanoseconds: 0))
    }
    #expect(throws: Errno.badFileDescriptor) { try none.setPermissions(0o600) }
    #expect(throws: Errno.badFileDescriptor) { _ = try FileStatus(none) }
  }

  @Test func `files without fsync need no waiting, a closed file is an error`() throws {
    // fsync(2) returns EINVAL for a pipe, as for a folder on vboxsf.
    let pipe = try FileDescriptor.pipe()
    defer {
      try? pipe.readEnd.close()
      try? pipe.writeEnd.close()
    }
    try pipe.writeEnd.synchronize()
    try folder.synchronize()
    #expect(throws: Errno.badFileDescriptor) { try FileDescriptor(rawValue: .max).synchronize() }
  }

  @Test func `all bytes are copied and counted, and the check sees them`() throws {
    let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
    try tree.file("a", bytes)
    try tree.file("b", [])
    let source = try FileDescriptor.open(tree.at("a"), .readOnly)
    let target = try FileDescriptor.open(tree.at("b"), .writeOnly)
    defer {
      try? source.close()
      try? target.close()
    }
    var seen = 0
    #expect(try source.copyAll(to: target) { total throws(Errno) in seen = total } == bytes.count)
    #expect(seen == bytes.count)
    #expect(tree.bytes("b") == bytes)
  }
}
