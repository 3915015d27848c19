import PhotoFiles
import SystemPackage
import TestSupport
import Testing

struct RemoteFilesTests {
  private let server = MemoryServer()

  private func path(_ text: String) -> FilePath { FilePath(fileSystemBytes: Array(text.utf8)) }

  @Test(arguments: ["s3://bucket", "s3://bucket/a/b c.jpg", "dav://host:80/x", "davs://host/é"])
  func `paths on servers are written as URLs`(_ url: String) throws {
    let path = path(url)
    #expect(path.isRemote && path.isAbsolute && String(decoding: path.fileSystemBytes, as: UTF8.self) == url)
    #expect(Folder(path).bytes == Array(url.utf8))
    let root = try #require(RootPath.resolve([path]).first)
    #expect(root.path == path)
  }

  @Test(arguments: ["/s3/bucket", "s3:/bucket", "/photos/s3://x", "/s3:", "s3:", "s4://x/y", "/dave:/x"])
  func `other paths are local`(_ text: String) { #expect(!path(text).isRemote) }

  @Test func `a path has a scheme, a host and a rest`() throws {
    let place = try #require(RemotePath(path("davs://host:8443/photos/2014/")))
    #expect(place.scheme == "davs" && place.host == "host:8443" && place.path == Array("photos/2014".utf8))
    #expect(try #require(RemotePath(path("s3://bucket"))).path.isEmpty)
  }

  @Test func `URLs of files are encoded`() {
    #expect(FileURL.text(Array("s3://bucket/a b.jpg".utf8)) == "s3://bucket/a%20b.jpg")
  }

  @Test(arguments: [
    ("davs://host:8443/a:b.jpg", "davs://host:8443/a%3Ab.jpg"),
    ("dav://[::1]:80/[a]", "dav://[::1]:80/%5Ba%5D"),
    ("dav://host:80", "dav://host:80"), ("dav://a b:80/c", "dav://a%20b:80/c"),
  ])
  func `the host of a URL keeps its port and the brackets of an address`(path: String, url: String) {
    #expect(FileURL.text(Array(path.utf8)) == url)
    #expect(FileURL.path(url) == Array(path.utf8))
  }

  @Test func `names that were joined in a path are one folder`() {
    let folder = Folder(path("s3://bucket/a"))
    #expect(folder.path(of: FileName(unchecked: Array("b.jpg".utf8))) == path("s3://bucket/a/b.jpg"))
    #expect(RootPath.resolve([path("s3://bucket/a/b.jpg")])[0].folder == folder)
  }

  @Test func `a file is read from the first response, and by range`() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    server.put("a.bin", bytes)
    let file = try OpenFile(server.root.appending("a.bin"))
    #expect(file.status.size == 200_000 && file.status.kind == .regular)
    var buffer = [UInt8](repeating: 0, count: 1000)
    let count = try buffer.withUnsafeMutableBytes { try file.read(at: 64_000, into: $0) }
    #expect(count == 1000 && buffer == Array(bytes[64_000..<65_000]))
    #expect(server.requests == ["open a.bin"])
    _ = try buffer.withUnsafeMutableBytes { try file.read(at: 199_500, into: $0) }
    #expect(Array(buffer[..<500]) == Array(bytes[199_500...]))
    #expect(server.requests.last == "read 199500..<200000 a.bin")
    #expect(try file.descriptor.readAll() == bytes, "code that needs a descriptor gets one")
  }

  @Test func `bytes of two versions are never mixed`() throws {
    server.put("a.bin", [UInt8](repeating: 1, count: 100_000))
    let file = try OpenFile(server.root.appending("a.bin"))
    server.put("a.bin", [UInt8](repeating: 2, count: 100_000))
    var buffer = [UInt8](repeating: 0, count: 10)
    #expect(throws: Errno.staleNFSFileHandle) {
      try buffer.withUnsafeMutableBytes { try file.read(at: 90_000, into: $0) }
    }
    #expect(RemoteFiles.reason(for: server.root.appending("a.bin")) == "the file has changed")
  }

  @Test func `a file is written in one step, and only over the version that was seen`() throws {
    let folder = try OpenFolder(server.root)
    let name = FileName(unchecked: Array("a.xmp".utf8))
    let first = try PendingFile(in: folder)
    try first.write(Array("one".utf8))
    #expect(server["a.xmp"] == nil)
    try first.finish(as: name, .exclusively, durability: .content)
    #expect(server["a.xmp"] == Array("one".utf8))

    let second = try PendingFile(in: folder)
    try second.write(Array("two".utf8))
    #expect(throws: Errno.fileExists) { try second.finish(as: name, .exclusively) }
    #expect(try folder.status(of: name)?.size == 3)
    server.put("a.xmp", Array("another".utf8))
    #expect(throws: Errno.staleNFSFileHandle) { try second.finish(as: name, .replacing) }
    #expect(try folder.status(of: name)?.size == 7)
    try second.finish(as: name, .replacing)
    #expect(server["a.xmp"] == Array("two".utf8))
    try folder.remove(name)
    #expect(server["a.xmp"] == nil)
  }

  @Test func `versions differ in identity`() throws {
    server.put("a.jpg", [1])
    let before = try FileStatus(server.root.appending("a.jpg"))
    server.put("a.jpg", [2])
    let after = try FileStatus(server.root.appending("a.jpg"))
    #expect(before.identity.device == after.identity.device && before.identity != after.identity)
    #expect(try FileStatus(server.root).kind == .directory)
  }
}

struct ListedRemoteFilesTests {
  private let server = MemoryServer()

  @Test func `a listed file is opened without a request, and its status is that of the listing`() throws {
    server.put("a.jpg", [1, 2, 3], modified: 1_400_000_000)
    let folder = try OpenFolder(server.root)
    _ = try folder.names()
    server.forgetRequests()
    let file = try OpenFile(server.root.appending("a.jpg"))
    #expect(file.status.size == 3 && file.status.modified.seconds == 1_400_000_000 && server.requests.isEmpty)
    #expect(try file.remote?.firstBytes() == [1, 2, 3])
    #expect(server.requests == ["read 0..<3 a.jpg"])
  }

  @Test func `a file that changed after the listing is opened again`() throws {
    server.put("a.jpg", [1])
    _ = try OpenFolder(server.root).names()
    server.put("a.jpg", [2, 3])
    let file = try OpenFile(server.root.appending("a.jpg"))
    #expect(throws: Errno.staleNFSFileHandle) { try file.remote?.firstBytes() }
    #expect(try OpenFile(server.root.appending("a.jpg")).remote?.firstBytes() == [2, 3])
  }
}
