import SystemPackage
import TestSupport
import Testing

/// Symbolic and hard links in libraries.
@Suite(.blocking) struct LinkTests {
  private let photopick: Photopick

  init() throws { photopick = try Photopick() }

  private func photo(_ place: FilePath, day: Int) throws {
    try photopick.photos.file(place, PictureBuilder.jpeg("2014:05:0\(day) 10:00:00"))
  }

  @Test func `folders behind links are entered once, and loops end`() throws {
    try photo("real/a.jpg", day: 1)
    try photopick.photos.symbolicLink("real/up", to: "..")
    try photopick.photos.symbolicLink("alias", to: "real")
    try photopick.photos.symbolicLink("self", to: "self")
    try photopick.user.file("away/b.jpg", PictureBuilder.jpeg("2014:05:02 10:00:00"))
    try photopick.photos.symbolicLink("elsewhere", to: photopick.user.at("away"))
    let folder = photopick.photos.path.string
    let all = try photopick.runAll(["browse", "--paths", "--follow"])
    #expect(all.lines == [folder + "/elsewhere/b.jpg", folder + "/real/a.jpg"])
    #expect(try photopick.names() == ["a.jpg"])
    let outcome = try photopick.run("browse", "--paths", "--verbose")
    #expect(outcome.lines == [folder + "/real/a.jpg"])
    #expect(
      outcome.errorLines == [
        "photopick: \(folder)/elsewhere: the symbolic link points outside the searched folders; --follow follows it",
        "photopick: \(folder)/self: the symbolic link points to itself",
      ])
    #expect(outcome.status == 0)
  }

  @Test func `a file with several names is shown once, under the name that is no link`() throws {
    try photo("b.jpg", day: 1)
    try photopick.photos.hardLink("c.jpg", to: "b.jpg")
    try photopick.photos.symbolicLink("a.jpg", to: "b.jpg")
    #expect(try photopick.names() == ["b.jpg"])
    #expect(try photopick.names("c.jpg", "b.jpg", "b.jpg", ".") == ["b.jpg"])
  }

  @Test func `a link to a photo that is gone is named on request only, and is no failure`() throws {
    try photo("a.jpg", day: 1)
    try photopick.photos.symbolicLink("lost.jpg", to: "nowhere")
    let outcome = try photopick.run("browse", "--paths")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    let told = try photopick.run("browse", "--paths", "--verbose")
    #expect(
      told.errorLines == [
        "photopick: \(photopick.photos.at("lost.jpg")): the target of the symbolic link does not exist"
      ])
    #expect(told.status == 0)
    let named = try photopick.run("browse", "--paths", "lost.jpg")
    #expect(named.status == 1)
    #expect(named.errorLines == ["photopick: \(photopick.photos.at("lost.jpg")): no such file or folder"])
  }

  @Test func `no link is followed on request`() throws {
    try photo("real/a.jpg", day: 1)
    try photopick.user.file("away.jpg", PictureBuilder.jpeg("2014:05:02 10:00:00"))
    try photopick.photos.symbolicLink("b.jpg", to: photopick.user.at("away.jpg"))
    #expect(try photopick.names() == ["b.jpg", "a.jpg"])
    #expect(try photopick.names("--no-follow") == ["a.jpg"])
    #expect(
      try photopick.run("browse", "--no-follow", "--verbose").errorLines
        .contains { $0.hasSuffix("/b.jpg: symbolic links are not followed") })
    #expect(try photopick.names("--no-follow", "--no-refresh") == ["a.jpg"])
    #expect(try photopick.names("--no-follow", "b.jpg") == ["b.jpg"])
    #expect(try photopick.run("browse", "--follow", "--no-follow").status == 64)
  }
}
