import Testing
import TestSupport

/// Downloads from a server on this machine, through the program.
struct FetchTests {
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
    // A folder of the user is made as any program makes it.
    #expect(try photopick.shell("mkdir plain; ls -ld plain new | cut -c 1-10 | uniq").lines.count == 1)
  }

  #if os(Linux)
    @Test func `the program ends without taking down the libraries that a thread may still use`() throws {
      let server = try TestServer { [picture] in answer($0, picture) }
      var photopick = photopick
      // The loader tells of each library which of its functions run (ld.so(8)).
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
    let outcome = try photopick.run("fetch", "-", "--to", ".", input: Array(list.utf8))
    #expect(outcome.status == 0)
    #expect(photopick.photos.names() == ["1.jpg", "2.jpg"])
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

  /// Fetches a picture until its first bytes are there, and kills the program.
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
    #expect(nothing.errors.contains("there is no download to go on with"))
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
      // A library that cannot be loaded stands before the system's.
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
    ["fetch", "http://x/", "--resume", "--no-resume"], ["fetch", "http://x/", "-j", "0"],
    ["fetch", "http://x/", "--cache"], ["fetch", "http://x/", "--to", "a", "--into-store"],
  ])
  func `options that exclude each other are wrong usage`(arguments: [String]) throws {
    let outcome = try photopick.runAll(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
  }
}
