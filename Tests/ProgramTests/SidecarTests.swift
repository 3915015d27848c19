import Foundation
import SystemPackage
import TestSupport
import Testing

/// Sidecars in the output of commands.
@Suite(.blocking) struct SidecarTests {
  private let photopick: Photopick

  init() throws {
    photopick = try Photopick()
    for name in ["a.jpg", "b.jpg", "c.jpg"] as [FilePath] {
      try photopick.photos.file(name, PictureBuilder.jpeg("2014:05:13 12:00:00"))
    }
    try photopick.photos.file("a.jpg.xmp", SidecarFile.xmp(rating: 4))
    try photopick.photos.file("b.AAE", SidecarFile.edits)
    try photopick.photos.file("c.jpg.json", Array("{".utf8))
  }

  /// The values of sidecars.
  private struct Line: Decodable, Equatable {
    var name: String
    var rating: Int?
    var edited: Bool?
    var dateSource: String?
  }

  @Test func `every command and every list reads the sidecars of a photo`() throws {
    let names = ["a.jpg", "b.jpg", "c.jpg"]
    let list = Array(names.joined(separator: "\n").utf8)
    let browse = ["browse", "--sort", "name"]
    for (arguments, input) in [
      (["info"] + names, []), (["info", "-"], list), (browse, []), (browse + names, []),
      (browse + ["--no-refresh"], []), (browse + ["-"], list),
    ] {
      let found = try photopick.runAll(arguments + ["--json"], input: input).array(of: Line.self)
      #expect(
        found.map(\.rating) == [4, nil, nil] && found.map(\.edited) == [nil, true, nil], "\(arguments)")
      #expect(found.map(\.name) == names)
    }
  }

  @Test func `a sidecar that is passed over is told on request, each time`() throws {
    let line = "photopick: \(photopick.photos.at("c.jpg.json")): the sidecar is ignored: it is no JSON"
    for arguments in [["--no-catalog"], [], []] {
      #expect(try photopick.runAll(["browse", "--verbose"] + arguments).errorLines == [line])
      #expect(try photopick.runAll(["browse"] + arguments).errors == "")
    }
  }

  @Test func `an export takes the sidecars of Takeout along, and they are found under the new names`() throws
  {
    let photos = photopick.photos
    try photos.file("IMG_1(1).jpg", PictureBuilder.jpeg())
    try photos.file("IMG_1.jpg.supplemental-metadata(1).json", SidecarFile.takeout(1_401_012_000))
    try photos.file("IMG_1-edited(1).jpg", PictureBuilder.jpeg() + [0])
    try photos.file("IMG_O0001.AAE", SidecarFile.edits)
    try photos.file("IMG_0001.jpg", PictureBuilder.jpeg { $0.padding = 1 })
    let files = ["IMG_1(1).jpg", "IMG_0001.jpg"]
    let list = Array(files.joined(separator: "\n").utf8)
    _ = try photopick.run("export", "--to", "kept", "-", input: list)
    #expect(
      photos.names("kept") == [
        "IMG_0001.jpg", "IMG_1(1).jpg", "IMG_1-edited(1).jpg", "IMG_1.jpg.supplemental-metadata(1).json",
        "IMG_O0001.AAE",
      ])
    _ = try photopick.run("export", "--to", "new", "--name", "photo", "-", input: list)
    #expect(
      photos.names("new") == [
        "photo-2.jpg", "photo-2_O.AAE", "photo-edited.jpg", "photo.jpg", "photo.jpg.json",
      ])
    let found = try photopick.run("browse", "--json", "--group", "all", "--sort", "name", "new").array(
      of: Line.self)
    #expect(found.map(\.edited) == [true, nil, nil])
    #expect(found.last?.dateSource == "takeout:photoTakenTime")
  }
}

/// photopick and other tools read each other's sidecars.
@Suite(.blocking) struct SidecarToolTests {
  private let photopick: Photopick

  init() throws {
    photopick = try Photopick()
    try photopick.photos.file("IMG_1.jpg", PictureBuilder.jpeg())
  }

  /// Whether a tool is installed.
  static func isThere(_ tool: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
  }

  /// Runs shell code that writes sidecars, and returns the resulting record.
  private func record(after line: String) throws -> [String: Any] {
    let outcome = try photopick.shell(line)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try #require(try photopick.run("info", "--json", "IMG_1.jpg").dictionaries().first)
  }

  private func expectTexts(_ record: [String: Any], _ expected: [String: String]) {
    for (key, text) in expected { #expect(record[key].map { "\($0)" } == text, "\(key)") }
  }

  private func expectLists(_ record: [String: Any], _ expected: [String: [String]]) {
    for (key, texts) in expected { #expect(record[key] as? [String] == texts, "\(key)") }
  }

  @Test(.enabled(if: isThere("exiftool"), "exiftool is not installed"))
  func `what ExifTool writes`() throws {
    let record = try record(
      after: """
        exiftool -q -o IMG_1.jpg.xmp -XMP-xmp:Rating=4 -XMP-xmp:Label=Red -XMP-dc:Title='By the sea' \
        -XMP-dc:Description='Größe & <more>' -XMP-dc:Rights='© Ann' -XMP-photoshop:City=Paris \
        -XMP-exif:DateTimeOriginal='2014:05:25 10:00:00.12+09:00' -XMP-aux:Lens='50mm f/1.8' \
        -XMP-dc:Subject=Kyoto -XMP-dc:Subject='a, b' -XMP-dc:Creator=Ann -XMP-iptcExt:PersonInImage=Bob \
        -XMP-lr:HierarchicalSubject='Travel|Kyoto' -XMP-exif:GPSLatitude=48.5 -XMP-exif:GPSLongitude=-2.25
        """)
    expectTexts(
      record,
      [
        "rating": "4", "label": "Red", "title": "By the sea", "caption": "Größe & <more>",
        "copyright": "© Ann", "city": "Paris", "date": "2014-05-25T10:00:00.12+09:00",
        "dateSource": "xmp:DateTimeOriginal", "lens": "50mm f/1.8", "latitude": "48.5", "longitude": "-2.25",
      ])
    expectLists(
      record,
      [
        "keywords": ["Kyoto", "a, b"], "creators": ["Ann"], "people": ["Bob"],
        "keywordTree": ["Travel/Kyoto"],
      ])
  }

  @Test(.enabled(if: isThere("exiv2"), "exiv2 is not installed"))
  func `what Exiv2 writes`() throws {
    try photopick.photos.file("IMG_1.xmp", SidecarFile.xmp(rating: 1, of: "jpg"))
    let record = try record(
      after: """
        exiv2 -M'set Xmp.xmp.Rating 3' -M'set Xmp.xmp.Label Grün' -M'set Xmp.dc.title lang=x-default By the sea' \
        -M'set Xmp.exif.DateTimeOriginal 2014-05-25T10:00:00' -M'set Xmp.dc.subject XmpBag Kyoto' \
        -M'set Xmp.dc.subject XmpBag Übermaß' IMG_1.xmp
        """)
    expectTexts(
      record,
      [
        "rating": "3", "label": "Grün", "title": "By the sea", "date": "2014-05-25T10:00:00",
        "dateSource": "xmp:DateTimeOriginal",
      ])
    expectLists(record, ["keywords": ["Kyoto", "Übermaß"]])
  }

  @Test(.enabled(if: isThere("darktable-cli"), "darktable-cli is not installed"))
  func `what darktable writes`() throws {
    try photopick.photos.file("IMG_1.jpg", Scene.jpeg())
    try photopick.photos.file("IMG_1.jpg.xmp", SidecarFile.xmp(rating: 3))
    let record = try record(
      after: """
        darktable-cli IMG_1.jpg out.jpg --core --library :memory: --configdir "$HOME/darktable" \
        --conf write_sidecar_files='on import' >/dev/null 2>&1
        """)
    expectTexts(record, ["rating": "3"])
  }

  // darktable writes its labels into exported pictures.
  @Test(
    .enabled(
      if: isThere("darktable-cli") && isThere("exiftool"), "darktable-cli or exiftool is not installed"),
    arguments: [("Green", "2"), ("none", "")])
  func `darktable reads a new label instead of its own`(label: String, number: String) throws {
    try photopick.photos.file("IMG_1.jpg", Scene.jpeg())
    let export = """
      darktable-cli IMG_1.jpg IMG_1.jpg.xmp out.jpg --core --library :memory: --configdir "$HOME/darktable" \
      --conf write_sidecar_files='on import' >log 2>&1
      """
    let outcome = try photopick.shell(
      """
      "$PHOTOPICK" mark all IMG_1.jpg --label Blue > marked
      \(export)
      rm out.jpg
      "$PHOTOPICK" mark all IMG_1.jpg --label \(label) >> marked
      \(export)
      exiftool -s3 -XMP-darktable:Colorlabels out.jpg
      """)
    #expect(outcome.text.trimmingCharacters(in: .newlines) == number, "\(outcome.errors)")
  }

  // darktable writes tags into exported pictures.
  @Test(
    .enabled(
      if: isThere("darktable-cli") && isThere("exiftool"), "darktable-cli or exiftool is not installed"))
  func `darktable reads keywords with levels above them and without`() throws {
    try photopick.photos.file("IMG_1.jpg", Scene.jpeg())
    let outcome = try photopick.shell(
      """
      "$PHOTOPICK" mark all IMG_1.jpg --keyword +Rain,+Travel/Kyoto > marked
      darktable-cli IMG_1.jpg IMG_1.jpg.xmp out.jpg --core --library :memory: --configdir "$HOME/darktable" >log 2>&1
      exiftool -s3 -sep , -XMP-dc:Subject out.jpg
      """)
    let keywords = outcome.text.trimmingCharacters(in: .newlines).split(separator: ",")
    #expect(Set(keywords).isSuperset(of: ["Rain", "Kyoto"]), "\(outcome.errors)")
  }
}
