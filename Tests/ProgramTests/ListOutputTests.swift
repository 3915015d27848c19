import Foundation
import Testing
import TestSupport

/// The output formats of records other than photos: albums, exported files, stored pictures, downloads; and of `info`.
@Suite(.blocking) struct ListOutputTests {
  private let photopick: Photopick

  init() throws { photopick = try Journey.photopick() }

  /// Parses unquoted CSV into dictionaries that omit empty values.
  private func rows(_ outcome: Photopick.Outcome) -> [[String: String]] {
    let rows = outcome.text.split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return rows.dropFirst().map { row in
      Dictionary(uniqueKeysWithValues: zip(rows[0], row).filter { !$0.1.isEmpty })
    }
  }

  /// Runs a list in every format, compares the results with `--json`, and returns the dictionaries.
  private func forms(_ arguments: String..., path: String = "path") throws -> [[String: Any]] {
    let records = try photopick.runAll(arguments + ["--json"]).dictionaries()
    let paths = records.compactMap { $0[path] as? String }
    #expect(!paths.isEmpty)
    let lines = try photopick.runAll(arguments + ["--jsonl"]).lines
    #expect(
      try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary }
        == records.map { $0 as NSDictionary })
    #expect(
      try photopick.runAll(arguments + ["--plist"]).propertyList().compactMap { $0[path] as? String } == paths
    )
    #expect(rows(try photopick.runAll(arguments + ["--csv"])).compactMap { $0[path] } == paths)
    #expect(try photopick.runAll(arguments + ["--paths"]).lines == paths)
    #expect(try photopick.runAll(arguments + ["-0"]).text == paths.map { $0 + "\0" }.joined())
    let format = ["--format", "{\(path)}"]
    #expect(try photopick.runAll(arguments + format + ["--print0"]).text == paths.map { $0 + "\0" }.joined())
    let file = photopick.user.at("result")
    #expect(try photopick.runAll(arguments + format + ["-o", file.string]).text == "")
    #expect(
      photopick.user.bytes("result").map { String(decoding: $0, as: UTF8.self) }
        == paths.map { $0 + "\n" }.joined())
    let unknown = try photopick.runAll(arguments + ["--format", "{nme}"])
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("no field \"nme\"; "))
    #expect(try photopick.runAll(arguments + ["--json", "--csv"]).status == 64)
    return records
  }

  @Test func `exported files have every form`() throws {
    let records = try forms("export", "1-3", ".", "--to", "out", "--dry-run")
    #expect(records.map { $0["name"] as? String } == ["clip.mp4", "IMG_12.JPG", "IMG_9.JPG"])
    #expect(records.map { $0["action"] as? String } == ["copied", "copied", "copied"])
    #expect(records.last?["source"] as? String == photopick.photos.at("IMG_9.JPG").string)
    #expect(records.last?["url"] as? String == "file://" + photopick.photos.at("out/IMG_9.JPG").string)
    #expect(records.last?["fileSize"] as? Int == photopick.photos.bytes("IMG_9.JPG")?.count)
    #expect(!photopick.photos.names().contains("out"))
    let picker = try photopick.run("export", "3", ".", "--to", "out", "--json", "--keys", "uikit")
      .dictionaries()
    #expect(
      picker.first?["UIImagePickerControllerReferenceURL"] as? String == records.last?["url"] as? String)
    let undone = try photopick.run("export", "--undo", "--format", "{action} {path}").lines
    #expect(undone == ["removed \(photopick.photos.at("out/IMG_9.JPG"))"])
  }

  @Test func `nothing is exported if the list of it cannot be written`() throws {
    let outcome = try photopick.run("export", "3", ".", "--to", "out", "--move", "-o", "no/such/folder")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
    #expect(photopick.photos.bytes("IMG_9.JPG") != nil)
  }

  @Test func `kept pictures have every form`() throws {
    let root = photopick.user.at("keep").string
    for name in ["a.jpg", "b.jpg"] {
      _ = try photopick.run("store", "put", "IMG_9.JPG", "--name", name, "--root", root)
    }
    let records = try forms("store", "list", "--root", root)
    #expect(records.map { $0["name"] as? String } == ["a.jpg", "b.jpg"])
    #expect(records.map { $0["path"] as? String } == [root + "/a.jpg", root + "/b.jpg"])
    #expect(records.first?["fileSize"] as? Int == photopick.photos.bytes("IMG_9.JPG")?.count)
    let format = "{name} {modified:%Y}"
    let year = try #require((records.first?["modified"] as? String)?.prefix(4))
    #expect(
      try photopick.run("store", "list", "--root", root, "--format", format).lines.first == "a.jpg \(year)")
    #expect(try photopick.run("store", "list", "--root", root).lines == ["a.jpg", "b.jpg"])
  }

  @Test func `unfinished downloads have every form, their addresses for paths`() throws {
    let url = "http://127.0.0.1:1/x.jpg"
    #expect(try photopick.run("fetch", url, "--tries", "1", "--to", "new").status == 1)
    let records = try forms("fetch", "--list", path: "url")
    let error = try #require(records.first?["error"] as? String)
    #expect(error.hasPrefix("gave up after 1 try: "))
    let expected: NSDictionary = [
      "url": url, "state": "stopped", "received": 0, "folder": photopick.photos.at("new").string,
      "error": error,
    ]
    #expect(records.map { $0 as NSDictionary } == [expected])
    #expect(try photopick.run("fetch", url, "--json").status == 64)
  }

  @Test func `drafts have every form, their names for paths`() throws {
    for name in ["one", "two"] { _ = try photopick.run("select", "1-2", ".", "--draft", name) }
    let records = try forms("drafts", "list", path: "name")
    #expect(records.map { $0["name"] as? String } == ["one", "two"])
    #expect(records.map { $0["count"] as? Int } == [2, 2])
  }

  @Test func `albums have every form`() throws {
    let arguments = ["list-albums", "Trip", "--sort", "name", "--album", "Day 2"]
    let records = try forms(
      arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5])
    #expect(records.map { $0["name"] as? String } == ["Day 2"])
    let lines = try photopick.run("list-albums", "Trip", "--format", "{name} {count:02} {lastDate:%Y}").lines
    #expect(lines == ["All Photos 05 2014", "Trip 03 2014", "Day 2 02 2012"])
    // "All Photos" has no folder.
    #expect(try photopick.run("list-albums", "Trip", "--paths").lines.count == 2)
  }

  @Test func `info has every form, in the order of the files`() throws {
    let records = try forms("info", "Trip/clip.mp4", "IMG_9.JPG")
    #expect(records.map { $0["name"] as? String } == ["clip.mp4", "IMG_9.JPG"])
    #expect(records.allSatisfy { $0["number"] == nil })
    let picker = try photopick.run("info", "Trip/clip.mp4", "IMG_9.JPG", "--json", "--keys", "uikit")
      .dictionaries()
    #expect(picker.map { $0["PhotoPickNumber"] as? Int } == [1, 2])
    let file = photopick.user.at("text")
    #expect(try photopick.run("info", "IMG_9.JPG", "-o", file.string).text == "")
    #expect(photopick.user.bytes("text") == (try photopick.run("info", "IMG_9.JPG").bytes))
    let partly = try photopick.run("info", "gone.jpg", "IMG_9.JPG", "--format", "{name} {date:%Y}")
    #expect(partly.lines == ["IMG_9.JPG 2014"])
    #expect(partly.status == 1)
  }
}
