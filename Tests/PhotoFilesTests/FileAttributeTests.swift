import CFileSystem
import SystemPackage
import TestSupport
import Testing

@testable import PhotoFiles

/// Owner, permissions, ACLs and extended attributes copied to new files.
struct FileAttributeTests {
  private let tree: TemporaryTree
  private let folder: OpenFolder

  init() throws {
    tree = try TemporaryTree()
    folder = try OpenFolder(tree.path)
  }

  /// An entry of an access control list: a tag (acl(5)), permissions and an id.
  typealias Entry = (tag: UInt16, permissions: UInt16, id: UInt32)

  /// The bytes of a list with entries for the owner, named users, the group, the mask and others.
  private static func list(_ entries: [Entry]) -> [UInt8] {
    entries.reduce(into: [2, 0, 0, 0]) { bytes, entry in
      withUnsafeBytes(of: entry.tag.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: entry.permissions.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: entry.id.littleEndian) { bytes += $0 }
    }
  }

  /// `user::rw- user:1234:r-- group::--- mask::r-- other::---`: the mode is 0640, and the group has no access.
  private static let closedToGroup = list([
    (1, 6, .max), (2, 4, 1234), (4, 0, .max), (0x10, 4, .max), (0x20, 0, .max),
  ])

  private func write(_ name: String, _ value: [UInt8], of path: FilePath) throws(Errno) {
    let file = try OpenFile(path)
    let result = withExtendedLifetime(file) {
      file_attribute_write(file.descriptor.rawValue, name, value, value.count)
    }
    if result != 0 { throw Errno(rawValue: errno) }
  }

  private func read(_ name: String, of file: FileDescriptor) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = file_attribute_read(file.rawValue, name, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes[..<count])
  }

  private func read(_ name: String, of path: FilePath) throws -> [UInt8]? {
    let file = try OpenFile(path)
    return withExtendedLifetime(file) { read(name, of: file.descriptor) }
  }

  /// The end of a pipe: the file system of pipes has no ACLs.
  private func fileWithoutLists() throws -> FileDescriptor {
    let (end, other) = try FileDescriptor.pipe()
    try other.close()
    try end.setPermissions(0o600)
    return end
  }

  @Test func `a replaced file keeps its tags and access control list`() throws {
    try tree.file("a", [1])
    try write("user.xdg.tags", Array("beach".utf8), of: tree.at("a"))
    try write("user.empty", [], of: tree.at("a"))
    try write(AccessList.attribute, Self.closedToGroup, of: tree.at("a"))
    let file = try AtomicFileWriter(to: tree.at("a"))
    // Even while it is written, only users who could open the old file can open it.
    #expect(read(AccessList.attribute, of: file.descriptor) == Self.closedToGroup)
    #expect(try FileStatus(file.descriptor).permissions == 0o640)
    try file.finish()
    #expect(try read("user.xdg.tags", of: tree.at("a")) == Array("beach".utf8))
    #expect(try read("user.empty", of: tree.at("a")) == [])
    #expect(try read(AccessList.attribute, of: tree.at("a")) == Self.closedToGroup)
  }

  @Test func `a permission limit applies to every entry of an access control list`() throws {
    try tree.file("a", [1])
    try write(AccessList.attribute, Self.closedToGroup, of: tree.at("a"))
    try AtomicFile.write([2], to: tree.at("a"), atMost: 0o600)
    let list = try #require(try read(AccessList.attribute, of: tree.at("a")))
    #expect(try FileStatus(tree.at("a")).permissions == 0o600)
    #expect(AccessList(list)?.mode == 0o600)
  }

  @Test func `a file does not keep an inherited list`() throws {
    try tree.file("a", [1])
    try #require(tree.at("a").withPlatformString { chmod($0, 0o640) } == 0)
    try write("system.posix_acl_default", Self.closedToGroup, of: tree.path)
    try AtomicFile.write([2], to: tree.at("a"))
    #expect(try read(AccessList.attribute, of: tree.at("a")) == nil)
    #expect(try FileStatus(tree.at("a")).permissions == 0o640)
    // The folder's list still applies to new files.
    try AtomicFile.write([2], to: tree.at("new"))
    #expect(try read(AccessList.attribute, of: tree.at("new")) != nil)
  }

  @Test func `without list support, the group gets its own bits instead of the mask`() throws {
    try tree.file("a", [1])
    try write("user.xdg.tags", [7], of: tree.at("a"))
    try write(AccessList.attribute, Self.closedToGroup, of: tree.at("a"))
    let original = try OpenFile(tree.at("a"))
    #expect(original.status.permissions == 0o640)
    #expect(try original.permissionsWithoutList() == 0o600)
    let target = try fileWithoutLists()
    defer { try? target.close() }
    try target.takeAttributes(of: original.descriptor)
    #expect(try FileStatus(target).permissions == 0o600)
  }

  @Test(
    arguments: [
      // The user excluded by the list would be one of the others.
      ([(1, 6, .max), (2, 0, 1234), (4, 4, .max), (0x10, 4, .max), (0x20, 4, .max)], 0o600),
      ([(1, 6, .max), (8, 6, 1234), (4, 6, .max), (0x10, 4, .max), (0x20, 4, .max)], 0o644),
      ([(1, 7, .max), (2, 7, 1234), (4, 5, .max), (0x10, 7, .max), (0x20, 0, .max)], 0o750),
      ([(1, 6, .max), (4, 4, .max), (0x20, 4, .max)], 0o644),
    ] as [([Entry], mode_t)])
  func `a mode instead of a list gives no user more access`(entries: [Entry], mode: mode_t) throws {
    let list = try #require(AccessList(Self.list(entries)))
    #expect(list.modeWithoutList == mode)
    #expect(list.bytes == Self.list(entries))
  }

  @Test(arguments: [(mode_t(0o640), mode_t(0o600)), (0o664, 0o644), (0o604, 0o600), (0o777, 0o777)])
  func `another group gets at most the access of the old group and others`(mode: mode_t, changed: mode_t) {
    var list = AccessList(permissions: mode)
    #expect(list.mode == mode)
    list.changeGroup()
    #expect(list.mode == changed)
  }

  @Test func `invalid lists are refused`() {
    let list = Self.closedToGroup
    for count in list.indices { #expect(AccessList(Array(list[..<count])) == nil) }
    #expect(AccessList([3] + list.dropFirst()) == nil)
    #expect(AccessList(list + Self.list([(1, 7, .max)]).dropFirst(4)) == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root makes such files"))
  func `owner and special bits are preserved, capabilities are not`() throws {
    try tree.file("a", [1])
    let path = tree.at("a")
    try #require(path.withPlatformString { chown($0, 1234, 1235) } == 0)
    try #require(path.withPlatformString { chmod($0, 0o2750) } == 0)
    let capability: [UInt8] = [1, 0, 0, 2] + [UInt8](repeating: 0xFF, count: 16)
    try write("security.capability", capability, of: path)
    try write("trusted.photo", [1], of: path)
    try AtomicFile.write([2], to: path)
    let status = try FileStatus(path)
    #expect(status.owner == 1234 && status.group == 1235 && status.permissions == 0o2750)
    #expect(try read("trusted.photo", of: path) == [1])
    #expect(try read("security.capability", of: path) == nil)
  }

  @Test func `unreadable attributes are not an error`() throws {
    let pipe = try FileDescriptor.pipe()
    defer {
      try? pipe.readEnd.close()
      try? pipe.writeEnd.close()
    }
    let target = try fileWithoutLists()
    defer { try? target.close() }
    try target.takeUserAttributes(of: pipe.readEnd)
    #expect(throws: Errno.badFileDescriptor) {
      try target.takeUserAttributes(of: FileDescriptor(rawValue: .max))
    }
  }
}
