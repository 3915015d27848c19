import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite(.blocking) struct MarkTests {
  private let photopick: Photopick

  init() throws {
    photopick = try Photopick()
    for number in 1...4 {
      try photopick.photos.file(
        FilePath("\(number).jpg"), PictureBuilder.jpeg("2014:05:1\(number) 12:00:00") { $0.padding = number })
    }
  }

  /// The values in the sidecars of a photo.
  private struct Line: Decodable {
    var name: String
    var rating: Int?
    var label: String?
    var keywords: [String]?
  }

  private func lines() throws -> [String: Line] {
    let lines = try photopick.run("browse", "--json").array(of: Line.self)
    return Dictionary(uniqueKeysWithValues: lines.map { ($0.name, $0) })
  }

  @Test func `what was picked is marked, found by its marks, and taken back`() throws {
    _ = try photopick.run("browse", "--sort", "name", "--group", "all")
    let marked = try photopick.run("mark", "2-3", "--rating", "4", "--label", "Red", "--keyword", "+A/B,C")
    #expect(marked.status == 0 && marked.errors == "")
    #expect(marked.lines == ["2.jpg.xmp", "3.jpg.xmp"].map { photopick.photos.at(FilePath($0)).string })
    #expect(
      try photopick.run("browse", "--where", "rating:4", "--format", "{name}").lines.sorted() == [
        "2.jpg", "3.jpg",
      ])
    let again = try photopick.run("mark", "all", ".", "--keyword=-C", "--json").dictionaries()
    #expect(again.map { $0["action"] as? String } == ["unchanged", "changed", "changed", "unchanged"])
    #expect(try lines()["3.jpg"]?.keywords == ["B"])
    #expect(
      try photopick.run("mark", "--undo", "--format", "{action} {name}").lines == [
        "restored 2.jpg.xmp", "restored 3.jpg.xmp",
      ])
    #expect(try lines()["3.jpg"]?.keywords == ["B", "C"])
    #expect(
      try photopick.run("mark", "--undo").lines.sorted()
        == ["2.jpg.xmp", "3.jpg.xmp"].map { "removed \(photopick.photos.at(FilePath($0)).string)" })
    #expect(photopick.photos.names() == ["1.jpg", "2.jpg", "3.jpg", "4.jpg"])
    let nothing = try photopick.run("mark", "--undo")
    #expect(nothing.status == 1 && nothing.errors == "photopick: there is no mark to undo\n")
  }

  @Test func `a selection that begins with a hyphen is no option, and neither is a text`() throws {
    _ = try photopick.run("browse", ".", "--sort", "name")
    #expect(try photopick.run("mark", "-3", ".", "--sort", "name", "--rating", "5").lines.count == 3)
    let title = try photopick.run(
      "mark", "--title", "-5 °C", "-1", ".", "--sort", "name", "--format", "{source}")
    #expect(title.lines == [photopick.photos.at("1.jpg").string])
    #expect(try photopick.run("info", "1.jpg", "--format", "{title}").lines == ["-5 °C"])
    #expect(try photopick.run("mark", "all", "1.jpg", "--caption", "-5").status == 0)
    // An invalid selection is still an error.
    let album = try photopick.run("mark", "1", ".", "--rating", "1", "--album", "-5")
    #expect(album.status == 64 && album.errors.contains("--album"))
  }

  @Test func `a label that is almost one of other programs is written, and that is said`() throws {
    let marked = try photopick.run("mark", "1", ".", "--label", "Reddd")
    #expect(marked.status == 0 && marked.lines.count == 1)
    #expect(
      marked.errorLines == ["the label is Reddd, which other programs may not know; they know Red"])
    for label in ["Red", "Later", "none"] {
      #expect(try photopick.run("mark", "1", ".", "--label", label).errors == "")
    }
  }

  @Test(arguments: ["red", "RED"])
  func `a common label in another case is the common one`(label: String) throws {
    let marked = try photopick.run("mark", "all", "1.jpg", "--label", label)
    #expect(marked.status == 0 && marked.errors == "")
    #expect(try photopick.run("info", "1.jpg", "--format", "{label}").lines == ["Red"])
  }

  @Test func `an undo prints plain paths to scripts`() throws {
    _ = try photopick.run("mark", "all", "1.jpg", "--rating", "3")
    let undone = try photopick.run("mark", "--undo", "-0")
    #expect(undone.text == photopick.photos.at("1.jpg.xmp").string + "\0")
  }

  @Test func `no stars leaves a photo unrated, and makes no sidecars`() throws {
    _ = try photopick.run("mark", "all", "1.jpg", "--rating", "3")
    let marked = try photopick.run(
      "mark", "all", ".", "--sort", "name", "--rating", "0", "--format", "{action}")
    #expect(marked.lines == ["changed", "unchanged", "unchanged", "unchanged"])
    #expect(try photopick.run("browse", "--where", "rating:none", "--paths").lines.count == 4)
    #expect(photopick.photos.names() == ["1.jpg", "1.jpg.xmp", "2.jpg", "3.jpg", "4.jpg"])
  }

  @Test(arguments: [
    "mark", "mark 1", "mark 1 --rating 6", "mark 1 --rating -1", "mark 1 --rating 3 --reject",
    "mark --undo --reject",
    "mark 1 --undo", "mark 1 --keyword +", "mark 1 --keyword A,,B", "mark 1 --sidecar none --reject",
    "mark 1 --keyword /", "mark 1 --shift-time 1", "mark 1 --shift-time +1:00 --same-time 1.jpg=2.jpg",
    "mark 1 --same-time 1.jpg", "mark 1 --same-time 1.jpg=", "mark 1 --time-zone Europe/Nowhere",
    "mark 1 --dry-run", "mark --undo --shift-time +1d", "mark --undo --dry-run",
    "mark 1 --embed", "mark --undo --embed",
  ])
  func `what cannot be meant is an error of usage, and nothing is written`(line: String) throws {
    let outcome = try photopick.runAll(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64 && outcome.text == "" && outcome.errorLines.count == 1)
    #expect(photopick.photos.names() == ["1.jpg", "2.jpg", "3.jpg", "4.jpg"])
  }

  @Test func `a sidecar that cannot be written is told, and the others are`() throws {
    try photopick.photos.file("2.jpg.xmp", Array("<broken".utf8))
    let outcome = try photopick.run("mark", "all", ".", "--reject", "--sidecar", "adobe")
    #expect(outcome.status == 1 && outcome.lines.count == 3)
    #expect(outcome.errorLines.count == 1 && outcome.errors.contains("2.jpg.xmp: "))
    #expect(outcome.errors.hasSuffix("; it remains unchanged\n"))
    #expect(
      photopick.photos.names() == [
        "1.jpg", "1.xmp", "2.jpg", "2.jpg.xmp", "3.jpg", "3.xmp", "4.jpg", "4.xmp",
      ])
  }

  @Test func `a folder into which no sidecar can be written is told once, and its sidecars stay`() throws {
    for number in 1...3 {
      try photopick.photos.file(FilePath("\(number).jpg.xmp"), SidecarFile.xmp(rating: 1))
    }
    // A limit of 1 block: enough for the undo journal, too small for a sidecar with a caption of 2 KiB.
    let outcome = try photopick.shell(
      """
      trap '' XFSZ
      "$PHOTOPICK" mark all [123].jpg --caption "$(head -c 2000 /dev/zero | tr '\\0' x)" > /dev/null
      ulimit -f 1; "$PHOTOPICK" mark all [123].jpg --no-catalog --rating 5
      """)
    #expect(outcome.status == 1 && outcome.lines == [])
    #expect(
      outcome.errorLines == [
        "photopick: \(photopick.photos.path): no sidecar can be written in this folder: File too large"
      ])
    #expect(try lines().values.compactMap(\.rating) == [1, 1, 1])
  }

  @Test func `a journal that cannot be written ends the command, and what it holds is taken back`() throws {
    for number in 5...20 {
      try photopick.photos.file(FilePath("\(number).jpg"), PictureBuilder.jpeg("2014:05:15 12:00:00"))
    }
    let outcome = try photopick.shell(
      """
      (ulimit -f 2; "$PHOTOPICK" mark all . --no-catalog --rating 5 > /dev/null)
      ls *.xmp | wc -l
      "$PHOTOPICK" mark all . --no-catalog --rating 4 > /dev/null
      "$PHOTOPICK" mark --undo > /dev/null && "$PHOTOPICK" mark --undo > /dev/null
      """)
    #expect(outcome.status == 0)
    #expect(try #require(outcome.lines.first.flatMap { Int($0.filter(\.isNumber)) }) > 0)
    #expect(outcome.errorLines.count == 1 && outcome.errors.contains("cannot be written down for --undo"))
    #expect(photopick.photos.names().allSatisfy { !$0.hasSuffix(".xmp") })
  }

  @Test func `programs that mark the same photos at the same time lose nothing`() throws {
    let outcome = try photopick.shell(
      """
      for word in A B C D E F; do "$PHOTOPICK" mark all . --no-catalog --keyword $word > /dev/null & done; wait
      """)
    #expect(outcome.errors == "")
    for line in try lines().values { #expect(line.keywords?.sorted() == ["A", "B", "C", "D", "E", "F"]) }
  }

  @Test func `marks of eight processes at once are all taken back, whatever their order`() throws {
    try photopick.photos.file("1.jpg.xmp", SidecarFile.xmp(rating: 1))
    for number in 5...40 {
      try photopick.photos.file(FilePath("album/\(number).jpg"), PictureBuilder.jpeg("2014:05:15 12:00:00"))
    }
    let before = try lines().mapValues(\.rating)
    let outcome = try photopick.shell(
      """
      for n in 1 2 3 4 5 6 7 8; do
        "$PHOTOPICK" mark all . --no-catalog --keyword K$n --rating $((n % 5 + 1)) > /dev/null &
      done
      wait
      for n in 1 2 3 4 5 6 7 8; do "$PHOTOPICK" mark --undo > /dev/null; done
      """)
    #expect(outcome.errors == "")
    let after = try lines()
    #expect(after.values.allSatisfy { ($0.keywords ?? []).isEmpty })
    #expect(after.mapValues(\.rating) == before)
    #expect(photopick.photos.names().filter { $0.hasSuffix(".xmp") } == ["1.jpg.xmp"])
    #expect(photopick.photos.names("album").allSatisfy { !$0.hasSuffix(".xmp") })
    #expect(try photopick.run("mark", "--undo").errors == "photopick: there is no mark to undo\n")
  }

  @Test func `a sidecar with 6 MB of text takes memory in proportion`() throws {
    let text = String(repeating: "<a>&", count: 1_500_000)
    let sidecar = String(decoding: SidecarFile.xmp(rating: 1), as: UTF8.self)
      .replacing("</rdf:RDF>", with: "<!-- c --></rdf:RDF><a><![CDATA[\(text)]]></a>")
    try photopick.photos.file("1.jpg.xmp", Array(sidecar.utf8))
    let outcome = try photopick.shell(
      "ulimit -v 600000; \"$PHOTOPICK\" mark all 1.jpg --no-catalog --rating 5 > /dev/null")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(photopick.photos.bytes("1.jpg.xmp") != Array(sidecar.utf8))
  }

  @Test func `whenever it is killed, each sidecar is whole and says what it said or what it shall say`()
    throws
  {
    for round in 1...8 {
      let rating = round % 5 + 1
      let outcome = try photopick.run(
        "mark", "all", ".", "--no-catalog", "--rating", "\(rating)", interruptedBy: SIGKILL,
        after: .milliseconds(20 + 8 * round))
      let files = photopick.photos.names().filter { $0.hasSuffix(".xmp") }
      for file in files {
        let text = String(decoding: photopick.photos.bytes(FilePath(file)) ?? [], as: UTF8.self)
        #expect(
          text.contains("<xmp:Rating>") && text.hasSuffix("</x:xmpmeta>\n"), "\(file) \(outcome.status)")
      }
    }
    #expect(try photopick.run("mark", "all", ".", "--rating", "5").status == 0)
    #expect(try lines().values.allSatisfy { $0.rating == 5 })
    #expect(photopick.photos.names().filter { $0.hasPrefix(".") } == [])
  }

  @Test func `marks are written into photos and their sidecars on request, and undone`() throws {
    try photopick.photos.file("2.jpg.xmp", SidecarFile.xmp(rating: 1))
    let before = ["1.jpg", "2.jpg", "2.jpg.xmp"].map { photopick.photos.bytes(FilePath($0)) }
    let dry = try photopick.run(
      "mark", "all", "1.jpg", "2.jpg", "--sort", "name", "--rating", "4", "--embed", "--dry-run")
    #expect(dry.lines.count == 3)
    #expect(["1.jpg", "2.jpg", "2.jpg.xmp"].map { photopick.photos.bytes(FilePath($0)) } == before)
    let marked = try photopick.run(
      "mark", "all", "1.jpg", "2.jpg", "--sort", "name", "--rating", "4", "--keyword", "A/B", "--embed",
      "--format",
      "{action} {name}")
    #expect(marked.lines == ["changed 1.jpg", "changed 2.jpg", "changed 2.jpg.xmp"] && marked.errors == "")
    #expect(photopick.photos.names() == ["1.jpg", "2.jpg", "2.jpg.xmp", "3.jpg", "4.jpg"])
    let records = try lines()
    #expect(records["1.jpg"]?.rating == 4 && records["2.jpg"]?.rating == 4)
    #expect(records["1.jpg"]?.keywords == ["B"])
    let undone = try photopick.run("mark", "--undo", "--format", "{action} {name}")
    #expect(undone.lines.sorted() == ["restored 1.jpg", "restored 2.jpg", "restored 2.jpg.xmp"])
    #expect(["1.jpg", "2.jpg", "2.jpg.xmp"].map { photopick.photos.bytes(FilePath($0)) } == before)
  }

  @Test func `whenever embedding is killed, each photo is the old or a whole new one, and undo restores it`()
    throws
  {
    for number in 5...40 {
      try photopick.photos.file(
        FilePath("\(number).jpg"),
        PictureBuilder.jpeg("2014:05:15 12:00:00") { $0.padding = 20_000 * number })
    }
    let names = photopick.photos.names()
    let before = names.map { photopick.photos.bytes(FilePath($0)) }
    for round in 1...8 {
      _ = try photopick.run(
        "mark", "all", ".", "--no-catalog", "--rating", "\(round % 5 + 1)", "--shift-time", "+1:00",
        "--place",
        "1,\(round)", "--embed", interruptedBy: SIGKILL,
        after: .milliseconds(15 + 12 * round))
      let rated = try photopick.run("browse", "--no-catalog", "--format", "{rating} {damaged}").lines
      #expect(rated.count == names.count && rated.allSatisfy { ["", " "].contains($0) || $0.count == 2 })
    }
    for _ in 1...8 { _ = try photopick.run("mark", "--undo") }
    #expect(names.map { photopick.photos.bytes(FilePath($0)) } == before)
    #expect(try photopick.run("mark", "1", ".", "--rating", "1", "--embed").status == 0)
    #expect(photopick.photos.names() == names)
  }

  @Test(.enabled(if: SidecarToolTests.isThere("exiftool"), "exiftool is not installed"))
  func `ExifTool reads what is written`() throws {
    let written = try photopick.run(
      "mark", "all", ".", "--rating", "3", "--label", "Green", "--keyword", "Travel/Kyoto,Übermaß", "--title",
      "By <the> sea", "--caption", "Größe & mehr")
    #expect(written.status == 0)
    let read = try photopick.shell(
      "exiftool -s3 -XMP-xmp:Rating -XMP-xmp:Label -XMP-dc:Subject -XMP-lr:HierarchicalSubject -XMP-dc:Title "
        + "-XMP-dc:Description 1.jpg.xmp")
    #expect(
      read.lines == [
        "3", "Green", "Kyoto, Übermaß", "Travel|Kyoto, Übermaß", "By <the> sea", "Größe & mehr",
      ])
  }

  @Test(.enabled(if: SidecarToolTests.isThere("exiv2"), "exiv2 is not installed"))
  func `Exiv2 reads what is written, and what it wrote stays`() throws {
    try photopick.photos.file("1.jpg.xmp", SidecarFile.xmp(rating: 1))
    let read = try photopick.shell(
      """
      exiv2 -M'set Xmp.dc.creator XmpSeq Ann' -M'set Xmp.exif.DateTimeOriginal 2014-05-25T10:00:00' 1.jpg.xmp
      "$PHOTOPICK" mark all 1.jpg --rating 5 --label Blue > /dev/null
      exiv2 -Pkv pr 1.jpg.xmp | grep '^Xmp' | grep -v MetadataDate | tr -s ' '
      """)
    #expect(
      Set(read.lines.map { $0.trimmingCharacters(in: .whitespaces) }) == [
        "Xmp.xmp.Rating 5", "Xmp.xmp.Label Blue", "Xmp.dc.creator Ann",
        "Xmp.exif.DateTimeOriginal 2014-05-25T10:00:00",
      ])
  }
}
