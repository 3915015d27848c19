import Foundation
import SystemPackage
import TestSupport
import Testing

/// A wedding from the memory cards to the folder for the client.
@Suite(.blocking) struct WeddingTests {
  private let photopick: Photopick

  /// Seven shots of RAW and JPEG, three of them a burst, and an edit; two photos of a second camera, with the same names.
  init() throws {
    photopick = try Photopick()
    for shot in 1...7 {
      let isBurst = shot > 4
      let picture = try Self.jpeg(
        "2014:05:25 10:\(isBurst ? "30" : "0\(shot)"):00", fraction: isBurst ? "\(shot * 2 - 10 + 1)" : nil,
        shot)
      try photopick.photos.file(FilePath("in/one/DSC_000\(shot).JPG"), picture)
      try photopick.photos.file(FilePath("in/one/DSC_000\(shot).RAF"), Self.raw(picture))
    }
    let photos = photopick.photos
    try photos.file("in/one/DSC_0002.xmp", SidecarFile.xmp(rating: 5, of: "RAF"))
    try photos.file("in/one/DSC_0002.JPG.xmp", SidecarFile.xmp(rating: 5))
    try photos.file("in/one/DSC_0003-edited.jpg", Self.jpeg("2014:05:25 10:03:00", fraction: nil, 30))
    try photos.file("in/two/dsc_0001.jpg", Self.jpeg("2014:05:25 11:00:00", fraction: nil, 40))
    try photos.file("in/two/DSC_0002.JPG", Self.jpeg("2014:05:25 11:01:00", fraction: nil, 41))
    try photos.file("in/two/DSC_0002.JPG.xmp", SidecarFile.xmp(rating: 4))
  }

  /// A JPEG that can be decoded; `size` tells it from the others.
  private static func jpeg(_ date: String, fraction: String?, _ size: Int) throws -> [UInt8] {
    let header = PictureBuilder.jpeg(date) {
      $0.subseconds = fraction
      ($0.make, $0.model) = ("Fuji", "X-T1")
    }
    let length = 2 + Int(header[4]) << 8 + Int(header[5])
    return Array(header[..<(2 + length)]) + (try Scene.jpeg(width: 80 + size * 2)).dropFirst(2)
  }

  /// A RAF file with a preview (the offset and the length of the JPEG at 84 and 88).
  private static func raw(_ preview: [UInt8]) -> [UInt8] {
    let length = preview.count
    return Array("FUJIFILMCCD-RAW ".utf8) + [UInt8](repeating: 0, count: 68) + [0, 0, 0, 92]
      + [0, 0, UInt8(length >> 8), UInt8(length & 0xFF)] + preview
  }

  private func export(_ arguments: String...) throws -> Photopick.Outcome {
    try photopick.runAll(["export", "all", "in", "--to", "out"] + arguments)
  }

  /// The sums, sizes and paths of all files below a folder; links are followed.
  private func files(_ folder: String) throws -> [String] {
    try photopick.shell(
      "cd '\(folder)' 2>/dev/null && find -L . -type f ! -name '.*' -exec cksum {} + | sort -k 3"
    ).lines
  }

  @Test(arguments: ["--copy", "--move", "--link", "--hardlink"])
  func `a tree arrives with all files of each shot, and undo takes it back`(action: String) throws {
    let before = try files("in")
    #expect(before.count == 20)
    let outcome = try export("--name", "{folder}/{name}", action)
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.lines.count == 20)
    #expect(outcome.scopes == ["17 photos of \(photopick.photos.at("in").string)"])
    #expect(try files("out") == before)
    #expect(try files("in") == (action == "--move" ? [] : before))
    #expect(try photopick.run("browse", "out", "--where", "rating:>=4", "--paths").lines.count == 3)
    #expect(try photopick.run("export", "--undo").status == 0)
    #expect(try files("in") == before && files("out").isEmpty)
  }

  @Test func `names from two cameras differ wherever case is ignored`() throws {
    #expect(try export("--without-sidecars").status == 0)
    let names = photopick.photos.names("out")
    #expect(names.count == 17 && Set(names.map { $0.lowercased() }).count == 17)
    #expect(
      names.contains("dsc_0001.jpg") && names.contains("DSC_0001-2.JPG") && names.contains("DSC_0001-2.RAF"))
  }

  @Test func `a shot of a burst goes with its own files alone`() throws {
    let outcome = try photopick.run("export", "all", "in", "--where", "name:DSC_0006 is:raw", "--to", "out")
    #expect(outcome.status == 0 && photopick.photos.names("out") == ["DSC_0006.JPG", "DSC_0006.RAF"])
  }

  @Test(arguments: [
    (["--fit", "40"], 9), (["--fit", "40", "--stack", "--where", "name:DSC_0002,DSC_0003"], 3),
    (["--quality", "80", "--filter", "raw"], 7),
  ])
  func `one picture is made of each shot, from the best file`(options: [String], count: Int) throws {
    let outcome = try photopick.runAll(["export", "all", "in", "--to", "out"] + options)
    let names = photopick.photos.names("out")
    #expect(outcome.status == 0 && outcome.errors.isEmpty && names.count == count)
    #expect(names.contains("DSC_0003-edited.jpg") && !names.contains("DSC_0003.JPG"))
    #expect(names.contains("DSC_0002.JPG") && Set(names.map { $0.lowercased() }).count == count)
  }

  @Test(arguments: [("jpeg", 10, 0), ("raw", 0, 7)])
  func `the pictures of a shot are chosen`(choice: String, jpegs: Int, raws: Int) throws {
    let outcome = try export("--pictures", choice, "--without-sidecars")
    let names = photopick.photos.names("out")
    #expect(names.count { $0.hasSuffix("RAF") } == raws && names.count == jpegs + raws)
    let note = outcome.errorLines.first
    #expect(note == (raws == 0 ? nil : "2 photos, such as DSC_0002.JPG, have no picture for --pictures raw"))
  }

  @Test func `previews that are smaller than requested are mentioned in one line`() throws {
    let preview = try Scene.jpeg()
    // A TIFF directory with the size of the photo, and a preview after it.
    var raw: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 5, 0]
    for (tag, type, count, value) in [
      (0x0100, 4, 1, 600), (0x0101, 4, 1, 450), (0x0201, 4, 1, 74), (0x0202, 4, 1, preview.count),
      (0xC612, 1, 4, 0x0401),
    ] { raw += [(tag, 2), (type, 2), (count, 4), (value, 4)].flatMap(Self.number) }
    for name in ["a", "b"] {
      try photopick.photos.file(FilePath("raw/\(name).DNG"), raw + [0, 0, 0, 0] + preview + Array(name.utf8))
    }
    let outcome = try photopick.run("export", "all", "raw", "--to", "out", "--fit", "400")
    #expect(outcome.status == 0 && photopick.photos.names("out") == ["a.jpg", "b.jpg"])
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("the previews of 2 RAW photos are smaller than requested, such as "))
    #expect(try photopick.run("export", "all", "raw", "--to", "small", "--fit", "80").errors.isEmpty)
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  @Test(arguments: ["--copy", "--move"])
  func `an export that is killed or interrupted is completed by a repeat, and taken back`(action: String)
    throws
  {
    let before = try files("in")
    for (signal, delay) in [(SIGKILL, 20), (SIGINT, 30), (SIGKILL, 45), (SIGTERM, 60), (SIGKILL, 80)] {
      let arguments = ["export", "all", "in", "--name", "{folder}/{name}", "--to", "out", "-j", "1", action]
      _ = try photopick.runAll(arguments, interruptedBy: signal, after: .milliseconds(delay))
      let (left, arrived) = (try files("in"), try files("out"))
      #expect(Set(left).union(arrived) == Set(before), "\(signal) after \(delay) ms")
      if delay == 45 {
        #expect(try photopick.runAll(arguments).status == 0)
        #expect(try files("out") == before)
      }
      for _ in 1...3 { _ = try photopick.run("export", "--undo") }
      #expect(try files("in") == before && files("out").isEmpty, "\(signal) after \(delay) ms")
    }
  }

  @Test func `a full disk leaves whole files, and a repeat completes the shots`() throws {
    let before = try files("in")
    // A limit of two kilobytes per file simulates a full disk.
    let stopped = try photopick.shell(
      """
      trap '' XFSZ; ulimit -f 4; "$PHOTOPICK" export all in --no-catalog --name '{folder}/{name}' --to out >/dev/null
      """)
    #expect(stopped.status == 1)
    #expect(Set(try files("out")).isSubset(of: before))
    #expect(try export("--name", "{folder}/{name}").status == 0)
    #expect(try files("out") == before)
  }

  #if os(Linux)
    @Test func `a shot moves to another file system and back, and is never linked there`() throws {
      let elsewhere = "/dev/shm/photopick-test-\(UInt64.random(in: 0...UInt64.max))"
      guard (try? photopick.shell("mkdir \(elsewhere)"))?.status == 0 else { return }
      defer { _ = try? photopick.shell("rm -r \(elsewhere)") }
      let before = try files("in")
      let export = ["export", "all", "in", "--name", "{folder}/{name}", "--to", elsewhere]
      let linked = try photopick.runAll(export + ["--hardlink"])
      #expect(linked.status == 1 && linked.errors.contains("where no hard link leads"))
      #expect(try photopick.runAll(export + ["--move"]).status == 0)
      #expect(try files(elsewhere) == before && files("in").isEmpty)
      #expect(try photopick.run("export", "--undo").status == 0)
      #expect(try files("in") == before)
      #expect(try photopick.runAll(export + ["--link"]).status == 0)
      #expect(try files(elsewhere) == before)
    }
  #endif
}
