import SystemPackage
import Testing
import TestSupport

/// `--from`: a list instead of folders.
@Suite(.blocking) struct FromTests {
  private let photopick: Photopick

  init() throws {
    photopick = try Journey.photopick()
    try photopick.photos.file("list.txt", Array("Trip/clip.mp4\nIMG_9.JPG\n".utf8))
    try photopick.photos.file(
      "list.jsonl",
      Array(
        """
        {"path":"Trip/clip.mp4","size":100,"etag":"\\"a\\"","lastModified":"2024-01-01T00:00:00Z"}
        {"path":"IMG_9.JPG","size":200,"etag":"\\"b\\"","lastModified":"2024-01-01T00:00:00Z"}

        """.utf8))
  }

  @Test(arguments: ["list.txt", "list.jsonl"])
  func `only the photos of the list are shown`(list: String) throws {
    #expect(try photopick.names("--from", list) == ["clip.mp4", "IMG_9.JPG"])
    #expect(try photopick.names("--from", list, "--filter", "photo") == ["IMG_9.JPG"])
    #expect(try photopick.run("select", "2", "--from", list, "--format", "{name}").lines == ["IMG_9.JPG"])
    let counts = try photopick.run("stats", "--from", list, "--by", "camera", "--format", "{count} {title}")
    #expect(counts.lines.contains("1 Canon") && counts.status == 0)
  }

  @Test(arguments: [["Trip/clip.mp4", "IMG_9.JPG"], ["IMG_9.JPG", "Trip/clip.mp4"]])
  func `a list keeps its order on request`(list: [String]) throws {
    let names = list.compactMap { FilePath($0).lastComponent?.string }
    let input = Array(list.joined(separator: "\n").utf8)
    for paths in [["-"], ["--from", "-"]] {
      let view = paths + ["--sort", "given", "--group", "all", "--format", "{name}"]
      #expect(try photopick.runAll(["browse"] + view, input: input).lines == names)
      #expect(
        try photopick.runAll(["browse"] + view + ["--limit", "1"], input: input).lines == names.dropLast())
      #expect(
        try photopick.runAll(["browse"] + view + ["--descending"], input: input).lines == names.reversed())
      #expect(try photopick.runAll(["select", "all"] + view, input: input).lines == names)
      let known = try photopick.runAll(["browse"] + view + ["--no-refresh"], input: input)
      #expect(known.lines == names)
    }
  }

  @Test func `companions in a list of names in the current folder are skipped`() throws {
    for place in ["GX010001.MP4", "GL010001.LRV", "SUB/C0001S03.MP4", "C0001.MP4"] as [FilePath] {
      try photopick.photos.file(place, PictureBuilder.movie(created: 1_400_000_000))
    }
    let list = Array("GX010001.MP4\nGL010001.LRV\nSUB/C0001S03.MP4\nC0001.MP4\n".utf8)
    let outcome = try photopick.run(
      "browse", "-", "--sort", "given", "--group", "all", "--format", "{name}", input: list)
    #expect(outcome.lines == ["GX010001.MP4", "C0001.MP4"])
  }

  @Test func `a list may come on stdin`() throws {
    let outcome = try photopick.run(
      "browse", "--from", "-", "--format", "{name}", input: Array("IMG_9.JPG\0".utf8))
    #expect(outcome.lines == ["IMG_9.JPG"])
  }

  @Test func `missing photos and folders are problems, the rest is shown`() throws {
    try photopick.photos.file("list.txt", Array("gone.jpg\nTrip\nIMG_9.JPG\n".utf8))
    let outcome = try photopick.run("browse", "--from", "list.txt", "--format", "{name}")
    #expect(outcome.lines == ["IMG_9.JPG"])
    #expect(outcome.status == 1)
    #expect(
      Set(outcome.errorLines) == [
        "photopick: \(photopick.photos.at("gone.jpg")): no such file or folder",
        "photopick: \(photopick.photos.at("Trip")): is a folder, not a file",
      ])
  }

  @Test func `an object that can't be read is a problem, the rest is shown`() throws {
    try photopick.photos.file("list.txt", Array("IMG_9.JPG\ns3://bucket/key.jpg\n".utf8))
    let outcome = try photopick.run("browse", "--from", "list.txt", "--format", "{name}")
    #expect(outcome.errors.hasPrefix("photopick: s3://bucket/key.jpg: there are no AWS credentials"))
    #expect(outcome.status == 1 && outcome.lines == ["IMG_9.JPG"])
  }

  @Test func `a key that a path can't express is refused, since it would name another object`() throws {
    try photopick.photos.file("list.txt", Array("IMG_9.JPG\ns3://bucket//key.jpg\n".utf8))
    let outcome = try photopick.run("browse", "--from", "list.txt")
    #expect(
      outcome.errorLines.count == 1 && outcome.errors.contains("s3://bucket//key.jpg: a key with an empty"))
    #expect(outcome.status == 1 && outcome.text == "")
  }

  @Test(arguments: [
    ["browse", "--from", "list.txt", "Trip"], ["info", "--from", "list.txt", "IMG_9.JPG"],
    ["browse", "--from", "-", "--exclude", "-"],
  ])
  func `a list excludes other sources`(arguments: [String]) throws {
    let outcome = try photopick.runAll(arguments)
    #expect(outcome.status == 64 && outcome.text == "")
  }

  @Test(arguments: ["browse", "stats", "info"]) func `a missing list is named`(command: String) throws {
    let outcome = try photopick.run(command, "--from", "none.txt")
    #expect(outcome.status == 1 && outcome.errors.hasPrefix("photopick: none.txt: cannot be read: "))
  }
}
