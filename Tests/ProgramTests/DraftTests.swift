import Foundation
import Testing
import TestSupport

/// Drafts and `--preselected`.
@Suite(.blocking) struct DraftTests {
  private let photopick: Photopick

  init() throws { photopick = try Journey.photopick() }

  private func select(_ arguments: String...) throws -> [String] {
    try photopick.runAll(["select"] + arguments + [".", "--format", "{number} {name}"]).lines
  }

  @Test func `a draft grows in the order of picking and is printed whole`() throws {
    #expect(try select("3", "--draft", "album") == ["1 IMG_9.JPG"])
    #expect(try select("1,3", "--draft", "album") == ["1 IMG_9.JPG", "2 clip.mp4"])
    #expect(try select("!3", "--draft", "album") == ["1 clip.mp4"])
    #expect(try select("none", "--draft", "album") == ["1 clip.mp4"])
    #expect(
      try photopick.run("drafts", "show", "album").lines == [photopick.photos.at("Trip/clip.mp4").string])
  }

  @Test func `the numbers of the last browse fill a draft too`() throws {
    _ = try photopick.run("browse")
    #expect(try photopick.run("select", "3", "--draft", "album", "--format", "{name}").lines == ["IMG_9.JPG"])
    let both = try photopick.run("select", "1", "--draft", "album", "--format", "{name}").lines
    #expect(both == ["IMG_9.JPG", "clip.mp4"])
    #expect(try photopick.run("select", "!3", "--draft", "album", "--format", "{name}").lines == ["clip.mp4"])
  }

  @Test func `a check that fails leaves the draft as it was`() throws {
    _ = try select("3", "--draft", "album")
    let refused = try photopick.run("select", "1", ".", "--draft", "album", "--max", "1")
    #expect(refused.status == 64)
    #expect(refused.text == "")
    #expect(try photopick.run("drafts", "show", "album").lines.count == 1)
    let whole = try Scene.jpeg(width: 400, height: 400)
    try photopick.photos.file("cut/cut.jpg", Array(whole.dropLast(whole.count / 4)))
    let cut = try photopick.run("select", "1", "cut", "--draft", "album", "--verify")
    #expect(cut.status == 64)
    #expect(cut.errors.contains("2 photos are damaged and cannot be picked: IMG_9.JPG (1), cut.jpg (2)"))
    #expect(try photopick.run("drafts", "show", "album").lines.count == 1)
  }

  @Test func `a photo that is gone is named and stays in the draft`() throws {
    _ = try select("2-3", "--draft", "album")
    try FileManager.default.removeItem(atPath: photopick.photos.at("IMG_9.JPG").string)
    let outcome = try photopick.run("select", "none", ".", "--draft", "album", "--format", "{number} {name}")
    #expect(outcome.lines == ["1 IMG_12.JPG"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("IMG_9.JPG: photo 2 of the draft is left out: no such file"))
    try photopick.photos.file("IMG_9.JPG", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    #expect(try photopick.run("drafts", "show", "album").lines.count == 2)
  }

  @Test func `drafts are listed and deleted by name`() throws {
    #expect(try photopick.run("drafts", "list").text == "")
    _ = try select("1-2", "--draft", "b")
    _ = try select("1", "--draft", "a")
    let lines = try photopick.run("drafts", "list").lines
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("a  1  20") == true)
    let records = try photopick.run("drafts", "list", "--json").dictionaries()
    #expect(records.map { $0["name"] as? String } == ["a", "b"])
    #expect(records.map { $0["count"] as? Int } == [1, 2])
    #expect(try photopick.run("drafts", "delete", "a").status == 0)
    let again = try photopick.run("drafts", "delete", "a")
    #expect(again.status == 1)
    #expect(again.errors == "photopick: there is no draft a; photopick drafts list shows them\n")
    #expect(try photopick.run("drafts", "show", "a").status == 1)
    #expect(try photopick.run("drafts", "show", "../a").status == 64)
    #expect(try photopick.run("select", "1", ".", "--draft", "a/b").status == 64)
  }

  @Test(arguments: ["--json", "--jsonl", "--plist", "--print0", "--paths"])
  func `every form of a result serves as list`(form: String) throws {
    let list = photopick.user.at("list").string
    _ = try photopick.run("select", "3,5", ".", "--allow-damaged", form, "--output", list)
    let first = try photopick.run(
      "browse", "--preselected", list, "--format", "{number} {group} {name}")
    #expect(first.lines.prefix(2) == ["1 selected IMG_9.JPG", "2 selected broken.jpg"])
    #expect(first.lines.count == 6)
  }

  @Test func `what a list names can be selected or left out`() throws {
    let list = photopick.user.at("list").string
    _ = try photopick.run("select", "3,5", ".", "--allow-damaged", "--json", "--output", list)
    #expect(
      try select("@selected", "--allow-damaged", "--preselected", list) == ["1 IMG_9.JPG", "2 broken.jpg"])
    let rest = try photopick.run("select", "all", ".", "--exclude", list, "--format", "{name}").lines
    #expect(rest.count == 4)
    #expect(!rest.contains("IMG_9.JPG"))
  }

  @Test func `every result of browse, info and watch serves as list`() throws {
    let list = photopick.user.at("list").string
    let browse = "\"$PHOTOPICK\" browse IMG_9.JPG 'Trip/Day 2/broken.jpg'"
    let outputs = [
      "\(browse) --csv >'\(list)'", "\(browse) --json --keys uikit >'\(list)'",
      "\"$PHOTOPICK\" info --jsonl IMG_9.JPG 'Trip/Day 2/broken.jpg' >'\(list)'",
      "\"$PHOTOPICK\" watch IMG_9.JPG 'Trip/Day 2/broken.jpg' | head -n 1 >'\(list)'",
    ]
    for output in outputs {
      #expect(try photopick.shell(output).errors == "")
      let selected = try select("@selected", "--allow-damaged", "--preselected", list)
      #expect(selected == ["1 IMG_9.JPG", "2 broken.jpg"], "\(output)")
    }
  }

  @Test func `numbers that were shown stay when photos are excluded`() throws {
    _ = try photopick.run("browse")
    try photopick.user.file("list", photopick.photos.at("Trip/clip.mp4").string.utf8 + [0x0A])
    let list = photopick.user.at("list").string
    let outcome = try photopick.run("select", "1-3", "--exclude", list, "--format", "{number} {name}")
    #expect(outcome.lines == ["2 IMG_12.JPG", "3 IMG_9.JPG"])
    let other = try photopick.run("select", "1", "--preselected", list)
    #expect(other.status == 64)
    #expect(other.text == "")
  }

  @Test func `a list that cannot be read is one line`() throws {
    let outcome = try photopick.run("select", "1", ".", "--exclude", "gone.json")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "photopick: gone.json: cannot be read: No such file or directory\n")
    try photopick.photos.file("cut.json", Array(#"[{"path":"#.utf8))
    #expect(try photopick.run("browse", "--preselected", "cut.json").errors.contains("it may be incomplete"))
  }
}
