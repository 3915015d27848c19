import Foundation
import Testing

@testable import PhotoLibrary

struct FoldedTextTests {
  @Test(arguments: [
    ("Zürich", "zurich"), ("İSTANBUL", "istanbul"), ("Đà Nẵng", "da nang"), ("Ørsted Å", "orsted a"),
    ("ΆΘΉΝΑΣ", "αθηνασ"),
    ("Йошкар-Ола Ё", "иошкар-ола е"), ("Straße", "straße"), ("e\u{301}\u{323}", "e"), ("京都 駅", "京都 駅"),
    ("か\u{3099}は\u{309A}ウ\u{3099}", "がぱヴ"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("\u{212B}\u{212A}", "ak"),
    ("क\u{93F}", "क\u{93F}"),
  ])
  func `letters lose their case and accents, other scripts keep their marks`(text: String, folded: String) {
    #expect(
      Array(String(decoding: FoldedText(text).folded, as: UTF8.self).unicodeScalars)
        == Array(folded.unicodeScalars))
  }

  @Test func `combining marks may be decomposed`() {
    let ranges: [ClosedRange<UInt32>] = [
      0xC0...0x373, 0x375...0x52F, 0x1E00...0x1FBD, 0x1FC0...0x1FFF, 0x3041...0x30FF, 0xAC00...0xD7A3,
    ]
    let letters = ranges.joined().compactMap(Unicode.Scalar.init).filter(\.properties.isAlphabetic).map {
      String($0)
    }
    let differing = letters.filter { letter in
      FoldedText(letter).folded != FoldedText(letter.decomposedStringWithCanonicalMapping).folded
    }
    #expect(letters.count > 10_000 && differing == [])
  }

  @Test(arguments: [
    ("jpg", "IMG.JPG", true), ("é", "cafe", true), ("e", "CAFÉ", true), ("", "x", true),
    ("abc", "ab", false),
    ("aab", "aaab", true), ("[", "{", false), ("@", "`", false),
  ])
  func `a text is found in another`(text: String, other: String, isFound: Bool) {
    let isContained = Array(other.utf8).withUnsafeBufferPointer(FoldedText(text).isContained)
    #expect(isContained == isFound)
  }

  @Test func `invalid bytes separate searchable strings`() {
    let bytes: [UInt8] = [0xFF, 0x41, 0xC3]
    #expect(bytes.withUnsafeBufferPointer(FoldedText("a").isContained))
    #expect(!bytes.withUnsafeBufferPointer(FoldedText("b").isContained))
    #expect(!bytes.withUnsafeBufferPointer(FoldedText("a").isEqual))
  }
}

struct TextPatternTests {
  private func matches(_ pattern: String, _ bytes: [UInt8]) throws -> Bool {
    try bytes.withUnsafeBufferPointer(TextPattern(pattern).matches)
  }

  @Test func `patterns use Unicode letters, and invalid bytes match nothing`() throws {
    #expect(try matches("^\\w+$", Array("Größe".utf8)))
    #expect(try matches("(?i)GRÖ", Array("größe".utf8)))
    #expect(try !matches("GRÖ", Array("größe".utf8)))
    #expect(try matches("a.c", [0xFF, 0x61, 0x62, 0x63, 0xFF]))
    #expect(try !matches("^.$", [0xFF]))
    #expect(try matches("^$", []))
  }

  @Test func `a pattern that would take for ever ends`() throws {
    let text = Array(String(repeating: "a", count: 5000).utf8) + [0x62]
    #expect(try !matches("^(a+)+$", text))
    #expect(try matches("a{100}b$", text))
  }

  @Test func `a pattern is used by several threads at the same time`() async throws {
    let pattern = try TextPattern("^IMG_(\\d+)\\.JPG$")
    let name = Array("IMG_0012.JPG".utf8)
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<2000).count { _ in name.withUnsafeBufferPointer(pattern.matches) } }
      }
      for await count in group { #expect(count == 2000) }
    }
  }

  @Test func `an error reports its offset`() {
    let mistake = #expect(throws: TextPattern.Mistake.self) { try TextPattern("é(a|b") }
    #expect(mistake?.offset == 5)
    #expect(mistake?.description == "missing closing parenthesis")
    #expect(throws: TextPattern.Mistake.self) { try TextPattern(String(repeating: "a", count: 5000)) }
    #expect(throws: TextPattern.Mistake.self) { try TextPattern("\\C") }
  }
}
