import PhotoFiles
import TestSupport
import Testing

struct SafeTextTests {
  @Test(arguments: [
    ("IMG_0012.JPG", "IMG_0012.JPG"),
    ("\u{1B}[2Jx", "\\e[2Jx"), ("\n", "\\n"), ("\u{1B}", "\\e"),
    ("a\nb\tc\r\n", "a\\nb\\tc\\r\\n"),
    ("\u{7}\u{7F}\u{9B}", "\\x07\\x7f\\x9b"),
    ("gpj.\u{202E}exe\u{200F}\u{2066}", "gpj.\\u{202e}exe\\u{200f}\\u{2066}"),
    ("\u{2028}", "\\u{2028}"),
    ("Ünï日👨‍👩‍👧", "Ünï日👨‍👩‍👧"),
  ])
  func `controls become visible, other text is unchanged`(text: String, expected: String) {
    #expect(SafeText.escaping(text) == expected)
    #expect(SafeText.escaping(utf8: Array(text.utf8)) == expected)
  }

  @Test func `invalid UTF-8 becomes the replacement character`() {
    #expect(SafeText.escaping(utf8: [0x61, 0x9B, 0x32, 0x4A, 0xFF]) == "a\u{FFFD}2J\u{FFFD}")
  }

  @Test func `random bytes never produce controls`() {
    var generator = SeededGenerator(seed: 3)
    let leads: [UInt8] = [0xC2, 0xD8, 0xE2, 0x80, 0x81, 0x9B, 0x1B, 0x41]
    for _ in 0..<5000 {
      let bytes = (0..<12).map { _ in leads.randomElement(using: &generator) ?? 0 }
      let safe = SafeText.escaping(utf8: bytes)
      #expect(
        !safe.unicodeScalars.contains { scalar in
          scalar.properties.generalCategory == .control || (0x2028...0x202E).contains(scalar.value)
        })
    }
  }

  /// Every character that controls a terminal, and its neighbors, cut anywhere.
  @Test(arguments: [
    (0x1F, true), (0x20, false), (0x7E, false), (0x7F, true), (0x80, true), (0x9F, true), (0xA0, false),
    (0x61B, false),
    (0x61C, true), (0x61D, false), (0x200D, false), (0x200E, true), (0x200F, true), (0x2010, false),
    (0x2027, false),
    (0x2028, true), (0x202E, true), (0x202F, false), (0x2065, false), (0x2066, true), (0x2069, true),
    (0x206A, false),
    (0x208E, false), (0x20AC, false), (0x300E, false),
  ])
  func `a character controls a terminal or not`(value: UInt32, isControl: Bool) throws {
    let bytes = Array(String(Character(try #require(Unicode.Scalar(value)))).utf8)
    func found(_ bytes: [UInt8]) -> (value: UInt32, length: Int)? {
      bytes.withUnsafeBufferPointer { ControlCharacter.find(in: $0, at: 0) }
    }
    #expect(found(bytes)?.value == (isControl ? value : nil))
    #expect(found(bytes + [0x41])?.length == (isControl ? bytes.count : nil))
    if bytes.count > 1 { for count in 1..<bytes.count { #expect(found(Array(bytes[..<count])) == nil) } }
  }
}

struct ByteTextTests {
  @Test(arguments: [
    (-1, "0 B"), (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1_049, "1.0 kB"), (1_050, "1.1 kB"),
    (9_949, "9.9 kB"), (9_960, "10 kB"),
    (99_499, "99 kB"),
    (999_499, "999 kB"), (999_500, "1.0 MB"), (1_000_000, "1.0 MB"), (Int64.max, "9.2 EB"),
  ])
  func `sizes have two or three digits`(bytes: Int64, text: String) {
    #expect(ByteText.size(bytes) == text)
  }

  @Test(arguments: [
    (-1.0, "0 s"), (0, "0 s"), (0.1, "1 s"), (99.5, "100 s"), (100, "2 min"), (5999, "100 min"),
    (6000, "2 h"),
    (3_599_999, "1000 h"), (3_600_000, "long"),
  ])
  func `times are rounded up`(seconds: Double, text: String) {
    #expect(ByteText.time(seconds: seconds) == text)
  }
}
