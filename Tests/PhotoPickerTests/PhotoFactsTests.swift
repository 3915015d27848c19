import PhotoFiles
import PhotoFormats
import PhotoLibrary
import TestSupport
import Testing

@testable import PhotoPicker

struct PhotoFactsTests {
  private func text(_ name: String, of asset: Asset) -> String? {
    PhotoFacts.facts(of: asset).first { $0.name == name }?.text
  }

  @Test func `all that is known is told in the order in which people read it`() {
    let asset = Photos.asset(
      "a.jpg", in: "/photos/Kyoto", size: 3_400_000, date: "2014-05-25",
      camera: Camera(make: "Canon", model: "EOS R5"), keywords: ["Travel", "Temple"]
    ) {
      $0.pixelSize = PixelSize(width: 6000, height: 4000)
      $0.values[.lens] = .text("RF 35mm")
      $0.values[.exposureTime] = .number(0.004)
      $0.values[.aperture] = .number(2.8)
      $0.values[.iso] = .number(1600)
      $0.values[.focalLength] = .number(35)
      $0.values[.rating] = .integer(3)
      $0.values[.label] = .text("Red")
      $0.values[.city] = .text("Kyoto")
      $0.values[.country] = .text("Japan")
      $0.values[.title] = .text("Gate")
      $0.values[.caption] = .text("At dawn")
    }
    let facts = PhotoFacts.facts(of: asset)
    #expect(
      facts.map(\.name) == [
        "Name", "Marks", "Date", "Camera", "Lens", "Exposure", "Size", "File size", "Place", "Title",
        "Caption",
        "Keywords", "Folder",
      ])
    #expect(
      facts.map(\.text) == [
        "a.jpg", "★★★ Red", "2014-05-25 00:00", "Canon EOS R5", "RF 35mm",
        "1/250 s  f/2.8  ISO 1600  35 mm", "6000 × 4000, 24 MP", "3.4 MB", "Kyoto, Japan", "Gate",
        "At dawn",
        "Travel, Temple", "/photos/Kyoto",
      ])
  }

  @Test func `what is not known is left out`() {
    let asset = Photos.asset("a.jpg") { $0.pixelSize = nil }
    #expect(
      PhotoFacts.facts(of: asset).map(\.name).filter { $0 != "Date" } == ["Name", "File size", "Folder"])
  }

  @Test func `facts are told as the photo says them`() {
    let asset = Photos.asset("e\u{1B}[2J.jpg", keywords: ["<b>\n&"])
    #expect(text("Name", of: asset) == "e\u{1B}[2J.jpg")
    #expect(text("Keywords", of: asset) == "<b>\n&")
  }

  @Test func `a place is told in words, else in degrees`() {
    let asset = Photos.asset("a.jpg") {
      $0.location = GeoLocation(latitude: 35.0116363, longitude: -135.76803)
    }
    #expect(text("Place", of: asset) == "35.01164, -135.76803")
  }

  @Test(arguments: [
    (-1, "", "rejected"), (-1, "Blue", "rejected Blue"), (0, "Blue", "Blue"), (9, "", "★★★★★"),
  ])
  func `marks are told in words`(rating: Int64, label: String, words: String) {
    let asset = Photos.asset("a.jpg") {
      $0.values[.rating] = .integer(rating)
      if !label.isEmpty { $0.values[.label] = .text(label) }
    }
    #expect(PhotoFacts.judgement(asset) == words)
  }

  @Test(arguments: [
    (0, "0:00"), (7.4, "0:07"), (59.6, "1:00"), (3723, "1:02:03"), (-5, "0:00"), (.nan, "0:00"),
    (.infinity, "0:00"), (1e300, "277777:46:40"),
  ]) func `lengths of videos`(seconds: Double, text: String) {
    #expect(PhotoFacts.length(seconds) == text)
  }

  @Test func `the user's home is told as a tilde`() throws {
    let home = try UserFolders.current.home.string
    #expect(PhotoFacts.path(Array("\(home)/Pictures".utf8)) == "~/Pictures")
    #expect(PhotoFacts.path(Array(home.utf8)) == "~")
    #expect(PhotoFacts.path(Array("\(home)s/Pictures".utf8)) == "\(home)s/Pictures")
    #expect(PhotoFacts.path(Array("/p/\u{1B}".utf8) + [0xFF]) == "/p/\u{1B}\u{FFFD}")
  }

  @Test(arguments: ["2014-05-25T10:00", "1969-12-31T23:59", "0001-01-01T00:00"])
  func `photos share a minute from its first to its last second`(minute: String) {
    func share(_ first: String, _ second: String) -> Bool {
      PhotoFacts.shareMinute(Photos.asset("a.jpg", date: first), Photos.asset("b.jpg", date: second))
    }
    #expect(share("\(minute):00", "\(minute):59") && share("\(minute):59", "\(minute):00"))
    #expect(!share("2014-05-25T10:00:59", "2014-05-25T10:01:00"))
    #expect(!share("1969-12-31T23:59:59", "1970-01-01T00:00:00"))
  }
}
