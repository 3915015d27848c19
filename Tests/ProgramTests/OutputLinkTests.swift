import Foundation
import SystemPackage
import TestSupport
import Testing

/// Links in place of output files.
@Suite(.blocking, .enabled(if: geteuid() == 0, "only root makes links of other users"))
struct OutputLinkTests {
  private let photopick: Photopick
  private static let stranger: uid_t = 4321

  init() throws {
    photopick = try Photopick()
    try photopick.photos.file("a.jpg", try Scene.jpeg())
    try photopick.photos.file("shared/.keep", [])
    try photopick.photos.file("victim.jpg", Array("precious".utf8))
    try photopick.photos.symbolicLink("shared/out", to: "../victim.jpg")
    try #require(lchown(photopick.photos.at("shared/out").string, Self.stranger, Self.stranger) == 0)
    try #require(chmod(photopick.photos.at("shared").string, 0o1777) == 0)
  }

  @Test(arguments: [
    "browse . --csv -o shared/out", "select 2 . --json --output shared/out",
    "stats --by year . --output shared/out",
    "info a.jpg --json --output shared/out",
  ])
  func `a link that another user planted in a shared folder is replaced, not followed`(command: String) throws
  {
    let outcome = try photopick.shell("\"$PHOTOPICK\" \(command)")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(photopick.photos.bytes("victim.jpg") == Array("precious".utf8))
    #expect(photopick.photos.at("shared/out").linkTarget == nil)
    #expect((photopick.photos.bytes("shared/out") ?? []).count > 8)
  }

  @Test func `one's own link is followed there`() throws {
    #expect(lchown(photopick.photos.at("shared/out").string, 0, 0) == 0)
    #expect(try photopick.run("browse", "a.jpg", "-o", "shared/out", "--format", "{name}").status == 0)
    #expect(photopick.photos.bytes("victim.jpg") == Array("a.jpg\n".utf8))
    #expect(photopick.photos.at("shared/out").linkTarget == "../victim.jpg")
  }

  @Test func `a thumbnail is not written through a link that another user planted`() throws {
    #expect(try photopick.run("thumbnail", "a.jpg", "--to", ".").status == 0)
    let thumbnail = try #require(photopick.photos.bytes("a.jpg.png"))
    // Only a thumbnail of the same photo is overwritten.
    try photopick.photos.symbolicLink("shared/a.jpg.png", to: "../a.jpg.png")
    #expect(lchown(photopick.photos.at("shared/a.jpg.png").string, Self.stranger, Self.stranger) == 0)
    #expect(try photopick.run("thumbnail", "a.jpg", "--size", "32", "--to", "shared").status == 0)
    #expect(photopick.photos.bytes("a.jpg.png") == thumbnail)
    #expect(photopick.photos.at("shared/a.jpg.png").linkTarget == nil)
  }

  @Test func `streams, pipes and devices are written to, also through a link`() throws {
    let photos = photopick.photos
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "out"] {
      if name == "out" { try photos.symbolicLink("out", to: "/dev/stdout") }
      let outcome = try photopick.shell("\"$PHOTOPICK\" browse a.jpg --format '{name}' -o \(name) | cat")
      #expect(outcome.text == "a.jpg\n", "\(name)")
    }
    #expect(mkfifo(photos.at("pipe").string, 0o600) == 0)
    try photos.symbolicLink("to-pipe", to: "pipe")
    try photos.symbolicLink("null", to: "/dev/null")
    let piped = try photopick.shell(
      "cat pipe > got & \"$PHOTOPICK\" browse a.jpg --format '{name}' -o to-pipe; wait; cat got; "
        + "\"$PHOTOPICK\" browse a.jpg -o null")
    #expect(piped.text == "a.jpg\n" && piped.errors == "" && piped.status == 0)
    #expect(try photopick.shell("test -p pipe -a -L to-pipe -a -L null -a -c /dev/null").status == 0)
  }
}
