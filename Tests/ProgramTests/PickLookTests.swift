import Foundation
import SystemPackage
import TestSupport
import Testing

/// Photos that are looked at closely, on a terminal.
@Suite(.serialized) struct PickLookTests {
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
    // While it is zoomed, arrows move over the photo.
    try picker.type("l\u{1B}[Bz")
    try picker.wait("the whole photo") { !$0.text.contains("200 %") && $0.text.contains("3.jpg") }
    try picker.type("l")
    try picker.wait(for: "2.jpg")
    try picker.type("i")
    try picker.wait("the facts") {
      $0.text.contains("4000 × 3000, 12.0 MP") && $0.text.contains("FUJIFILM X-T2")
    }
    try picker.type("i")
    try picker.wait("no facts") { !$0.text.contains("12.0 MP") }
    try picker.type("\u{1B}")
    try picker.wait(for: "Enter look")
    try picker.type("d")
    #expect(try picker.end() == 0)
    #expect(picker.output == photopick.photos.at("2.jpg").string + "\n")
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
    // What is picked is compared too; one pick is compared with the next photo.
    try picker.type("ll c")
    try picker.wait("the picks") {
      $0.text.contains("Tab next") && $0.text.contains("1.jpg") && !$0.text.contains("3.jpg")
    }
    try picker.type("qd")
    #expect(try picker.end() == 0)
    #expect(picker.output.split(separator: "\n").count == 2)
    #expect(photopick.photos.names() == ["1.jpg", "2.jpg", "2.jpg.xmp", "3.jpg"])
  }
}
