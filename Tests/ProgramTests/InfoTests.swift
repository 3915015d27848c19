import Testing
import TestSupport

@Suite(.blocking) struct InfoTests {
  private let photopick: Photopick

  init() throws { photopick = try Journey.photopick() }

  @Test func `a record has exactly the keys that apply, in their order`() throws {
    let outcome = try photopick.run("info", "--jsonl", "IMG_9.JPG")
    let path = photopick.photos.at("IMG_9.JPG").string
    let size = PictureBuilder.jpeg("2014:05:13 12:00:00") { $0.make = "Canon" }.count
    #expect(
      outcome.text == """
        {"path":"\(path)","url":"file://\(path)","name":"IMG_9.JPG","format":"jpeg",\
        "typeIdentifier":"public.jpeg","mediaType":"image","pixelWidth":40,"pixelHeight":30,\
        "date":"2014-05-13T12:00:00","dateSource":"exif:DateTimeOriginal","make":"Canon","fileSize":\(size),\
        "modified":"2001-09-09T01:46:40Z"}

        """)
    #expect(outcome.status == 0)
  }

  @Test func `files are told in the order given, each as often as it is named`() throws {
    let files = ["Trip/clip.mp4", "IMG_9.JPG", "Trip/clip.mp4"]
    let records = try photopick.runAll(["info", "--json"] + files).array(of: Record.self)
    #expect(records.map(\.name) == ["clip.mp4", "IMG_9.JPG", "clip.mp4"])
    #expect(try photopick.runAll(["info", "--jsonl"] + files).lines(of: Record.self) == records)
  }

  @Test func `many files are read at once and told in the order given`() throws {
    let files = (0..<300).map { $0 % 7 == 3 ? "gone.jpg" : $0 % 2 == 0 ? "Trip/clip.mp4" : "IMG_9.JPG" }
    let outcome = try photopick.runAll(["info", "--json"] + files)
    let found = files.filter { $0 != "gone.jpg" }
    let names = found.map { $0.hasPrefix("Trip/") ? "clip.mp4" : $0 }
    #expect(try outcome.array(of: Record.self).map(\.name) == names)
    #expect(outcome.errorLines.count == files.count - found.count && outcome.status == 1)
    let text = try photopick.runAll(["info"] + files).text
    #expect(text.split(separator: "\n\n").count == found.count)
  }

  @Test func `a damaged file and one that is no photo have records too`() throws {
    // A comment follows the Exif block, and the frame header is incomplete.
    let block = PictureBuilder.jpeg("2014:05:25 10:00:00").dropLast(23)
    try photopick.photos.file("cut.jpg", block + [0xFF, 0xFE, 0, 4, 0x61, 0x62, 0xFF, 0xC0, 0])
    try photopick.photos.file("empty.jpg", [])
    let outcome = try photopick.run("info", "--json", "cut.jpg", "notes.txt", "empty.jpg")
    let records = try outcome.array(of: Record.self)
    #expect(records.map(\.format) == ["jpeg", "unknown", "unknown"])
    #expect(records.allSatisfy { $0.damaged != nil })
    #expect(records.first?.date == "2014-05-25T10:00:00")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func `what is not there and what is no file are named, the rest is told`() throws {
    let outcome = try photopick.run("info", "--json", "gone.jpg", "IMG_9.JPG", "Trip", "/")
    #expect(try outcome.array(of: Record.self).map(\.name) == ["IMG_9.JPG"])
    #expect(
      outcome.errorLines == [
        "photopick: \(photopick.photos.at("gone.jpg")): no such file or folder",
        "photopick: \(photopick.photos.at("Trip")): not a file",
        "photopick: /: is a folder, not a file",
      ])
    #expect(outcome.status == 1)
  }

  @Test func `text has a line for each key and a blank line between files`() throws {
    let text = try photopick.run("info", "IMG_9.JPG", "Trip/IMG_12.JPG").text
    let blocks = text.split(separator: "\n\n")
    #expect(blocks.count == 2)
    #expect(blocks.last?.contains("\norientation     6\n") == true)
    #expect(blocks.first?.contains("orientation") == false)
  }

  @Test func `a list of files may come on stdin`() throws {
    let outcome = try photopick.run("info", "--jsonl", "-", input: Array("IMG_9.JPG\nTrip/clip.mp4\n".utf8))
    #expect(try outcome.lines(of: Record.self).map(\.name) == ["IMG_9.JPG", "clip.mp4"])
  }

  @Test func `a pipe is not waited for`() throws {
    let outcome = try photopick.shell(
      "mkfifo pipe.jpg && \"$PHOTOPICK\" info pipe.jpg; echo $?; \"$PHOTOPICK\" browse -0 pipe.jpg")
    #expect(outcome.text.hasPrefix("1\n"))
    #expect(outcome.errors.contains("not a file"))
  }

  @Test func `the date of a file is that of the machine's clock, with its offset`() throws {
    try photopick.photos.file("plain.jpg", PictureBuilder.jpeg(), modified: 1_400_000_000)
    var berlin = photopick
    berlin.environment["TZ"] = "Europe/Berlin"
    let record = try berlin.run("info", "--jsonl", "plain.jpg").lines(of: Record.self).first
    #expect(record?.date == "2014-05-13T18:53:20+02:00")
    #expect(record?.dateSource == "file")
    #expect(record?.modified == "2014-05-13T16:53:20Z")
  }

  @Test(arguments: [
    [], ["--json", "--jsonl", "IMG_9.JPG"],
    ["--nope", "IMG_9.JPG"],
  ])
  func `wrong usage ends with 64 and nothing on stdout`(arguments: [String]) throws {
    let outcome = try photopick.runAll(["info"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
    #expect(!outcome.errors.isEmpty)
  }
}
