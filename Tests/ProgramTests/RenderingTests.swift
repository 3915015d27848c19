import Foundation
import PhotoFormats
import PhotoImaging
import SystemPackage
import TestSupport
import Testing

/// Renderings and verification by `select`.
@Suite(.blocking) struct RenderingTests {
  private let photopick: Photopick
  /// A picture larger than a screen, created once for all tests.
  private static let wide = Result { try Scene.jpeg(width: 3000, height: 300) }

  init() throws {
    photopick = try Photopick()
    try photopick.photos.file("turned.jpg", Scene.jpeg(orientation: 6))
    try photopick.photos.file("wide.jpg", Self.wide.get())
  }

  private func records(_ arguments: [String]) throws -> [[String: Any]] {
    let outcome = try photopick.runAll(
      ["select", "all", ".", "--sort", "name", "--json", "--return-image", "screen"] + arguments)
    #expect(outcome.status == 0)
    return try outcome.dictionaries()
  }

  private func images(_ arguments: String...) throws -> [[String: Any]] {
    let key = arguments.contains("--crop") ? "EditedImage" : "OriginalImage"
    return try records(arguments).compactMap { $0["UIImagePickerController\(key)"] as? [String: Any] }
  }

  private func sizes(_ images: [[String: Any]]) -> [[Int?]] {
    images.map { [$0["pixelWidth"] as? Int, $0["pixelHeight"] as? Int] }
  }

  @Test func `a rendering is upright and at most 2400 pixels a side`() throws {
    let images = try images()
    #expect(sizes(images) == [[60, 80], [2400, 240]])
    #expect(images.allSatisfy { $0["orientation"] as? Int == 1 })
    let path = FilePath(try #require(images.first?["path"] as? String))
    #expect(path.starts(with: photopick.user.at("home/.cache/photopick/renderings")))
    #expect(path.lastComponent?.stem.hasPrefix("turned-") == true)
    let rendering = try PhotoImage.render(path, .full)
    #expect(rendering.orientation == .up)
    // A quarter turn moves the upper half to the right.
    let right = try #require(rendering.pixels.pixel(x: 50, y: 40))
    #expect(right.x > right.z)
  }

  @Test func `a rendering keeps its name while the photo stays the same`() throws {
    let first = try images().compactMap { $0["path"] as? String }
    #expect(try images().compactMap { $0["path"] as? String } == first)
    try photopick.photos.file("turned.jpg", Scene.jpeg(orientation: 3), modified: 1_000_000_100)
    let changed = try images()
    #expect(changed.first?["path"] as? String != first.first)
    #expect(sizes(changed).first == [80, 60])
  }

  @Test func `a crop is cut from the middle`() throws {
    #expect(sizes(try images("--crop", "1:1")) == [[60, 60], [300, 300]])
    #expect(sizes(try images("--crop", "3:4")).first == [60, 80])
  }

  @Test func `a crop is the edited image, with its rectangle in pixels of the upright original`() throws {
    let records = try records(["--crop", "1:1"])
    func part(_ index: Int, _ key: String) -> NSDictionary? {
      records[index]["UIImagePickerController\(key)"] as? NSDictionary
    }
    #expect(part(0, "CropRect") == ["x": 0, "y": 10, "width": 60, "height": 60])
    #expect(part(1, "CropRect") == ["x": 1350, "y": 0, "width": 300, "height": 300])
    let path = photopick.photos.at("turned.jpg").string
    #expect(
      part(0, "OriginalImage") == ["path": path, "pixelWidth": 80, "pixelHeight": 60, "orientation": 6])
    #expect(part(0, "EditedImage")?["orientation"] as? Int == 1)
    #expect(part(0, "EditedImage")?["path"] as? String != path)
    let select = ["select", "1", "turned.jpg", "--crop", "1:1"]
    let list = try photopick.runAll(select + ["--plist"]).text
    #expect(list.contains("<key>UIImagePickerControllerCropRect</key>"))
    let csv = try photopick.runAll(select + ["--csv"]).text.split(separator: "\r\n")
    #expect(csv.first?.hasSuffix(",cropX,cropY,cropWidth,cropHeight") == true)
    #expect(csv.last?.hasSuffix(",60,60,1,0,10,60,60") == true)
    #expect(
      try photopick.runAll(select + ["--format", "{imagePath} {cropY}+{cropHeight}"]).text
        .hasSuffix(".jpg 10+60\n"))
    #expect(try self.records([])[0]["UIImagePickerControllerCropRect"] == nil)
    #expect(try self.records([])[0]["UIImagePickerControllerEditedImage"] == nil)
  }

  @Test func `renderings go into a folder of one's own`() throws {
    let images = try images("--image-folder", "out/pictures")
    #expect(photopick.photos.names("out/pictures").count == 2)
    #expect(
      images.allSatisfy {
        ($0["path"] as? String)?.hasPrefix(photopick.photos.at("out/pictures").string) == true
      }
    )
  }

  @Test func `plain records hold the picture in keys of their own`() throws {
    let arguments = ["select", "1", "turned.jpg", "--return-image", "screen"]
    let plain = try #require(
      try photopick.runAll(arguments + ["--keys", "plain", "--json"]).dictionaries().first)
    #expect(plain["path"] as? String == photopick.photos.at("turned.jpg").string)
    #expect(plain["pixelWidth"] as? Int == 80)
    let path = try #require(plain["imagePath"] as? String)
    #expect([path] == (try photopick.runAll(arguments).lines))
    #expect(["imageWidth", "imageHeight", "imageOrientation"].map { plain[$0] as? Int } == [60, 80, 1])
    let csv = try photopick.runAll(arguments + ["--csv"]).text.split(separator: "\r\n")
    #expect(
      csv.first?.hasSuffix(
        ",imagePath,imageWidth,imageHeight,imageOrientation,cropX,cropY,cropWidth,cropHeight") == true)
    #expect(csv.last?.hasSuffix(",,\(path),60,80,1,,,,") == true)
    let lines = try photopick.runAll(arguments + ["--format", "{name} {imagePath} {imageWidth:04}"]).lines
    #expect(lines == ["turned.jpg \(path) 0060"])
    let none = try photopick.run("select", "1", "turned.jpg", "--keys", "plain", "--json").dictionaries()
      .first
    #expect(none?.keys.contains("imagePath") == false)
  }

  @Test func `a photo without a picture is named and printed all the same`() throws {
    try photopick.photos.file("broken.jpg", Array("no picture".utf8))
    let outcome = try photopick.run(
      "select", "all", ".", "--allow-damaged", "--jsonl", "--return-image", "screen")
    #expect(outcome.status == 1)
    #expect(outcome.lines.count == 3)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("broken.jpg"))
  }

  @Test func `printed paths are those of the renderings`() throws {
    let made = try images("--crop", "1:1").map { $0["path"] as? String ?? "" }
    let select = ["select", "all", ".", "--sort", "name", "--crop", "1:1"]
    #expect(try photopick.runAll(select).lines == made)
    #expect(try photopick.runAll(select + ["-0"]).text == made.map { $0 + "\0" }.joined())
    let originals = try photopick.run("select", "all", ".", "--sort", "name").lines
    #expect(
      try photopick.run("select", "all", ".", "--sort", "name", "--return-image", "original").lines
        == originals)
    try photopick.photos.file("z.jpg", Array("no picture".utf8))
    let outcome = try photopick.runAll(select + ["--allow-damaged"])
    #expect(outcome.lines == made)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("z.jpg"))
  }

  @Test func `verified photos are whole; a cut one is named and nothing is printed`() throws {
    #expect(try photopick.run("select", "all", ".", "--verify").lines.count == 2)
    let whole = try Scene.jpeg(width: 400, height: 400)
    try photopick.photos.file("cut.jpg", Array(whole.dropLast(whole.count / 4)))
    let outcome = try photopick.run("select", "all", ".", "--verify", "--sort", "name")
    #expect(outcome.status == 64)
    #expect(outcome.bytes == [])
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("cut.jpg: photo 1 cannot be picked: damaged: it is cut off"))
    #expect(try photopick.run("select", "all", ".").lines.count == 3)
  }

  @Test(arguments: [
    ["--crop", "1:1", "--return-image", "original"], ["--image-folder", "out"],
    ["--return-image", "screen", "--format", "{path}"],
    ["--return-image", "screen", "--crop", "0:1"], ["--return-image", "screen", "--crop", "square"],
  ])
  func `options that go with no rendering are wrong usage`(arguments: [String]) throws {
    let outcome = try photopick.runAll(["select", "1", "."] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.bytes == [])
  }
}
