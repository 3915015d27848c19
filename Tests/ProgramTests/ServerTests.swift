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
    let store = ["--root", "s3://photos/store"]
    func store(_ arguments: String...) throws -> Photopick.Outcome {
      try photopick.runAll(["store"] + arguments + store)
    }
    let kept = try store("put", "Trip/1.jpg", "--name", "a/one.jpg", "--thumbnails")
    #expect(kept.status == 0 && kept.lines == ["a/one.jpg"], "\(kept.errors)")
    #expect(try store("path", "a/one.jpg").lines == ["s3://photos/store/a/one.jpg"])
    #expect(try store("get", "a/one.jpg", "-o", "one.jpg").status == 0)
    #expect(photopick.photos.bytes("one.jpg") == photopick.photos.bytes("Trip/1.jpg"))
    #expect(try store("rename", "a/one.jpg", "two.jpg").status == 0)
    let picture = try #require(photopick.photos.bytes("Trip/2.jpg"))
    let web = try TestServer { answer($0, picture) }
    let fetched = try run("fetch", web.url("/b.jpg"), "--to", "s3://photos/new")
    #expect(fetched.status == 0 && fetched.lines == ["s3://photos/new/b.jpg"], "\(fetched.errors)")
    let again = try run("fetch", web.url("/b.jpg"), "--to", "s3://photos/new")
    #expect(again.lines == ["s3://photos/new/b-2.jpg"], "\(again.errors)")
    #expect(try photopick.runAll(["fetch", web.url("/c.jpg"), "--into-store"] + store).status == 0)
    #expect(try store("list").lines.count == 2)
    #expect(try run("list-albums", "s3://photos", "--paths").lines.contains("s3://photos/new"))
  }

  @Test func `what a server can't do is one clear line`() throws {
    let moved = try run("export", "all", "Trip", "--to", "s3://photos/moved", "--move")
    #expect(moved.status == 1 && moved.errors.contains("not moved"), "\(moved.errors)")
    let taken = try run("export", "all", root, "--to", "taken", "--move")
    #expect(taken.status == 1 && taken.errors.contains("not moved"), "\(taken.errors)")
    #expect(photopick.photos.names("Trip") == ["1.jpg", "2.jpg", "3.jpg"])
    let missing = try run("browse", "s3://photos/nothing")
    #expect(missing.status == 1)
    #expect(
      missing.errorLines.first == "photopick: s3://photos/nothing: the server has no such file or folder")
  }

  @Test func `a refused request says why, and no credentials`() throws {
    var other = photopick
    other.environment["AWS_SECRET_ACCESS_KEY"] = "another-secret"
    let outcome = try other.run("browse", root)
    #expect(
      outcome.status == 1 && outcome.errors.contains("403") && !outcome.errors.contains("another-secret"))
  }
}
