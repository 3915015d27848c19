import Testing
import TestSupport

/// The size and quality of pictures from `store put` and `export`.
@Suite(.blocking) struct PictureOptionTests {
  private let photopick: Photopick

  init() throws {
    photopick = try Photopick()
    try photopick.photos.file("a.jpg", Scene.jpeg(width: 80, height: 60))
  }

  /// The size and bytes of the picture from `store put` with these options.
  private func kept(_ options: String...) throws -> (size: [Int?], bytes: [UInt8]) {
    let root = photopick.user.at("keep")
    let put = try photopick.runAll(
      ["store", "put", "a.jpg", "--replace", "--name", "a.jpg", "--root", root.string] + options)
    #expect(put.status == 0)
    let record = try photopick.run("info", "--jsonl", root.appending("a.jpg").string).lines(of: Record.self)
      .first
    return ([record?.pixelWidth, record?.pixelHeight], photopick.user.bytes("keep/a.jpg") ?? [])
  }

  @Test func `one number is both sides of what a picture fits into`() throws {
    #expect(try kept("--fit", "40").size == [40, 30])
    #expect(try kept("--fit", "40").bytes == kept("--fit", "40x40").bytes)
    #expect(try kept("--fit", "0x30").size == [40, 30])
    #expect(try kept("--fit", "0").bytes == photopick.photos.bytes("a.jpg"))
    _ = try photopick.run("export", "all", "a.jpg", "--to", "out", "--fit", "20")
    let exported = try photopick.run("info", "--jsonl", "out/a.jpg").lines(of: Record.self).first
    #expect(exported?.pixelWidth == 20)
  }

  @Test func `a quality above 1 counts per cent`() throws {
    let (low, high) = (try kept("--quality", "0.05").bytes, try kept("--quality", "1").bytes)
    #expect(try kept("--quality", "5").bytes == low)
    #expect(try kept("--quality", "100").bytes == high)
    #expect(low.count < high.count)
    // 1 is the best quality, 2 a fiftieth of it.
    #expect(try kept("--quality", "2").bytes == kept("--quality", "0.02").bytes)
    _ = try photopick.run("export", "all", "a.jpg", "--to", "share", "--quality", "0.5")
    _ = try photopick.run("export", "all", "a.jpg", "--to", "percent", "--quality", "50")
    #expect(photopick.photos.bytes("percent/a.jpg") == photopick.photos.bytes("share/a.jpg"))
  }

  @Test func `a quality of 0 compresses most`() throws {
    let smallest = try kept("--fit", "40", "--quality", "0")
    #expect(smallest.size == [40, 30])
    #expect(try smallest.bytes.count < kept("--fit", "40", "--quality", "0.1").bytes.count)
    #expect(try kept("--quality", "0").bytes.count < kept("--quality", "0.1").bytes.count)
    for (folder, quality) in [("least", "0"), ("little", "0.1")] {
      _ = try photopick.run("export", "all", "a.jpg", "--to", folder, "--quality", quality)
    }
    let (least, little) = (photopick.photos.bytes("least/a.jpg"), photopick.photos.bytes("little/a.jpg"))
    #expect(try #require(least).count < #require(little).count)
  }

  @Test(arguments: [
    ["--fit", ""], ["--fit", "x"], ["--fit", "40x"], ["--fit", "40x30x2"], ["--fit", "-1"],
    ["--quality", "-0.1"], ["--quality", "1.5"], ["--quality", "50.5"], ["--quality", "101"],
    ["--quality", "nan"],
  ])
  func `what is no size or quality is wrong usage`(options: [String]) throws {
    for command in [["store", "put", "a.jpg"], ["export", "all", "a.jpg", "--to", "out"]] {
      let outcome = try photopick.runAll(command + options)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains(options[0]))
    }
  }
}
