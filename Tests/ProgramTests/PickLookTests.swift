import Foundation
import SystemPackage
import TestSupport
import Testing

/// The full view on a terminal.
@Suite(.blocking, .serialized) struct PickLookTests {
  private let photopick: Photopick

  init() throws {
    var photopick = try Photopick()
    photopick.environment["XDG_CACHE_HOME"] = photopick.user.at("cache").string
    for number in 1...3 {
      try photopick.photos.file(
        FilePath("\(number).jpg"),
        PictureBuilder.jpeg("2014:05:0\(number) 10:00:00") {
          ($0.width, $0.height) = (4000, 3000)
          ($0.make, $0.model) = ("FUJIFILM", "X-T2")
        })
    }
    self.photopick = photopick
  }

  private func start() throws -> PickerTerminal {
    let picker = try PickerTerminal(photopick, [photopick.photos.path.string], columns: 100, rows: 30)
    try picker.wait(for: "3.jpg")
    try picker.type("\r")
    try picker.wait(for: "Esc back")
    return picker
  }

  @Test func `a photo is zoomed to its own pixels and shown with its facts`() throws {
    let picker = try start()
    try picker.type("z")
    try picker.wait(for: " · 100 %")
    try picker.wait(for: "arrows move")
    try picker.type("++")
    try picker.wait(for: " · 400 %")
    try picker.type("-")
    try picker.wait(for: " · 200 %")
    // While zoomed, arrows scroll.
    try picker.type("l\u{1B}[Bz")
    try picker.wait("the whole photo") { !$0.text.contains("200 %") && $0.text.contains("3.jpg") }
    try picker.type("l")
    try picker.wait(for: "2.jpg")
    try picker.type("i")
    try picker.wait("the facts") {
      $0.text.contains("4000 × 3000, 12 MP") && $0.text.contains("FUJIFILM X-T2")
    }
    try picker.type("i")
    try picker.wait("no facts") { !$0.text.contains("12 MP") }
    try picker.type("\u{1B}")
    try picker.wait(for: "Enter look")
    try picker.type("d")
    #expect(try picker.end() == 0)
    #expect(picker.output == photopick.photos.at("2.jpg").string + "\n")
  }

  @Test func `a crop is moved, and the result has the rectangle of each photo`() throws {
    for name in ["a.jpg", "b.jpg"] {
      try photopick.photos.file(FilePath("wide/\(name)"), Scene.jpeg(width: 800, height: 400))
    }
    let picker = try PickerTerminal(
      photopick,
      [photopick.photos.at("wide").string, "--sort", "name", "--crop", "1:1", "--json"], columns: 100,
      rows: 30)
    try picker.wait(for: "b.jpg")
    try picker.type("A\r")
    try picker.wait(for: "crop 400×400 at 200,0")
    try picker.type("C")
    try picker.wait(for: "Enter keep")
    try picker.type("lll-K")
    try picker.wait(for: "crop 364×364 at 278,17")
    try picker.type("\r")
    try picker.wait(for: "C crop")
    try picker.type("d")
    #expect(try picker.end() == 0)
    let records = try #require(
      try JSONSerialization.jsonObject(with: Data(picker.output.utf8)) as? [[String: Any]])
    func part(_ index: Int, _ key: String) -> NSDictionary? {
      records[index]["UIImagePickerController\(key)"] as? NSDictionary
    }
    #expect(part(0, "CropRect") == ["x": 278, "y": 17, "width": 364, "height": 364])
    #expect(part(1, "CropRect") == ["x": 200, "y": 0, "width": 400, "height": 400])
    #expect((0...1).map { part($0, "EditedImage")?["pixelWidth"] as? Int } == [364, 400])
    #expect(part(0, "OriginalImage")?["pixelWidth"] as? Int == 800)
  }

  @Test func `photos are compared, judged and picked beside each other`() throws {
    let picker = try start()
    try picker.type("c")
    try picker.wait("two photos") { $0.text.contains("3.jpg") && $0.text.contains("2.jpg") }
    try picker.type("\t4")
    try picker.wait(for: "★★★★: 2.jpg")
    try picker.type(" ")
    try picker.wait(for: "1 picked")
    #expect(picker.screen.text.contains("✓ 2.jpg"))
    try picker.type("c")
    try picker.wait("one photo") { !$0.text.contains("3.jpg") && $0.text.contains("2.jpg") }
    try picker.type("\u{1B}")
    try picker.wait(for: "Enter look")
    // Picks are compared; a single pick is compared with the next photo.
    try picker.type("ll c")
    try picker.wait("the picks") {
      $0.text.contains("Tab next") && $0.text.contains("1.jpg") && !$0.text.contains("3.jpg")
    }
    try picker.type("qd")
    #expect(try picker.end() == 0)
    #expect(picker.output.split(separator: "\n").count == 2)
    #expect(photopick.photos.names() == ["1.jpg", "2.jpg", "2.jpg.xmp", "3.jpg"])
  }

  @Test func `a photo fills an xterm that is wider than the largest picture that it shows`() throws {
    try photopick.photos.file("0.jpg", Scene.jpeg(width: 1600, height: 1000))
    let picker = try PickerTerminal(
      photopick, [photopick.photos.at("0.jpg").string], columns: 180, rows: 54,
      answer: "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?2;0;1000;702S\u{1B}[?2;0;1000;1000S\u{1B}[?63;1;2;4c",
      cell: (6, 13))
    try picker.wait(for: "0.jpg")
    try picker.type("\r")
    try picker.wait(for: "Esc back")
    // 48 rows for the photo and a caption: two pictures have at least 1,000 pixels.
    try picker.wait("the photo") { [picker] _ in
      let widths = picker.writtenText.matches(of: /q"1;1;(\d+);(\d+)/).compactMap { Int($0.1) }
      return widths.contains { $0 > 900 }
    }
    let sizes = picker.writtenText.matches(of: /q"1;1;(\d+);(\d+)/).map { (Int($0.1) ?? 0, Int($0.2) ?? 0) }
    #expect(sizes.allSatisfy { $0.0 <= 1000 && $0.1 <= 1000 })
    // 50 rows of 13 pixels contain a photo of 1,040 × 650, in complete bands.
    #expect(sizes.suffix(2).map(\.0).reduce(0, +) >= 1030 && sizes.last?.1 ?? 0 >= 640)
    try picker.type("q")
    try picker.wait(for: "Enter look")
    try picker.type("q")
    #expect(try picker.end() == 130)
  }
}
