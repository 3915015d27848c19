import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPlaces

struct TrackTests {
  private let tree: TemporaryTree
  private let path: FilePath

  init() throws {
    tree = try TemporaryTree()
    path = tree.at("walk.gpx")
  }

  private func points(_ text: String) throws -> [TrackPoint] {
    try write(Array(text.utf8), to: path)
    return try TrackFile.points(of: path)
  }

  private func gpx(_ points: String) -> String {
    "<?xml version=\"1.0\"?><gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
      + points + "</trkseg></trk></gpx>"
  }

  private func point(_ time: Double, _ latitude: Double, _ longitude: Double, _ altitude: Double? = nil)
    throws
    -> TrackPoint
  {
    try #require(TrackPoint(time: time, latitude: latitude, longitude: longitude, altitude: altitude))
  }

  @Test func `Track points are read with height, fractions and offsets`() throws {
    let read = try points(
      gpx(
        """
        <trkpt lat="35.0" lon="135.5"><ele>12.5</ele><time>2014-05-25T01:00:00Z</time></trkpt>
        <trkpt lat="35.1" lon="135.6"><time> 2014-05-25T10:00:01.25+09:00 </time></trkpt>
        <trkpt lat="35.2" lon="135.7"><time>2014-05-25T01:00:02</time></trkpt>
        """))
    #expect(
      read == [
        try point(1_400_979_600, 35, 135.5, 12.5), try point(1_400_979_601.25, 35.1, 135.6),
        try point(1_400_979_602, 35.2, 135.7),
      ])
  }

  @Test func `Version 1.0, prefixes and several tracks are read, and waypoints and extensions ignored`()
    throws
  {
    let read = try points(
      """
      <g:gpx version="1.0" xmlns:g="http://www.topografix.com/GPX/1/0">
      <g:wpt lat="1" lon="1"><g:time>2014-05-25T01:00:00Z</g:time></g:wpt>
      <g:rte><g:rtept lat="1" lon="1"><g:time>2014-05-25T01:00:00Z</g:time></g:rtept></g:rte>
      <g:trk><g:name>time</g:name><g:trkseg><g:trkpt lat="2" lon="2"><g:time>2014-05-25T01:00:00Z</g:time>
      <extensions><time>2001-01-01T00:00:00Z</time></extensions></g:trkpt></g:trkseg></g:trk>
      <g:trk><g:trkseg><g:trkpt lat="3" lon="3"><g:time>2014-05-25T01:00:01Z</g:time></g:trkpt></g:trkseg>
      <g:trkseg><g:trkpt lat="4" lon="4"/><g:trkpt lat="95" lon="4"><g:time>2014-05-25T01:00:01Z</g:time></g:trkpt>
      <g:trkpt lat="x" lon="4"><g:time>2014-05-25T01:00:01Z</g:time></g:trkpt></g:trkseg></g:trk></g:gpx>
      """)
    #expect(read.map(\.latitude) == [2, 3])
    #expect(read.first?.time == 1_400_979_600)
  }

  @Test func `What is no track file gives an error`() throws {
    let cases: [(String, TrackError.Reason)] = [
      (gpx(""), .noPoints), (gpx("<trkpt lat=\"1\" lon=\"1\"/>"), .noPoints),
      ("<kml><trk/></kml>", .noTrackFile),
    ]
    for (text, reason) in cases {
      #expect(throws: TrackError(path, reason)) { try points(text) }
    }
    #expect(throws: TrackError.self) { try points("") }
    #expect(throws: TrackError.self) { try points("<gpx><trk>") }
    #expect(throws: TrackError.self) {
      try points("<!DOCTYPE gpx [<!ENTITY a \"b\">]>" + gpx("<trkpt lat=\"1\" lon=\"1\"/>"))
    }
    #expect(throws: TrackError(tree.path, .folder)) { try TrackFile.points(of: tree.path) }
    #expect(throws: TrackError(tree.at("none"), .unreadable(.noSuchFileOrDirectory))) {
      try TrackFile.points(of: tree.at("none"))
    }
  }

  @Test func `Points of several files are sorted, and each time counts once`() throws {
    let track = Track([
      try point(30, 3, 3), try point(10, 1, 1), try point(20, 2, 2), try point(10, 9, 9), try point(30, 8, 8),
    ])
    #expect(track.points.map(\.latitude) == [1, 2, 3])
  }

  @Test func `A position is interpolated, with the gap as accuracy`() throws {
    let track = Track([try point(100, 10, 20, 50), try point(160, 11, 22, 80), try point(1000, 12, 22)])
    let middle = try #require(track.position(at: 130, maximumGap: 300))
    #expect(middle.location.latitude == 10.5)
    #expect(middle.location.longitude == 21)
    #expect(middle.location.altitude == 65)
    #expect(middle.gap == 60)
    #expect(track.position(at: 160, maximumGap: 300)?.gap == 0)
    #expect(track.position(at: 100, maximumGap: 0)?.location.latitude == 10)
    #expect(track.position(at: 1000, maximumGap: 0)?.location.altitude == nil)
  }

  @Test func `There is no position outside of the track or in a longer gap`() throws {
    let track = Track([try point(100, 10, 20), try point(500, 11, 22)])
    #expect(track.position(at: 99.9, maximumGap: 1000) == nil)
    #expect(track.position(at: 500.1, maximumGap: 1000) == nil)
    #expect(track.position(at: 300, maximumGap: 399) == nil)
    #expect(track.position(at: 300, maximumGap: 400)?.gap == 400)
    #expect(track.position(at: .nan, maximumGap: 400) == nil)
    #expect(Track([]).position(at: 1, maximumGap: 400) == nil)
  }

  @Test func `A track may cross the antimeridian`() throws {
    let east = Track([try point(0, 0, 179, nil), try point(10, 0, -179, nil)])
    #expect(east.position(at: 2.5, maximumGap: 60)?.location.longitude == 179.5)
    #expect(east.position(at: 7.5, maximumGap: 60)?.location.longitude == -179.5)
  }

  @Test func `Deep and long parts are refused`() throws {
    let deep = String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
    #expect(throws: TrackError.self) { try points(gpx(deep)) }
    let long =
      "<trkpt lat=\"1\" lon=\"1\"><time>" + String(repeating: "9", count: 100_000) + "</time></trkpt>"
    #expect(throws: TrackError(path, .noPoints)) { try points(gpx(long)) }
  }

  @Test func `A time has at most 64 bytes, also in several pieces`() throws {
    func timed(_ spaces: Int, _ more: String = "") throws -> Int {
      let time = "2014-05-25T01:00:00Z" + String(repeating: " ", count: spaces) + more
      return try points(gpx("<trkpt lat=\"1\" lon=\"1\"><time>\(time)</time></trkpt>")).count
    }
    #expect(try timed(44) == 1)
    #expect(throws: TrackError(path, .noPoints)) { try timed(45) }
    #expect(throws: TrackError(path, .noPoints)) { try timed(44, "<!-- -->  ") }
  }
}
