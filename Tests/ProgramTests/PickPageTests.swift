import Foundation
import SystemPackage
import TestSupport
import Testing

/// `pick --web` as a shell sees it.
struct PickPageTests {
  /// A page that is served.
  private struct Page {
    let run: BackgroundRun
    let address: String
    let visitor: PageVisitor

    var port: UInt16 { UInt16(address.split(separator: ":")[2].prefix { $0.isNumber }) ?? 0 }
    var text: String { String(decoding: run.output, as: UTF8.self) }
    var errors: String { String(decoding: run.errors, as: UTF8.self) }

    /// Picks everything, once the photos are there, and says Done.
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
    let run = try BackgroundRun(photopick, ["pick", "--web", "--no-open", "."] + arguments)
    var patience = Patience()
    while true {
      let words = String(decoding: run.errors, as: UTF8.self).split { $0 == " " || $0 == "\n" }
      if let address = words.first(where: { $0.contains("?token=") }), run.errors.last == 10 {
        let visitor = try #require(try await PageVisitor(opening: String(address)))
        return Page(run: run, address: String(address), visitor: visitor)
      }
      let isOver = patience.isOver()
      try #require(!isOver, "no address: \(words)")
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
    try await Task.sleep(for: .milliseconds(200))
    try connection.close()
    #expect(try await page.run.status() == 130)
    #expect(page.errors.hasSuffix("photopick: the page was closed; nothing is returned\n"))
  }

  @Test func `nobody is waited for longer than asked`() throws {
    let outcome = try photopick.run("pick", "--web", "--no-open", "--timeout", "1", ".")
    #expect(outcome.status == 130)
    #expect(outcome.text == "")
    #expect(outcome.errorLines.last == "photopick: nobody was done within 1 second; nothing is returned")
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

  @Test func `the desktop's opener is given the address, and is missed if there is none`() throws {
    var desktop = photopick
    try desktop.user.file("bin/xdg-open", Array("#!/bin/sh\necho \"$1\" >> \"$HOME/opened\"\n".utf8))
    chmod(desktop.user.at("bin/xdg-open").string, 0o755)
    desktop.environment["PATH"] = desktop.user.at("bin").string + ":/usr/bin:/bin"
    let outcome = try desktop.run("pick", "--web", "--timeout", "1", ".")
    let opened = String(decoding: desktop.user.bytes("home/opened") ?? [], as: UTF8.self)
    #expect(opened.hasPrefix("http://127.0.0.1:"))
    #expect(outcome.errors.contains(opened))
    desktop.environment["PATH"] = "/nowhere"
    let missed = try desktop.run("pick", "--web", "--timeout", "1", ".")
    #expect(missed.errors.contains("no program to open files with was found: install xdg-utils"))
  }
}
