import Foundation
import SystemPackage
import TestSupport
import Testing

/// A photographer culls a burst in the terminal: keeps a shot, looks at the rejected ones, moves them to the trash, and takes it
/// back.
@Suite(.blocking, .serialized) struct CullStoryTests {
  private let photopick: Photopick
  /// The bytes of each photo by name.
  private let photos: [String: [UInt8]]

  /// A burst of three shots in RAW and JPEG, and a single shot.
  init() throws {
    photopick = try Photopick()
    var photos: [String: [UInt8]] = [:]
    for number in 1...4 {
      let change: (inout PictureBuilder) -> Void = { picture in
        picture.model = "EOS R5"
        picture.subseconds = "\(number)00"
        picture.padding = number
      }
      let date = number == 4 ? "2014:05:26 10:00:00" : "2014:05:25 10:00:00"
      photos["IMG_\(number).JPG"] = PictureBuilder.jpeg(date, change)
      photos["IMG_\(number).DNG"] = PictureBuilder.dng(date, change)
    }
    self.photos = photos
    for (name, bytes) in photos { try photopick.photos.file(FilePath(name), bytes) }
  }

  private var remaining: [String: [UInt8]] {
    let names = photopick.photos.names().filter { photos[$0] != nil }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, photopick.photos.bytes(FilePath($0)) ?? []) })
  }

  private func start() throws -> PickerTerminal {
    let options = ["--sort", "name", "--group", "all", photopick.photos.path.string]
    let picker = try PickerTerminal(photopick, options, rows: 40)
    try picker.wait(for: "1/4")
    return picker
  }

  @Test func `the rest of a burst is rejected, trashed and restored, and no kept file is touched`() throws {
    let picker = try start()
    try picker.wait(for: "burst 3")
    try picker.type("l5")
    try picker.wait(for: "★★★★★: IMG_2.JPG")
    try picker.type("K")
    try picker.wait(for: "Rejected the rest of the burst: 2 photos")
    try picker.type("/is:rejected\r")
    try picker.wait(for: "2/2")
    try picker.type("A*D")
    try picker.wait(
      for: "Move 2 photos, 4 files (IMG_1.JPG, IMG_3.JPG) to the trash?")
    try picker.type("y")
    try picker.wait(for: "Moved to the trash: 2 photos; u restores")
    let kept = photos.filter { $0.key.hasPrefix("IMG_2") || $0.key.hasPrefix("IMG_4") }
    #expect(remaining == kept)
    try picker.type("u")
    try picker.wait(for: "Restored from the trash: 2 photos")
    #expect(remaining == photos)
    try picker.type("u")
    try picker.wait(for: "Undone: Rejected the rest of the burst: 2 photos")
    try picker.type("u")
    try picker.wait(for: "Undone: ★★★★★: IMG_2.JPG")
    #expect(photopick.photos.names().sorted() == photos.keys.sorted())
    try picker.type("\u{3}")
    #expect(try picker.end() == 130)
  }

  @Test func `a collapsed burst is one photo, and changes of it ask first`() throws {
    let picker = try start()
    try picker.type("S")
    // The new view, not only the message: keys act on the photos on display.
    try picker.wait(for: "All Photos · 2")
    try picker.type("x")
    try picker.wait(for: "Reject 3 shots?")
    try picker.type("n")
    try picker.wait("the question to go") { !$0.text.contains("Reject 3 shots?") }
    try picker.type("D")
    try picker.wait(for: "Move 3 photos, 6 files (the burst of IMG_1.JPG) to the trash?")
    try picker.type("n\r")
    try picker.wait(for: "1/3")
    try picker.type("x")
    try picker.wait(for: "Rejected: IMG_1.JPG")
    #expect(photopick.photos.names().count { $0.hasSuffix(".xmp") } == 2)
    try picker.type("\u{3}")
    #expect(try picker.end() == 130)
  }

  @Test func `a shot in a filtered view is trashed without the other shots of its burst`() throws {
    let options = [
      "--sort", "name", "--group", "all", "--where", "name:IMG_3*", photopick.photos.path.string,
    ]
    let picker = try PickerTerminal(photopick, options, rows: 40)
    try picker.wait(for: "1/1")
    try picker.type("SD")
    try picker.wait(for: "Move IMG_3.JPG (2 files) to the trash?")
    try picker.type("y")
    try picker.wait(for: "Moved to the trash: IMG_3.JPG")
    #expect(remaining == photos.filter { !$0.key.hasPrefix("IMG_3") })
    try picker.type("\u{3}")
    #expect(try picker.end() == 130)
  }
}
