import Foundation
import SystemPackage
import TestSupport
import Testing

/// Names of places by coordinates, and positions from tracks.
@Suite(.blocking) struct PlaceTests {
  private var photopick: Photopick

  init() throws {
    photopick = try Photopick()
    photopick.environment["PHOTOPICK_PLACES"] = photopick.user.at("places.dat").string
    try write(PlaceData().file, to: photopick.user.at("places.dat"))
    for (name, day) in [("a.jpg", 1), ("b.jpg", 2), ("c.jpg", 3)] {
      try photopick.photos.file(FilePath(name), PictureBuilder.jpeg("2014:05:0\(day) 12:00:00"))
    }
  }

  private func locate() throws {
    for (name, place) in [("a.jpg", "0.5,0.5"), ("b.jpg", "0.5,1.06")] {
      let marked = try photopick.run("mark", "all", name, "--place", place)
      #expect(marked.status == 0 && marked.errors == "" && marked.lines.count == 1)
    }
  }

  private func names(_ arguments: String...) throws -> [String] { try names(arguments) }

  private func names(_ arguments: [String]) throws -> [String] {
    let order = ["--sort", "name", "--ascending", "--group", "all"]
    let outcome = try photopick.runAll(["browse", "--format", "{stem}"] + order + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.lines
  }

  @Test func `queries, groups and counts use the names of places`() throws {
    try locate()
    for catalog in ["--refresh", "--no-catalog", "--no-refresh"] {
      let option = catalog == "--refresh" ? [] : [catalog]
      #expect(try names(["--where", "city:kyobashi"] + option) == ["a"])
      for query in ["city:京橋", "city:=京橋", "city:Port,京橋"] {
        #expect(try names(["--where", query] + option) == ["a"], "\(query)")
      }
      #expect(try names(["--where", "city:京"] + option) == [])
      #expect(try names(["--where", "country:eastland"] + option) == ["b"])
      #expect(try names(["--where", "countryCode:none"] + option) == ["c"])
      #expect(try names(["--where", "kansai"] + option) == ["a"])
      #expect(try names(["--where", "placeSource:gps"] + option) == ["a", "b"])
    }
    let stats = try photopick.run("stats", "--by", "country", "--csv").text
    #expect(stats.contains("Westland") && stats.contains("Eastland"))
    #expect(
      try photopick.run("browse", "--group", "city", "--format", "{group} {stem}").lines.sorted() == [
        "Border Town b", "Kyōbashi a", "none c",
      ])
    #expect(
      try photopick.run("info", "a.jpg", "--format", "{city}, {state}, {country} ({countryCode})").lines == [
        "Kyōbashi, Kansai, Westland (WL)"
      ])
  }

  @Test func `records contain the names of places and their source`() throws {
    try locate()
    let records = try photopick.run("browse", "--group", "all", "--sort", "name", "--ascending", "--json")
      .dictionaries()
    #expect(records.map { $0["city"] as? String } == ["Kyōbashi", "Border Town", nil])
    #expect(records.map { $0["placeSource"] as? String } == ["gps", "gps", nil])
    #expect(records[1]["countryCode"] as? String == "EL")
    let table = try photopick.run("browse", "--csv").text.split(whereSeparator: \.isNewline)
    #expect(table.contains { $0.contains(",Kyōbashi,Kansai,Westland,WL,") && $0.contains(",gps,") })
    #expect(table.first?.contains(",placeSource,fileSize,") == true)
  }

  @Test func `values in a file win over its coordinates`() throws {
    try locate()
    let sidecar = photopick.photos.at("a.jpg.xmp")
    let text = String(decoding: try contents(of: sidecar), as: UTF8.self)
      .replacing("</rdf:Description>", with: "<photoshop:City>Gion</photoshop:City></rdf:Description>")
    try write(Array(text.utf8), to: sidecar)
    let record = try #require(try photopick.run("info", "a.jpg", "--json").dictionaries().first)
    #expect(record["city"] as? String == "Gion")
    #expect(record["country"] == nil && record["placeSource"] == nil)
  }

  @Test func `near takes the name of a city`() throws {
    try locate()
    for query in [
      "near:Kyobashi", "near:KYŌBASHI,5km", "near:京橋", "near:Kyobashi,WL", "near:\"Kyobashi, Westland\",1km",
      "near:kyobashi,kansai,wl,2km", "near:0.5,0.5", "near:Smallville,Westland",
    ] {
      #expect(try names("--where", query) == ["a"], "\(query)")
    }
    #expect(try Set(names("--where", "near:Kyobashi,100km")) == ["a", "b"])
    // The larger one of two is in Eastland.
    #expect(try names("--where", "near:Smallville") == [])
    for (query, message) in [
      ("near:\"Bordr Town\"", "did you mean Border Town?"), ("near:Xyzzy", "there is no city Xyzzy"),
      (
        "near:Smallville,Northland",
        "there is Smallville, East Province, Eastland; Smallville, Kansai, Westland"
      ),
      ("near:Kyobashi,5kg", "a radius such as 500m"),
    ] {
      let outcome = try photopick.run("browse", "--where", query)
      #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test func `without the place data, records are as before and options for places say why`() throws {
    try locate()
    var bare = photopick
    bare.environment["PHOTOPICK_PLACES"] = bare.user.at("none").string
    let records = try bare.run("browse", "--json")
    #expect(records.errors == "" && !records.text.contains("city") && !records.text.contains("placeSource"))
    let grouped = try bare.run("browse", "--group", "city", "--format", "{group}")
    #expect(grouped.status == 0 && Set(grouped.lines) == ["none"])
    #expect(grouped.errorLines.count == 1 && grouped.errors.contains("Scripts/places/build"))
    let near = try bare.run("browse", "--where", "near:Kyobashi")
    #expect(near.status == 64 && near.errorLines.count == 1 && near.errors.contains("Scripts/places/build"))
    try write(Array("PhPlaces and more".utf8), to: bare.user.at("none"))
    let damaged = try bare.run("stats", "--by", "city")
    #expect(damaged.status == 0 && damaged.errorLines.count == 1 && damaged.errors.contains("is damaged"))
    #expect(try bare.run("browse", "--json").errors == "")
  }

  // MARK: - Tracks

  private func writeTrack(_ name: FilePath = "walk.gpx") throws -> String {
    let points = [("12:00:00", 0.5, 0.5), ("12:02:00", 0.7, 0.9), ("12:30:00", 0.7, 0.9)].map {
      time, latitude, longitude in
      "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><ele>-12.5</ele><time>2014-05-01T\(time)Z</time></trkpt>"
    }
    let path = photopick.user.at(name)
    try write(Array("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8), to: path)
    return path.string
  }

  private var photo: String { photopick.photos.at("a.jpg").string }

  private func position(_ name: String) throws -> String? {
    try photopick.run("info", name, "--format", "{latitude} {longitude} {altitude}").lines.first
  }

  @Test func `a track gives positions, and photos outside of it are left alone`() throws {
    let track = try writeTrack()
    let planned = try photopick.run(
      "mark", "all", ".", "--track", track, "--clock-offset", "+0:01", "--dry-run")
    #expect(planned.lines == ["\(photo)  0.6,0.7  (120 s)"])
    #expect(
      planned.errorLines == ["2 photos outside of the track or in a gap of more than 5 min, left alone"])
    #expect(photopick.photos.names() == ["a.jpg", "b.jpg", "c.jpg"])
    let marked = try photopick.run("mark", "all", ".", "--track", track, "--clock-offset", "+0:01", "--jsonl")
    #expect(marked.text.contains("\"placeAccuracy\":120") && marked.lines.count == 1)
    #expect(try position("a.jpg") == "0.6 0.7 -12.5")
    let sidecar = String(decoding: try contents(of: photopick.photos.at("a.jpg.xmp")), as: UTF8.self)
    for text in [
      "<exif:GPSLatitude>0,36.000000N<", "<exif:GPSLongitude>0,42.000000E<", "<exif:GPSAltitude>1250/100<",
      "<exif:GPSAltitudeRef>1<", "xmlns:exif=\"http://ns.adobe.com/exif/1.0/\"",
    ] {
      #expect(sidecar.contains(text), "\(sidecar)")
    }
    #expect(try photopick.run("mark", "--undo").lines.count == 1)
    #expect(photopick.photos.names() == ["a.jpg", "b.jpg", "c.jpg"])
  }

  @Test func `positions stay unless they are replaced, and can be removed`() throws {
    let track = try writeTrack()
    _ = try photopick.run("mark", "all", "a.jpg", "--place", "-33.8568,151.2153")
    #expect(try position("a.jpg") == "-33.8568 151.2153 ")
    let kept = try photopick.run("mark", "all", "a.jpg", "--track", track)
    #expect(
      kept.lines == [] && kept.errors.contains("1 photo with a position, which stays without --replace"))
    #expect(try photopick.run("mark", "all", "a.jpg", "--track", track, "--replace").lines.count == 1)
    #expect(try position("a.jpg") == "0.5 0.5 -12.5")
    #expect(try photopick.run("mark", "all", "a.jpg", "--place", "none").lines.count == 1)
    #expect(try position("a.jpg") == "  ")
    _ = try photopick.run("mark", "--undo")
    #expect(try position("a.jpg") == "0.5 0.5 -12.5")
  }

  @Test func `gaps, zones and verbose names`() throws {
    let track = try writeTrack()
    let late = ["mark", "all", "a.jpg", "--track", track, "--clock-offset", "+0:10", "--dry-run"]
    let gap = try photopick.runAll(late + ["--verbose"])
    #expect(gap.lines == [] && gap.errors.contains("a.jpg: outside of the track"))
    #expect(try photopick.runAll(late + ["--max-gap", "1h"]).lines == ["\(photo)  0.7,0.9  (1680 s)"])
    let zone = ["--time-zone", "+01:00", "--clock-offset", "+1:00"]
    #expect(
      try photopick.runAll(["mark", "all", "a.jpg", "--track", track, "--dry-run"] + zone).lines == [
        "\(photo)  0.5,0.5  (0 s)"
      ])
  }

  @Test func `mistakes of positions are usage errors, and of files problems`() throws {
    let track = try writeTrack()
    for arguments in [
      ["--place", "91,0"], ["--place", "1"], ["--place", "x,y"], ["--max-gap", "5m"], ["--replace"],
      ["--track", track, "--place", "1,2"], ["--track", track, "--max-gap", "5"],
      ["--track", track, "--clock-offset", "1:00"], ["--track", track, "--clock-offset", "+1:60"],
      ["--clock-offset", "+1:00"],
    ] {
      let outcome = try photopick.runAll(["mark", "all", "."] + arguments)
      #expect(outcome.status == 64 && outcome.errorLines.count == 1, "\(arguments): \(outcome.errors)")
    }
    try write(Array("no track".utf8), to: photopick.user.at("bad.gpx"))
    for file in ["bad.gpx", "none.gpx"] {
      let outcome = try photopick.run("mark", "all", ".", "--track", photopick.user.at(FilePath(file)).string)
      #expect(outcome.status == 1 && outcome.errorLines.count == 1, "\(outcome.errors)")
    }
    #expect(photopick.photos.names() == ["a.jpg", "b.jpg", "c.jpg"])
  }

  @Test func `a view uses the zones of places, and says if it knows none`() throws {
    #expect(try names(["--time-zone", "place"]) == ["a", "b", "c"])
    var bare = photopick
    bare.environment["PHOTOPICK_PLACES"] = bare.user.at("none").string
    let outcome = try bare.run("browse", "--time-zone", "place")
    #expect(outcome.status == 64 && outcome.text == "" && outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("photopick: --time-zone place: "), "\(outcome.errors)")
  }

  @Test func `doctor shows the place data`() throws {
    #expect(try photopick.run("doctor", "--json").text.contains("places.dat"))
    var bare = photopick
    bare.environment["PHOTOPICK_PLACES"] = bare.user.at("none").string
    #expect(try bare.run("doctor").text.contains("places"))
  }
}
