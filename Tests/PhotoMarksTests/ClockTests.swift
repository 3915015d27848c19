import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import SystemPackage
import TestSupport
import Testing

/// Corrections of capture dates.
struct ClockTests: MarkingTests {
  let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private func date(_ name: FilePath) throws -> String? { try asset(name).date?.iso8601 }

  private func correction(_ shift: String? = nil, zone: String? = nil) throws -> ClockCorrection {
    ClockCorrection(
      shift: try shift.map { try #require(ClockShift($0)) },
      zone: try zone.map { .clock(try #require(WallClock(identifier: $0))) })
  }

  @discardableResult
  private func correct(_ name: FilePath, _ correction: ClockCorrection) throws -> MarkedPhoto.Outcome {
    try PhotoMarker(journals: journals).mark(asset(name), with: MarkChange(), correcting: correction).outcome
  }

  private func sidecar(_ date: String) -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="\(date)"/>
      </rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  /// Returns the date of a photo after a correction.
  private func corrected(_ date: String, _ shift: String? = nil, zone: String? = nil) throws -> String? {
    try tree.file("a.jpg", PictureBuilder.jpeg())
    try tree.file("a.jpg.xmp", sidecar(date))
    try correct("a.jpg", correction(shift, zone: zone))
    return try self.date("a.jpg")
  }

  @Test(arguments: [
    ("+1:02:03", "2014-05-25T11:02:03"), ("1:02", "2014-05-25T11:02:00"),
    ("-10:00:01", "2014-05-24T23:59:59"),
    ("+90s", "2014-05-25T10:01:30"), ("-1m", "2014-05-25T09:59:00"), ("-1min", "2014-05-25T09:59:00"),
    ("+26h", "2014-05-26T12:00:00"), ("-1d", "2014-05-24T10:00:00"), ("+1w", "2014-06-01T10:00:00"),
    ("+7y", "2021-05-25T10:00:00"), ("-5mo", "2013-12-25T10:00:00"), ("+100:00", "2014-05-29T14:00:00"),
    ("+5256H", "2014-12-30T10:00:00"),
  ])
  func `a shift moves the date`(shift: String, expected: String) throws {
    #expect(try corrected("2014-05-25T10:00:00", shift) == expected)
  }

  @Test(arguments: [
    "", "+", "1", "+1:2", "+1:60", "+1:00:60", "1:00:00:00", ":00", "+-1d", "1.5h", "1fortnight", "d",
    "1000000d",
    "+1:02:3", "１d", "+ 1d", "1d2h", "--1d", "9999999:00",
  ])
  func `other words are no shift`(text: String) { #expect(ClockShift(text) == nil) }

  @Test(arguments: [
    ("2013-12-31T23:30:00", "+1:00", "2014-01-01T00:30:00"),
    ("2014-01-01T00:30:00", "-1:00", "2013-12-31T23:30:00"),
    ("2012-02-29T12:00:00", "+1y", "2013-02-28T12:00:00"),
    ("2012-02-29T12:00:00", "-4y", "2008-02-29T12:00:00"),
    ("2012-02-28T23:00:00", "+1:00", "2012-02-29T00:00:00"),
    ("2014-01-31T12:00:00", "+1mo", "2014-02-28T12:00:00"),
    ("2013-02-28T12:00:00", "+1d", "2013-03-01T12:00:00"),
    ("2014-12-31T12:00:00", "+2mo", "2015-02-28T12:00:00"),
  ])
  func `a shift passes new year and leap days`(date: String, shift: String, expected: String) throws {
    #expect(try corrected(date, shift) == expected)
  }

  @Test(arguments: [
    ("2014-05-25T10:00:00.5", "+1s", "2014-05-25T10:00:01.5"),
    ("2014-05-25T10:00:00.007+09:00", "-1:00", "2014-05-25T09:00:00.007+09:00"),
    ("2014-05-25T10:00:00.123456789Z", "+1y", "2015-05-25T10:00:00.123456789+00:00"),
    ("2014-05-25T10:00", "+0:01", "2014-05-25T10:01:00"),
  ])
  func `subseconds and offsets are kept`(date: String, shift: String, expected: String) throws {
    #expect(try corrected(date, shift) == expected)
  }

  @Test(arguments: [
    ("2014-07-01T12:00:00", "2014-07-01T12:00:00+02:00"),
    ("2014-01-01T12:00:00.25", "2014-01-01T12:00:00.25+01:00"),
    ("2014-03-30T01:59:59", "2014-03-30T01:59:59+01:00"),
    ("2014-03-30T02:30:00", "2014-03-30T03:30:00+02:00"),
    ("2014-10-26T02:30:00", "2014-10-26T02:30:00+02:00"),
    ("2014-10-26T03:00:00", "2014-10-26T03:00:00+01:00"),
    ("2014-07-01T12:00:00-05:00", "2014-07-01T12:00:00-05:00"),
    ("2080-07-01T12:00:00", "2080-07-01T12:00:00+02:00"),
  ])
  func `a zone adds the offset of the clock reading`(date: String, expected: String) throws {
    #expect(try corrected(date, zone: "Europe/Rome") == expected)
  }

  @Test func `the offset is that of the shifted reading`() throws {
    #expect(try corrected("2014-03-30T01:30:00", "+2:00", zone: "Europe/Rome") == "2014-03-30T03:30:00+02:00")
    #expect(try corrected("2014-03-30T01:30:00", "+1:00", zone: "Europe/Rome") == "2014-03-30T03:30:00+02:00")
    #expect(try corrected("2014-10-26T03:30:00", "-1:00", zone: "Europe/Rome") == "2014-10-26T02:30:00+02:00")
    #expect(try corrected("2014-07-01T12:00:00", "+6mo", zone: "Europe/Rome") == "2015-01-01T12:00:00+01:00")
  }

  @Test func `the date of the photo is overridden, shifts add up, and undo restores every byte`() throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:25 10:00:00") { $0.offset = "+09:00" })
    try tree.file("b.jpg", PictureBuilder.jpeg("2014:05:25 10:00:00"))
    try tree.file("b.jpg.xmp", SidecarFile.xmp(rating: 3))
    let before = (tree.bytes("a.jpg"), tree.bytes("b.jpg.xmp"))
    for name in ["a.jpg", "b.jpg"] as [FilePath] {
      let stale = try asset(name)
      try correct(name, correction("+1:00"))
      // The date of an asset that was read earlier doesn't matter.
      let marker = PhotoMarker(journals: journals)
      _ = try marker.mark(stale, with: MarkChange(rating: .rejected), correcting: correction("-1d"))
    }
    #expect(try date("a.jpg") == "2014-05-24T11:00:00+09:00")
    #expect(try date("b.jpg") == "2014-05-24T11:00:00")
    #expect(try asset("b.jpg").values[.rating] == .integer(-1))
    let text = String(decoding: tree.bytes("a.jpg.xmp") ?? [], as: UTF8.self)
    for property in ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"] {
      #expect(text.contains("<\(property)") && text.contains(">2014-05-24T11:00:00+09:00</\(property)>"))
    }
    #expect(try PhotoMarker.undoLast(journals: journals)?.problems == [])
    #expect(try date("b.jpg") == "2014-05-25T11:00:00")
    #expect(try asset("b.jpg").values[.rating] == .integer(3))
    while try PhotoMarker.undoLast(journals: journals) != nil {}
    #expect(tree.names() == ["a.jpg", "b.jpg", "b.jpg.xmp", "state"])
    #expect(tree.bytes("a.jpg") == before.0 && tree.bytes("b.jpg.xmp") == before.1)
    #expect(try date("a.jpg") == "2014-05-25T10:00:00+09:00")
  }

  @Test func `a correction that is undone doesn't remain in a later one`() throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:25 10:00:00"))
    let first = PhotoMarker(journals: journals)
    _ = try first.mark(asset("a.jpg"), with: MarkChange(), correcting: correction("+1:00"))
    let stale = try asset("a.jpg")
    #expect(try PhotoMarker.undo(try #require(first.journalName), journals: journals)?.problems == [])
    _ = try PhotoMarker(journals: journals).mark(stale, with: MarkChange(), correcting: correction("+1:00"))
    #expect(try date("a.jpg") == "2014-05-25T11:00:00")
  }

  @Test func `a video is converted to the zone, and its shift counts in universal time`() throws {
    let created = 1_396_141_200  // 2014-03-30T01:00:00Z, when the clocks of Rome change.
    try tree.file("a.mp4", PictureBuilder.movie(created: created - 1))
    try correct("a.mp4", correction(zone: "Europe/Rome"))
    #expect(try date("a.mp4") == "2014-03-30T01:59:59+01:00")
    while try PhotoMarker.undoLast(journals: journals) != nil {}
    try correct("a.mp4", correction("+1s", zone: "Europe/Rome"))
    #expect(try date("a.mp4") == "2014-03-30T03:00:00+02:00")
    while try PhotoMarker.undoLast(journals: journals) != nil {}
    try correct("a.mp4", correction("+1mo", zone: "Europe/Rome"))
    #expect(try date("a.mp4") == "2014-04-30T01:59:59+02:00")
    while try PhotoMarker.undoLast(journals: journals) != nil {}
    // Without a zone, the library's clock determines the date, and the instant is shifted.
    let instant = try #require(asset("a.mp4").timeInterval)
    try correct("a.mp4", correction("+1:00"))
    #expect(try asset("a.mp4").timeInterval == instant + 3600)
    while try PhotoMarker.undoLast(journals: journals) != nil {}
    #expect(tree.names() == ["a.mp4", "state"])
  }

  @Test func `a zone is written for a video whatever the zone of the machine`() throws {
    try tree.file("a.mp4", PictureBuilder.movie(created: 1_396_141_200))
    try correct("a.mp4", correction(zone: "UTC"))
    #expect(try asset("a.mp4").date?.source == .xmpDateTimeOriginal)
    #expect(try correct("a.mp4", correction(zone: "Europe/Rome")) == .unchanged)
  }

  @Test func `dates of names count if they have a time of day, and modification times never`() throws {
    try tree.file("IMG_20140525_100000.jpg", PictureBuilder.jpeg())
    try correct("IMG_20140525_100000.jpg", correction("+1:00"))
    #expect(try date("IMG_20140525_100000.jpg") == "2014-05-25T11:00:00")
    for (name, problem) in [("a.jpg", .modificationTime), ("IMG-20140525-WA0001.jpg", .dayOnly)]
      as [(String, ClockProblem)]
    {
      try tree.file(FilePath(name), PictureBuilder.jpeg())
      for correction in [try correction("+1:00"), try correction(zone: "Europe/Rome")] {
        #expect(throws: MarkError.clock(photo: tree.at(FilePath(name)), problem)) {
          try correct(FilePath(name), correction)
        }
      }
    }
    #expect(!tree.names().contains { $0.hasPrefix("a.jpg.") || $0.hasPrefix("IMG-20140525-WA0001.jpg.") })
  }

  @Test(arguments: [
    ("9999-12-31T23:59:59", "+1s"), ("0001-01-01T00:00:01", "-2s"), ("2014-05-25T10:00:00", "+999999y"),
    ("2014-05-25T10:00:00", "-999999w"), ("9999-06-01T00:00:00", "+7mo"), ("0001-06-01T00:00:00", "-6mo"),
  ])
  func `a date outside the years 1 to 9999 is refused`(date: String, shift: String) throws {
    #expect(throws: MarkError.clock(photo: tree.at("a.jpg"), .outOfRange)) { try corrected(date, shift) }
    #expect(tree.bytes("a.jpg.xmp") == sidecar(date))
  }

  @Test(arguments: [
    ("2014-05-25T10:00:00", "2014-05-25T11:02:03", "2014-05-25T11:02:03"),
    ("2014-05-25T10:00:00.25", "2014-05-25T10:00:05.5", "2014-05-25T10:00:05.50"),
    ("2014-05-25T10:00:00.75", "2014-05-25T10:00:05.5", "2014-05-25T10:00:05.50"),
    ("2014-05-25T10:00:00.75", "2014-05-25T10:00:05", "2014-05-25T10:00:05.75"),
    ("2014-05-25T10:00:00", "2014-05-25T10:00:05.9", "2014-05-25T10:00:05"),
    ("2014-05-25T10:00:00+00:00", "2014-05-25T19:00:05+09:00", "2014-05-25T19:00:05+09:00"),
    ("2014-05-25T10:00:00", "2014-05-25T19:00:05+09:00", "2014-05-25T19:00:05"),
    ("2014-05-25T10:00:00+02:00", "2014-05-25T09:00:05", "2014-05-25T09:00:05+02:00"),
  ])
  func `the shift between two photos of a moment gives the first the time of the second`(
    first: String, second: String, expected: String
  ) throws {
    func parsed(_ text: String) throws -> CaptureDate {
      try #require(DateText(text)).captureDate(.exifDateTimeOriginal)
    }
    try tree.file("a.jpg", PictureBuilder.jpeg())
    try tree.file("a.jpg.xmp", sidecar(first))
    let shift = ClockShift(from: try parsed(first), to: try parsed(second))
    try correct("a.jpg", ClockCorrection(shift: shift))
    #expect(try date("a.jpg") == expected)
    let again = ClockShift(from: try #require(asset("a.jpg").date), to: try parsed(second))
    #expect(try correct("a.jpg", ClockCorrection(shift: again)) == .unchanged)
  }

  @Test func `the zone of a place is requested for each photo`() throws {
    for (name, place) in [("rome.jpg", (41, 12)), ("tokyo.jpg", (35, 139)), ("sea.jpg", (1, 1))]
      as [(FilePath, (UInt32, UInt32))]
    {
      try tree.file(
        name,
        PictureBuilder.jpeg("2014:05:25 10:00:00") { $0.place = (place.0, place.1, 0) })
    }
    try tree.file("none.jpg", PictureBuilder.jpeg("2014:05:25 10:00:00"))
    let correction = ClockCorrection(
      zone: .place { latitude, longitude in
        latitude < 2 ? nil : longitude > 100 ? "Asia/Tokyo" : "Europe/Rome"
      })
    try correct("rome.jpg", correction)
    try correct("tokyo.jpg", correction)
    #expect(try date("rome.jpg") == "2014-05-25T10:00:00+02:00")
    #expect(try date("tokyo.jpg") == "2014-05-25T10:00:00+09:00")
    #expect(throws: MarkError.clock(photo: tree.at("sea.jpg"), .unknownZone)) {
      try correct("sea.jpg", correction)
    }
    #expect(throws: MarkError.clock(photo: tree.at("none.jpg"), .noPosition)) {
      try correct("none.jpg", correction)
    }
  }

  @Test func `a dry run writes nothing and returns the dates`() throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:25 10:00:00"))
    let marked = try PhotoMarker(journals: journals)
      .mark(asset("a.jpg"), with: MarkChange(), correcting: correction("+1:00"), isDryRun: true)
    #expect(marked.outcome == .made && marked.sidecar == tree.at("a.jpg.xmp"))
    #expect(marked.date?.before.iso8601 == "2014-05-25T10:00:00")
    #expect(marked.date?.after.iso8601 == "2014-05-25T11:00:00")
    #expect(tree.names() == ["a.jpg"])
  }

  @Test func `a sidecar with only another date property is the date to correct, and gets all three`() throws {
    try tree.file("a.jpg", PictureBuilder.jpeg("2014:05:25 10:00:00"))
    let text = String(decoding: sidecar("2013-01-01T00:00:00"), as: UTF8.self)
      .replacing("exif:DateTimeOriginal=", with: "xmp:CreateDate=")
      .replacing(
        "xmlns:exif=\"http://ns.adobe.com/exif/1.0/\"", with: "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\"")
    try tree.file("a.jpg.xmp", Array(text.utf8))
    try correct("a.jpg", correction("+1:00"))
    #expect(try date("a.jpg") == "2013-01-01T01:00:00")
    #expect(try asset("a.jpg").date?.source == .xmpDateTimeOriginal)
    #expect(try PhotoMarker.undoLast(journals: journals)?.problems == [])
    #expect(tree.bytes("a.jpg.xmp") == Array(text.utf8))
  }
}
