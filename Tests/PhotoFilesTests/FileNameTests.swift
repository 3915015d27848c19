import PhotoFiles
import Testing

struct FileNameOrderTests {
  private func name(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

  @Test func `numbers are ordered by value, letters of either case alike`() {
    let ordered = [
      "", "1.jpg", "2.jpg", "10.jpg", "a.jpg", "B.jpg", "IMG_2.jpg", "img_10.jpg", "IMG_11.JPG",
      "img_99999999999999999999999.jpg", "IMG_100000000000000000000000.jpg", "IMG_x.jpg", "é.jpg",
    ]
    #expect(ordered.shuffled().map(name).sorted().map(\.text) == ordered)
  }

  @Test func `a name in a message is its escaped text`() {
    #expect("\(name("a\u{1B}[2J\u{202E}.jpg"))" == #"a\e[2J\u{202e}.jpg"#)
    #expect("\(FileName(unchecked: [0x61, 0xFF]))" == "a\u{FFFD}")
  }

  @Test func `invalid bytes are not a name`() {
    for text in ["", "/", "a/", "/a", "a/b", "\0", "a\0", "\0a"] {
      #expect(FileName(bytes: Array(text.utf8)) == nil, "\(text.debugDescription)")
    }
    for bytes: [UInt8] in [[0xFF], [0x0A], Array("é b".utf8), [UInt8](repeating: 1, count: 300)] {
      #expect(FileName(bytes: bytes)?.bytes == bytes)
    }
  }

  @Test func `equal names are ordered by their bytes`() {
    #expect(
      ["img01", "img1", "IMG1", "img001"].map(name).sorted().map(\.text) == [
        "IMG1", "img001", "img01", "img1",
      ])
  }

  @Test(arguments: [
    ("IMG_0000012.jpg", "IMG_0000013.jpg"), ("IMG_0000019.jpg", "IMG_0000020.jpg"),
    ("12345678x9", "12345678x10"),
    ("a12b", "a1c"), ("a9", "a10"), ("a1b", "a12"), ("photos/2/9", "photos/2/10"), ("1234567", "12345678"),
    ("12345678", "12345678a"), ("x00000001", "x2"), ("abcdefgh9", "abcdefgh09b"),
  ])
  func `numbers are compared completely, wherever two names differ`(first: String, second: String) {
    let (first, second) = (Array(first.utf8), Array(second.utf8))
    #expect((FileName.naturalOrder(first, second) < 0) == (first != Array("a12b".utf8)))
    #expect((FileName.naturalOrder(second, first) > 0) == (first != Array("a12b".utf8)))
  }

  @Test func `the order is total`() {
    var generator = SystemRandomNumberGenerator()
    let bytes: [UInt8] = [0x30, 0x31, 0x39, 0x41, 0x61, 0x2E, 0xFF]
    func random() -> [UInt8] {
      (0..<Int.random(in: 0...5, using: &generator)).map { _ in bytes.randomElement(using: &generator) ?? 0 }
    }
    for _ in 0..<3000 {
      let (a, b, c) = (random(), random(), random())
      #expect(FileName.naturalOrder(a, b).signum() == -FileName.naturalOrder(b, a).signum())
      #expect((FileName.naturalOrder(a, b) == 0) == (a == b))
      if FileName.naturalOrder(a, b) < 0, FileName.naturalOrder(b, c) < 0 {
        #expect(FileName.naturalOrder(a, c) < 0, "\(a) \(b) \(c)")
      }
    }
  }

  @Test func `sorting agrees with comparing`() {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "IMG_", "img_", "IMG", "0", "00", "1", "9", "10", "123456789", String(repeating: "7", count: 300),
      String(repeating: "7", count: 255), ".", ".jpg", ".JPG", "/", ":", "é", "\u{1}", "x",
    ]
    func random(startingWith start: String) -> FileName {
      let count = Int.random(in: start.isEmpty ? 1...5 : 0...4, using: &generator)
      let rest = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }
      return name(start + rest.joined())
    }
    for start in ["", "IMG_", "IMG_00", "2014"] {
      for _ in 0..<60 {
        let names = (0..<40).map { _ in random(startingWith: start) }
        #expect(NaturalOrder.indices(of: names).map { names[$0] } == names.sorted())
      }
    }
    #expect(NaturalOrder.indices(of: []).isEmpty)
  }

  @Test(arguments: [
    ("a", "a", false), ("a", "ab", true), ("ab", "a", false), ("ab", "ac", true), ("ac", "ab", false),
    ("ab", "b", true), ("b", "ab", false),
  ])
  func `by bytes, a name comes after its beginnings and not before itself`(
    first: String, second: String, precedes: Bool
  ) {
    #expect(name(first).bytesPrecede(name(second)) == precedes)
    #expect((name(first) < name(second)) == precedes)
    #expect((name(first) == name(second)) == (first == second))
  }

  @Test(arguments: [
    (253, 0, 253, 0), (254, 0, 253, 0), (260, 4, 249, 4), (260, 32, 221, 32), (260, 33, 253, 0),
  ])
  func `a name that grows too long loses the end of its stem, and an extension only beyond 32 bytes`(
    stem: Int, suffix: Int, keptStem: Int, keptSuffix: Int
  ) {
    func text(_ stem: Int, _ infix: String, _ suffix: Int) -> String {
      let end = suffix == 0 ? "" : "." + String(repeating: "x", count: suffix - 1)
      return String(repeating: "a", count: stem) + infix + end
    }
    let longer = name(text(stem, "", suffix)).inserting(Array(" 2".utf8))
    #expect(longer.text == text(keptStem, " 2", keptSuffix))
  }

  @Test func `a name is cut between characters, and anywhere if it isn't UTF-8`() {
    let infix = Array(" 2".utf8)
    let accents = name(String(repeating: "é", count: 200))
    #expect(accents.inserting(infix).text == String(repeating: "é", count: 126) + " 2")
    #expect(accents.inserting(infix, leaving: 1).text == String(repeating: "é", count: 126) + " 2")
    let start = [UInt8](repeating: UInt8(ascii: "a"), count: 250)
    #expect(FileName(unchecked: start + Array("😀😀".utf8)).inserting(infix).bytes == start + infix)
    let invalid = FileName(unchecked: start + [UInt8](repeating: 0x80, count: 100))
    #expect(invalid.inserting(infix).bytes == start + [0x80, 0x80, 0x80] + infix)
  }

  @Test(arguments: [
    ("a.JPG", "jpg"), ("a", ""), (".jpg", ""), ("a.", ""), ("a.b.Heic", "heic"), (".hidden.png", "png"),
  ])
  func `the extension is what follows the last dot`(text: String, expected: String) {
    #expect(name(text).lowercasedExtension == expected)
  }
}
