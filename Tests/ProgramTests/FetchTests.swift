import Foundation
import TestSupport
import Testing

/// Downloads from a local server.
@Suite(.blocking) struct FetchTests {
  private let photopick: Photopick
  private let picture = PictureBuilder.jpeg("2014:05:13 12:00:00") { $0.padding = 50_000 }

  init() throws {
    var photopick = try Photopick()
    photopick.environment["no_proxy"] = "127.0.0.1"
    self.photopick = photopick
  }

  @Test func `a picture is fetched under its name and its path is printed`() throws {
    let server = try TestServer { [picture] in answer($0, picture) }
    let outcome = try photopick.run("fetch", server.url("/a/beach.jpg"), "--to", "new")
    #expect(outcome.status == 0)
    #expect(outcome.lines == [photopick.photos.at("new/beach.jpg").string])
    #expect(photopick.photos.bytes("new/beach.jpg") == picture)
    // The folder has default permissions.
    #expect(try photopick.shell("mkdir plain; ls -ld plain new | cut -c 1-10 | uniq").lines.count == 1)
  }

  #if os(Linux)
    @Test func `the program ends without taking down the libraries that a thread may still use`() throws {
      let server = try TestServer { [picture] in answer($0, picture) }
      var photopick = photopick
      // The loader logs each library whose functions run (ld.so(8)).
      photopick.environment["LD_DEBUG"] = "files"
      let outcome = try photopick.run("fetch", server.url("/a.jpg"))
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains(/calling init: .*libcurl/))
      #expect(!outcome.errors.contains("calling fini"))
    }
  #endif

  @Test func `addresses come from standard input too`() throws {
    let server = try TestServer { [picture] in answer($0, picture) }
    let list = "\(server.url("/1.jpg"))\n\n  \(server.url("/2.jpg"))\r\n"
    let utf16 = "\u{FEFF}\(server.url("/3.jpg"))\r\n".utf16Bytes()
    for input in [Array(list.utf8), utf16] {
      #expect(try photopick.run("fetch", "-", "--to", ".", input: input).status == 0)
    }
    #expect(photopick.photos.names() == ["1.jpg", "2.jpg", "3.jpg"])
  }

  @Test func `addresses come from a pipe that does not wait too`() throws {
    let server = try TestServer { [picture] in answer($0, picture) }
    let outcome = try photopick.shell(
      #"{ sleep 0.3; echo '\#(server.url("/1.jpg"))'; } | "#
        + #"{ python3 -c 'import os; os.set_blocking(0, False)'; "$PHOTOPICK" fetch -; }"#)
    #expect(outcome.errors == "" && outcome.lines.count == 1)
    #expect(photopick.photos.names() == ["1.jpg"])
  }

  @Test func `a name that is taken gets a number`() throws {
    try photopick.photos.file("a.jpg", [1])
    let server = try TestServer { [picture] in answer($0, picture) }
    _ = try photopick.run("fetch", server.url("/a.jpg"))
    #expect(photopick.photos.bytes("a.jpg") == [1])
    #expect(photopick.photos.bytes("a-2.jpg") == picture)
  }

  @Test func `a folder that cannot be made is told before anything is asked for`() throws {
    try photopick.photos.file("taken", [1])
    let server = try TestServer { [picture] in answer($0, picture) }
    for arguments in [["--to", "taken/in"], ["--into-store", "--root", "taken/in"]] {
      let outcome = try photopick.runAll(["fetch", server.url("/a.jpg")] + arguments)
      #expect(outcome.status == 1 && outcome.errorLines.count == 1)
      #expect(
        outcome.errors.contains("taken/in cannot be made or opened: File exists; name another with --"))
    }
    #expect(server.requests.isEmpty)
    #expect(try photopick.run("fetch", "--list").text == "")
  }

  @Test func `the store takes what is fetched`() throws {
    let server = try TestServer { [picture] in answer($0, picture) }
    let root = photopick.user.at("keep").string
    let outcome = try photopick.run("fetch", server.url("/a.jpg"), "--into-store", "--root", root)
    #expect(outcome.lines.count == 1)
    #expect(try photopick.run("store", "list", "--root", root).lines.count == 1)
  }

  @Test func `an answer that is no picture is one line, and kept on request`() throws {
    let page = Array("<html>Please log in</html>".utf8)
    let server = try TestServer { answer($0, page) }
    let outcome = try photopick.run("fetch", server.url("/a.jpg"))
    #expect(outcome.status == 1)
    #expect(outcome.text == "")
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("is no photo or video; --any keeps other data"))
    #expect(photopick.photos.names() == [])
    #expect(try photopick.run("fetch", server.url("/a.html"), "--any").status == 0)
    #expect(photopick.photos.bytes("a.html") == page)
  }

  @Test func `a download that breaks off is listed and goes on where it stopped`() throws {
    let server = try TestServer { [picture] request in
      request.number == 0 ? answer(request, picture, cutAfter: 20_000) : answer(request, picture)
    }
    let url = server.url("/a.jpg")
    let broken = try photopick.run("fetch", url, "--tries", "1", "--to", "new")
    if broken.status != 0 {
      #expect(try photopick.run("fetch", "--list").text.contains("20000/\(picture.count)\tstopped\t\(url)"))
      #expect(try photopick.run("fetch", "--resume").status == 0)
    }
    #expect(photopick.photos.bytes("new/a.jpg") == picture)
    #expect(server.requests.last?.rangeStart == 20_000)
    #expect(try photopick.run("fetch", "--list").text == "")
  }

  /// Fetches a picture until the first bytes exist, then terminates photopick.
  private func fetchAndKill(_ server: TestServer, _ path: String) throws {
    let line = """
      "$PHOTOPICK" fetch '\(server.url(path))' --to new & looks=0
      until "$PHOTOPICK" fetch --list | grep -q '^20000/' || [ $looks = 500 ]; do looks=$((looks + 1)); sleep 0.02; done
      kill -KILL $!; wait $! 2> /dev/null; "$PHOTOPICK" fetch --list | cut -f 2
      """
    #expect(try photopick.shell(line).lines == ["stopped"])
  }

  private func cutServer() throws -> TestServer {
    try TestServer { [picture] request in
      request.number == 0
        ? answer(request, picture, cutAfter: 20_000) + [.pause(milliseconds: 20_000)]
        : answer(request, picture)
    }
  }

  @Test(.timeLimit(.minutes(5)), arguments: [[], ["/a.jpg"], ["/b.jpg"]])
  func `what a kill cut off goes on with the next fetch`(paths: [String]) throws {
    let server = try cutServer()
    try fetchAndKill(server, "/a.jpg")
    let next = try photopick.runAll(["fetch"] + paths.map { server.url($0) } + ["--to", "new"])
    #expect(next.status == 0)
    #expect(Set(next.lines).count == (paths == ["/b.jpg"] ? 2 : 1))
    #expect(next.errors.contains("going on with 1 download that was cut off") == (paths == ["/b.jpg"]))
    #expect(photopick.photos.bytes("new/a.jpg") == picture)
    #expect(server.requests.filter { $0.path == "/a.jpg" }.map(\.rangeStart) == [nil, 20_000])
    #expect(try photopick.run("fetch", "--list").text == "")
    let nothing = try photopick.run("fetch")
    #expect(nothing.status == 64)
    #expect(nothing.errors.contains("there is no download to resume"))
  }

  @Test(.timeLimit(.minutes(5))) func `--no-resume begins anew and leaves others`() throws {
    let server = try cutServer()
    try fetchAndKill(server, "/a.jpg")
    #expect(try photopick.run("fetch", server.url("/b.jpg"), "--no-resume", "--to", "new").lines.count == 1)
    #expect(photopick.photos.names("new") == ["b.jpg"])
    let again = try photopick.run("fetch", server.url("/a.jpg"), "--no-resume", "--to", "new")
    #expect(again.status == 0 && again.errors == "")
    #expect(photopick.photos.bytes("new/a.jpg") == picture)
    #expect(server.requests.map(\.rangeStart) == [nil, nil, nil])
  }

  @Test func `what failed goes on only if it is asked for`() throws {
    let server = try TestServer { [picture] request in
      request.path == "/a.jpg" ? [head(403, length: 0)] : answer(request, picture)
    }
    #expect(try photopick.run("fetch", server.url("/a.jpg")).status == 1)
    let other = try photopick.run("fetch", server.url("/b.jpg"))
    #expect(other.status == 0)
    #expect(other.errors == "")
    #expect(try photopick.run("fetch").status == 1)
    #expect(server.requests.map(\.path) == ["/a.jpg", "/b.jpg", "/a.jpg"])
  }

  @Test func `a download is dropped by the URL that is listed`() throws {
    #expect(try photopick.run("fetch", "http://ann:secret@127.0.0.1:1/x.jpg", "--tries", "1").status == 1)
    let shown = "http://127.0.0.1:1/x.jpg"
    #expect(try photopick.run("fetch", "--list").text.contains("\t\(shown)\t"))
    #expect(try photopick.run("fetch", "--forget", shown).status == 0)
    #expect(try photopick.run("fetch", "--list").text == "")
  }

  #if os(Linux)
    @Test func `a download goes on into a folder whose name is no text`() throws {
      let server = try TestServer { [picture] request in
        request.number == 0 ? answer(request, picture, cutAfter: 20_000) : answer(request, picture)
      }
      let line =
        "folder=$(printf 'n\\377'); \"$PHOTOPICK\" fetch '\(server.url("/a.jpg"))' --max-bytes 1000 --to \"$folder\"; "
        + "\"$PHOTOPICK\" fetch --list | grep -qa \"$folder\" && \"$PHOTOPICK\" fetch --resume && ls \"$folder\""
      let outcome = try photopick.shell(line)
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("limit of 1000 bytes; go on with 'fetch --resume --max-bytes N'"))
      #expect(outcome.lines.last == "a.jpg")
    }

    @Test func `without libcurl that is said, and what there is can be listed and dropped`() throws {
      let url = "http://ann:secret@127.0.0.1:1/x.jpg"
      #expect(try photopick.run("fetch", url, "--tries", "1").status == 1)
      // An invalid library precedes the system's library in the search path.
      try photopick.user.file("lib/libcurl.so.4", [1])
      var bare = photopick
      bare.environment["LD_LIBRARY_PATH"] = photopick.user.at("lib").string
      for arguments in [["fetch", url, "http://127.0.0.1:1/y.jpg"], ["fetch", "--resume"]] {
        let outcome = try bare.runAll(arguments)
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("can't fetch anything: libcurl cannot be loaded: "))
      }
      let shown = "http://127.0.0.1:1/x.jpg"
      #expect(try bare.run("fetch", "--list").text.contains("\t\(shown)\t"))
      #expect(try bare.run("fetch", "--forget", "ftp://x/y").errors.contains("is no http or https URL"))
      #expect(try bare.run("fetch", "--forget", shown).status == 0)
      #expect(try bare.run("fetch", "--list").text == "")
    }
  #endif

  @Test(arguments: ["ftp://x/y", "beach.jpg", ""])
  func `what is no URL is wrong usage`(text: String) throws {
    for arguments in [["fetch", text], ["fetch", "--forget", text]] {
      let outcome = try photopick.runAll(arguments)
      #expect(outcome.status == 64 && outcome.text == "")
      #expect(outcome.errorLines.count == 1 && outcome.errors.contains("is no http or https URL"))
    }
  }

  @Test func `a port at which nobody answers is told before it is tried again`() throws {
    let outcome = try photopick.run("fetch", "http://127.0.0.1:1/x.jpg", "--tries", "2")
    #expect(outcome.status == 1 && outcome.errorLines.count == 2)
    #expect(outcome.errorLines.first?.hasPrefix("http://127.0.0.1:1/x.jpg: ") == true)
    #expect(outcome.errorLines.first?.hasSuffix("; trying again") == true)
    #expect(outcome.errorLines.last?.contains("gave up after 2 tries") == true)
  }

  // MARK: In the background

  /// Polls until a line of `fetch --list` satisfies the condition.
  private func awaitList(_ condition: (String) -> Bool) throws -> String {
    var patience = Patience(.seconds(30))
    while true {
      let list = try photopick.run("fetch", "--list").text
      if condition(list) || patience.isOver() { return list }
      usleep(20_000)
    }
  }

  private func processes(naming text: String) throws -> [String] {
    // Not every system has pgrep.
    try photopick.shell("grep -ls -- '\(text)' /proc/[0-9]*/cmdline || true").lines
  }

  @Test(.timeLimit(.minutes(5)))
  func `a background fetch goes on after the session that started it got a hangup`() throws {
    let server = try TestServer { [picture] request in
      [.pause(milliseconds: 1_000)] + answer(request, picture)
    }
    let url = server.url("/a.jpg")
    // The signal goes to the shell and all children, as when a terminal closes.
    let line = """
      set -m
      sh -c '"$PHOTOPICK" fetch --background \(url) --to new; kill -HUP 0; sleep 5' & wait $!
      """
    let outcome = try photopick.shell(line)
    #expect(outcome.lines == [url])
    #expect(photopick.photos.names("new") == [])
    let waited = try photopick.run("fetch", "--wait")
    #expect(waited.status == 0 && waited.errors == "")
    #expect(waited.lines == [photopick.photos.at("new/a.jpg").string])
    #expect(photopick.photos.bytes("new/a.jpg") == picture)
    #expect(try photopick.run("fetch", "--list").text == "")
    #expect(try photopick.run("fetch", "--wait").text == "")
  }

  #if os(Linux)
    @Test func `a background fetch keeps no lock of the shell that started it`() throws {
      let server = try TestServer { [picture] request in
        [.pause(milliseconds: 2_000)] + answer(request, picture)
      }
      let line = """
        exec 9> lock; flock 9; "$PHOTOPICK" fetch --background \(server.url("/a.jpg"))
        exec 9>&-; flock -n lock true
        """
      #expect(try photopick.shell(line).status == 0)
      #expect(try photopick.run("fetch", "--wait").status == 0)
    }
  #endif

  @Test(.timeLimit(.minutes(5))) func `errors in the background are listed and told by --wait once`() throws {
    let server = try TestServer { _ in [head(404, length: 0)] }
    let (url, other) = (server.url("/gone.jpg"), "http://127.0.0.1:1/x.jpg")
    let outcome = try photopick.run(
      "fetch", "--background", url, other, "ftp://x/y.jpg", "--tries", "1", "--to", "new")
    #expect(outcome.status == 1)
    #expect(outcome.lines == [url, other] && outcome.errorLines.count == 1)
    let list = try awaitList { !$0.contains("fetching") && !$0.contains("waiting") }
    #expect(list.contains("\tstopped\t\(url)\t"))
    #expect(list.contains("\tthe server answers with status 404\n"))
    let one = try photopick.run("fetch", "--list", other, "--jsonl")
    #expect(one.lines.count == 1 && one.text.contains(#""error":"gave up after 1 try: "#))
    #expect(try photopick.run("fetch", "--list", "http://127.0.0.1:1/y.jpg").status == 1)
    let waited = try photopick.run("fetch", "--wait")
    #expect(waited.status == 1 && waited.text == "")
    #expect(waited.errorLines.count == 2)
    #expect(waited.errors.contains("photopick: \(url): the server answers with status 404"))
    #expect(try photopick.run("fetch", "--wait").status == 0)
    #expect(try photopick.run("fetch", "--forget", url).status == 0)
  }

  @Test(.timeLimit(.minutes(5))) func `secrets in URLs are in no list of arguments and in no output`() throws
  {
    let server = try cutServer()
    let url = server.url("/a.jpg").replacing("http://", with: "http://ann:sesame@")
    let outcome = try photopick.run(
      "fetch", "--background", "-", "--to", "new", input: Array(url.utf8))
    #expect(outcome.lines == [server.url("/a.jpg")])
    _ = try awaitList { $0.hasPrefix("20000/") }
    #expect(try processes(naming: "[s]esame") == [])
    #expect(try !photopick.run("fetch", "--list", "--json").text.contains("sesame"))
    #expect(try photopick.run("fetch", "--cancel", server.url("/a.jpg")).status == 0)
    #expect(try photopick.run("fetch", "--forget", server.url("/a.jpg")).status == 0)
  }

  @Test(.timeLimit(.minutes(5)), arguments: [[], ["/a.jpg", "/b.jpg"]])
  func `--cancel stops what is fetched and what waits, and keeps the bytes`(paths: [String]) throws {
    let server = try cutServer()
    let urls = ["/a.jpg", "/b.jpg"].map(server.url)
    _ = try photopick.runAll(["fetch", "--background", "-j", "1", "--to", "new"] + urls)
    let list = try awaitList { $0.contains("20000/") }
    #expect(list.contains("\tfetching\t") && list.contains("\twaiting\t"))
    let outcome = try photopick.runAll(["fetch", "--cancel"] + paths.map(server.url))
    #expect(outcome.status == 0 && outcome.text == "" && outcome.errors == "")
    let stopped = try photopick.run("fetch", "--list").lines
    let reason = "\tcancelled; go on with 'fetch --resume'"
    #expect(stopped.allSatisfy { $0.contains("\tstopped\t") && $0.hasSuffix(reason) })
    #expect(stopped.count == 2)
    #expect(try photopick.run("fetch", "--wait").status == 0, "the user knows")
    #expect(try photopick.run("fetch", "--cancel", "http://127.0.0.1:1/y.jpg").status == 1)
    #expect(try photopick.run("fetch", "--resume").lines.count == 2)
    #expect(server.requests.compactMap(\.rangeStart) == [20_000] && server.requests.count == 3)
  }

  @Test(.timeLimit(.minutes(5))) func `ctrl-C ends the wait and not the downloads`() async throws {
    let server = try TestServer { [picture] request in
      [.pause(milliseconds: 2_000)] + answer(request, picture)
    }
    _ = try photopick.run("fetch", "--background", server.url("/a.jpg"), "--to", "new")
    let wait = try BackgroundRun(photopick, ["fetch", "--wait", "--progress", "jsonl"])
    var patience = Patience(.seconds(30))
    while wait.errors.isEmpty, !patience.isOver() { usleep(20_000) }
    wait.send(SIGINT)
    #expect(try await wait.status() == 130)
    #expect(wait.output.isEmpty)
    #expect(try photopick.run("fetch", "--wait").lines == [photopick.photos.at("new/a.jpg").string])
  }

  @Test(.timeLimit(.minutes(5))) func `what a killed background process leaves is told and goes on`() throws {
    let server = try cutServer()
    let url = server.url("/a.jpg")
    _ = try photopick.run("fetch", "--background", url, "--to", "new")
    _ = try awaitList { $0.hasPrefix("20000/") }
    // The process that has the folder of downloads open. The pattern does not match the shell's own command line.
    let name = photopick.user.path.lastComponent?.string ?? ""
    let line = """
      for p in $(grep -ls -- '--[s]erve-queue' /proc/[0-9]*/cmdline | tr -dc '0-9\\n')
      do tr '\\0' '\\n' < /proc/$p/environ | grep -q '\(name)' && kill -KILL $p
      done
      """
    _ = try photopick.shell(line)
    let waited = try photopick.run("fetch", "--wait")
    #expect(waited.status == 1)
    #expect(waited.errors.contains("its background process was cut off; go on with 'fetch'"))
    #expect(try photopick.run("fetch").lines == [photopick.photos.at("new/a.jpg").string])
    #expect(server.requests.map(\.rangeStart) == [nil, 20_000])
  }

  @Test func `progress is told as JSON lines`() throws {
    let server = try TestServer { [picture] request in
      request.path == "/gone.jpg" ? [head(404, length: 0)] : answer(request, picture)
    }
    let (url, gone) = (server.url("/a.jpg"), server.url("/gone.jpg"))
    let outcome = try photopick.run("fetch", url, gone, "--progress", "jsonl")
    #expect(outcome.lines.count == 1)
    let records = try outcome.errorLines.filter { $0.hasPrefix("{") }.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let last = records.last { $0["url"] as? String == url }
    #expect(last?["state"] as? String == "finished")
    #expect(last?["path"] as? String == photopick.photos.at("a.jpg").string)
    #expect(last?["received"] as? Int == picture.count && last?["total"] as? Int == picture.count)
    let failed = records.last { $0["url"] as? String == gone }
    #expect(failed?["state"] as? String == "failed")
    #expect(failed?["reason"] as? String == "the server answers with status 404")
    #expect(outcome.errorLines.count { !$0.hasPrefix("{") } == 1)
  }

  @Test func `one that fails costs the others nothing`() throws {
    let server = try TestServer { [picture] request in
      request.path == "/gone.jpg" ? [head(404, length: 0)] : answer(request, picture)
    }
    let outcome = try photopick.run("fetch", server.url("/gone.jpg"), server.url("/b.jpg"), "ftp://x/y.jpg")
    #expect(outcome.status == 1)
    #expect(photopick.photos.names() == ["b.jpg"])
    #expect(outcome.errorLines.count == 2)
    #expect(outcome.errors.contains("gone.jpg: the server answers with status 404"))
    #expect(outcome.errors.contains("is no http or https URL"))
  }

  @Test(arguments: [
    ["fetch"], ["fetch", "--list", "--resume"], ["fetch", "--no-resume"],
    ["fetch", "http://x/", "--resume"], ["fetch", "http://x/", "-j", "0"],
    ["fetch", "--wait", "http://x/"], ["fetch", "--cancel", "--list"], ["fetch", "--background", "--wait"],
    ["fetch", "--background", "http://x/", "--progress", "jsonl"],
    ["fetch", "--progress", "xml", "http://x/"],
    ["fetch", "http://x/", "--cache"], ["fetch", "http://x/", "--to", "a", "--into-store"],
  ])
  func `options that exclude each other are wrong usage`(arguments: [String]) throws {
    let outcome = try photopick.runAll(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
  }
}
