import Foundation
import PhotoFiles
import SystemPackage
import Testing
import TestSupport

struct AtomicFileTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  @Test func `a file is written and replaced atomically`() throws {
    try AtomicFile.write(Array("one".utf8), to: tree.at("a"))
    #expect(tree.bytes("a") == Array("one".utf8))
    try AtomicFile.write(Array("three".utf8), to: tree.at("a"))
    #expect(tree.bytes("a") == Array("three".utf8))
    #expect(tree.names() == ["a"])
  }

  @Test func `if writing fails, the file is unchanged and no other file remains`() throws {
    try tree.file("a", Array("old".utf8))
    #expect(throws: Errno.noSpace) {
      try AtomicFile.write(to: tree.at("a")) { file in
        _ = try file.writeAll(Array("half".utf8))
        throw Errno.noSpace
      }
    }
    #expect(tree.bytes("a") == Array("old".utf8))
    #expect(tree.names() == ["a"])
    #expect(throws: Errno.self) { try AtomicFile.write([], to: tree.at("no/folder/a")) }
    try tree.folder("folder")
    #expect(throws: Errno.self) { try AtomicFile.write([1], to: tree.at("folder")) }
    #expect(tree.names() == ["a", "folder"])
  }

  @Test func `a replaced file keeps its permissions up to the limit`()
    throws
  {
    func mode(_ name: FilePath) throws -> mode_t { try FileStatus(tree.at(name)).permissions }
    for (before, limit, after) in [
      (mode_t(0o666), mode_t?.none, mode_t(0o666)), (0o600, nil, 0o600), (0o666, 0o600, 0o600),
      (0o600, 0o644, 0o600),
    ] {
      try tree.file("a", [1])
      try #require(tree.at("a").withPlatformString { chmod($0, before) } == 0)
      // Users without permission can't read it even while it is written.
      let file = try AtomicFileWriter(to: tree.at("a"), atMost: limit)
      #expect(try FileStatus(file.descriptor).permissions == after)
      try file.finish()
      #expect(try mode("a") == after)
    }
    try AtomicFile.write([1], to: tree.at("new"), permissions: [.ownerReadWrite, .otherRead], atMost: 0o600)
    #expect(try mode("new") == 0o600)
  }

  @Test(arguments: [(mode_t?.none, mode_t(0o600)), (0o7777, 0o600), (0o4400, 0o400)])
  func `a new file gets the same permissions however its bytes are written`(limit: mode_t?, mode: mode_t)
    throws
  {
    let permissions = FilePermissions(rawValue: 0o6600)
    try AtomicFile.write([1], to: tree.at("bytes"), permissions: permissions, atMost: limit)
    try AtomicFile.write(to: tree.at("body"), permissions: permissions, atMost: limit) { _ in }
    for name: FilePath in ["bytes", "body"] { #expect(try FileStatus(tree.at(name)).permissions == mode) }
  }

  @Test
  func `an exclusive file replaces nothing, not even a broken link`()
    throws
  {
    try tree.symbolicLink("link", to: "nowhere")
    for name: FilePath in ["a", "link"] {
      let file = try AtomicFileWriter(to: tree.at(name), .exclusively)
      _ = try file.descriptor.writeAll(Array("new".utf8))
      if name == "a" { try tree.file("a", Array("old".utf8)) }
      #expect(throws: Errno.fileExists) { try file.finish() }
    }
    #expect(tree.bytes("a") == Array("old".utf8))
    #expect(tree.at("link").linkTarget == "nowhere")
    try AtomicFile.write([1], to: tree.at("b"), .exclusively)
    #expect(tree.names() == ["a", "b", "link"])
  }

  @Test func `a link is preserved and its target is replaced`() throws {
    try tree.file("real/a", Array("old".utf8))
    try tree.symbolicLink("link", to: "real/a")
    try AtomicFile.write(Array("new".utf8), to: tree.at("link"))
    #expect(tree.bytes("real/a") == Array("new".utf8))
    #expect(tree.names("real") == ["a"])
  }

  @Test(.enabled(if: (try? FileStatus("/dev/shm"))?.kind == .directory, "there is no folder in /dev"))
  func `a file in /dev is written atomically like any other`() throws {
    let path = FilePath("/dev/shm/photopick-test-\(UInt64.random(in: 0...UInt64.max))")
    defer { path.withPlatformString { _ = unlink($0) } }
    try AtomicFile.write(Array("longer".utf8), to: path)
    try AtomicFile.write(Array("new".utf8), to: path)
    #expect(try FileStatus(path).size == 3)
  }

  @Test func `a device is written to, not replaced`() throws {
    try AtomicFile.write(Array("gone".utf8), to: "/dev/null")
    try tree.symbolicLink("null", to: "/dev/null")
    try AtomicFile.write(Array("gone".utf8), to: tree.at("null"))
    #expect(tree.names() == ["null"])
  }

  @Test func `a file that is replaced keeps its mode`() throws {
    try tree.file("a", [1])
    let file = try FileDescriptor.open(tree.at("a"), .readWrite)
    try file.closeAfter { try file.setPermissions(0o640) }
    try AtomicFile.write([2], to: tree.at("a"), permissions: .ownerReadWrite)
    #expect(try FileStatus(tree.at("a")).permissions & 0o777 == 0o640)
    try AtomicFile.write([2], to: tree.at("new"), permissions: .ownerReadWrite)
    #expect(try FileStatus(tree.at("new")).permissions & 0o777 == 0o600)
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root gives files away"),
    arguments: [(1234, nil), (nil, 1234)] as [(UInt32?, UInt32?)])
  func `a file that is replaced keeps its owner and group`(owner: UInt32?, group: UInt32?) throws {
    try tree.file("a", [1])
    let (user, users) = (owner ?? geteuid(), group ?? getegid())
    try #require(tree.at("a").withPlatformString { chown($0, user, users) } == 0)
    try AtomicFile.write([2], to: tree.at("a"))
    let status = try FileStatus(tree.at("a"))
    #expect(status.owner == user && status.group == users)
  }

  @Test func `errors are reported before writing`() throws {
    try tree.file("a", [1])
    try tree.folder("folder")
    try AtomicFile.check(tree.at("a"))
    try AtomicFile.check(tree.at("new"))
    try AtomicFile.check("new")
    try AtomicFile.check("/dev/null")
    #expect(throws: Errno.isDirectory) { try AtomicFile.check(tree.at("folder")) }
    #expect(throws: Errno.noSuchFileOrDirectory) { try AtomicFile.check(tree.at("no/folder/a")) }
    #expect(throws: Errno.noSuchFileOrDirectory) { try AtomicFile.check("/dev/fd/123456") }
    #expect(tree.bytes("a") == [1])
    #expect(tree.names() == ["a", "folder"])
  }
}
