import Foundation
import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@Suite(.blocking) struct ThumbnailTests {
  private let photopick: Photopick

  init() throws { photopick = try Scene.photopick(count: 3) }

  private func kept(_ size: String) -> [String] {
    photopick.user.names(FilePath("home/.cache/thumbnails/\(size)"))
  }

  @Test func `a folder is told how its photos get thumbnails`() throws {
    let outcome = try photopick.run("thumbnail", ".", "1.jpg")
    #expect(outcome.status == 1 && outcome.lines.count == 1)
    #expect(outcome.errorLines.count == 1 && outcome.errors.contains("it is a folder; --warm makes"))
  }

  @Test func `the path of each thumbnail is printed, in order, and stays`() throws {
    let first = try photopick.run("thumbnail", "2.jpg", "1.jpg")
    #expect(first.status == 0)
    #expect(first.lines.count == 2)
    #expect(first.lines.allSatisfy { $0.hasPrefix(photopick.user.at("home/.cache/thumbnails/large").string) })
    #expect(kept("large").count == 2)
    #expect(try photopick.run("thumbnail", "1.jpg", "2.jpg").lines == first.lines.reversed())
  }

  @Test(arguments: [
    ("1", "normal"), ("128", "normal"), ("129", "large"), ("512", "x-large"), ("1024", "xx-large"),
  ])
  func `the cache's size is the next larger one`(size: String, folder: String) throws {
    let outcome = try photopick.run("thumbnail", "1.jpg", "--size", size)
    #expect(outcome.lines.first?.contains("/thumbnails/\(folder)/") == true)
  }

  @Test func `what cannot be shown is one line each, and the rest goes on`() throws {
    try photopick.photos.file("notes.txt", Array("text".utf8))
    let outcome = try photopick.run("thumbnail", "notes.txt", "1.jpg", "gone.jpg")
    #expect(outcome.status == 1)
    #expect(outcome.lines.count == 1)
    #expect(outcome.errorLines.count == 2)
    #expect(outcome.errorLines.first?.contains("notes.txt: ") == true)
  }

  @Test func `thumbnails are written under the photo's name and replaced by newer ones`() throws {
    let first = try photopick.run("thumbnail", "1.jpg", "--to", "web/small", "--size", "40")
    #expect(first.lines == [photopick.photos.at("web/small/1.jpg.png").string])
    let bytes = try #require(photopick.photos.bytes("web/small/1.jpg.png"))
    #expect(Array(bytes[16..<24]) == [0, 0, 0, 40, 0, 0, 0, 30])
    let second = try photopick.run("thumbnail", "1.jpg", "--to", "web/small", "--size", "20")
    #expect(second.status == 0)
    #expect(photopick.photos.bytes("web/small/1.jpg.png").map { $0[19] } == 20)
  }

  @Test func `a thumbnail is no more readable than its photo, also in the place of one that was`() throws {
    _ = try photopick.run("thumbnail", "1.jpg", "--to", "web")
    let modes = try photopick.shell(
      "umask 022; chmod 644 1.jpg web/1.jpg.png; chmod 640 2.jpg; \"$PHOTOPICK\" thumbnail 1.jpg 2.jpg --to web; "
        + "stat -c %a web/*; chmod 600 1.jpg; \"$PHOTOPICK\" thumbnail 1.jpg --size 20 --to web; stat -c %a web/1*"
    )
    #expect(modes.lines.filter { !$0.hasPrefix("/") } == ["644", "640", "600"])
  }

  @Test func `another file of that name stays`() throws {
    let mine = Array("mine".utf8)
    try photopick.photos.file("web/1.jpg.png", mine)
    let outcome = try photopick.run("thumbnail", "1.jpg", "2.jpg", "--to", "web")
    #expect(outcome.status == 1)
    #expect(outcome.lines == [photopick.photos.at("web/2.jpg.png").string])
    #expect(outcome.errors.contains("web/1.jpg.png is another file and stays"))
    #expect(photopick.photos.bytes("web/1.jpg.png") == mine)
    // A dangling link, too, which appears not to exist.
    try photopick.photos.symbolicLink("links/1.jpg.png", to: "later")
    #expect(try photopick.run("thumbnail", "1.jpg", "--to", "links").status == 1)
    #expect(photopick.photos.at("links/1.jpg.png").linkTarget == "later")
    #expect(try photopick.run("thumbnail", "2.jpg", "2.jpg", "--to", "links").status == 0)
    // A thumbnail of a different photo with this name is a different file, too.
    try photopick.photos.file("sub/2.jpg", try Scene.jpeg())
    #expect(try photopick.run("thumbnail", "sub/2.jpg", "--to", "web").status == 1)
  }

  @Test(arguments: [["1.jpg", "sub/1.jpg", "2.jpg"], ["sub/1.jpg", "1.jpg", "2.jpg"]])
  func `the first of two photos of one name has the thumbnail`(photos: [String]) throws {
    try photopick.photos.file("sub/1.jpg", try Scene.jpeg(width: 90, height: 90))
    let outcome = try photopick.runAll(["thumbnail", "--to", "web", "--size", "40"] + photos)
    #expect(outcome.status == 1)
    #expect(
      outcome.lines == ["web/1.jpg.png", "web/2.jpg.png"].map { photopick.photos.at(FilePath($0)).string })
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("\(photos[1]): its thumbnail would take the name of that of "))
    #expect(photopick.photos.bytes("web/1.jpg.png").map { $0[23] } == (photos[0] == "1.jpg" ? 30 : 40))
  }

  @Test func `the cache is filled for a view`() throws {
    try photopick.photos.file("clip.mp4", PictureBuilder.movie(created: 1_401_580_740))
    let outcome = try photopick.run("thumbnail", "--warm", "--filter", "photo", ".")
    #expect(outcome.status == 0)
    #expect(outcome.bytes == [])
    #expect(kept("large").count == 3)
  }

  @Test(arguments: [
    ["thumbnail"], ["thumbnail", "1.jpg", "--size", "0"], ["thumbnail", "1.jpg", "--size", "1025"],
    ["thumbnail", "--warm", "--to", "web"], ["thumbnail", "1.jpg", "--filter", "jpeg"],
  ])
  func `what makes no sense is wrong usage`(arguments: [String]) throws {
    let outcome = try photopick.runAll(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.bytes == [])
  }
}
