import Foundation
import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoRemote

/// The server of rclone, with a password.
final class WebDAVTestServer: Sendable {
  static let rclone = ChildServer.find("rclone")

  let tree: TemporaryTree
  private let child: ChildServer

  init() throws {
    tree = try TemporaryTree()
    child = try ChildServer(
      try #require(Self.rclone),
      ["serve", "webdav", tree.at(".").string, "--addr", "127.0.0.1:0", "--user", "ann", "--pass", secret],
      environment: ["RCLONE_CONFIG": "/dev/null"], portAfter: "http://127.0.0.1:")
  }

  var host: String { "127.0.0.1:\(child.port)" }
}

@Suite(.timeLimit(.minutes(5)), .enabled(if: WebDAVTestServer.rclone != nil, "rclone isn't installed"))
struct WebDAVServerTests {
  @Test func `a file is written, listed, read and removed`() throws {
    let server = try WebDAVTestServer()
    try server.tree.file(".netrc", bytes("machine 127.0.0.1\n login ann\n password \(secret)\n"))
    let source = try RemoteSources.source(
      scheme: "dav", host: server.host, options: options([:], home: server.tree.at(".")))
    let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let file = bytes("2024/Dünen & Meer/Beach +(1) %41.jpg")
    let version = try source.write(.bytes(content), to: file, replacing: nil)
    #expect(version.size == 100_000 && !version.tag.isEmpty)
    #expect(try source.entries(of: []).map(\.name.text).sorted() == [".netrc", "2024"])
    #expect(try source.entries(of: bytes("2024")).map(\.name.text) == ["Dünen & Meer"])
    let entries = try source.entries(of: bytes("2024/Dünen & Meer"))
    #expect(entries.map(\.name.text) == ["Beach +(1) %41.jpg"] && entries.map(\.status) == [version])
    #expect(try source.status(of: bytes("2024")).isFolder && source.status(of: []).isFolder)
    #expect(try source.status(of: file) == version)
    let opened = try source.open(file, reading: 1000)
    #expect(opened.head == Array(content[..<1000]) && opened.status == version)
    #expect(try source.read(file, 5..<10, of: version) == Array(content[5..<10]))
    #expect(failure { _ = try source.write([1], to: file, replacing: nil) }?.errno == .fileExists)
    let second = try source.write([1, 2, 3], to: file, replacing: version)
    #expect(failure { _ = try source.read(file, 0..<1, of: version) }?.errno == .staleNFSFileHandle)
    #expect(failure { _ = try source.write([1], to: file, replacing: version) }?.errno == .staleNFSFileHandle)
    #expect(failure { try source.remove(file, version: version) }?.errno == .staleNFSFileHandle)
    #expect(failure { try source.remove(bytes("2024"), version: second) }?.errno == .isDirectory)
    #expect(failure { _ = try source.entries(of: file) }?.errno == .notDirectory)
    try source.remove(file, version: second)
    try source.remove(file, version: second)
    #expect(failure { _ = try source.status(of: file) }?.errno == .noSuchFileOrDirectory)
    #expect(failure { _ = try source.entries(of: bytes("none")) }?.errno == .noSuchFileOrDirectory)
    let empty = try source.write([], to: bytes("empty"), replacing: nil)
    #expect(try source.open(bytes("empty"), reading: 100).head.isEmpty && empty.size == 0)
  }

  @Test func `a wrong password is refused, and is in no error`() throws {
    let server = try WebDAVTestServer()
    try server.tree.file("password", bytes("wrong \(secret)\nmore"))
    let variables = [
      "PHOTOPICK_DAV_USER": "ann", "PHOTOPICK_DAV_PASSWORD_FILE": server.tree.at("password").string,
    ]
    let source = try RemoteSources.source(
      scheme: "dav", host: server.host, options: options(variables, named: "dav://\(server.host)"))
    #expect(
      failure { _ = try source.entries(of: []) }?.reason == "the server refuses the user name or the password"
    )
    let without = try RemoteSources.source(scheme: "dav", host: server.host, options: options([:]))
    #expect(failure { _ = try without.entries(of: []) }?.reason.contains("~/.netrc") == true)
  }
}

/// Scripted responses.
@Suite(.timeLimit(.minutes(5)))
struct WebDAVSourceTests {
  private func source(_ server: TestServer, _ variables: [String: String] = [:]) throws -> any RemoteSource {
    let host = String(server.url("").dropFirst("http://".count))
    return try RemoteSources.source(
      scheme: "dav", host: host, options: options(variables, named: "dav://\(host)"))
  }

  private func response(_ href: String, _ properties: String, status: String = "HTTP/1.1 200 OK") -> String {
    "<d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop>"
      + "<d:status>\(status)</d:status></d:propstat></d:response>"
  }

  private func multistatus(_ responses: String...) -> String {
    "<?xml version=\"1.0\"?><d:multistatus xmlns:d=\"DAV:\">\(responses.joined())</d:multistatus>"
  }

  private let folder = "<d:resourcetype><d:collection/></d:resourcetype>"
  private let file =
    "<d:resourcetype/><d:getcontentlength>5</d:getcontentlength><d:getetag>&quot;1&quot;</d:getetag>"
    + "<d:getlastmodified>Sun, 06 Nov 1994 08:49:37 GMT</d:getlastmodified>"

  @Test func `only entries of the folder are listed, decoded once`() throws {
    let document = multistatus(
      response("/a/", folder), response("/a/b%20c", file), response("http://other/a/d%2541.jpg", file),
      response("/a/e/f", file), response("/g", file), response("/a/%2E%2E", file), response("/a/..", file),
      response("/a/h%2Fi", file), response("/a/j%00", file), response("/a/k%1B", file), response("a/l", file),
      response("/a/m/", folder), response("/a/n%4", file),
      response("/a/o", file, status: "HTTP/1.1 404 Not Found"))
    let server = try TestServer { _ in reply(207, document) }
    let entries = try source(server).entries(of: bytes("a"))
    let names = Set(entries.map(\.name.bytes))
    #expect(names == [bytes("b c"), bytes("d%41.jpg"), bytes("k\u{1B}"), bytes("m"), bytes("o")])
    let status = RemoteStatus(
      size: 5, modified: FileStatus.Time(seconds: 784_111_777, nanoseconds: 0), tag: "\"1\"")
    #expect(entries.first { $0.name.text == "b c" }?.status == status)
    #expect(entries.first { $0.name.text == "m" }?.status == .folder)
    let request = try #require(server.requests.first)
    #expect(request.method == "PROPFIND" && request.path == "/a/" && request.headers["depth"] == "1")
    #expect(String(decoding: request.body, as: UTF8.self).contains("<getetag/>"))
  }

  @Test(
    arguments: [
      "", "<html/>", "<!DOCTYPE a [<!ENTITY b \"c\">]><d:multistatus xmlns:d=\"DAV:\">&b;</d:multistatus>",
    ])
  func `hostile XML is refused`(document: String) throws {
    let server = try TestServer { _ in reply(207, document) }
    let source = try source(server)
    #expect(failure { _ = try source.entries(of: []) }?.errno == .ioError)
    #expect(failure { _ = try source.status(of: bytes("a")) }?.errno == .ioError)
  }

  @Test func `a server without tags is compared by date`() throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let version = RemoteStatus(
      size: 5, modified: FileStatus.Time(seconds: 784_111_777, nanoseconds: 0), tag: "")
    let server = try TestServer { request in
      let changed = request.path == "/b" ? "Mon, 07 Nov 1994 08:49:37 GMT" : date
      return [
        head(206, ["Content-Range": "bytes 1-2/5", "Last-Modified": changed], length: 2), .send([1, 2]),
      ]
    }
    let source = try source(server)
    #expect(try source.read(bytes("a"), 1..<3, of: version) == [1, 2])
    #expect(server.requests.first?.headers["if-unmodified-since"] == date)
    #expect(failure { _ = try source.read(bytes("b"), 1..<3, of: version) }?.errno == .staleNFSFileHandle)
  }

  @Test func `a server may require Digest, and a password never goes to another server`() throws {
    let tree = try TemporaryTree()
    try tree.file("password", bytes(secret))
    let variables = ["PHOTOPICK_DAV_USER": "ann", "PHOTOPICK_DAV_PASSWORD_FILE": tree.at("password").string]
    let document = multistatus(response("/", folder), response("/a", file))
    let server = try TestServer { request in
      request.headers["authorization"]?.hasPrefix("Digest ") == true
        ? reply(207, document)
        : reply(401, "", ["WWW-Authenticate": "Digest realm=\"x\", nonce=\"y\", qop=\"auth\", algorithm=MD5"])
    }
    #expect(try source(server, variables).entries(of: []).map(\.name.text) == ["a"])
    #expect(server.requests.count == 2 && server.requests.allSatisfy { !$0.body.isEmpty })
    let redirect = try TestServer { _ in reply(302, "", ["Location": server.url("/")]) }
    let redirected = try source(redirect, variables)
    #expect(failure { _ = try redirected.entries(of: []) }?.reason.contains("which is not followed") == true)
    #expect(server.requests.count == 2)
  }

  @Test func `Basic is sent first after the server has required it`() throws {
    let tree = try TemporaryTree()
    try tree.file("password", bytes(secret))
    let variables = ["PHOTOPICK_DAV_USER": "ann", "PHOTOPICK_DAV_PASSWORD_FILE": tree.at("password").string]
    let document = multistatus(response("/", folder), response("/a", file))
    let server = try TestServer { request in
      request.headers["authorization"]?.hasPrefix("Basic ") == true
        ? reply(207, document) : reply(401, "", ["WWW-Authenticate": "Basic realm=\"x\""])
    }
    let source = try source(server, variables)
    for _ in 0..<3 { _ = try source.entries(of: []) }
    #expect(server.requests.count == 4)
  }

  @Test func `addresses with credentials and other schemes are refused`() throws {
    for (scheme, host) in [
      ("davs", "ann:\(secret)@example.org"), ("dav", "ex ample"), ("davs", "a/b"), ("davs", "a:99999"),
      ("ftp", "a"), ("s3", "a/b"), ("s3", ".."), ("s3", ""), ("davs", ""), ("s3", "\(secret)@x"),
    ] {
      #expect(
        failure { _ = try RemoteSources.source(scheme: scheme, host: host, options: options([:])) } != nil)
    }
    for host in ["example.org", "example.org:8443", "[::1]:80"] {
      _ = try RemoteSources.source(scheme: "davs", host: host, options: options([:]))
    }
  }
}
