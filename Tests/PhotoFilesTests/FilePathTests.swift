import PhotoFiles
import SystemPackage
import TestSupport
import Testing

struct FilePathTests {
  private func name(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

  @Test(arguments: [("", "a"), ("/", "/a"), ("b", "b/a"), ("/b", "/b/a")])
  func `a name is appended with exactly one slash`(path: String, expected: String) {
    #expect(FilePath(path).appending(name("a")).fileSystemBytes == Array(expected.utf8))
    if !path.isEmpty { #expect(Folder(FilePath(path)).bytes(of: name("a")) == Array(expected.utf8)) }
  }

  @Test func `a root keeps its links, unless two dots lead out of one`() throws {
    let tree = try TemporaryTree()
    try tree.folder("real/below")
    try tree.symbolicLink("link", to: "real/below")
    #expect(RootPath(tree.at("link")).path == tree.at("link"))
    #expect(RootPath(tree.at("./real/./below")).path == tree.at("real/below"))
    #expect(RootPath(FilePath("\(tree.path)/link/..")).path == tree.at("real"))
    #expect(RootPath(FilePath("\(tree.path)/none/..")).path == tree.path)
    #expect(
      RootPath.resolve([tree.at("real"), tree.at("link"), tree.at("./real")]).map(\.path) == [
        tree.at("real"), tree.at("link"),
      ])
  }

  @Test(arguments: [
    "/a/b.jpg", "/a/./b.jpg", "/a//b.jpg", "/a/b/", "/", "//", "/..", "/a/../b.jpg", "/a/...", "/a/.b",
    "a.jpg", "./a.jpg",
    "././a.jpg", "../a.jpg", ".", "", "./", "a/b/c.jpg",
  ])
  func `roots of a list are resolved like single roots`(path: String) {
    let root = RootPath(FilePath(path))
    #expect(
      RootPath.resolve([FilePath(path), FilePath("/a/x.jpg"), FilePath(path)]) == [
        root, RootPath("/a/x.jpg"),
      ])
  }

  @Test func `the base of roots is what their folders have in common`() throws {
    let tree = try TemporaryTree()
    for place in ["a/b/1.jpg", "a/b/2.jpg", "a/bc/3.jpg", "a/b/d/4.jpg"] {
      try tree.file(FilePath(place), [1])
    }
    func base(_ places: FilePath...) -> FilePath { RootPath.base(of: places.map(tree.at)).path }
    #expect(base("a/b/1.jpg", "a/b/2.jpg") == tree.at("a/b"))
    #expect(base("a/b/1.jpg", "a/b/d") == tree.at("a/b"))
    #expect(base("a/b/d", "a/b/d/4.jpg") == tree.at("a/b/d"))
    #expect(base("a/b/1.jpg", "a/bc/3.jpg") == tree.at("a"))
    #expect(base("a/b", "a/b/1.jpg", "a") == tree.at("a"))
    #expect(RootPath.base(of: []).path == "/")
  }

  @Test func `an absolute path takes no memory in addition to its list`() throws {
    let given: FilePath = "/a/folder/with/a/long/name/1.jpg"
    let root = try #require(RootPath.resolve([given]).first)
    let isShared = given.withPlatformString { first in root.path.withPlatformString { first == $0 } }
    #expect(root.path == given && isShared)
  }

  @Test func `neighbors in a list share their folder`() {
    let roots = RootPath.resolve(["/a/1.jpg", "/a/2.jpg", "/b/1.jpg"])
    #expect(roots[0].folder === roots[1].folder && roots[1].folder !== roots[2].folder)
  }

  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
    (String(repeating: "a", count: 55), "ef1772b6dff9a122358552954ad0df65"),
    (String(repeating: "a", count: 56), "3b0c8ac703f828b04c6c197006d17218"),
    (String(repeating: "a", count: 64), "014842d480b571495a4a0363793f7367"),
  ])
  func `the digest is MD5`(text: String, digest: String) {
    #expect(MD5.hexDigest(of: text.utf8) == digest)
    #expect(MD5.digest(of: text.utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
  }

  @Test func `only an absolute path has a desktop URL`() {
    #expect(FileURL.glibText("/a/b c!.jpg") == "file:///a/b%20c!.jpg")
    #expect(FileURL.glibText("a/b") == nil)
  }
}

struct FileStatusTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  /// Owner, mode, user, and whether the user may read.
  @Test(arguments: [
    (0o600, true, true), (0o400, true, true), (0o200, true, false), (0o244, true, false),
    (0o244, false, true), (0o204, false, false), (0o240, false, false), (0o600, false, false),
  ])
  func `the mode determines who may read a file`(mode: UInt32, isOwner: Bool, mayRead: Bool) throws {
    try tree.file("a", [1])
    let file = try FileDescriptor.open(tree.at("a"), .readWrite)
    defer { try? file.close() }
    try file.setPermissions(mode_t(mode))
    // Root can read everything, so its files get another owner.
    if geteuid() == 0 { try #require(fchown(file.rawValue, 1234, 1234) == 0) }
    let status = try FileStatus(file)
    let user = isOwner ? status.owner : status.owner + 1
    #expect(status.letsRead(user) == mayRead)
    #expect(status.letsRead(0))
  }

  @Test func `a pipe is distinguished from a file`() throws {
    try tree.file("a", [1])
    let file = try FileDescriptor.open(tree.at("a"), .readOnly)
    let (reading, writing) = try FileDescriptor.pipe()
    #expect(FileStatus.isPipe(reading) && FileStatus.isPipe(writing))
    #expect(!FileStatus.isPipe(file))
    #expect(!FileStatus.isPipe(FileDescriptor(rawValue: .max)))
    for descriptor in [file, reading, writing] { try descriptor.close() }
  }
}

struct FileLockWaitTests {
  @Test func `a waiting process gets the lock once it is released`() throws {
    let tree = try TemporaryTree()
    try tree.file("lock", [])
    let files = try (0..<2).map { _ in
      try FileDescriptor.open(tree.at("lock"), .readWrite, options: [.closeOnExec])
    }
    try files[0].lock(.exclusive)
    WorkerThread.start {
      usleep(20_000)
      files[0].unlock()
    }
    try files[1].lock(.exclusive, within: .seconds(60))
    #expect(throws: Errno.wouldBlock) { try files[0].lock(.shared, within: .zero) }
    for file in files { try file.close() }
  }
}
