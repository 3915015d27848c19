import PhotoFiles
import PhotoFormats
@testable import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A cache that returns every file with its current status.
private struct KnowingCache: MetadataCache {
  func known(_ folder: Folder, sharing facts: SharedFacts) -> KnownFolder {
    let name = FileName("a.jpg")
    guard let status = try? FileStatus(folder.path(of: name)) else { return KnownFolder() }
    let file = KnownFile(
      inode: status.identity.inode, size: status.size, modified: status.modified, changed: status.changed,
      birth: nil, isSettled: true, metadata: KnownMetadata(PhotoMetadata(fileType: .jpeg)))
    return KnownFolder(files: KnownFiles([KnownFiles.Entry(name: name, file: file)]))
  }

  func known(_ identity: FileStatus.Identity, birth: FileStatus.Time) -> KnownFile? { nil }
  func absorb(_ reports: [ScanReport]) async {}
  func finish() async {}

  func stop() async {}
}

struct FilePermissionTests {
  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
    try tree.file("a.jpg", [1])
  }

  /// Returns a status with the given permissions.
  private func status(_ permissions: mode_t) throws -> FileStatus {
    #expect(chmod(tree.at("a.jpg").string, permissions) == 0)
    return try FileStatus(tree.at("a.jpg"))
  }

  @Test func `permission bits determine readability`() throws {
    #expect(try status(0).letsRead(0))
    let owner = try status(0).owner
    let other = owner + 1
    #expect(try status(0o444).letsRead(other))
    for permissions in [0o400, 0o440, 0o404, 0o000] as [mode_t] {
      #expect(try !status(permissions).letsRead(other))
    }
    guard owner != 0 else { return }
    #expect(try status(0o400).letsRead(owner))
    #expect(try !status(0o044).letsRead(owner))
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a photo that is known and may not be read is a problem`() async throws {
    let scanner = LibraryScanner(options: ScanOptions(), cache: KnowingCache())
    _ = try status(0o600)
    #expect(try await scanner.scan([tree.path]).assets.count == 1)
    _ = try status(0)
    let result = try await scanner.scan([tree.path])
    #expect(result.assets.isEmpty)
    #expect(result.problems.map(\.reason) == ["permission denied; check who may read it"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a folder that may not be read is a problem, for a scan and for who follows`() async throws {
    try tree.file("closed/a.png", PictureBuilder.png())
    try tree.file("open/b.png", PictureBuilder.png())
    #expect(chmod(tree.at("closed").string, 0) == 0)
    defer { chmod(tree.at("closed").string, 0o755) }
    var folders = FollowedFolders(roots: [tree.at("closed"), tree.at("open")])
    let followed = try #require(try await folders.update(.none)).snapshot
    let scanned = try await LibraryScanner().scan([tree.at("closed"), tree.at("open")])
    for found in [scanned, followed] {
      #expect(found.assets.names == ["b.png"])
      #expect(found.problems.map(\.path) == [tree.at("closed")])
    }
    #expect(chmod(tree.at("closed").string, 0o755) == 0)
    #expect(try await folders.update(.everything)?.snapshot.assets.names == ["a.png", "b.png"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may search everything"))
  func `a folder that may be read but not searched names its photos as problems`() async throws {
    try tree.file("shut/a.png", PictureBuilder.png())
    #expect(chmod(tree.at("shut").string, 0o444) == 0)
    defer { chmod(tree.at("shut").string, 0o755) }
    let found = try await LibraryScanner().scan([tree.at("shut")])
    #expect(found.problems.map(\.path) == [tree.at("shut/a.png")])
  }
}
