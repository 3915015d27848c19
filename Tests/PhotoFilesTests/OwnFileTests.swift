import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import PhotoFiles

/// Internal files, which are never reached through symbolic links.
struct OwnFileTests {
  private let tree: TemporaryTree
  private var file: OwnFile { OwnFile(tree.at("own/file")) }

  init() throws { tree = try TemporaryTree() }

  @Test func `a private file is written with its folders, read and replaced`() throws {
    #expect(try file.contents() == nil)
    #expect(try file.status() == nil)
    try file.write([1, 2])
    try file.write([3])
    #expect(try file.contents() == [3])
    #expect(try file.status()?.permissions == 0o600)
    #expect(try FileStatus(tree.at("own")).permissions & 0o077 == 0)
    #expect(throws: Errno.fileTooLarge) { try file.contents(limit: 0) }
    #expect(tree.names("own") == ["file"])
  }

  @Test(arguments: ["victim", "nowhere", "/dev/null"] as [FilePath])
  func `a link in its place is refused, and its target is unchanged`(target: FilePath) throws {
    try tree.file("own/victim", [7])
    try tree.symbolicLink("own/file", to: target)
    let refusal = UnexpectedKind(kind: .symbolicLink)
    #expect(throws: refusal) { try file.status() }
    #expect(throws: refusal) { try file.contents() }
    #expect(throws: refusal) { try file.write([1]) }
    #expect(tree.bytes("own/victim") == [7])
    #expect(tree.at("own/file").linkTarget == target)
    #expect(tree.names("own") == ["file", "victim"])
  }

  @Test func `a pipe or folder in its place is refused without waiting`() throws {
    try tree.folder("own/file")
    #expect(throws: UnexpectedKind(kind: .directory)) { try file.write([1]) }
    #expect(throws: UnexpectedKind(kind: .directory)) { try file.contents() }
    #expect(rmdir(file.path.string) == 0 && mkfifo(file.path.string, 0o600) == 0)
    #expect(throws: UnexpectedKind(kind: .other)) { try file.write([1]) }
    #expect(throws: UnexpectedKind(kind: .other)) { try file.contents() }
    #expect(tree.names("own") == ["file"])
  }

  @Test func `a link in place of its folder is followed`() throws {
    try tree.folder("disk")
    try tree.symbolicLink("own", to: "disk")
    try file.write([1])
    #expect(try file.contents() == [1])
    #expect(tree.bytes("disk/file") == [1])
  }
}
