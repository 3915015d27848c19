import Foundation
import SystemPackage
import TestSupport
import Testing

/// Corrections of capture dates by `mark`.
@Suite(.blocking) struct ClockMarkTests {
  private let photopick: Photopick

  init() throws {
    photopick = try Photopick()
    for (name, date, camera) in [
      ("a/1.jpg", "2014:05:25 10:00:00", "NIKON"), ("a/2.jpg", "2014:05:26 12:00:00", "NIKON"),
      ("a/3.jpg", "2014:05:24 12:00:00", "NIKON"), ("b/4.jpg", "2014:05:25 11:02:03", "Canon"),
    ] {
      try photopick.photos.file(FilePath(name), PictureBuilder.jpeg(date) { $0.make = camera })
    }
  }

  private func dates() throws -> [String] {
    try photopick.run("browse", "--sort", "name", "--group", "all", "--format", "{date}").lines
  }

  private static let before = [
    "2014-05-25T10:00:00", "2014-05-26T12:00:00", "2014-05-24T12:00:00", "2014-05-25T11:02:03",
  ]

  @Test func `photos of a camera are shifted, and the shift is undone`() throws {
    #expect(try dates() == Self.before)
    let marked = try photopick.run("mark", "all", ".", "--where", "camera:nikon", "--shift-time", "+1:02:03")
    #expect(marked.status == 0 && marked.errors == "" && marked.lines.count == 3)
    #expect(
      try dates() == [
        "2014-05-25T11:02:03", "2014-05-26T13:02:03", "2014-05-24T13:02:03", "2014-05-25T11:02:03",
      ])
    let again = try photopick.run(
      "mark", "all", ".", "--where", "camera:nikon", "--shift-time", "-1d", "--time-zone", "Europe/Rome")
    #expect(again.lines.count == 3)
    #expect(try dates().first == "2014-05-24T11:02:03+02:00")
    #expect(try photopick.run("mark", "--undo").lines.count == 3)
    #expect(try dates().first == "2014-05-25T11:02:03")
    #expect(try photopick.run("mark", "--undo").lines.count == 3)
    #expect(try dates() == Self.before)
    #expect(photopick.photos.names("a") == ["1.jpg", "2.jpg", "3.jpg"])
  }

  @Test func `two photos of one moment give the shift`() throws {
    try photopick.photos.file("a/5.jpg", PictureBuilder.jpeg("2014:05:25 11:02:03"))
    for pair in ["1.jpg=5.jpg", "a/1.jpg=b/4.jpg", "1.jpg=\(photopick.photos.at("b/4.jpg").string)"] {
      let marked = try photopick.run("mark", "all", ".", "--where", "camera:nikon", "--same-time", pair)
      #expect(marked.status == 0 && marked.errors == "" && marked.lines.count == 3, "\(pair)")
      #expect(try dates()[1] == "2014-05-26T13:02:03")
      #expect(try photopick.run("mark", "--undo").status == 0)
    }
    try photopick.photos.file("b/1.jpg", PictureBuilder.jpeg("2014:05:25 10:00:00"))
    try photopick.photos.file("b/undated.jpg", PictureBuilder.jpeg())
    for (pair, error) in [
      ("1.jpg=4.jpg", "several folders contain a photo 1.jpg"), ("9.jpg=1.jpg", "there is no photo 9.jpg"),
      ("2.jpg=undated.jpg", "no date"),
    ] {
      let refused = try photopick.run("mark", "all", ".", "--same-time", pair)
      #expect(refused.status != 0 && refused.lines == [] && refused.errors.contains(error), "\(pair)")
    }
    #expect(!photopick.photos.names("a").contains { $0.hasSuffix(".xmp") })
  }

  @Test func `a name with an equals sign is one of the two photos`() throws {
    try photopick.photos.file("b/x=y.jpg", PictureBuilder.jpeg("2014:05:25 10:00:01"))
    let marked = try photopick.run("mark", "all", "a", "--same-time", "1.jpg=b/x=y.jpg", "--format", "{date}")
    #expect(marked.lines.sorted().last == "2014-05-26T12:00:01")
  }

  @Test func `a dry run prints the first and the last photo and writes nothing`() throws {
    let shown = try photopick.run("mark", "all", "a", "--shift-time", "+1y", "--dry-run")
    #expect(
      shown.lines == [
        "2014-05-24T12:00:00 → 2015-05-24T12:00:00  \(photopick.photos.at("a/3.jpg"))",
        "2014-05-26T12:00:00 → 2015-05-26T12:00:00  \(photopick.photos.at("a/2.jpg"))",
        "3 photos to correct",
      ])
    #expect(shown.errors == "" && shown.status == 0)
    let one = try photopick.run("mark", "1", "b", "--same-time", "a/1.jpg=a/1.jpg", "--dry-run")
    #expect(
      one.lines.last == "0 photos to correct, 1 with the right date already" && one.lines.count == 2)
    let records = try photopick.run("mark", "all", "a", "--shift-time", "+1y", "--dry-run", "--json")
      .dictionaries()
    #expect(records.map { $0["action"] as? String } == ["made", "made", "made"])
    #expect(records.contains { $0["dateBefore"] as? String == "2014-05-25T10:00:00" })
    #expect(try photopick.run("mark", "all", ".", "--rating", "5", "--dry-run").lines.count == 4)
    #expect(photopick.photos.names("a") == ["1.jpg", "2.jpg", "3.jpg"])
    #expect(photopick.photos.names("b") == ["4.jpg"])
    #expect(try photopick.run("mark", "--undo").errors == "photopick: there is no mark to undo\n")
  }

  @Test func `a photo that can't be corrected is reported, and the others are corrected`() throws {
    try photopick.photos.file("a/0.jpg", PictureBuilder.jpeg())
    let marked = try photopick.run("mark", "all", "a", "--shift-time", "+1d")
    #expect(marked.status == 1 && marked.lines.count == 3)
    #expect(
      marked.errorLines.count == 1 && marked.errors.contains("a/0.jpg: it is dated only by its modification"))
    #expect(!photopick.photos.names("a").contains("0.jpg.xmp"))
  }

  @Test func `a video's date is converted to the zone, and stays on another machine`() throws {
    try photopick.photos.file("c/5.mp4", PictureBuilder.movie(created: 1_401_012_000))
    #expect(try photopick.run("mark", "all", "c", "--time-zone", "Asia/Tokyo").status == 0)
    #expect(
      try photopick.run("browse", "c", "--time-zone", "America/New_York", "--format", "{date}").lines == [
        "2014-05-25T19:00:00+09:00"
      ])
  }

  @Test func `the zone is no option of the view`() throws {
    let help = try photopick.run("mark", "--help").text
    #expect(help.components(separatedBy: "--time-zone <zone>").count == 2)
  }

  @Test func `whenever it is killed, each date is the old or the new one, and undo restores all`() throws {
    for number in 10...60 {
      try photopick.photos.file(FilePath("a/\(number).jpg"), PictureBuilder.jpeg("2014:05:25 10:00:00"))
    }
    for round in 1...6 {
      _ = try photopick.run(
        "mark", "all", "a", "--no-catalog", "--shift-time", "+1d", interruptedBy: SIGKILL,
        after: .milliseconds(15 + 10 * round))
      for name in photopick.photos.names("a") where name.hasSuffix(".xmp") {
        let text = String(decoding: photopick.photos.bytes(FilePath("a/\(name)")) ?? [], as: UTF8.self)
        #expect(text.contains("<exif:DateTimeOriginal>") && text.hasSuffix("</x:xmpmeta>\n"), "\(name)")
      }
    }
    // A run that ended before its first sidecar has nothing to undo.
    for _ in 1...6 { #expect(try !photopick.run("mark", "--undo").errors.contains(".xmp")) }
    #expect(try photopick.run("mark", "--undo").errors == "photopick: there is no mark to undo\n")
    #expect(photopick.photos.names("a").allSatisfy { !$0.hasSuffix(".xmp") })
  }

  @Test(.enabled(if: SidecarToolTests.isThere("exiftool"), "exiftool is not installed"))
  func `ExifTool reads the dates that are written`() throws {
    try photopick.photos.file("d/5.mp4", PictureBuilder.movie(created: 1_401_012_000))
    _ = try photopick.run("mark", "all", "d", "--time-zone", "Asia/Tokyo")
    let read = try photopick.shell(
      "exiftool -s3 -XMP-exif:DateTimeOriginal -XMP-photoshop:DateCreated -XMP-xmp:CreateDate d/5.mp4.xmp")
    #expect(read.lines == [String](repeating: "2014:05:25 19:00:00+09:00", count: 3))
  }

  // MARK: Names of sidecars

  @Test func `a new sidecar is named as the option, the folder or the settings say`() throws {
    try photopick.user.file("home/.config/photopick/settings", Array("# marks\nsidecar = adobe\n".utf8))
    func mark(_ path: String, _ arguments: String...) throws -> [String] {
      try photopick.runAll(["mark", "all", path, "--rating", "3", "--format", "{name}"] + arguments).lines
    }
    #expect(try mark("b") == ["4.xmp"])
    #expect(try mark("a/1.jpg", "--sidecar", "full") == ["1.jpg.xmp"])
    // The folder precedes the settings.
    #expect(try mark("a/2.jpg") == ["2.jpg.xmp"])
    #expect(try mark("a/3.jpg", "--sidecar", "adobe") == ["3.xmp"])
    let doctor = try photopick.run("doctor").text
    #expect(doctor.contains("  sidecars       adobe\n"))
  }

  @Test(arguments: [
    ("sidecar = short", "line 1: sidecar is adobe or full"), ("sidecar", "line 1: write KEY = VALUE"),
    ("# x\n\ncolour = red", "line 3: there is no setting colour"),
  ])
  func `an error in the settings is reported, and the usual form applies`(text: String, error: String) throws
  {
    try photopick.user.file("home/.config/photopick/settings", Array(text.utf8))
    let marked = try photopick.run("mark", "all", "b", "--rating", "3", "--format", "{name}")
    #expect(marked.status == 0 && marked.lines == ["4.jpg.xmp"])
    #expect(marked.errorLines.count == 1 && marked.errors.contains(error))
    let doctor = try photopick.run("doctor")
    #expect(doctor.status == 1 && doctor.text.contains(error))
  }
}
