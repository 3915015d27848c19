import SystemPackage
import TestSupport
import Testing

@Suite(.blocking) struct BrowseTextTests {
  @Test func `photos stand in months, newest first, numbered through all groups`() throws {
    let outcome = try Journey.photopick().run("browse")
    #expect(
      outcome.text == """
        May 2014 · 3
           1  2014-05-31 23:59  mp4                 Trip/clip.mp4
           2  2014-05-25 10:00  jpeg     4032×3024  Trip/IMG_12.JPG
           3  2014-05-13 12:00  jpeg     40×30      IMG_9.JPG

        April 2014 · 1
           4  2014-04-30 23:59  png      20×10      Trip/Screenshot_2014-04-30-23-59-59.png

        January 2012 · 2
           5 ~2012-01-01 00:01  unknown             Trip/Day 2/broken.jpg  (damaged: not a photo or video of a \
        known format)
           6  2012-01-01 00:00  jpeg     40×30      Trip/Day 2/IMG_2.jpg

        """)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func `times have seconds if neighbours share the minute`() throws {
    let photopick = try Photopick()
    for (name, time) in [("a", "10:00:07"), ("b", "10:00:09"), ("c", "12:30:00")] {
      try photopick.photos.file(FilePath("\(name).jpg"), PictureBuilder.jpeg("2014:05:25 \(time)"))
    }
    let table = try photopick.run("browse")
    #expect(
      table.text == """
        May 2014 · 3
           1  2014-05-25 12:30:00  jpeg  40×30  c.jpg
           2  2014-05-25 10:00:09  jpeg  40×30  b.jpg
           3  2014-05-25 10:00:07  jpeg  40×30  a.jpg

        """)
    try photopick.photos.remove("b.jpg")
    #expect(try photopick.run("browse").text.contains("2014-05-25 10:00  jpeg"))
  }

  @Test func `a folder without photos says so on stderr and is no failure`() throws {
    let outcome = try Photopick().run("browse")
    #expect(outcome.text == "")
    #expect(outcome.errors == "photopick: no photos found\n")
    #expect(outcome.status == 0)
  }

  @Test func `a path that is not there is named, the rest is shown, the status is 1`() throws {
    let photopick = try Journey.photopick()
    let outcome = try photopick.run("browse", "gone", "Trip/Day 2", "--format", "{name}")
    #expect(outcome.lines == ["broken.jpg", "IMG_2.jpg"])
    #expect(outcome.errors == "photopick: \(photopick.photos.at("gone")): no such file or folder\n")
    #expect(outcome.status == 1)
  }

  @Test func `what lies outside the folders that were named is shown with its whole path`() throws {
    let photopick = try Journey.photopick()
    try photopick.photos.symbolicLink("Trip/Day 2/away", to: photopick.user.path)
    try photopick.user.file("far.jpg", PictureBuilder.jpeg("2012:01:02 00:00:00"))
    let outcome = try photopick.run("browse", "Trip/Day 2", "--filter", "jpeg", "--group", "all", "--follow")
    #expect(
      outcome.text == """
        All Photos · 2
           1  2012-01-02 00:00  jpeg  40×30  away/far.jpg
           2  2012-01-01 00:00  jpeg  40×30  IMG_2.jpg

        """)
  }

  @Test func `a photo without any date says so and comes last`() throws {
    let photopick = try Photopick()
    try photopick.photos.file("plain.jpg", PictureBuilder.jpeg(), modified: 0)
    try photopick.photos.file("dated.jpg", PictureBuilder.jpeg("2014:05:25 10:00:00"))
    #expect(
      try photopick.run("browse", "--ascending").text == """
        May 2014 · 1
           1  2014-05-25 10:00  jpeg  40×30  dated.jpg

        Undated · 1
           2  no date           jpeg  40×30  plain.jpg

        """)
    #expect(try photopick.names("--since", "1970") == ["dated.jpg"])
  }
}
