import Foundation
import TestSupport
import Testing

/// Which servers get the user's password.
@Suite(.blocking) struct ServerPasswordTests {
  private static let password = "correct-horse-battery-staple"

  private var photopick: Photopick
  private let server: TestServer

  init() throws {
    photopick = try Photopick()
    try photopick.user.file("password", Array(Self.password.utf8))
    photopick.environment["PHOTOPICK_DAV_USER"] = "ann"
    photopick.environment["PHOTOPICK_DAV_PASSWORD_FILE"] = photopick.user.at("password").string
    server = try TestServer { Self.answer($0) }
    try photopick.photos.file("list.txt", Array("\(root)/1.jpg\n".utf8))
  }

  /// A folder with a photo, for those who send a password.
  private static func answer(_ request: TestServer.Request) -> [TestServer.Action] {
    guard request.headers["authorization"] != nil else {
      return [head(401, ["WWW-Authenticate": "Basic realm=\"x\""], length: 0)]
    }
    let photo = PictureBuilder.jpeg("2014:05:20 12:00:00")
    guard request.method == "PROPFIND" else {
      return [head(200, ["ETag": "\"1\""], length: photo.count), .send(photo)]
    }
    func response(_ path: String, _ properties: String) -> String {
      "<response><href>\(path)</href><propstat><prop>\(properties)</prop><status>HTTP/1.1 200 OK</status></propstat>"
        + "</response>"
    }
    let file = "<getcontentlength>\(photo.count)</getcontentlength><getetag>\"1\"</getetag>"
    let folder = response("/", "<resourcetype><collection/></resourcetype>")
    let responses = request.path == "/" ? folder + response("/1.jpg", file) : response("/1.jpg", file)
    let document = Array("<multistatus xmlns=\"DAV:\">\(responses)</multistatus>".utf8)
    return [head(207, length: document.count), .send(document)]
  }

  private var host: String { String(server.url("").dropFirst("http://".count)) }
  private var root: String { "dav://\(host)" }
  private var hasPassword: Bool { server.requests.contains { $0.headers["authorization"] != nil } }

  /// Runs a command, whose output must not contain the password.
  private func run(_ arguments: [String], _ photopick: Photopick, input: String = "") throws
    -> Photopick.Outcome
  {
    let outcome = try photopick.runAll(arguments, input: Array(input.utf8))
    #expect(!outcome.text.contains(Self.password) && !outcome.errors.contains(Self.password))
    return outcome
  }

  @Test(arguments: [
    ["browse", "ROOT", "--format", "{name}"], ["info", "ROOT/1.jpg"],
    ["export", "all", "ROOT", "--to", "copies"],
    ["store", "put", "ROOT/1.jpg", "--root", "store"],
  ])
  func `a server that the user names gets the password`(arguments: [String]) throws {
    let outcome = try run(arguments.map { $0.replacing("ROOT", with: root) }, photopick)
    #expect(outcome.status == 0 && hasPassword && !outcome.lines.isEmpty, "\(outcome.errors)")
  }

  @Test func `the library of the environment gets the password`() throws {
    var photopick = photopick
    photopick.environment["PHOTOPICK_LIBRARY"] = root
    #expect(try run(["browse", "--format", "{name}"], photopick).lines == ["1.jpg"])
  }

  @Test(arguments: [
    ["browse", "--from", "list.txt"], ["browse", "-"], ["info", "--from", "list.txt"], ["info", "-"],
    ["extract", "--from", "list.txt", "--to", "parts"], ["mark", "all", "-", "--rating", "3"],
    ["export", "--to", "copies"], ["thumbnail", "-"], ["select", "all", ".", "--preselected", "list.txt"],
    ["browse", "dav://127.0.0.1:1/", "-"],
  ])
  func `a server that only a list names doesn't get the password`(arguments: [String]) throws {
    let outcome = try run(arguments, photopick, input: "\(root)/1.jpg\n")
    #expect(!server.requests.isEmpty && !hasPassword, "\(outcome.errors)")
    if arguments[0] != "extract" {
      #expect(
        outcome.status != 0 && outcome.errors.contains(host) && outcome.errors.contains("PHOTOPICK_DAV_HOST"),
        "\(outcome.errors)")
    }
  }

  @Test func `a server of the remembered view doesn't get the password, unless PHOTOPICK_DAV_HOST names it`()
    throws
  {
    #expect(try run(["browse", root], photopick).status == 0)
    let count = server.requests.count
    let refused = try run(["export", "1", "--to", "copies"], photopick)
    #expect(refused.status == 1 && refused.errors.contains("PHOTOPICK_DAV_HOST"), "\(refused.errors)")
    #expect(server.requests.dropFirst(count).allSatisfy { $0.headers["authorization"] == nil })
    var photopick = photopick
    photopick.environment["PHOTOPICK_DAV_HOST"] = host
    let exported = try run(["export", "1", "--to", "copies"], photopick)
    #expect(exported.status == 0 && photopick.photos.names("copies") == ["1.jpg"], "\(exported.errors)")
  }

  @Test func `many photos of a server without a password are two lines`() throws {
    let list = (1...50).map { "\(root)/\($0).jpg\n" }.joined()
    let outcome = try run(["browse", "-"], photopick, input: list)
    #expect(outcome.status == 1 && !hasPassword)
    #expect(
      outcome.errorLines.dropFirst().first
        == "photopick: \(root): 49 more files could not be read for the same reason", "\(outcome.errors)")
  }

  @Test func `plain HTTP needs a line in the settings, or --insecure`() throws {
    var photopick = photopick
    // The server is the proxy through which all others are reached.
    photopick.environment["http_proxy"] = server.url("")
    let plain = try run(["browse", "dav://nas.test/"], photopick)
    #expect(plain.status == 1 && !server.requests.isEmpty && !hasPassword, "\(plain.errors)")
    #expect(
      plain.errors.contains("nas.test") && plain.errors.contains("\u{201C}plain-http = nas.test\u{201D}"),
      "\(plain.errors)")
    _ = try run(["browse", "dav://nas.test/", "--insecure"], photopick)
    #expect(hasPassword)
    let count = server.requests.count
    try photopick.user.file("home/.config/photopick/settings", Array("plain-http = other nas.test\n".utf8))
    _ = try run(["browse", "dav://nas.test/"], photopick)
    #expect(server.requests.dropFirst(count).contains { $0.headers["authorization"] != nil })
    try photopick.user.file("home/.config/photopick/settings", Array("plain-http = http://x\n".utf8))
    #expect(
      try photopick.run("doctor").text.contains("plain-http is hosts, or hosts and ports, not http://x"))
  }

  @Test func `folders that a server nests endlessly are one line`() throws {
    let nested = try TestServer { request in
      func folder(_ path: String) -> String {
        "<response><href>\(path)</href><propstat><prop><resourcetype><collection/></resourcetype></prop>"
          + "<status>HTTP/1.1 200 OK</status></propstat></response>"
      }
      let document = Array(
        "<multistatus xmlns=\"DAV:\">\(folder(request.path))\(folder(request.path + "a/"))</multistatus>".utf8
      )
      return [head(207, length: document.count), .send(document)]
    }
    let outcome = try run(["browse", nested.url("/").replacing("http:", with: "dav:")], photopick)
    #expect(outcome.errors.contains("nested more than 100 deep"), "\(outcome.errors)")
    #expect(outcome.errorLines.count == 2 && nested.requests.count < 110, "\(outcome.errors)")
  }
}
