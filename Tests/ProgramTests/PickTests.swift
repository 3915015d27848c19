import Foundation
import SystemPackage
import TestSupport
import Testing

/// The picker on a terminal.
@Suite(.blocking, .serialized) struct PickTests {
  private let photopick: Photopick

  init() throws { photopick = try Self.library() }

  /// Creates a folder `Trip` with nine photos, and `broken.jpg`, which is no picture.
  static func library() throws -> Photopick {
    var photopick = try Photopick()
    photopick.environment["XDG_CACHE_HOME"] = photopick.user.at("cache").string
    for number in 1...9 {
      try photopick.photos.file(
        FilePath("Trip/IMG_\(number).jpg"), PictureBuilder.jpeg("2014:05:0\(number) 10:00:00"))
    }
    try photopick.photos.file("Trip/broken.jpg", Array("no picture".utf8), modified: 1_300_000_000)
    return photopick
  }

  private func start(
    _ arguments: String..., columns: UInt16 = 80, rows: UInt16 = 40
  ) throws -> PickerTerminal {
    try PickerTerminal(
      photopick, [photopick.photos.path.string] + arguments, columns: columns, rows: rows)
  }

  private func path(_ name: String) -> String { photopick.photos.at("Trip").appending(name).string }

  @Test func `what is picked is printed in the order shown`() throws {
    let picker = try start()
    try picker.wait(for: "IMG_9.jpg")
    #expect(picker.screen.modes.contains(1049))
    try picker.type("\u{1B}[C\u{1B}[C \u{1B}[D ")
    try picker.wait(for: "2 picked")
    try picker.type("d")
    #expect(try picker.end() == 0)
    #expect(picker.output == "\(path("IMG_8.jpg"))\n\(path("IMG_7.jpg"))\n")
    #expect(picker.isRestored)
  }

  @Test func `the order of picking is kept on request, with numbers on the photos`() throws {
    let picker = try start("--order", "picked", "--jsonl", "--keys", "plain")
    try picker.wait(for: "IMG_9.jpg")
    try picker.type("ll hh ")
    try picker.wait(for: "┏ 1 ━")
    try picker.wait(for: "▗ 2 ▄")
    try picker.type("d")
    #expect(try picker.end() == 0)
    let lines = picker.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("\"number\":3") == true)
    #expect(lines.last?.contains("\"number\":1") == true)
  }

  @Test func `a run and a drag pick many`() throws {
    let picker = try start("--format", "{name}")
    try picker.wait(for: "IMG_9.jpg")
    try picker.type("vlll ")
    try picker.wait(for: "4 picked")
    // The second row of photos starts below the title, a heading and one row of cells.
    try picker.type("\u{1B}[<0;3;13M\u{1B}[<32;43;13M\u{1B}[<0;43;13m")
    try picker.wait(for: "7 picked")
    try picker.type("d")
    #expect(try picker.end() == 0)
    #expect(picker.output == (3...9).reversed().map { "IMG_\($0).jpg\n" }.joined())
  }

  @Test func `a photo that is cut off is let go and the others are printed`() throws {
    let whole = try Scene.jpeg(width: 400, height: 400)
    try photopick.photos.file("Other/whole.jpg", whole)
    try photopick.photos.file("Other/cut.jpg", Array(whole.dropLast(whole.count / 4)))
    let picker = try start("--verify", "--album", "Other", "--sort", "name", "--format", "{name}")
    try picker.wait(for: "whole.jpg")
    try picker.type("A")
    try picker.wait(for: "2 picked")
    try picker.type("d")
    try picker.wait(for: "cut.jpg was unpicked: damaged: it is cut off")
    try picker.type("d")
    #expect(try picker.end() == 0)
    #expect(picker.output == "whole.jpg\n")
  }

  @Test func `no more than the maximum is picked`() throws {
    let picker = try start("--max", "2")
    try picker.wait(for: "IMG_9.jpg")
    try picker.type(" l l ")
    try picker.wait(for: "Only 2 photos please!")
    try picker.wait(for: "You can only pick 2 photos at a time.")
    try picker.type("d")
    #expect(try picker.end() == 0)
    #expect(picker.output.split(separator: "\n").count == 2)
  }

  @Test func `a damaged photo is shown and not picked`() throws {
    let picker = try start(rows: 44)
    try picker.wait(for: "broken.jpg")
    try picker.type("\u{1B}[F ")
    try picker.wait(for: "broken.jpg cannot be picked: it is damaged")
    // If nothing else is picked, it isn't returned either.
    try picker.type("hld")
    try picker.wait(for: "broken.jpg cannot be picked: it is damaged")
    try picker.type("q")
    #expect(try picker.end() == 130)
    #expect(picker.output.isEmpty)
    let allowed = try start("--allow-damaged", "--format", "{name}", rows: 44)
    try allowed.wait(for: "broken.jpg")
    try allowed.type("\u{1B}[F d")
    #expect(try allowed.end() == 0)
    #expect(allowed.output == "broken.jpg\n")
  }

  @Test func `albums follow the order of --sort, and done is offered once something is picked`()
    throws
  {
    for (name, count) in [("Berlin", 1), ("Athens", 2), ("Zurich", 3)] {
      for number in 0..<count {
        try photopick.photos.file(
          FilePath("\(name)/\(number).jpg"), PictureBuilder.jpeg("2015:01:0\(number + 1) 10:00:00"))
      }
    }
    let picker = try start("--sort", "name")
    try picker.wait(for: "1/16")
    try picker.type("\t")
    func isInOrder(_ names: String...) -> (TerminalScreen) -> Bool {
      { screen in
        let places = names.map { screen.text.firstRange(of: $0)?.lowerBound }
        return places.allSatisfy { $0 != nil }
          && places.compactMap { $0 } == places.compactMap { $0 }.sorted()
      }
    }
    try picker.wait("albums by name", until: isInOrder("All Photos", "Athens", "Berlin", "Trip", "Zurich"))
    #expect(!picker.screen.text.contains("d done"))
    try picker.type("sm\r")
    try picker.wait("albums by count", until: isInOrder("All Photos", "Trip", "Zurich", "Athens", "Berlin"))
    try picker.type("\t ")
    try picker.wait(for: "1 picked")
    try picker.type("\t")
    try picker.wait("done") { $0.text.contains("Enter open") && $0.text.contains("d done") }
    try picker.type("d")
    #expect(try picker.end() == 0)
  }

  @Test(arguments: [40, 44, 80, 180]) func `a row has four photos or more`(columns: UInt16) throws {
    let picker = try start("--group", "all", columns: columns)
    try picker.wait(for: "1/10")
    let row = try #require(picker.screen.lines.first { $0.contains("jpg") })
    #expect(row.components(separatedBy: "jpg").count > 4, "\(row)")
    try picker.type("q")
    #expect(try picker.end() == 130)
  }

  @Test func `it stops and goes on`() throws {
    let picker = try start()
    try picker.wait(for: "IMG_9.jpg")
    try picker.type(" ")
    try picker.wait(for: "1 picked")
    picker.send(SIGTSTP)
    try picker.waitUntilStopped()
    #expect(picker.isRestored)
    picker.send(SIGCONT)
    try picker.wait("the screen") { $0.modes.contains(1049) && $0.text.contains("1 picked") }
    try picker.type("d")
    #expect(try picker.end() == 0)
    #expect(picker.output == path("IMG_9.jpg") + "\n")
  }

  @Test func `it fits any size, 20 by 5 among them`() throws {
    let picker = try start(columns: 20, rows: 5)
    try picker.wait(for: "IMG_9.jpg")
    try picker.type("l ")
    try picker.wait(for: "✓ IMG_8.jpg")
    picker.resize(columns: 120, rows: 31)
    try picker.wait("the larger screen") { $0.text.contains("IMG_5.jpg") && $0.text.contains("1 picked") }
    picker.resize(columns: 12, rows: 3)
    try picker.wait(for: "1 picked")
    try picker.type("d")
    #expect(try picker.end() == 0)
    #expect(picker.output == path("IMG_8.jpg") + "\n")
  }

  @Test func `pictures follow the font size`() throws {
    try photopick.photos.file("Trip/new.jpg", Scene.jpeg(width: 120, height: 80))
    let picker = try PickerTerminal(
      photopick, [photopick.photos.path.string], rows: 40, answer: "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;22c",
      cell: (8, 16))
    try picker.wait(for: "c=15,r=5,C=1", times: 1)
    picker.resize(columns: 80, rows: 40, cell: (12, 20))
    try picker.wait(for: "c=10,r=4,C=1", times: 1)
    try picker.type("q")
    #expect(try picker.end() == 130)
  }

  @Test func `it follows the folder without losing picks`() throws {
    let picker = try start()
    try picker.wait(for: "IMG_9.jpg")
    try picker.type("l ")
    try picker.wait(for: "1 picked")
    try photopick.photos.file("Trip/NEW.jpg", PictureBuilder.jpeg("2014:05:31 10:00:00"))
    try photopick.photos.remove("Trip/IMG_9.jpg")
    try picker.wait("the change") { $0.text.contains("NEW.jpg") && !$0.text.contains("IMG_9.jpg") }
    try picker.type("d")
    #expect(try picker.end() == 0)
    #expect(picker.output == path("IMG_8.jpg") + "\n")
  }

  @Test func `immediate returns the first pick`() throws {
    let picker = try start("--immediate")
    try picker.wait(for: "IMG_9.jpg")
    try picker.type(" ")
    #expect(try picker.end() == 0)
    #expect(picker.output == path("IMG_9.jpg") + "\n")
  }

  @Test func `photos picked earlier stand first and are picked, others are left out`() throws {
    try photopick.user.file("earlier", Array("\(path("IMG_2.jpg"))\n\(path("gone.jpg"))\n".utf8))
    try photopick.user.file("others", Array("\(path("IMG_9.jpg"))\n".utf8))
    let picker = try start(
      "--preselected", photopick.user.at("earlier").string, "--exclude", photopick.user.at("others").string)
    try picker.wait(for: "IMG_8.jpg")
    #expect(picker.screen.text.contains("Selected · 1"))
    #expect(picker.screen.text.contains("▗ ✓ ▄") && picker.screen.text.contains("IMG_2.jpg"))
    #expect(!picker.screen.text.contains("IMG_9.jpg"))
    try picker.type("l ")
    try picker.wait(for: "2 picked")
    try picker.type("d")
    #expect(try picker.end() == 1)
    #expect(picker.output == "\(path("IMG_2.jpg"))\n\(path("IMG_8.jpg"))\n")
    #expect(picker.errors.contains("gone.jpg: no such file or folder"))
  }

  @Test func `a draft keeps what may not be picked now, and what is not there now`() throws {
    var kept = photopick
    kept.environment["XDG_DATA_HOME"] = kept.user.at("data").string
    _ = try kept.run("select", "all", ".", "--allow-damaged", "--draft", "album")
    let before = try #require(kept.user.bytes("data/photopick/drafts/album.draft"))
    let arguments = [kept.photos.path.string, "--draft", "album"]
    let strict = try PickerTerminal(kept, arguments + ["--min-size", "9000x9000"])
    try strict.wait(for: "0 picked")
    try strict.type("q")
    #expect(try strict.end() == 130)
    #expect(kept.user.bytes("data/photopick/drafts/album.draft") == before)
    let picker = try PickerTerminal(kept, arguments)
    try picker.wait(for: "9 picked")
    try picker.wait(for: "IMG_9.jpg")
    try FileManager.default.removeItem(atPath: path("IMG_3.jpg"))
    try picker.wait(for: "IMG_3.jpg was picked but no longer exists")
    try picker.type("q")
    #expect(try picker.end() == 130)
    #expect(kept.user.bytes("data/photopick/drafts/album.draft") == before)
  }

  @Test func `a draft keeps what was picked when the picker is left`() throws {
    var kept = photopick
    kept.environment["XDG_DATA_HOME"] = kept.user.at("data").string
    let arguments = [kept.photos.path.string, "--draft", "album", "--order", "picked"]
    let first = try PickerTerminal(kept, arguments)
    try first.wait(for: "IMG_9.jpg")
    try first.type("l h ")
    try first.wait(for: "2 picked")
    try first.type("q")
    #expect(try first.end() == 130)
    let second = try PickerTerminal(kept, arguments)
    try second.wait(for: "▖ 1 ━")
    try second.type("d")
    #expect(try second.end() == 0)
    #expect(second.output == "\(path("IMG_8.jpg"))\n\(path("IMG_9.jpg"))\n")
  }
}
