import Foundation
import PhotoFiles
import SystemPackage
import TestSupport
import Testing

/// Which symbolic links are followed when the user names a file to write.
struct WritingTargetTests {
  private let tree: TemporaryTree
  private static let stranger: uid_t = 4321

  init() throws { tree = try TemporaryTree() }

  private func give(_ place: FilePath, to user: uid_t) throws {
    try #require(lchown(tree.at(place).string, user, user) == 0)
  }

  private func allow(_ place: FilePath, _ mode: mode_t) throws {
    try #require(chmod(tree.at(place).string, mode) == 0)
  }

  @Test func `the user's links are followed, one after the other, in any folder`() throws {
    try tree.file("real/photo", [1])
    try tree.symbolicLink("shared/one", to: "two")
    try tree.symbolicLink("shared/two", to: "../real/photo")
    try allow("shared", 0o1777)
    #expect(try tree.at("shared/one").writingTarget().resolved() == tree.at("real/photo"))
    try AtomicFile.write([2], to: tree.at("shared/one"))
    #expect(tree.bytes("real/photo") == [2])
    #expect(tree.at("shared/one").linkTarget == "two")
  }

  @Test func `a broken link creates its target`() throws {
    try tree.symbolicLink("link", to: "new")
    try AtomicFile.write([1], to: tree.at("link"))
    #expect(tree.bytes("new") == [1])
    #expect(tree.at("link").linkTarget == "new")
  }

  @Test func `a cycle of links is an error`() throws {
    try tree.symbolicLink("a", to: "b")
    try tree.symbolicLink("b", to: "a")
    #expect(throws: Errno.tooManySymbolicLinkLevels) { try AtomicFile.write([1], to: tree.at("a")) }
    #expect(tree.names() == ["a", "b"])
  }

  @Test func `a link to an open stream is written to`() throws {
    try tree.file("file", [])
    let file = try FileDescriptor.open(tree.at("file"), .writeOnly)
    defer { try? file.close() }
    try tree.symbolicLink("link", to: FilePath("/dev/fd/\(file.rawValue)"))
    try AtomicFile.check(tree.at("link"))
    try AtomicFile.write([5], to: tree.at("link"))
    #expect(tree.bytes("file") == [5])
    #expect(tree.names() == ["file", "link"])
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root makes links of other users"),
    arguments: [
      // In a folder that no other user can write to, every symbolic link is trusted.
      (0, 0o755, true), (0, 0o700, true),
      // Sticky or not, and writable for any user.
      (0, 0o1777, false), (0, 0o777, false), (0, 0o775, false), (0, 0o757, false),
      // The owner of a folder can write to it.
      (stranger, 0o755, false), (stranger, 0o700, false),
    ] as [(uid_t, mode_t, Bool)])
  func `another user's link is followed only in folders that no other user can write to`(
    owner: uid_t, mode: mode_t, isFollowed: Bool
  ) throws {
    try tree.file("photo", [1])
    try tree.symbolicLink("shared/link", to: "../photo")
    try give("shared/link", to: Self.stranger)
    try give("shared", to: owner)
    try allow("shared", mode)
    try AtomicFile.check(tree.at("shared/link"))
    try AtomicFile.write([2], to: tree.at("shared/link"))
    #expect(tree.bytes("photo") == [isFollowed ? 2 : 1])
    #expect((tree.at("shared/link").linkTarget != nil) == isFollowed)
    #expect(tree.bytes("shared/link") == [2])
    // The user owns the new file, which has default permissions.
    #expect(try FileStatus(tree.at("shared/link")).owner == 0)
  }

  @Test(.enabled(if: geteuid() == 0, "only root makes links of other users"))
  func `another user's link in a chain is not followed`() throws {
    try tree.file("photo", [1])
    try tree.symbolicLink("shared/theirs", to: "../photo")
    try give("shared/theirs", to: Self.stranger)
    try allow("shared", 0o1777)
    try tree.symbolicLink("mine", to: "shared/theirs")
    try AtomicFile.write([2], to: tree.at("mine"))
    #expect(tree.bytes("photo") == [1])
    #expect(tree.bytes("shared/theirs") == [2])
    #expect(tree.at("mine").linkTarget == "shared/theirs")
  }
}
