import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoRemote

/// To which servers passwords go.
struct WebDAVPasswordTests {
  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
    try tree.file("password", bytes(secret))
  }

  private var variables: [String: String] {
    ["PHOTOPICK_DAV_USER": "ann", "PHOTOPICK_DAV_PASSWORD_FILE": tree.at("password").string]
  }

  private func find(
    _ server: String, named: [String] = [], _ variables: [String: String] = [:],
    _ change: (inout RemoteOptions) -> Void = { _ in }
  ) throws -> WebDAVPassword {
    var options = options(variables, home: tree.at("."))
    options.namedPaths = named.compactMap { RemotePath(FilePath(fileSystemBytes: bytes($0))) }
    change(&options)
    let path = try #require(RemotePath(FilePath(fileSystemBytes: bytes(server))))
    return try RemoteSources.password(for: #require(ServerAddress(path)), options)
  }

  /// Returns why a password isn't sent, or an empty string if it is.
  private func reason(_ found: WebDAVPassword) -> String {
    switch found {
    case .none: "none"
    case .password(let password): password.password == secret ? "" : "another password"
    case .withheld(let reason): reason
    }
  }

  @Test(arguments: [
    ("davs://nas/b", ["davs://nas/a"], ""), ("davs://nas:443/b", ["davs://nas/a"], ""),
    ("davs://nas/b", [], "only a list"), ("davs://nas/b", ["davs://other/a", "s3://nas/a"], "only a list"),
    // Other ports may belong to other users, and names that contain the host to other people.
    ("davs://nas:8443/b", ["davs://nas/a"], "only a list"),
    ("davs://nas.evil.org/b", ["davs://nas/a"], "only a list"),
    ("davs://xnas/b", ["davs://nas/a"], "only a list"),
    ("davs://nas/b", ["davs://nas/a", "davs://other/a"], "several servers"),
  ])
  func `the password of the environment goes to the only server that the person names`(
    server: String, named: [String], expected: String
  ) throws {
    let found = reason(try find(server, named: named, variables))
    #expect(expected.isEmpty ? found.isEmpty : found.contains(expected), "\(found)")
    #expect(found.isEmpty || found.contains("PHOTOPICK_DAV_HOST"))
  }

  @Test(arguments: [
    ("davs://nas/b", "nas", true), ("davs://NAS:8443/b", "Nas", true), ("davs://nas/b", "nas:443", true),
    ("davs://nas/b", "nas:8443", false), ("davs://nas.evil.org/b", "nas", false),
    ("davs://b/b", "nas", false),
    ("davs://[::1]:9/b", "[::1]", true),
  ])
  func `PHOTOPICK_DAV_HOST names the server of the password`(
    server: String, host: String, isSent: Bool
  ) throws {
    let variables = variables.merging(["PHOTOPICK_DAV_HOST": host]) { $1 }
    for named in [[], [server]] {
      #expect(reason(try find(server, named: named, variables)).isEmpty == isSent)
    }
    #expect(
      failure { _ = try find(server, variables.merging(["PHOTOPICK_DAV_HOST": "davs://nas"]) { $1 }) } != nil)
  }

  @Test func `an entry of netrc is for its host, and the default entry for servers that the user names`()
    throws
  {
    try tree.file(
      ".netrc", bytes("machine nas login ann password \(secret)\ndefault login ann password \(secret)"))
    #expect(reason(try find("davs://nas/a")).isEmpty)
    #expect(reason(try find("davs://nas:8443/a")).isEmpty)
    #expect(reason(try find("davs://other/a", named: ["davs://other"])).isEmpty)
    #expect(reason(try find("davs://other/a", ["PHOTOPICK_DAV_HOST": "other"])).isEmpty)
    #expect(reason(try find("davs://other/a", named: ["davs://nas"])).contains("machine other"))
    // The entry also counts if the environment has the password of another server.
    #expect(reason(try find("davs://nas/a", variables)).isEmpty)
    #expect(reason(try find("davs://other/a", variables)).contains("PHOTOPICK_DAV_HOST"))
  }

  @Test(arguments: [
    ("dav://nas/a", false), ("dav://127.0.0.1:80/a", true), ("dav://127.1.2.3/a", true),
    ("dav://[::1]:8080/a", true),
    ("dav://localhost/a", true), ("dav://127.0.0.1.evil.org/a", false), ("dav://127.0.0.999/a", false),
    ("dav://0127.0.0.1/a", false),
    ("dav://localhost.evil.org/a", false), ("dav://10.127.0.0/a", false), ("dav://0x7f.0.0.1/a", false),
    ("dav://[::]/a", false), ("davs://nas/a", true),
  ])
  func `a password is only sent without encryption to this machine`(server: String, isSent: Bool) throws {
    let found = reason(try find(server, named: [server], variables))
    #expect(found.isEmpty == isSent && (isSent || found.contains("plain-http = ")), "\(found)")
    try tree.file(".netrc", bytes("default login ann password \(secret)"))
    #expect(reason(try find(server, named: [server])).isEmpty == isSent)
  }

  @Test func `the user may allow plain HTTP for a host, or for all with --insecure`() throws {
    func reason(_ change: (inout RemoteOptions) -> Void) throws -> String {
      self.reason(try find("dav://nas:8080/a", named: ["dav://nas:8080"], variables, change))
    }
    #expect(try reason { $0.plainServers = ["nas"] }.isEmpty)
    #expect(try reason { $0.plainServers = ["x", "nas:8080"] }.isEmpty)
    #expect(try reason { $0.verifiesTLS = false }.isEmpty)
    #expect(try reason { $0.plainServers = ["nas:80", "as"] }.contains("nas:8080"))
    // That doesn't make the password one for a server that only a list names.
    #expect(
      self.reason(try find("dav://nas/a", variables) { $0.plainServers = ["nas"] }).contains("only a list"))
  }

  @Test func `a server that requires a password which isn't sent is refused with the reason`() throws {
    let server = try TestServer { _ in reply(401, "", ["WWW-Authenticate": "Basic realm=\"x\""]) }
    let host = String(server.url("").dropFirst("http://".count))
    let source = try RemoteSources.source(scheme: "dav", host: host, options: options(variables))
    let reason = try #require(failure { _ = try source.entries(of: []) }?.reason)
    #expect(reason.contains(host) && reason.contains("PHOTOPICK_DAV_HOST"), "\(reason)")
    #expect(server.requests.count == 1 && server.requests[0].headers["authorization"] == nil)
  }

  @Test func `a refused password is sent once, not for each photo`() throws {
    let server = try TestServer { _ in reply(401, "", ["WWW-Authenticate": "Basic realm=\"x\""]) }
    let host = String(server.url("").dropFirst("http://".count))
    let variables = variables.merging(["PHOTOPICK_DAV_HOST": host]) { $1 }
    let source = try RemoteSources.source(scheme: "dav", host: host, options: options(variables))
    for number in 0..<50 { #expect(failure { _ = try source.status(of: bytes("\(number)")) } != nil) }
    #expect(server.requests.count { $0.headers["authorization"] != nil } <= 1)
    #expect(server.requests.count <= 2)
  }

  @Test func `passwords are found in netrc files`() {
    func found(_ text: String, _ host: String = "b.org") -> String? {
      let netrc = NetrcFile(bytes(text))
      return (netrc.password(for: host) ?? netrc.defaultPassword).map { "\($0.user) \($0.password)" }
    }
    let text = """
      # machine b.org login no password no
      machine a.org login x password y
      macdef init
      machine b.org login macro password macro

      machine B.org
        login ann account z
        password "p w\\"#"
      default login d password #e
      """
    #expect(found(text) == "ann p w\"#" && found(text, "a.org") == "x y" && found(text, "c.org") == "d #e")
    #expect(found("machine b.org login x") == nil && found("") == nil && found("machine") == nil)
    #expect("\(TransferPassword(user: "ann", password: secret))" == "a password")
  }
}
