import Testing
import TestSupport

@Suite(.blocking) struct BrowseViewTests {
  private let photopick: Photopick

  init() throws { photopick = try Journey.photopick() }

  @Test(arguments: [
    (
      "all",
      [
        "1 all clip.mp4", "2 all IMG_12.JPG", "3 all IMG_9.JPG", "4 all Screenshot_2014-04-30-23-59-59.png",
        "5 all broken.jpg", "6 all IMG_2.jpg",
      ]
    ),
    (
      "year",
      [
        "1 2014 clip.mp4", "2 2014 IMG_12.JPG", "3 2014 IMG_9.JPG",
        "4 2014 Screenshot_2014-04-30-23-59-59.png", "5 2012 broken.jpg", "6 2012 IMG_2.jpg",
      ]
    ),
    (
      "month",
      [
        "1 2014-05 clip.mp4", "2 2014-05 IMG_12.JPG", "3 2014-05 IMG_9.JPG",
        "4 2014-04 Screenshot_2014-04-30-23-59-59.png", "5 2012-01 broken.jpg", "6 2012-01 IMG_2.jpg",
      ]
    ),
    (
      "week",
      [
        "1 2014-W22 clip.mp4", "2 2014-W21 IMG_12.JPG", "3 2014-W20 IMG_9.JPG",
        "4 2014-W18 Screenshot_2014-04-30-23-59-59.png", "5 2011-W52 broken.jpg", "6 2011-W52 IMG_2.jpg",
      ]
    ),
    (
      "day",
      [
        "1 2014-05-31 clip.mp4", "2 2014-05-25 IMG_12.JPG", "3 2014-05-13 IMG_9.JPG",
        "4 2014-04-30 Screenshot_2014-04-30-23-59-59.png", "5 2012-01-01 broken.jpg",
        "6 2012-01-01 IMG_2.jpg",
      ]
    ),
    (
      "hour",
      [
        "1 2014-05-31T23 clip.mp4", "2 2014-05-25T10 IMG_12.JPG", "3 2014-05-13T12 IMG_9.JPG",
        "4 2014-04-30T23 Screenshot_2014-04-30-23-59-59.png", "5 2012-01-01T00 broken.jpg",
        "6 2012-01-01T00 IMG_2.jpg",
      ]
    ),
    (
      "camera",
      [
        "1 Canon IMG_9.JPG", "2 Canon IMG_2.jpg", "3 unknown clip.mp4", "4 unknown IMG_12.JPG",
        "5 unknown Screenshot_2014-04-30-23-59-59.png", "6 unknown broken.jpg",
      ]
    ),
    (
      "format",
      [
        "1 jpeg IMG_12.JPG", "2 jpeg IMG_9.JPG", "3 jpeg IMG_2.jpg", "4 mp4 clip.mp4",
        "5 png Screenshot_2014-04-30-23-59-59.png", "6 unknown broken.jpg",
      ]
    ),
  ])
  func `each grouping gives its keys, and numbers run on`(grouping: String, expected: [String]) throws {
    #expect(try photopick.shown("--group", grouping) == expected)
  }

  @Test func `albums are groups in the order of their paths`() throws {
    let outcome = try photopick.run("browse", "--group", "album", "--filter", "jpeg")
    let headings = outcome.lines.filter { $0.contains("·") }
    #expect(
      headings == ["\(photopick.photos.path.lastComponent?.string ?? "") · 1", "Trip · 1", "Day 2 · 1"])
  }

  @Test(arguments: [
    ("jpeg", ["IMG_12.JPG", "IMG_9.JPG", "IMG_2.jpg"]),
    ("jpg,png", ["IMG_12.JPG", "IMG_9.JPG", "Screenshot_2014-04-30-23-59-59.png", "IMG_2.jpg"]),
    ("video", ["clip.mp4"]),
    ("mp4, PNG", ["clip.mp4", "Screenshot_2014-04-30-23-59-59.png"]),
    ("photo,!screenshot,!damaged", ["IMG_12.JPG", "IMG_9.JPG", "IMG_2.jpg"]),
    ("photo", ["IMG_12.JPG", "IMG_9.JPG", "Screenshot_2014-04-30-23-59-59.png", "IMG_2.jpg"]),
    ("!photo", ["clip.mp4", "broken.jpg"]),
    ("screenshot", ["Screenshot_2014-04-30-23-59-59.png"]),
    ("damaged", ["broken.jpg"]),
    ("gif", []),
  ])
  func `a filter shows any of its kinds and takes away those behind a mark`(list: String, names: [String])
    throws
  {
    #expect(try photopick.names("--filter", list) == names)
  }

  @Test(arguments: ["tga", "jpeg,", "", "!", "!!png", "jpeg;png"])
  func `a filter that is none is wrong usage`(list: String) throws {
    let outcome = try photopick.run("browse", "--filter", list)
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
    #expect(outcome.errors.contains("--filter"))
  }

  @Test(arguments: [
    (["--since", "2014-05-25T10:00"], ["clip.mp4", "IMG_12.JPG"]),
    (["--since", "2014-05-25T10:01"], ["clip.mp4"]),
    (["--until", "2014-04"], ["Screenshot_2014-04-30-23-59-59.png", "broken.jpg", "IMG_2.jpg"]),
    (["--until", "2014-04-30T23:59"], ["Screenshot_2014-04-30-23-59-59.png", "broken.jpg", "IMG_2.jpg"]),
    (["--until", "2014-04-30T23:58"], ["broken.jpg", "IMG_2.jpg"]),
    (["--since", "2012", "--until", "2012"], ["broken.jpg", "IMG_2.jpg"]),
    (["--since", "2014-05-13", "--until", "2014-05-25"], ["IMG_12.JPG", "IMG_9.JPG"]),
  ])
  func `date limits include what they name`(limits: [String], names: [String]) throws {
    #expect(try photopick.runAll(["browse", "--format", "{name}"] + limits).lines == names)
  }

  @Test(arguments: [["--since", "2014-13"], ["--since", "soon"]])
  func `limits that are no dates are wrong usage`(limits: [String]) throws {
    let outcome = try photopick.runAll(["browse"] + limits)
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
  }

  @Test(arguments: [
    (
      ["--sort", "date", "--ascending"],
      [
        "IMG_2.jpg", "broken.jpg", "Screenshot_2014-04-30-23-59-59.png", "IMG_9.JPG", "IMG_12.JPG",
        "clip.mp4",
      ]
    ),
    (
      ["--sort", "name", "--group", "all"],
      [
        "broken.jpg", "clip.mp4", "IMG_2.jpg", "IMG_9.JPG", "IMG_12.JPG",
        "Screenshot_2014-04-30-23-59-59.png",
      ]
    ),
    (
      ["--sort", "name", "--descending", "--group", "all", "--limit", "3"],
      ["Screenshot_2014-04-30-23-59-59.png", "IMG_12.JPG", "IMG_9.JPG"]
    ),
    (["--sort", "size", "--group", "all", "--limit", "1"], ["IMG_12.JPG"]),
    (["--sort", "size", "--ascending", "--group", "all", "--limit", "1"], ["broken.jpg"]),
    // Months remain newest first if another key sorts the photos within them.
    (
      ["--sort", "name"],
      [
        "clip.mp4", "IMG_9.JPG", "IMG_12.JPG", "Screenshot_2014-04-30-23-59-59.png", "broken.jpg",
        "IMG_2.jpg",
      ]
    ),
  ])
  func `photos are in the order asked for`(options: [String], names: [String]) throws {
    #expect(try photopick.runAll(["browse", "--format", "{name}"] + options).lines == names)
  }

  @Test func `a filter that is given twice adds up`() throws {
    let once = try photopick.names("--filter", "video,png,!screenshot")
    #expect(try photopick.names("--filter", "video", "--filter", "png,!screenshot") == once)
    #expect(
      try photopick.names("--filter", "video", "--filter", "jpeg")
        == photopick.names("--filter", "jpeg,video"))
  }

  @Test func `groups that the filter empties stay on request, their numbers too`() throws {
    #expect(
      try photopick.run("browse", "--filter", "png", "--keep-empty").text == """
        May 2014 · 0

        April 2014 · 1
           1  2014-04-30 23:59  png   20×10  Trip/Screenshot_2014-04-30-23-59-59.png

        January 2012 · 0

        """)
  }

  @Test(arguments: [
    (["--limit", "2"], ["1 2014-05 clip.mp4", "2 2014-05 IMG_12.JPG"]),
    (
      ["--offset", "2", "--limit", "2"],
      ["1 2014-05 IMG_9.JPG", "2 2014-04 Screenshot_2014-04-30-23-59-59.png"]
    ),
    (["--offset", "5"], ["1 2012-01 IMG_2.jpg"]),
    (["--offset", "6"], []),
    (["--limit", "0"], []),
  ])
  func `limit and offset cut the view before it is numbered`(options: [String], expected: [String]) throws {
    let options = ["browse", "--format", "{number} {group} {name}"] + options
    #expect(try photopick.runAll(options).lines == expected)
  }

  @Test func `a month has 31 days on the clock of the video's time zone`() throws {
    #expect(try photopick.shown("--filter", "video") == ["1 2014-05 clip.mp4"])
    #expect(try photopick.shown("--filter", "video", "--time-zone", "Asia/Tokyo") == ["1 2014-06 clip.mp4"])
    #expect(try photopick.shown("--filter", "video", "--time-zone", "+00:01") == ["1 2014-06 clip.mp4"])
    var inTokyo = photopick
    inTokyo.environment["TZ"] = "Asia/Tokyo"
    #expect(try inTokyo.shown("--filter", "video") == ["1 2014-06 clip.mp4"])
    // Dates of photos have no time zone, so they aren't converted.
    #expect(try inTokyo.shown("--filter", "jpeg") == photopick.shown("--filter", "jpeg"))
  }

  @Test(arguments: [
    ["--sort", "count"], ["--group", "decade"], ["--json", "--jsonl"], ["--format", "{nonsense}"],
  ])
  func `wrong options end with 64, a line on stderr and nothing on stdout`(options: [String]) throws {
    let outcome = try photopick.runAll(["browse"] + options)
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
    #expect(!outcome.errors.isEmpty)
  }
}
