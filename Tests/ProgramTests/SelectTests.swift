import SystemPackage
import Testing
import TestSupport

/// Selections and checks on the command line.
@Suite(.blocking) struct SelectTests {
  private let photopick: Photopick

  init() throws { photopick = try Journey.photopick() }

  private func picked(_ arguments: String...) throws -> [String] {
    try photopick.runAll(["select"] + arguments + [".", "--allow-damaged", "--format", "{number}"]).lines
  }

  // PhotoPickerTests tests the grammar.
  @Test(arguments: [
    ("1-4,6", ["1", "2", "3", "4", "6"]), ("none", []), ("1.2-2.1", ["2", "3", "4"]),
    (" 3 ,1,3", ["3", "1"]), ("all, !@2014", ["5", "6"]),
  ])
  func `a selection gives its photos in the order written`(selection: String, numbers: [String]) throws {
    #expect(try picked(selection, "--order", "picked") == numbers)
  }

  @Test func `a run from the start needs no --, and may have one`() throws {
    #expect(try picked("-3") == ["1", "2", "3"])
    #expect(try photopick.run("select", "--format", "{number}", "--", "-3", ".").lines == ["1", "2", "3"])
    #expect(try photopick.run("select", "-2", ".", "-0").text.split(separator: "\0").count == 2)
    // The message contains the place as written.
    #expect(try photopick.run("select", "-99", ".").errors.contains("column 2: 99 is beyond"))
    #expect(try photopick.run("select", "all", "-3.jpg").errors.contains("/-3.jpg: no such file"))
    #expect(try photopick.run("select", "1", "--limit", "-3").errors.contains("from 0 on, not -3"))
  }

  @Test(arguments: ["select", "export", "mark"])
  func `a folder in the place of the selection is told`(command: String) throws {
    let options = command == "export" ? ["--to", "out"] : command == "mark" ? ["--reject"] : []
    try photopick.photos.folder("wedding")
    let outcome = try photopick.runAll([command, "wedding"] + options)
    #expect(outcome.status == 64 && outcome.text == "")
    #expect(
      outcome.errorLines == [
        "photopick: wedding is a path; the selection comes first, as in photopick \(command) all wedding"
      ])
    let word = try photopick.runAll([command, "party"] + options)
    #expect(word.status == 64 && word.errors.contains("; the selection comes first"))
  }

  @Test func `a selection in several words is one to write together`() throws {
    for (words, whole) in [
      (["1", "2", "3"], "1,2,3"), (["1-4", "9-", "."], "1-4,9-"), (["all", "!@2014"], "all,!@2014"),
      (["1", "-3", "x.jpg"], "1,-3"), (["@2014-05", "NONE"], "@2014-05,NONE"),
    ] {
      let outcome = try photopick.runAll(["select"] + words)
      #expect(outcome.status == 64)
      #expect(outcome.text == "")
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.errors.hasSuffix("write \(whole)\n"))
    }
    let export = try photopick.run("export", "1", "2", "--to", "out")
    #expect(export.status == 64)
    #expect(export.errors.hasSuffix("write 1,2\n"))
    // An existing file is a path, whatever the name.
    try photopick.photos.file("2", PictureBuilder.jpeg("2014:05:01 10:00:00"))
    #expect(try photopick.run("select", "1", "2", "--format", "{name}").lines == ["2"])
  }

  @Test func `the order is that in which the selection is written unless asked for`() throws {
    #expect(try picked("3,1,2") == ["3", "1", "2"])
    #expect(try picked("3,1,2", "--order", "shown") == ["1", "2", "3"])
    #expect(try picked("3,1,2", "--order", "picked") == ["3", "1", "2"])
  }

  @Test(arguments: [
    ("1,x", "column 3: expected "), ("1,2-9", "column 5: 9 is beyond the last photo, 6"),
    ("4.1", "column 1: group 4 is beyond the last group, 3"), ("", "column 1: expected "),
    ("@1999", "no group's key begins with \"1999\""), ("1\u{1B}[31m", "column 2"),
  ])
  func `a mistake is one line with the column, status 64 and nothing on stdout`(
    selection: String, message: String
  ) throws {
    let outcome = try photopick.run("select", selection, ".", "--json")
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains(message))
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test func `too many photos are refused as the picker does`() throws {
    let two = try photopick.run("select", "1-3", ".", "--max", "2", "--json")
    #expect(two.status == 64)
    #expect(two.text == "")
    #expect(
      two.errorLines == [
        "photopick: Only 2 photos please!", "photopick: You can only pick 2 photos at a time.",
      ])
    let single = try photopick.run("select", "1-3", ".", "--single")
    #expect(single.text == "")
    #expect(
      single.errorLines == [
        "photopick: Only 1 photo please!", "photopick: You can only pick 1 photo at a time.",
      ])
    #expect(try picked("1-2", "--max", "2") == ["1", "2"])
    #expect(try picked("5", "--single") == ["5"])
    #expect(try photopick.run("select", "1", ".", "--max", "0").status == 64)
  }

  @Test func `photos of the wrong size are named and nothing is printed`() throws {
    let small = try photopick.run("select", "2-3", ".", "--min-size", "41x1", "--json")
    #expect(small.status == 64)
    #expect(small.text == "")
    #expect(small.errors.contains("IMG_9.JPG: photo 3 cannot be picked: 40x30 is smaller than 41x1"))
    // The size has orientation applied: 4032 × 3024 becomes portrait.
    #expect(try photopick.run("select", "2", ".", "--min-size", "3024x4032").status == 0)
    let turned = try photopick.run("select", "2", ".", "--max-size", "4032x3024")
    #expect(turned.status == 64)
    #expect(turned.errors.contains("3024x4032 is larger than 4032x3024"))
    let unknown = try photopick.run("select", "1", ".", "--min-size", "1X1")
    #expect(unknown.errors.contains("its size in pixels is unknown"))
    #expect(try picked("2-3", "--min-size", "30x30") == ["2", "3"])
  }

  @Test(arguments: ["12", "0x5", "axb", "1x2x3", "-1x5", "99999999999x1"])
  func `a size that is none is wrong usage`(size: String) throws {
    let outcome = try photopick.run("select", "1", ".", "--min-size=\(size)")
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
  }

  @Test func `a damaged photo is named and nothing is printed, unless damaged ones are asked for`() throws {
    let refused = try photopick.run("select", "4-6", ".", "--json")
    #expect(refused.status == 64)
    #expect(refused.text == "")
    #expect(refused.errorLines.count == 1)
    #expect(refused.errors.contains("/broken.jpg: photo 5 cannot be picked: it is damaged: "))
    #expect(refused.errors.contains("--allow-damaged"))
    let taken = try photopick.run("select", "5", ".", "--allow-damaged", "--jsonl", "--keys", "plain")
    #expect(try taken.lines(of: Record.self).first?.damaged != nil)
    #expect(taken.status == 0)
    #expect(try photopick.run("select", "1", ".", "--allow-damaged", "--verify").status == 64)
  }

  @Test func `damaged photos are counted and the first named, or left out`() throws {
    for number in 1...9 {
      try photopick.photos.file(
        FilePath("broken\(number).jpg"), Array("no picture".utf8), modified: 1_000_000_000 - number)
    }
    let refused = try photopick.run("select", "all", ".", "--json")
    #expect(refused.status == 64 && refused.text == "")
    #expect(refused.errorLines.count == 1)
    #expect(
      refused.errors.hasPrefix(
        "photopick: 10 photos are damaged and cannot be picked: broken.jpg (5), broken1.jpg (7), broken2.jpg (8) "
          + "and 7 more; --allow-damaged takes them, --skip-damaged leaves them out"))
    let sound = try photopick.run("select", "all", ".", "--skip-damaged", "--format", "{number} {name}")
    #expect(sound.status == 0)
    #expect(sound.lines.count == 5 && !sound.text.contains("broken"))
    #expect(
      sound.errorLines == [
        "photopick: 10 damaged photos are left out: broken.jpg (5), broken1.jpg (7), broken2.jpg (8) and 7 more"
      ])
    #expect(try photopick.run("select", "all", ".", "--skip-damaged", "--max", "5").status == 0)
    #expect(try photopick.run("select", "1", ".", "--skip-damaged", "--allow-damaged").status == 64)
    let form = ["--format", "{name}"]
    let draft = try photopick.runAll(["select", "4-7", ".", "--skip-damaged", "--draft", "a"] + form)
    #expect(draft.status == 0 && draft.lines.count == 2)
    #expect(try photopick.runAll(["drafts", "show", "a"] + form).lines == draft.lines)
  }

  @Test func `the view is that of the options`() throws {
    #expect(
      try photopick.run(
        "select", "1", "--sort", "name", "--group", "all", "--filter", "jpeg", "--format", "{name}"
      ).lines
        == ["IMG_2.jpg"])
    #expect(try photopick.run("select", "1", "--no-catalog", ".", "--format", "{name}").lines == ["clip.mp4"])
  }

  @Test func `a path that is not there costs the status, not the rest`() throws {
    let outcome = try photopick.run("select", "all", "IMG_9.JPG", "gone.jpg", "--format", "{name}")
    #expect(outcome.lines == ["IMG_9.JPG"])
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
  }
}
