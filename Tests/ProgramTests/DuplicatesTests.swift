import Foundation
import PhotoFormats
import PhotoImaging
import SystemPackage
import TestSupport
import Testing

@Suite(.blocking) struct DuplicatesTests {
  private let photopick: Photopick

  init() throws {
    photopick = try Photopick()
    let photo = PictureBuilder.jpeg("2014:05:25 10:00:00") { $0.padding = 1000 }
    for name in ["a.jpg", "b.jpg", "sub/c.jpg"] { try photopick.photos.file(FilePath(name), photo) }
    try photopick.photos.file(
      "other.jpg", PictureBuilder.jpeg("2014:05:26 10:00:00") { $0.padding = 1000 })
  }

  private struct Group: Decodable {
    struct Photo: Decodable {
      var name: String
      var number: Int
    }

    var kind: String
    var photos: [Photo]
    var best: Int
    var reason: String
  }

  @Test func `copies are listed with the best first and numbered for other commands`() throws {
    let found = try photopick.run("duplicates", ".", "--exact", "--prefer", "sub")
    #expect(found.status == 0 && found.errors == "")
    #expect(found.lines.first == "Copies · 3")
    #expect(found.lines[1].hasSuffix("in the preferred folder)") && found.lines[1].contains("sub/c.jpg"))
    #expect(found.lines.last?.hasPrefix("2 duplicates, ") == true)
    #expect(try photopick.run("select", "1", "--format", "{name}").lines == ["c.jpg"])
  }

  @Test func `groups are printed as JSON, and superfluous paths for scripts`() throws {
    let options = ["duplicates", ".", "--exact", "--prefer", "sub"]
    let groups = try photopick.runAll(options + ["--json"]).array(of: Group.self)
    #expect(groups.count == 1 && groups[0].kind == "copy" && groups[0].best == 0)
    #expect(groups[0].reason == "in the preferred folder")
    #expect(groups[0].photos.first?.name == "c.jpg" && groups[0].photos.map(\.number) == [1, 2, 3])
    #expect(try photopick.runAll(options + ["--jsonl"]).lines.count == 1)
    let paths = try photopick.runAll(options + ["-0"]).bytes.split(separator: 0)
    #expect(
      Set(paths.map { String(decoding: $0, as: UTF8.self) })
        == Set(["a.jpg", "b.jpg"].map { photopick.photos.at(FilePath($0)).string }))
  }

  @Test func `no duplicates is a message and an empty list`() throws {
    let found = try photopick.run("duplicates", "sub", "--exact")
    #expect(found.status == 0 && found.text == "" && found.errors == "photopick: no duplicates found\n")
    #expect(try photopick.run("duplicates", "sub", "--exact", "--json").text == "[\n]\n")
  }

  @Test func `options that contradict each other are refused`() throws {
    for options in [["--exact", "--similar"], ["--unique"], ["--json", "-0"]] {
      #expect(try photopick.runAll(["duplicates", "."] + options).status == 64)
    }
  }

  private var names: Set<String> {
    Set(photopick.photos.names() + photopick.photos.names("sub").map { "sub/\($0)" })
  }

  @Test func `all but the best are moved to the trash, with sidecars, and restored`() throws {
    try photopick.photos.file("a.jpg.xmp", SidecarFile.xmp(rating: 4))
    let before = names
    let refused = try photopick.run("duplicates", ".", "--exact", "--trash")
    #expect(refused.status == 64 && names == before)
    #expect(refused.errorLines.count == 1 && refused.errors.contains("--yes"))
    let moved = try photopick.run("duplicates", ".", "--exact", "--trash", "--yes", "--keep-metadata", "no")
    #expect(moved.status == 0 && moved.lines[1].contains("a.jpg"))
    #expect(moved.errors == "2 of 2 moved to the trash; photopick duplicates --undo restores them\n")
    #expect(names == ["a.jpg", "a.jpg.xmp", "other.jpg", "sub"])
    let restored = try photopick.run("duplicates", "--undo")
    #expect(
      restored.status == 0
        && Set(restored.lines.map { FilePath($0).lastComponent?.string }) == ["b.jpg", "c.jpg"])
    #expect(names == before)
    #expect(try photopick.run("duplicates", "--undo").errors == "photopick: there is nothing to restore\n")
  }

  @Test func `the preferred photo gets the metadata of the others, and undo takes it back`() throws {
    try photopick.photos.file("a.jpg.xmp", SidecarFile.xmp(rating: 4))
    _ = try photopick.run("mark", "all", ".", "--where", "name:b", "--caption", "One", "--keyword", "+Kyoto")
    _ = try photopick.run("mark", "all", "sub", "--caption", "Two")
    let before = names
    let sidecar = photopick.photos.bytes("sub/c.jpg.xmp")
    func moved(_ options: String...) throws -> Photopick.Outcome {
      try photopick.runAll(["duplicates", ".", "--exact", "--prefer", "sub", "--trash", "--yes"] + options)
    }
    let kept = try moved()
    #expect(kept.status == 0 && kept.lines[1].contains("sub/c.jpg") && kept.errors.contains("2 of 2 moved"))
    #expect(kept.errors.contains("b.jpg: its caption is not kept: “One”; the kept photo has “Two”"))
    let values = try photopick.run("browse", "sub", "--format", "{rating} {keywords} {caption}")
    #expect(values.lines == ["4 Kyoto Two"])
    #expect(try photopick.run("duplicates", "--undo").status == 0)
    #expect(names == before && photopick.photos.bytes("sub/c.jpg.xmp") == sidecar)
    #expect(try !moved("--keep-metadata", "no").errors.contains("caption"))
    #expect(photopick.photos.bytes("sub/c.jpg.xmp") == sidecar)
  }

  @Test func `metadata of duplicates is kept, and what was trashed is reported if it is gone`() throws {
    try photopick.photos.file(
      "large.jpg", PictureBuilder.jpeg("2014:05:25 10:00:00") { $0.padding = 1000 })
    try photopick.photos.file("b.jpg.xmp", SidecarFile.xmp(rating: 3))
    try photopick.photos.remove("a.jpg")
    try photopick.photos.file("sub/c.jpg.xmp", SidecarFile.xmp(rating: 5))
    let moved = try photopick.run("duplicates", ".", "--exact", "--trash", "--yes")
    #expect(moved.status == 0)
    _ = try photopick.shell("rm -r \"$HOME\"/.local/share/Trash \"$HOME\"/.Trash* .Trash* 2> /dev/null; true")
    let undone = try photopick.run("duplicates", "--undo")
    #expect(undone.status == 1 && undone.errors.contains("no longer in the trash"))
  }

  @Test func `views group and filter by duplicates`() throws {
    let groups = try photopick.run("browse", ".", "--group", "duplicate")
    #expect(groups.status == 0 && groups.lines.contains { $0.hasPrefix("No duplicates · 1") })
    #expect(groups.lines[0].hasPrefix("Copies of ") && groups.lines[0].hasSuffix(") · 3"))
    #expect(try photopick.run("select", "4", "--format", "{name}").lines == ["other.jpg"])
    let options = ["--where", "is:duplicate", "--sort", "name", "--format", "{name}"]
    #expect(try photopick.runAll(["browse", "."] + options).lines == ["a.jpg", "b.jpg", "c.jpg"])
    let known = try photopick.runAll(["browse", ".", "--no-refresh"] + options)
    #expect(known.lines == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(try photopick.runAll(["select", "all", "."] + options).lines == ["a.jpg", "b.jpg", "c.jpg"])
    let formats = ["stats", ".", "--where", "is:duplicate", "--by", "format", "--format", "{count}"]
    #expect(try photopick.runAll(formats).lines == ["3"])
    let counts = try photopick.run("stats", ".", "--by", "duplicate", "--format", "{count} {title}")
    #expect(Set(counts.lines.map { $0.prefix(10) }) == ["3 Copies o", "1 No dupli"])
  }

  @Test func `the position of a duplicate is kept`() throws {
    try photopick.photos.file("a.jpg.xmp", SidecarFile.xmp(rating: 3))
    _ = try photopick.run("mark", "all", "sub", "--place", "35.5,135.25")
    let moved = try photopick.run("duplicates", ".", "--exact", "--trash", "--yes")
    #expect(moved.status == 0 && moved.lines[1].contains("a.jpg"))
    let kept = try photopick.run("browse", ".", "--where", "name:a.jpg", "--format", "{latitude} {longitude}")
    #expect(kept.lines == ["35.5 135.25"])
  }

  /// A picture of colored stripes, with a square spot of another brightness.
  private func picture(spot: UInt8 = 0, side: Int = 4) throws -> PixelBuffer {
    let size = try #require(PixelSize(width: 640, height: 480))
    var rgba: [UInt8] = []
    for y in 0..<480 {
      for x in 0..<640 {
        let isSpot = (306..<306 + side).contains(x) && (202..<202 + side).contains(y)
        let value = UInt8((x / 3 + y / 2 + x * y / 900) % 160 + 20) + (isSpot ? spot : 0)
        rgba += [value, value / 2 + 40, 120 - value / 4, 255]
      }
    }
    return try #require(PixelBuffer(size: size, rgba: rgba, isOpaque: true))
  }

  @Test func `versions are moved only with an option, after all of their pixels were compared`() throws {
    let fine = try picture().jpeg(quality: 0.95)
    try photopick.photos.file("v/fine.jpg", fine)
    try photopick.photos.file("v/coarse.jpg", picture().jpeg(quality: 0.5))
    let listed = try photopick.run("duplicates", "v", "--json")
    #expect(listed.text.contains(#""certainty":"likely""#))
    let kept = try photopick.run("duplicates", "v", "--trash", "--yes")
    #expect(kept.status == 0 && kept.errors.contains("--versions"))
    #expect(photopick.photos.names("v") == ["coarse.jpg", "fine.jpg"])
    // The spot is too small for the thumbnails that the listing compares.
    let spot = try picture(spot: 60).jpeg(quality: 0.5)
    try photopick.photos.file("v/spot.jpg", spot)
    let moved = try photopick.run("duplicates", "v", "--trash", "--versions", "--yes")
    #expect(moved.status == 1 && moved.errors.contains("spot.jpg: compared with"))
    #expect(moved.errors.contains("1 of 2 moved") && photopick.photos.names("v") == ["fine.jpg", "spot.jpg"])
  }

  @Test func `edits are listed as edits and moved only with an option`() throws {
    let color = try picture()
    var rgba: [UInt8] = []
    for value in color.luma { rgba += [value, value, value, 255] }
    let gray = try #require(PixelBuffer(size: color.size, rgba: rgba, isOpaque: true))
    try photopick.photos.file("v/color.jpg", color.jpeg(quality: 0.9))
    try photopick.photos.file("v/gray.jpg", gray.jpeg(quality: 0.95))
    let groups = try photopick.run("duplicates", "v", "--json").array(of: Group.self)
    #expect(groups.map(\.kind) == ["edit"] && groups.first?.photos.map(\.name) == ["color.jpg", "gray.jpg"])
    #expect(try photopick.run("duplicates", "v").lines.first == "Edits · 2")
    let kept = try photopick.run("duplicates", "v", "--trash", "--versions", "--yes")
    #expect(kept.status == 0 && kept.errors.contains("edits stay: 1; --edits"))
    #expect(photopick.photos.names("v") == ["color.jpg", "gray.jpg"])
    let moved = try photopick.run("duplicates", "v", "--trash", "--edits", "--yes")
    #expect(moved.status == 0 && photopick.photos.names("v") == ["color.jpg"])
  }

  @Test func `a part of an edit differs only if the fraction of the second proves a single shot`() throws {
    func write(_ picture: PixelBuffer, _ name: String, _ subseconds: String?, isFirst: Bool) throws {
      let header = PictureBuilder.jpeg("2014:05:25 10:00:00") {
        $0.make = "Canon"
        $0.subseconds = subseconds
        $0.exifSize = isFirst ? nil : (9999, 9999)
      }
      let end = try #require(header.indices.first { header[$0...].starts(with: [0xFF, 0xC0]) })
      try photopick.photos.file(
        FilePath("v/\(name).jpg"), Array(header[..<end]) + picture.jpeg(quality: 0.9).dropFirst(2))
    }
    for subseconds in [nil, "25"] {
      try write(picture(), "camera", subseconds, isFirst: true)
      try write(picture(spot: 75, side: 14), "retouched", subseconds, isFirst: false)
      let moved = try photopick.run("duplicates", "v", "--in-stacks", "--trash", "--edits", "--yes")
      #expect(moved.lines.first == "Edits · 2")
      if subseconds == nil {
        #expect(moved.status == 1 && moved.errors.contains("a part of the picture differs; it stays"))
        #expect(photopick.photos.names("v") == ["camera.jpg", "retouched.jpg"])
      } else {
        #expect(moved.status == 0 && photopick.photos.names("v") == ["camera.jpg"])
      }
    }
  }

  @Test func `the best version gets the metadata of copies of a worse one`() throws {
    try photopick.photos.file("v/fine.jpg", picture().jpeg(quality: 0.95))
    for name in ["v/coarse.jpg", "v/copy.jpg"] {
      try photopick.photos.file(FilePath(name), picture().jpeg(quality: 0.5))
    }
    for name in ["coarse", "copy"] {
      let keyword = ["--keyword", "+\(name)"]
      _ = try photopick.runAll(["mark", "all", "v", "--where", "name:\(name)"] + keyword)
    }
    let moved = try photopick.run("duplicates", "v", "--trash", "--versions", "--yes")
    #expect(moved.status == 0 && photopick.photos.names("v") == ["fine.jpg", "fine.jpg.xmp"])
    let keywords = try photopick.run("browse", "v", "--format", "{keywords}").text
    #expect(keywords.contains("coarse") && keywords.contains("copy"))
  }

  @Test func `a damaged photo is never kept instead of an intact one`() throws {
    let photo = try picture().jpeg(quality: 0.9)
    var rotten = photo
    rotten.replaceSubrange(
      photo.count * 9 / 10..<photo.count, with: repeatElement(0, count: photo.count / 10))
    try photopick.photos.file("v/a.jpg", photo)
    try photopick.photos.file("v/b.jpg", photo)
    _ = try photopick.run("duplicates", "v")
    // Rot changes neither the size nor the modification time.
    try photopick.photos.file("v/b.jpg", rotten)
    for first in ["a.jpg", "b.jpg"] {
      _ = try photopick.run("duplicates", "v", "--trash", "--versions", "--yes", "--prefer", "v/\(first)")
      #expect(photopick.photos.names("v") == ["a.jpg", "b.jpg"])
    }
  }

  @Test(arguments: [
    "$RECYCLE.BIN/S-1", "#recycle", "@Recycle", ".Trash-1000/files", ".Trashes/501", "Trash/files",
  ])
  func `files in trashes, and links, are no duplicates`(folder: String) throws {
    let photo = PictureBuilder.jpeg("2015:05:25 10:00:00") { $0.padding = 1000 }
    try photopick.photos.file("real/only.jpg", photo, modified: 2_000_000_000)
    try photopick.photos.file(FilePath("real/\(folder)/older.jpg"), photo)
    try photopick.photos.file("disk/older.jpg", photo)
    #expect(
      symlink(photopick.photos.at("disk/older.jpg").string, photopick.photos.at("real/link.jpg").string) == 0)
    let moved = try photopick.run("duplicates", "real", "--exact", "--hidden", "--trash", "--yes")
    #expect(moved.status == 0 && moved.errors.contains("photos in trashes and other system folders"))
    #expect(photopick.photos.names("real").contains("only.jpg"))
    #expect(photopick.photos.names("disk") == ["older.jpg"])
  }
}
