import Foundation
import SystemPackage
import TestSupport
import Testing

/// Judging photos on a terminal.
@Suite(.blocking, .serialized) struct PickJudgingTests {
  private let photopick: Photopick
  private let picker: PickerTerminal

  init() throws {
    photopick = try PickTests.library()
    picker = try PickerTerminal(photopick, [photopick.photos.path.string], rows: 40)
    try picker.wait(for: "IMG_9.jpg")
  }

  /// Types keys and expects a message.
  private func type(_ keys: String, until text: String) throws {
    try picker.type(keys)
    try picker.wait(for: text)
  }

  private func leave() throws {
    try picker.type("\u{3}")
    #expect(try picker.end() == 130 && picker.output.isEmpty && picker.isRestored)
  }

  /// The output of `info` for a photo.
  private func info(_ name: String) throws -> [String: Any] {
    let records = try photopick.run("info", "--json", "Trip/\(name)").dictionaries()
    return try #require(records.first)
  }

  private var sidecars: [String] { photopick.photos.names("Trip").filter { $0.hasSuffix(".xmp") } }

  @Test func `stars, rejections, colours and keywords are written beside the photos`() throws {
    let names = ["IMG_9.jpg", "IMG_8.jpg", "IMG_7.jpg", "IMG_6.jpg"]
    let before = names.map { photopick.photos.bytes(FilePath("Trip/\($0)")) }
    try type("4", until: "★★★★: IMG_9.jpg")
    try type("lx", until: "Rejected: IMG_8.jpg")
    try type("l6", until: "Red: IMG_7.jpg")
    try type("t", until: "Keywords: ")
    try type("Kyoto, Rain\r", until: "Kyoto, Rain: IMG_7.jpg")
    try type("lt", until: "Keywords: ")
    try type("ky", until: "Keywords: ky   Kyoto")
    try type("\t", until: "Keywords: Kyoto ")
    try type("\r", until: "Kyoto: IMG_6.jpg")
    // The grid displays the rating and label.
    #expect(picker.screen.text.contains(/IMG_9.jpg +★★★★/) && picker.screen.text.contains(/IMG_8.jpg +✗/))
    try leave()
    #expect(sidecars == ["IMG_6.jpg.xmp", "IMG_7.jpg.xmp", "IMG_8.jpg.xmp", "IMG_9.jpg.xmp"])
    #expect(try info("IMG_9.jpg")["rating"] as? Int == 4 && info("IMG_8.jpg")["rating"] as? Int == -1)
    let labelled = try info("IMG_7.jpg")
    #expect(labelled["label"] as? String == "Red" && labelled["keywords"] as? [String] == ["Kyoto", "Rain"])
    #expect(try info("IMG_6.jpg")["keywords"] as? [String] == ["Kyoto"])
    #expect(names.map { photopick.photos.bytes(FilePath("Trip/\($0)")) } == before)
  }

  @Test func `marks are taken back, the last one first`() throws {
    try type("5", until: "★★★★★: IMG_9.jpg")
    try type("6", until: "Red: IMG_9.jpg")
    try type("6", until: "No label: IMG_9.jpg")
    try type("u", until: "Undone: No label: IMG_9.jpg")
    try type("u", until: "Undone: Red: IMG_9.jpg")
    #expect(sidecars == ["IMG_9.jpg.xmp"])
    try type("u", until: "Undone: ★★★★★: IMG_9.jpg")
    #expect(sidecars == [])
    try type("u", until: "There is nothing to undo.")
    try leave()
  }

  @Test func `the cursor goes on after each mark if that is wanted`() throws {
    try type(".", until: "The cursor advances after each mark.")
    try type("12x", until: "Rejected: IMG_7.jpg")
    try type("h", until: "0 picked · auto-advance")
    try type(".", until: "The cursor stays in place after a mark.")
    try type("8", until: "Green: IMG_7.jpg")
    try type("9", until: "Blue: IMG_7.jpg")
    try leave()
    #expect(try info("IMG_9.jpg")["rating"] as? Int == 1 && info("IMG_8.jpg")["rating"] as? Int == 2)
  }

  @Test func `a run and all picks are marked at once`() throws {
    try type("vl", until: "marks go to the run of 2 photos")
    try type("3", until: "★★★: 2 photos")
    try type(" ll *", until: "marks go to 2 picked photos")
    try type("9", until: "Blue: 2 photos")
    try leave()
    #expect(sidecars == ["IMG_6.jpg.xmp", "IMG_8.jpg.xmp", "IMG_9.jpg.xmp"])
    let labels = try ["IMG_6.jpg", "IMG_8.jpg", "IMG_9.jpg"].map { try info($0)["label"] as? String }
    #expect(labels == ["Blue", "Blue", nil])
  }

  @Test func `photos are filtered, grouped and sorted by their stars`() throws {
    try type("ll5", until: "★★★★★: IMG_7.jpg")
    try type("f", until: "Show: ")
    try type("\u{1B}[F ", until: "[✓] ★★★★★")
    try picker.type("\r")
    try picker.wait("what has five stars") { $0.text.contains("IMG_7") && !$0.text.contains("IMG_8") }
    #expect(picker.screen.lines[0].contains(" · ★★★★★"))
    try type("f\u{7F}\r", until: "IMG_8.jpg")
    try type("g", until: "Group by: ")
    try picker.type("\u{1B}[F")
    try picker.wait("the last word") { !$0.text.contains("Group by: month") }
    try picker.type("rr")
    try picker.wait("groups") { $0.lines[0].contains("by rating") || $0.text.contains("Group by: rating") }
    if picker.screen.text.contains("Group by: rating") { try picker.type("\r") }
    try picker.wait("the groups") { $0.lines[0].contains("by rating") && $0.text.contains("5 · 1") }
    try type("s", until: "Sort by: ")
    try picker.type("r\r")
    try picker.wait("the order") { $0.lines[0].contains("by rating · rating") }
    try leave()
  }

  @Test func `a click chooses from a menu`() throws {
    try type("g", until: "Group by: ")
    let lines = picker.screen.lines
    // The title contains the grouping too.
    let row = try #require(lines.indices.dropFirst(5).first { lines[$0].contains("camera") })
    let before = try #require(lines[row].range(of: "camera")?.lowerBound)
    let column = lines[row].distance(from: lines[row].startIndex, to: before)
    try picker.type("\u{1B}[<0;\(column + 2);\(row + 1)M\u{1B}[<0;\(column + 2);\(row + 1)m")
    try picker.wait("the groups") { $0.lines[0].contains("by camera") }
    try leave()
  }

  @Test func `marks that were asked for are written before the picker ends`() throws {
    try picker.type("A*3d")
    #expect(try picker.end() == 0)
    #expect(sidecars.count == 9 && picker.output.split(separator: "\n").count == 9)
  }
}
