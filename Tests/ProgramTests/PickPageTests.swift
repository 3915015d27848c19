import Foundation
import SystemPackage
import TestSupport
import Testing

/// `pick --web` from a shell.
@Suite(.blocking) struct PickPageTests {
  /// A served page.
  private struct Page {
    let run: BackgroundRun
    let address: String
    let visitor: PageVisitor

    var port: UInt16 { UInt16(address.split(separator: ":")[2].prefix { $0.isNumber }) ?? 0 }
    var text: String { String(decoding: run.output, as: UTF8.self) }
    var errors: String { String(decoding: run.errors, as: UTF8.self) }

    /// Picks all photos once they are available, and finishes.
    func pickAll() async throws {
      var patience = Patience()
      while true {
        let reply = try #require(try await visitor.command(#"{"action":"all"}"#))
        if !reply.text.contains(#""count":0"#) { break }
        let isOver = patience.isOver()
        try #require(!isOver)
        try await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  private var photopick: Photopick

  init() throws {
    photopick = try Photopick()
    for (day, name) in ["a b.jpg", "c.jpg"].enumerated() {
      try photopick.photos.file(FilePath(name), PictureBuilder.jpeg("2014:05:0\(day + 1) 10:00:00"))
    }
  }

  private func open(_ arguments: String...) async throws -> Page {
    let (run, address) = try await start(arguments)
    let visitor = try #require(try await PageVisitor(opening: address))
    return Page(run: run, address: address, visitor: visitor)
  }

  /// Starts photopick and returns the page's address.
  private func start(_ arguments: [String]) async throws -> (BackgroundRun, address: String) {
    let run = try BackgroundRun(photopick, ["pick", "--web", "--no-open", "."] + arguments)
    var address: String?
    try await wait("an address") {
      let words = String(decoding: run.errors, as: UTF8.self).split { $0 == " " || $0 == "\n" }
      address = words.first { $0.contains("?token=") }.map(String.init)
      return address != nil && run.errors.last == 10
    }
    return (run, try #require(address))
  }

  private func wait(_ what: String, until isSo: () async throws -> Bool) async throws {
    var patience = Patience()
    while try await !isSo() {
      let isOver = patience.isOver()
      try #require(!isOver, "in vain: \(what)")
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test func `what is picked is printed when the page says done, in the form that was asked for`()
    async throws
  {
    let page = try await open("--sort", "name", "-0")
    try await page.pickAll()
    #expect(try await page.visitor.command(#"{"action":"done"}"#)?.text.contains(#""ended":"done""#) == true)
    #expect(try await page.run.status() == 0)
    let folder = photopick.photos.path.string
    #expect(page.text == "\(folder)/a b.jpg\0\(folder)/c.jpg\0")
    #expect(throws: Errno.connectionRefused) { try Visitor(port: page.port).connection() }
  }

  @Test func `a crop that was moved on the page is in the result, whatever its form`() async throws {
    for (form, expected) in [
      (
        ["--format", "{name} {cropX},{cropY} {cropWidth}x{cropHeight} {imageWidth}"],
        "wide.jpg 10,20 100x100 100\n"
      ),
      (["--csv"], ",100,100,1,10,20,100,100\r\n"),
      (["--plist", "--return-image", "screen"], "<integer>20</integer>"),
    ] {
      try photopick.photos.file("wide.jpg", Scene.jpeg(width: 800, height: 400))
      let (run, address) = try await start(["--crop", "1:1"] + form)
      let visitor = try #require(try await PageVisitor(opening: address))
      var id: Int?
      try await wait("the photo") {
        let view = try await visitor.get("view")?.text ?? ""
        let number = view.split(separator: #""view":"#).last?.prefix { $0.isNumber } ?? ""
        let rows = try await visitor.get("photos?view=\(number)&from=0&count=9")
        let photos = rows.flatMap { try? JSONSerialization.jsonObject(with: Data($0.body)) } as? [String: Any]
        let all = photos?["photos"] as? [[String: Any]]
        id = all?.first { $0["name"] as? String == "wide.jpg" }?["id"] as? Int
        return id != nil
      }
      for command in [
        #"{"action":"crop","photo":{"id":\#(id ?? 0)},"x":10,"y":20,"width":100,"height":100}"#,
        #"{"action":"toggle","photo":{"id":\#(id ?? 0)}}"#, #"{"action":"done"}"#,
      ] { _ = try await visitor.command(command) }
      #expect(try await run.status() == 0)
      #expect(String(decoding: run.output, as: UTF8.self).contains(expected), "\(form)")
    }
  }

  @Test func `a page that cancels prints nothing and ends as pick does`() async throws {
    let page = try await open()
    try await page.pickAll()
    _ = try await page.visitor.command(#"{"action":"cancel"}"#)
    #expect(try await page.run.status() == 130)
    #expect(page.text == "")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends it, prints nothing and leaves no port open`(signal: Int32) async throws {
    let page = try await open()
    try await page.pickAll()
    page.run.send(signal)
    #expect(try await page.run.status() == 130)
    #expect(page.text == "")
    #expect(throws: Errno.connectionRefused) { try Visitor(port: page.port).connection() }
  }

  @Test func `a page that is closed and does not come back ends it`() async throws {
    let page = try await open()
    let connection = try Visitor(port: page.port).connection()
    let headers = page.visitor.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
    _ = try connection.writeAll("GET \(page.visitor.root)events HTTP/1.1\r\n\(headers)\r\n".utf8)
    // The first event shows that the page counts as open.
    var (text, part) = ("", [UInt8](repeating: 0, count: 4096))
    while !text.contains("data:") {
      let count = try part.withUnsafeMutableBytes { try connection.read(into: $0) }
      try #require(count > 0)
      text += String(decoding: part[..<count], as: UTF8.self)
    }
    try connection.close()
    #expect(try await page.run.status() == 130)
    #expect(page.errors.hasSuffix("photopick: the page was closed; nothing is returned\n"))
  }

  @Test func `nobody is waited for longer than asked`() throws {
    let outcome = try photopick.run("pick", "--web", "--no-open", "--timeout", "1", ".")
    #expect(outcome.status == 130)
    #expect(outcome.text == "")
    #expect(outcome.errorLines.last == "photopick: no result within 1 second; nothing is returned")
  }

  @Test func `a draft holds what is picked, whatever ends the page`() async throws {
    let page = try await open("--draft", "album")
    try await page.pickAll()
    page.run.send(SIGTERM)
    #expect(try await page.run.status() == 130)
    let draft = try photopick.run("drafts", "show", "album")
    #expect(draft.text.contains("a b.jpg") && draft.text.contains("c.jpg"))
  }

  @Test func `ten thousand visitors take nothing from the page`() async throws {
    let page = try await open()
    let visitor = Visitor(port: page.port)
    for _ in 0..<100 {
      let connections = (0..<100).compactMap { _ in try? visitor.connection() }
      defer { for connection in connections { try? connection.close() } }
      _ = try connections.first?.writeAll("GET ".utf8)
    }
    #expect(try await page.visitor.get("view")?.status == 200)
    _ = try await page.visitor.command(#"{"action":"cancel"}"#)
    #expect(try await page.run.status() == 130)
  }

  @Test func `a port that is taken, and options without the page, are wrong usage`() async throws {
    let page = try await open()
    let other = try photopick.run("pick", "--web", "--no-open", "--port", "\(page.port)", ".")
    #expect(other.status == 64)
    #expect(
      other.errors
        == "photopick: port \(page.port) is used by another program; leave --port out to get a free one\n")
    for options in [["--no-open"], ["--port", "8080"], ["--timeout", "5"]] {
      let outcome = try photopick.runAll(["pick", "."] + options)
      #expect(outcome.status == 64)
      #expect(outcome.errors.hasPrefix("photopick: --port, --no-open and --timeout are for the page"))
    }
  }

  @Test func `over SSH it says how to reach the page and opens no browser`() throws {
    var remote = photopick
    remote.environment["SSH_CONNECTION"] = "192.168.1.2 50000 192.168.1.5 2222"
    remote.environment["USER"] = "ann"
    let outcome = try remote.run("pick", "--web", "--timeout", "1", ".")
    #expect(outcome.status == 130)
    let port = outcome.errors.components(separatedBy: "-L ").last?.prefix { $0.isNumber } ?? ""
    #expect(outcome.errorLines[1] == "  ssh -N -L \(port):127.0.0.1:\(port) -p 2222 ann@192.168.1.5")
    #expect(outcome.errorLines.count == 4)
  }

  #if !canImport(Darwin)
    @Test func `visitors who send and never read hold few descriptors and keep nobody waiting`() async throws
    {
      let page = try await open()
      let before = page.run.descriptorCount
      #expect(before > 0)
      let requests = Array(String(repeating: "GET /view HTTP/1.1\r\nHost: a\r\n\r\n", count: 1000).utf8)
      var connections: [FileDescriptor] = []
      defer { for connection in connections { try? connection.close() } }
      var most = 0
      for number in 0..<400 {
        let connection = try Visitor(port: page.port).connection()
        connections.append(connection)
        requests.withUnsafeBytes {
          let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
          _ = send(connection.rawValue, $0.baseAddress, $0.count, flags)
        }
        if number % 20 == 0 {
          #expect(try await page.visitor.get("view")?.status == 200)
          most = max(most, page.run.descriptorCount)
        }
      }
      // 64 connections that present no token, in addition to the page.
      #expect(most <= before + 64 + 16, "\(most) descriptors, \(before) before")
      #expect(try await page.visitor.get("view")?.status == 200)
      _ = try await page.visitor.command(#"{"action":"cancel"}"#)
      #expect(try await page.run.status() == 130)
    }

    /// Another user connects with curl.
    private static let canBeOther =
      geteuid() == 0
      && ["setpriv", "curl"].allSatisfy { name in
        ["/usr/bin/", "/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + name) }
      }

    @Test(
      .enabled(if: canBeOther, "needs root, setpriv and curl to be two users"),
      arguments: [
        "http://127.0.0.1:", "--interface 127.0.0.2 http://127.0.0.1:", "-g http://[::ffff:127.0.0.1]:",
      ])
    func `another user does not get in with the right token, whatever way they come`(way: String) async throws
    {
      let (run, address) = try await start([])
      let parts = address.split(separator: "/", maxSplits: 2)
      let host = String(try #require(parts.dropFirst().first))
      let port = try #require(host.split(separator: ":").last)
      let other = "setpriv --reuid=65534 --regid=65534 --clear-groups "
      let ask = "curl -s -w '%{http_code}' -H 'Host: \(host)' \(way)\(port)/'\(parts[2])'"
      let refused = try photopick.shell(other + ask)
      #expect(refused.text == "This page belongs to another user of this machine.\n403")
      // photopick's user still gets in: the token is unused.
      #expect(try photopick.shell(ask).text.hasSuffix("200"))
      run.send(SIGTERM)
      #expect(try await run.status() == 130)
    }
  #endif

  /// Creates a desktop whose opener records its arguments.
  private func desktop() throws -> Photopick {
    var desktop = photopick
    let opener = """
      #!/bin/sh
      file=${1#file://}
      cp "$file" "$HOME/page.html"
      stat -c '%a %U' "$file" "${file%/*}" > "$HOME/access"
      printf '%s' "$file" > "$HOME/arguments"

      """
    try desktop.user.file("bin/xdg-open", Array(opener.utf8))
    chmod(desktop.user.at("bin/xdg-open").string, 0o755)
    desktop.environment["PATH"] = desktop.user.at("bin").string + ":/usr/bin:/bin"
    return desktop
  }

  /// The path of the URL that the opener recorded.
  private func opened(_ desktop: Photopick) async throws -> String {
    var path = ""
    try await wait("the opener") {
      path = String(decoding: desktop.user.bytes("home/arguments") ?? [], as: UTF8.self)
      return !path.isEmpty
    }
    return path
  }

  @Test(arguments: [nil, 0o700, 0o755] as [mode_t?])
  func `a browser is led to the page by a private file, which goes when the page is there`(
    session: mode_t?
  ) async throws {
    var desktop = try desktop()
    if let session {
      try desktop.user.folder("session")
      chmod(desktop.user.at("session").string, session)
      desktop.environment["XDG_RUNTIME_DIR"] = desktop.user.at("session").string
    }
    let run = try BackgroundRun(desktop, ["pick", "--web", "."])
    let path = try await opened(desktop)
    // A session folder that others can access isn't used.
    let folder = session == 0o700 ? "session/photopick" : "state/photopick/pages"
    #expect(path.hasPrefix(desktop.user.at(FilePath(folder)).string + "/."))
    #expect(path.hasSuffix(".html"))
    let access = String(decoding: desktop.user.bytes("home/access") ?? [], as: UTF8.self)
    #expect(access.split(separator: "\n").map { $0.split(separator: " ")[0] } == ["600", "700"])
    let page = String(decoding: desktop.user.bytes("home/page.html") ?? [], as: UTF8.self)
    let address = try #require(page.split(separator: "url=").last?.split(separator: "\"").first)
    #expect(address.contains("/?token="))
    #expect(String(decoding: run.errors, as: UTF8.self).contains("The page is at \(address)\n"))
    #expect(FileManager.default.fileExists(atPath: path))
    let visitor = try #require(try await PageVisitor(opening: String(address)))
    try await wait("the file goes") { !FileManager.default.fileExists(atPath: path) }
    _ = try await visitor.command(#"{"action":"cancel"}"#)
    #expect(try await run.status() == 130)
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `the file goes with photopick, or with the next page if photopick is killed`(signal: Int32)
    async throws
  {
    let desktop = try desktop()
    let run = try BackgroundRun(desktop, ["pick", "--web", "."])
    let path = try await opened(desktop)
    run.send(signal)
    _ = try await run.status()
    #expect(FileManager.default.fileExists(atPath: path) == (signal == SIGKILL))
    _ = try desktop.run("pick", "--web", "--timeout", "1", ".")
    #expect(desktop.user.names("state/photopick/pages").isEmpty)
  }

  @Test(arguments: [3, 4])
  func `the address is printed whole if the browser cannot be opened`(status: Int) async throws {
    let desktop = try desktop()
    for (name, status) in [("xdg-open", status), ("gio", 2)] {
      let opener = desktop.user.at("bin").appending(name)
      try desktop.user.file(FilePath("bin/\(name)"), Array("#!/bin/sh\nexit \(status)\n".utf8))
      chmod(opener.string, 0o755)
    }
    let outcome = try desktop.run("pick", "--web", "--timeout", "3", ".")
    #expect(outcome.status == 130)
    #expect(outcome.errorLines.first?.hasPrefix("The page is at http://127.0.0.1:") == true)
    #expect(outcome.errors.contains("open the address in a browser by hand"))
    #expect(!outcome.errors.contains("http:/1"))
  }

  @Test func `a desktop without an opener, or a folder that is not private, is told`() throws {
    var desktop = try desktop()
    desktop.environment["PATH"] = "/nowhere"
    let missed = try desktop.run("pick", "--web", "--timeout", "1", ".")
    #expect(missed.errors.contains("no program to open files with was found: install xdg-utils"))
    #expect(missed.errors.contains("open the address in a browser by hand"))
    chmod(desktop.user.at("state/photopick/pages").string, 0o750)
    let open = try desktop.run("pick", "--web", "--timeout", "1", ".")
    let folder = desktop.user.at("state/photopick/pages")
    #expect(
      open.errors.contains(
        "\(folder): other users can read this folder; remove it; open the address in a browser by hand"))
  }
}
