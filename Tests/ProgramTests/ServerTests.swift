import Foundation
import SystemPackage
import TestSupport
import Testing

/// Commands with photos in object storage.
@Suite(.blocking, .enabled(if: S3Server.python != nil, "python3 isn't installed"))
struct ServerTests {
  private var photopick: Photopick
  private let server: S3Server

  init() throws {
    photopick = try Photopick()
    server = try S3Server()
    photopick.environment.merge(server.variables) { $1 }
    for number in 1...3 {
      try photopick.photos.file(
        FilePath("Trip/\(number).jpg"),
        PictureBuilder.jpeg("2014:05:1\(number) 12:00:00") { $0.padding = number * 40_000 })
    }
    let exported = try run("export", "all", ".", "--to", "s3://photos/2014", "--name", "Trip/{name}")
    try #require(exported.status == 0, "\(exported.errors)")
  }

  /// Runs a command, whose output must not contain the secret.
  private func run(_ arguments: String...) throws -> Photopick.Outcome {
    let outcome = try photopick.runAll(arguments)
    #expect(!outcome.text.contains(S3Server.secret) && !outcome.errors.contains(S3Server.secret))
    return outcome
  }

  private let root = "s3://photos/2014"

  @Test func `albums, views and selections of a bucket are like those of a folder`() throws {
    let albums = try run("list-albums", root)
    #expect(albums.lines.count == 2 && albums.text.contains("\(root)/Trip"))
    let (there, here) = (
      try run("browse", root, "--json", "--keys", "plain").dictionaries(),
      try run("browse", "Trip", "--json", "--keys", "plain").dictionaries()
    )
    #expect(there.map { $0["path"] as? String } == (1...3).reversed().map { "\(root)/Trip/\($0).jpg" })
    for key in ["name", "date", "format", "pixelWidth", "fileSize"] {
      #expect(there.map { "\($0[key] ?? "")" } == here.map { "\($0[key] ?? "")" }, "\(key)")
    }
    _ = try run("browse", root)
    #expect(try run("select", "1,3", "--paths").lines == ["\(root)/Trip/3.jpg", "\(root)/Trip/1.jpg"])
    #expect(
      try run("browse", root, "--no-refresh", "--format", "{name}").lines == ["3.jpg", "2.jpg", "1.jpg"])
  }

  @Test func `the second look at a list needs no request`() async throws {
    func requests() async throws -> [Substring] {
      String(decoding: try await server.send("GET", "/-/log"), as: UTF8.self).split(separator: "\n")
    }
    var objects: [String] = []
    let photos = (4...12).map { ("\($0).jpg", PictureBuilder.jpeg()) }
    for (name, bytes) in photos + [("5.jpg.xmp", SidecarFile.xmp(rating: 4))] {
      try await server.send("PUT", "/-/objects/many/\(name)?1400000000", bytes)
      let status = try await server.send("GET", "/-/objects/many/\(name)")
      let texts = String(decoding: status, as: UTF8.self).split(separator: "\n")
      objects.append(
        #"{"Key":"many/\#(name)","Size":\#(texts[0]),"ETag":\#(texts[1]),"LastModified":"\#(texts[2])"}"#)
    }
    let list = #"{"Name":"photos","Contents":[\#(objects.joined(separator: ","))]}"#
    try photopick.photos.file("list.json", Array(list.utf8))
    for look in 1...2 {
      let before = try await requests().count
      let shown = try run("browse", "--from", "list.json", "--format", "{name} {rating}")
      #expect(shown.lines.count == 9 && shown.lines.contains("5.jpg 4"), "\(shown.errors)")
      let sent = try await requests().dropFirst(before)
      #expect(sent.count == (look == 1 ? 10 : 0), "\(sent)")
    }
  }

  @Test func `a photo is marked by a sidecar beside it, and the mark is undone`() throws {
    let marked = try run("mark", "all", "\(root)/Trip/2.jpg", "--rating", "4")
    #expect(marked.status == 0 && marked.lines == ["\(root)/Trip/2.jpg.xmp"], "\(marked.errors)")
    #expect(try run("browse", root, "--where", "rating:4", "--format", "{name}").lines == ["2.jpg"])
    #expect(try run("mark", "all", "\(root)/Trip/2.jpg", "--label", "Red").status == 0)
    #expect(try run("info", "\(root)/Trip/2.jpg", "--format", "{rating} {label}").lines == ["4 Red"])
    #expect(try run("mark", "--undo").status == 0)
    #expect(try run("mark", "--undo").status == 0)
    #expect(try run("browse", root, "--where", "rating:4").lines.isEmpty)
    #expect(try run("export", "all", root, "--to", "back", "--name", "Trip/{name}").status == 0)
    #expect(photopick.photos.names("back/Trip") == ["1.jpg", "2.jpg", "3.jpg"])
    #expect(photopick.photos.bytes("back/Trip/3.jpg") == photopick.photos.bytes("Trip/3.jpg"))
  }

  @Test func `a shot is exported from a server without reading the other photos`() async throws {
    for (name, bytes) in [
      ("1-edited.jpg", PictureBuilder.jpeg("2014:05:11 12:00:00")), ("1.jpg.xmp", SidecarFile.xmp(rating: 3)),
    ] { try await server.send("PUT", "/-/objects/2014/Trip/\(name)", bytes) }
    let before = try await server.send("GET", "/-/log").count
    #expect(try run("export", "all", "\(root)/Trip/1.jpg", "--to", "back", "--no-catalog").status == 0)
    #expect(photopick.photos.names("back") == ["1-edited.jpg", "1.jpg", "1.jpg.xmp"])
    let requests = String(decoding: try await server.send("GET", "/-/log").dropFirst(before), as: UTF8.self)
    #expect(requests.contains("1-edited.jpg") && !requests.contains("2.jpg"), "\(requests)")
  }

  @Test func `the summary of a shard counts the bytes and requests to servers`() async throws {
    func requests() async throws -> Int {
      String(decoding: try await server.send("GET", "/-/log"), as: UTF8.self).split(separator: "\n").count
    }
    let list = (1...3).map { "\(root)/Trip/\($0).jpg\n" }.joined()
    try photopick.photos.file("list.txt", Array(list.utf8))
    let before = try await requests()
    #expect(try run("extract", "--from", "list.txt", "--to", "parts").status == 0)
    let sent = try await requests() - before
    let summary = try #require(photopick.photos.bytes("parts/part-1-of-1.done.json"))
    let found = try #require(JSONSerialization.jsonObject(with: Data(summary)) as? [String: Any])
    #expect(sent >= 3 && found["requests"] as? Int == sent)
    // Each photo has more than 40,000 bytes, of which the first suffice.
    #expect((3000..<240_000).contains(try #require(found["bytes"] as? Int)))
  }

  @Test func `shards and catalogs are written to a bucket and read from there`() throws {
    let list = (1...3).map { "\(root)/Trip/\($0).jpg\n" }.joined() + "\(root)/gone.jpg\n"
    try photopick.photos.file("list.txt", Array(list.utf8))
    let extracted = try run("extract", "--from", "list.txt", "--to", "s3://photos/parts")
    #expect(
      extracted.status == 0 && extracted.errors.contains("4 photos, 3 read, 1 failed"), "\(extracted.errors)")
    let again = try run("extract", "--from", "list.txt", "--to", "s3://photos/parts")
    #expect(again.errors.contains("is complete"))
    let published = try run(
      "catalog", "publish", "--to", "s3://photos/catalogs", "s3://photos/parts/part-1-of-1.sqlite")
    #expect(published.status == 0, "\(published.errors)")
    let shown = try run(
      "browse", root, "--catalog", "s3://photos/catalogs", "--no-refresh", "--format", "{path}")
    #expect(shown.lines == (1...3).reversed().map { "\(root)/Trip/\($0).jpg" }, "\(shown.errors)")
    #expect(
      photopick.user.names("home/.cache/photopick").filter { $0.hasSuffix(".sqlite") } == ["catalog.sqlite"])
  }

  @Test func `pictures are kept in a store on a server, and fetched into it and into a folder`() throws {
    let place = ["--root", "s3://photos/store"]
    func store(_ arguments: String...) throws -> Photopick.Outcome {
      try photopick.runAll(["store"] + arguments + place)
    }
    try photopick.photos.file("plain.jpg", picture(width: 40, height: 30))
    let kept = try store("put", "plain.jpg", "--name", "a/one.jpg", "--thumbnails")
    #expect(kept.status == 0 && kept.lines == ["a/one.jpg"], "\(kept.errors)")
    #expect(try store("path", "a/one.jpg").lines == ["s3://photos/store/a/one.jpg"])
    #expect(try store("get", "a/one.jpg", "-o", "one.jpg").status == 0)
    #expect(photopick.photos.bytes("one.jpg") == photopick.photos.bytes("plain.jpg"))
    #expect(try store("rename", "a/one.jpg", "two.jpg").status == 0)
    let photo = try #require(photopick.photos.bytes("Trip/2.jpg"))
    let web = try TestServer { answer($0, photo) }
    let fetched = try run("fetch", web.url("/b.jpg"), "--to", "s3://photos/new")
    #expect(fetched.status == 0 && fetched.lines == ["s3://photos/new/b.jpg"], "\(fetched.errors)")
    let again = try run("fetch", web.url("/b.jpg"), "--to", "s3://photos/new")
    #expect(again.lines == ["s3://photos/new/b-2.jpg"], "\(again.errors)")
    #expect(try photopick.runAll(["fetch", web.url("/c.jpg"), "--into-store"] + place).status == 0)
    #expect(try store("list").lines.count == 2)
    #expect(try run("list-albums", "s3://photos", "--paths").lines.contains("s3://photos/new"))
  }

  @Test func `what a server can't do is one clear line`() throws {
    let moved = try run("export", "all", "Trip", "--to", "s3://photos/moved", "--move")
    #expect(moved.status == 1 && moved.errors.contains("not moved"), "\(moved.errors)")
    let taken = try run("export", "all", root, "--to", "taken", "--move")
    #expect(taken.status == 1 && taken.errors.contains("not moved"), "\(taken.errors)")
    #expect(photopick.photos.names("Trip") == ["1.jpg", "2.jpg", "3.jpg"])
    let linked = try run("export", "all", root, "--to", "taken", "--link")
    #expect(linked.status == 1 && linked.errorLines.count == 1, "\(linked.errors)")
    #expect(linked.errors.contains("not moved or linked") && photopick.photos.names("taken").isEmpty)
    let missing = try run("browse", "s3://photos/nothing")
    #expect(missing.status == 1)
    #expect(
      missing.errorLines.first == "photopick: s3://photos/nothing: the server has no such file or folder")
  }

  @Test func `an export to a bucket is undone`() throws {
    let copies = (1...3).map { "\(root)/Trip/\($0).jpg" }
    let undone = try run("export", "--undo")
    #expect(undone.status == 0 && undone.lines.sorted() == copies.map { "removed \($0)" }, "\(undone.errors)")
    #expect(try run("browse", root).status == 1)
    #expect(photopick.photos.names("Trip") == ["1.jpg", "2.jpg", "3.jpg"])
  }

  @Test func `a refused request says why, and no credentials`() throws {
    var other = photopick
    other.environment["AWS_SECRET_ACCESS_KEY"] = "another-secret"
    let outcome = try other.run("browse", root)
    #expect(
      outcome.status == 1 && outcome.errors.contains("403") && !outcome.errors.contains("another-secret"))
  }

  // MARK: Hostile servers

  private static let fields = "{name} {date} {pixelWidth} {fileSize}"

  /// Returns a photo of whose header the second half takes another request.
  private func longPhoto(_ date: String, width: UInt16) -> [UInt8] {
    let photo = PictureBuilder.jpeg(date) { $0.width = width }
    let comment: [UInt8] = [0xFF, 0xFE, 0xC3, 0x50] + [UInt8](repeating: 0x20, count: 49_998)
    let frame = photo.indices.first { photo[$0...].starts(with: [0xFF, 0xC0]) } ?? 0
    return photo[..<frame] + comment + comment + photo[frame...]
  }

  @Test func `a photo that is replaced while it is exported is named, and the others are copied`()
    async throws
  {
    // An object that has just been written would be read again by the scan.
    let old = longPhoto("2014:05:12 12:00:00", width: 40)
    try await server.send("PUT", "/-/objects/2014/Trip/2.jpg?1400000000", old)
    #expect(try run("browse", root).status == 0)
    try await server.send("PUT", "/-/next/2014/Trip/2.jpg", longPhoto("2015:06:15 12:00:00", width: 41))
    try await server.add(faults: "GET next 2.jpg")
    let outcome = try run("export", "all", root, "--to", "copies", "--name", "{name}")
    #expect(try await server.faultCount == 0)
    #expect(
      outcome.status == 1
        && outcome.errorLines == [
          "photopick: \(root)/Trip/2.jpg was replaced on the server while it was copied; run the same command again"
        ], "\(outcome.errors)")
    #expect(photopick.photos.names("copies") == ["1.jpg", "3.jpg"])
    #expect(try run("export", "all", root, "--to", "copies", "--name", "{name}").status == 0)
    #expect(photopick.photos.names("copies") == ["1.jpg", "2.jpg", "3.jpg"])
  }

  @Test func `the photos of a server that doesn't respond are two lines`() throws {
    let list = (1...50).map { "\(root)/Trip/\($0).jpg\n" }.joined()
    try photopick.photos.file("list.txt", Array(list.utf8))
    var other = photopick
    other.environment["AWS_ENDPOINT_URL_S3"] = "http://127.0.0.1:1"
    // `browse` also says that no photos were found.
    for (command, count) in [("info", 2), ("browse", 3)] {
      let outcome = try other.run(command, "--from", "list.txt")
      #expect(outcome.status == 1 && outcome.errorLines.count == count, "\(outcome.errors)")
      #expect(outcome.errorLines.first?.contains("(4 attempts)") == true, "\(outcome.errors)")
      #expect(
        outcome.errorLines.dropFirst().first
          == "photopick: s3://photos: 49 more files could not be read for the same reason")
    }
  }

  @Test func `photos of a server that never responds are failures of a complete shard`() throws {
    let list = (1...50).map { "\(root)/Trip/\($0).jpg\n" }.joined()
    try photopick.photos.file("list.txt", Array(list.utf8))
    var other = photopick
    other.environment["AWS_ENDPOINT_URL_S3"] = "http://127.0.0.1:1"
    let extracted = try other.run("extract", "--from", "list.txt", "--to", "parts")
    #expect(
      extracted.status == 0 && extracted.errors.contains("0 read, 50 failed (50 × "), "\(extracted.errors)")
  }

  @Test func `throttling and broken connections lose nothing`() async throws {
    let usual = try run("browse", root, "--format", Self.fields, "--no-catalog").lines
    #expect(usual.count == 3)
    try await server.add(
      faults: "GET 503 list-type", "GET cut list-type", "GET 503 1.jpg 2", "GET cut 2.jpg",
      "GET long 3.jpg",
      "GET drop 3.jpg")
    let outcome = try run("browse", root, "--format", Self.fields)
    #expect(outcome.status == 0 && outcome.lines == usual && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(try await server.faultCount == 0)
  }

  @Test func `a photo about which a server lies is a problem, and the others are read`() async throws {
    for number in 4...5 {
      let photo = longPhoto("2014:05:1\(number) 12:00:00", width: 41)
      try await server.send("PUT", "/-/objects/2014/Trip/\(number).jpg", photo)
    }
    let usual = try run("browse", root, "--format", Self.fields, "--no-catalog").lines
    #expect(usual.count == 5 && usual.count { $0.contains(" 41 ") } == 2)
    try await server.add(
      faults: "GET short 1.jpg", "GET range 2.jpg", "GET tag 4.jpg.*bytes=[1-9]", "GET 403 5.jpg.*bytes=[1-9]"
    )
    let outcome = try run("browse", root, "--format", Self.fields)
    // The server has sent another version of 4.jpg, so it is read again.
    #expect(outcome.lines == usual.filter { $0.hasPrefix("4") || $0.hasPrefix("3") }, "\(outcome.text)")
    for (name, reason) in [
      ("1.jpg", "the server sent other bytes than requested"),
      ("2.jpg", "the server sent other bytes than requested"), ("5.jpg", "the server answered 403 SlowDown"),
    ] {
      #expect(outcome.errors.contains("\(root)/Trip/\(name): \(reason)"), "\(outcome.errors)")
    }
    #expect(try await server.faultCount == 0)
    #expect(try run("browse", root, "--format", Self.fields).lines == usual)
  }

  /// The faults replace an object after the listing, and after its first bytes.
  @Test(arguments: ["GET next 4.jpg", "GET next 4.jpg.*bytes=[1-9]"])
  func `two versions of an object are never mixed`(fault: String) async throws {
    let versions = [
      longPhoto("2014:05:14 12:00:00", width: 41), longPhoto("2015:06:15 12:00:00", width: 5000),
    ]
    try await server.send("PUT", "/-/objects/2014/Trip/4.jpg", versions[0])
    try await server.send("PUT", "/-/next/2014/Trip/4.jpg", versions[1])
    try await server.add(faults: fault)
    let outcome = try run("browse", root, "--format", "{name} {date} {pixelWidth}")
    #expect(try await server.faultCount == 0)
    let again = try run("browse", root, "--format", "{name} {date} {pixelWidth}")
    for lines in [outcome.lines, again.lines] {
      let line = lines.first { $0.hasPrefix("4.jpg") } ?? ""
      #expect(line.contains("2015") && line.hasSuffix(" 5000"), "\(lines) \(outcome.errors)")
    }
  }

  @Test(arguments: [
    ("loop", "the server sends the same part of a listing again and again"),
    ("entity", "the server sent invalid XML: refused: a document type with declarations"),
  ])
  func `a hostile listing ends with one line`(kind: String, reason: String) async throws {
    try await server.add(faults: "GET \(kind) list-type.*Trip 3")
    let outcome = try run("browse", root)
    #expect(outcome.status == 1 && outcome.errors.contains("\(root)/Trip: \(reason)"), "\(outcome.errors)")
  }

  @Test func `hostile keys stay in their folder, and don't control the terminal`() async throws {
    let long = String(repeating: "l", count: 240)
    for key in [
      "../up.jpg", "Trip/../../up.jpg", "Trip/..", "/b.jpg", "Trip/..%2F..%2Fup.jpg",
      "Trip/%1B]0;EVIL%07.jpg",
      "Trip/a%0Ab.jpg", "Trip/\(long).jpg",
    ] {
      let photo = PictureBuilder.jpeg("2014:05:20 12:00:00")
      try await server.send("PUT", "/-/objects/2014/\(key)", photo)
    }
    let shown = try photopick.run("browse", root, to: .terminalWithErrors(columns: 120))
    #expect(shown.status == 0 && shown.text.contains("EVIL"), "\(shown.text)")
    #expect(!shown.text.contains("\u{1B}]") && !shown.text.contains("\u{7}"))
    let exported = try run("export", "all", root, "--to", "copies/inner", "--name", "{name}")
    #expect(photopick.photos.names("copies") == ["inner"], "\(exported.errors)")
    #expect(photopick.photos.names("copies/inner").count == 6, "\(exported.errors)")
  }

  @Test func `marks of two computers on the same photo are both kept`() async throws {
    var other = photopick
    other.environment["HOME"] = photopick.user.at("other").string
    other.environment["XDG_STATE_HOME"] = photopick.user.at("other/state").string
    try photopick.user.folder("other")
    // The first to write waits until the other one has written.
    try await server.add(faults: "PUT hold 2.jpg.xmp")
    let photo = "\(root)/Trip/2.jpg"
    let runs = [
      try BackgroundRun(photopick, ["mark", "all", photo, "--rating", "4"]),
      try BackgroundRun(other, ["mark", "all", photo, "--label", "Red"]),
    ]
    for run in runs {
      #expect(try await run.status() == 0, "\(String(decoding: run.errors, as: UTF8.self))")
    }
    #expect(try run("info", photo, "--format", "{rating} {label}").lines == ["4 Red"])
    let log = String(decoding: try await server.send("GET", "/-/log"), as: UTF8.self)
    #expect(log.split(separator: "\n").count { $0.hasPrefix("PUT") && $0.contains(".xmp") } == 3)
  }

  /// `run` looks for the secret in the output.
  @Test func `no secret is in a file of the program`() async throws {
    try await server.add(faults: "GET 403 3.jpg", "GET 301 2.jpg")
    let outcome = try run("browse", root)
    #expect(
      outcome.errors.contains("answered 403") && outcome.errors.contains("answered 301"), "\(outcome.errors)")
    #expect(try run("mark", "1", "--rating", "3").status == 0)
    #expect(try run("doctor").status == 0)
    let files = FileManager.default.enumerator(atPath: photopick.user.path.string)?.compactMap {
      $0 as? String
    }
    #expect(files?.contains { $0.hasSuffix("catalog.sqlite") } == true)
    for file in files ?? [] {
      let bytes = Data(photopick.user.bytes(FilePath(file)) ?? [])
      #expect(bytes.range(of: Data(S3Server.secret.utf8)) == nil, "\(file)")
    }
  }
}
