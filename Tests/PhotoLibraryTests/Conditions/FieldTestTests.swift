import PhotoFormats
import Testing

@testable import PhotoLibrary

struct FieldTestTests {
  private let assets: [Asset] = [
    .having(
      "IMG_0001.CR3", "2014-05-15T08:00", in: "/photos/2014 Japan/Kyōto",
      values: [
        .lens: .text("RF24-70mm F2.8 L"), .iso: .number(1600), .aperture: .number(2.8), .rating: .integer(3),
        .keywords: .list(["Temple", "Autumn leaves"]), .keywordTree: .list(["Travel/Kyoto/Temples"]),
        .exposureTime: .number(1 / 250), .focalLength: .number(50), .city: .text("Kyōto"),
        .flash: .flag(false),
      ]
    ) { $0.camera = Camera(make: "Canon", model: "Canon EOS R5") },
    .having(
      "IMG_0002.jpg", "2014-05-14T23:59", in: "/photos/Zürich",
      values: [
        .iso: .number(100), .aperture: .number(2.83), .exposureTime: .number(0.0040064),
        .focalLength: .number(4.25),
        .keywords: .list(["temple of doom"]), .keywordTree: .list(["Travelling"]),
        .people: .list(["Zoë", "Max"]),
        .caption: .text("STRASSE nach Zürich"), .flash: .flag(true), .rating: .integer(-1),
      ]
    ) { $0.camera = Camera(make: "Apple", model: "iPhone 12") },
    .having("film.mov", "2013-12-31T23:59:59", in: "/photos", values: [.duration: .number(90)]),
    .having("none"),
  ]

  @Test(arguments: [
    ("camera:CANON", [0]), ("camera:canon,apple", [0, 1]), ("make:apple", [1]), (#"camera:"eos r5""#, [0]),
    ("lens:~^RF", [0]), ("lens:~^rf", []), ("lens:~(?i)^rf", [0]), (#"name:~"\d{4}\.(CR3|jpg)$""#, [0, 1]),
    ("city:kyoto", [0]), ("city:KYŌTO", [0]), ("city:=kyo", []), ("city:=kyoto", [0]),
    ("caption:zurich", [1]),
    ("caption:strasse", [1]), ("people:zoe", [1]), ("people:=max", [1]), ("keyword:temple", [0, 1]),
    ("keyword:=temple", [0]), ("keywordTree:Travel", [0]), ("keywordTree:travel/kyoto", [0]),
    ("keywordTree:Travel/Ky", []), ("keywordTree:Travel*", [0, 1]), ("keyword:Travel/Kyoto", [0]),
    ("name:IMG_*", [0, 1]), ("name:*.jpg", [1]), ("name:i*0*2*", [1]), ("name:*1*1*", []),
    ("name:*", [0, 1, 2, 3]),
    (#"name:"*""#, []), ("name:IMG_000?.*", [0, 1]), ("name:*2.???", [1]), ("name:IMG_000?", []),
    ("name:?", []),
    ("city:ky?to", [0]), ("city:??oto", [0]), ("city:???oto", []), ("caption:*z?rich", [1]),
    ("name:??*??ne", []),
    (#"name:"none?""#, []), ("stem:=img_0001", [0]), ("ext:cr3", [0]), ("ext:none", [3]), ("ext:=mov", [2]),
    ("album:kyoto", [0]), ("album:=photos", [2]), ("album:photos", [2]), ("album:photos/zur", [1]),
    ("album:japan", []), ("dir:japan", [0]), ("stem:img_1..img_2", [0, 1]), ("stem:img_2..", [1, 3]),
    ("stem:>img_1", [1, 3]), ("stem:<=img_2", [0, 1, 2]), ("stem:<img_2", [0, 2]), ("stem:>=img_2", [1, 3]),
    ("people:none", [0, 2, 3]), ("people:any", [1]),
    (#"people:"none""#, []), ("-people:none", [1]),
  ])
  func `texts are compared letters' case and accents aside`(query: String, expected: [Int]) throws {
    #expect(try assets.found(query) == expected.map { assets[$0].name.text }, "\(query)")
  }

  @Test(arguments: [
    ("not -iso:100", [1]), ("--iso:100", [1]), ("iso:any !canon", [1]), ("rf24,max", [0, 1]), ("*.mov", [2]),
    ("IMG_????.*", [0, 1]), ("kyoto 2014", [0]), ("2013", [2]), ("2014-05", [0, 1]),
    ("2013..2014-05-14", [1, 2]),
    ("-2014", [2, 3]), (#""2014""#, []), ("japan 2014", []),
  ])
  func `words find names, dates and usual fields`(query: String, expected: [Int]) throws {
    #expect(try assets.found(query) == expected.map { assets[$0].name.text }, "\(query)")
  }

  @Test(arguments: [
    ("iso:1600", [0]), ("iso:100,1600", [0, 1]), ("iso:>100", [0]), ("iso:>=100", [0, 1]), ("iso:<1600", [1]),
    ("iso:<=1600", [0, 1]), ("iso:100..1600", [0, 1]), ("iso:100..100", [1]), ("iso:101..", [0]),
    ("iso:..100", [1]),
    ("iso:none", [2, 3]),
    ("aperture:2.8", [0, 1]), ("aperture:=2.8", [0]), ("aperture:f/2.8", [0, 1]), ("aperture:3", []),
    ("exposureTime:1/250", [0, 1]), ("exposureTime:=1/250", [0]), ("exposureTime:>1/250", [1]),
    ("exposureTime:<1/60", [0, 1]), ("exposureTime:4ms", [0]), ("focalLength:50mm", [0]),
    ("focalLength:5cm", [0]),
    ("focalLength:4", []), ("focalLength:4.3", [1]), ("focalLength:4..50mm", [0, 1]), ("duration:>1m", [2]),
    ("duration:1m30s", [2]), ("duration:>1h", []), ("duration:1..2m", [2]), ("rating:>=3", [0]),
    ("rating:-1", [1]),
    ("size:1", [0, 1, 2, 3]), ("size:>1kB", []), ("flash:yes", [1]), ("flash:no", [0]),
    ("flash:none", [2, 3]),
    ("latitude:any", []),
  ])
  func `numbers have units, and as many digits as are written`(query: String, expected: [Int]) throws {
    #expect(try assets.found(query) == expected.map { assets[$0].name.text }, "\(query)")
  }

  @Test(arguments: [
    ("date:2014", [0, 1]), ("date:2014-05-15", [0]), ("date:2013..2014-05-14", [1, 2]),
    ("date:>2013", [0, 1]),
    ("date:>=2013", [0, 1, 2]), ("date:<2014", [2]), ("date:<=2014-05-14", [1, 2]),
    ("date:2013,2014-05-15", [0, 2]),
    ("date:today", [0]), ("date:yesterday", [1]), ("date:1d", [0, 1]), ("date:1d..", [0, 1]),
    ("date:..1d", [1, 2]),
    ("date:>1d", [0]), ("date:2h", []), ("date:3h", [0]), ("date:2w", [0, 1]), ("date:6m..", [0, 1, 2]),
    ("date:4m", [0, 1]), ("date:<1y", []), ("date:none", [3]), (#"date:"2014-05-15 08:00""#, [0]),
    ("date:2014-05-15T08..2014-05-15T08", [0]), ("date:2014-05-15T08:00:00..2014-05-15T08:00:00", [0]),
  ])
  func `dates are periods of the wall clock, or counted back from now`(query: String, expected: [Int]) throws
  {
    #expect(try assets.found(query) == expected.map { assets[$0].name.text }, "\(query)")
  }

  @Test func `a month before its last days is shorter`() throws {
    let march = try #require(CivilTime(year: 2014, month: 3, day: 31, hour: 12))
    #expect(DateWord("1m", now: march)?.period == DatePeriod("2014-02-28"))
    #expect(DateWord("1y", now: march)?.period == DatePeriod("2013-03-31"))
    #expect(DateWord("99999y", now: march) == nil)
  }

  @Test func `the date of a video is that of the clock for videos`() throws {
    let zone = try #require(WallClock(identifier: "+09:00"))
    let midnight = try #require(CivilTime(year: 2014, month: 5, day: 31, hour: 20))
    let video = Asset.sample("v.mov", clocks: LibraryClocks(files: zone, videos: zone)) {
      $0.captureDate = CaptureDate(time: midnight, offsetMinutes: 0, source: .quickTimeCreateDate)
    }
    #expect(try [video].found("date:2014-06") == ["v.mov"])
    #expect(try [video].found("date:2014-05").isEmpty)
  }
}
