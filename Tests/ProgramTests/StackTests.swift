import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite(.blocking) struct StackTests {
  private let photopick: Photopick

  init() throws {
    photopick = try Photopick()
    // A RAW file is recognized by its content, so copies of the samples serve.
    let date = "2014:05:25 10:00:00"
    try photopick.photos.file("IMG_1.JPG", PictureBuilder.jpeg(date))
    try photopick.photos.file("IMG_1-edited.jpg", PictureBuilder.jpeg(date) { $0.padding = 9 })
    try photopick.photos.file("IMG_2.JPG", PictureBuilder.jpeg("2014:05:26 10:00:00"))
  }

  private func names(_ arguments: String...) throws -> [String] {
    try photopick.runAll(["browse", "--sort", "name", "--format", "{name}"] + arguments).lines
  }

  @Test func `a stack is one photo with a badge`() throws {
    #expect(try names() == ["IMG_1-edited.jpg", "IMG_1.JPG", "IMG_2.JPG"])
    #expect(try names("--stack") == ["IMG_1-edited.jpg", "IMG_2.JPG"])
    #expect(try names("--where", "is:stacked") == ["IMG_1-edited.jpg", "IMG_1.JPG"])
    #expect(try names("--where", "stackCover:no is:stacked") == ["IMG_1.JPG"])
    let table = try photopick.run("browse", "--stack").text
    #expect(table.contains("IMG_1-edited.jpg  (edited)"))
    let records = try photopick.run("browse", "--stack", "--json", "--sort", "name").dictionaries()
    try #require(records.count == 2)
    #expect(records[0]["stackCount"] as? Int == 2 && records[0]["stackRole"] as? String == "edited")
    #expect(records[0]["stackKind"] as? String == "edited" && records[0]["stackCover"] as? Bool == true)
    #expect((records[0]["stack"] as? String)?.count == 16 && records[1]["stack"] == nil)
    let csv = try photopick.run("browse", "--stack", "--csv", "--sort", "name").text.split(separator: "\r\n")
    try #require(!csv.isEmpty)
    #expect(csv[0].hasSuffix(",stack,stackKind,stackRole,stackCover,stackCount,files"))
    #expect(
      csv[1].hasSuffix("IMG_1-edited.jpg, jpeg, edited, \(photopick.photos.at("IMG_1.JPG")), jpeg, photo\""))
    #expect(try !photopick.run("browse", "--csv").text.contains("stackKind"))
    // Each shot has its files, with the path, format and role of each.
    let files = try #require(records[0]["files"] as? [[String: String]])
    #expect(
      files.map { $0["role"] } == ["edited", "photo"] && files.map { $0["format"] } == ["jpeg", "jpeg"])
    #expect(
      files.map { $0["path"] }
        == ["IMG_1-edited.jpg", "IMG_1.JPG"].map { photopick.photos.at(FilePath($0)).string })
    #expect((records[1]["files"] as? [[String: String]])?.count == 1)
    #expect(try photopick.run("browse", "--json").dictionaries().allSatisfy { $0["files"] == nil })
    #expect(try photopick.run("list-albums", "--stack", "--format", "{count}").lines == ["2", "2"])
    #expect(try photopick.run("stats", "--stack", "--by", "format", "--format", "{count}").lines == ["2"])
    // Statistics by properties of stacks find them without another option.
    let kinds = try photopick.run("stats", "--by", "stackKind", "--format", "{title} {count}").lines
    #expect(kinds == ["edited 2", "No stackKind 1"])
  }

  @Test func `the members of what was shown are selected, marked and exported`() throws {
    _ = try photopick.run("browse", "--stack", "--sort", "name", "--group", "all")
    let both = ["IMG_1-edited.jpg", "IMG_1.JPG"]
    #expect(try photopick.run("select", "1", "--format", "{name}").lines == [both[0]])
    #expect(try photopick.run("select", "1", "--stack-members", "all", "--format", "{name}").lines == both)
    let numbers = try photopick.run("select", "all", "--stack-members", "all", "--format", "{number} {name}")
    #expect(numbers.lines == ["1 IMG_1-edited.jpg", "1 IMG_1.JPG", "2 IMG_2.JPG"])
    #expect(try photopick.run("mark", "1", "--rating", "4").lines.count == 2)
    #expect(try names("--where", "rating:4") == both)
    #expect(try photopick.run("mark", "--undo").lines.count == 2)
    _ = try photopick.run("browse", "--stack", "--sort", "name", "--group", "all")
    let exported = try photopick.run("export", "1", "--to", "out")
    #expect(
      exported.errors == ""
        && exported.lines == both.reversed().map { photopick.photos.at(FilePath("out/\($0)")).string })
    #expect(photopick.photos.names("out") == both)
    // Another view forgets the stacks.
    _ = try photopick.run("browse", "--sort", "name", "--group", "all")
    #expect(try photopick.run("mark", "1", "--rating", "4").lines.count == 1)
  }

  @Test func `a photo of a view without stacks represents only itself, and is exported with its shot`() throws
  {
    let marked = try photopick.run(
      "mark", "all", ".", "--where", "stackCover:no", "--reject", "--format", "{name}")
    #expect(marked.lines == ["IMG_1.JPG.xmp"])
    let members = try photopick.run(
      "select", "all", ".", "--where", "name:IMG_1-edited*", "--stack-members", "all", "--format", "{name}")
    #expect(members.lines == ["IMG_1-edited.jpg", "IMG_1.JPG"])
    let exported = try photopick.run("export", "all", ".", "--where", "stackCover:yes", "--to", "out")
    #expect(exported.lines.count == 3)
    #expect(photopick.photos.names("out") == ["IMG_1-edited.jpg", "IMG_1.JPG", "IMG_1.JPG.xmp"])
  }

  @Test func `the catalog finds the same stacks`() throws {
    let query = ["--stack", "--sort", "name", "--jsonl", "--limit", "1"]
    let scanned = try photopick.runAll(["browse"] + query).text
    #expect(try photopick.runAll(["browse", "--no-refresh"] + query).text == scanned)
    #expect(try photopick.runAll(["browse", "--no-catalog"] + query).text == scanned)
    #expect(scanned.contains("\"stackCount\":2"))
  }
}
