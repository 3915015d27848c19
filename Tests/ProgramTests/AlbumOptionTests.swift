import Testing
import TestSupport

@Suite(.blocking) struct AlbumOptionTests {
  private let photopick: Photopick

  init() throws { photopick = try Journey.photopick() }

  @Test(arguments: ["Trip", "./Trip", "Trip/"])
  func `an album is named by its name or path, without the folders below it`(album: String) throws {
    #expect(
      try photopick.names("--album", album)
        == ["clip.mp4", "IMG_12.JPG", "Screenshot_2014-04-30-23-59-59.png"])
  }

  @Test func `an absolute path names an album too`() throws {
    #expect(
      try photopick.names("--album", photopick.photos.at("Trip/Day 2").string) == ["broken.jpg", "IMG_2.jpg"])
  }

  @Test func `an album that is not there is wrong usage`() throws {
    let outcome = try photopick.run("browse", "--album", "Nowhere")
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
    #expect(outcome.errors == "photopick: there is no album Nowhere; photopick list-albums shows them\n")
  }

  @Test func `a name that several albums bear is refused with their paths`() throws {
    try photopick.photos.file("Other/Trip/x.jpg", PictureBuilder.jpeg("2011:01:01 00:00:00"))
    let outcome = try photopick.run("browse", "--album", "Trip", "--filter", "gif")
    // The path ./Trip identifies one album; the name matches two albums, but the exact path wins in this folder.
    #expect(outcome.status == 0)
    let elsewhere = try photopick.run("browse", photopick.photos.path.string, "--album", "Day 2")
    #expect(elsewhere.status == 0)
    try photopick.photos.file("Other/Day 2/y.jpg", PictureBuilder.jpeg("2011:01:01 00:00:00"))
    let ambiguous = try photopick.run("browse", "--album", "Day 2")
    #expect(ambiguous.status == 64)
    #expect(ambiguous.text == "")
    #expect(ambiguous.errors.contains("2 albums are called Day 2"))
    #expect(ambiguous.errors.contains("Other/Day 2"))
    #expect(ambiguous.errors.contains("Trip/Day 2"))
  }
}
