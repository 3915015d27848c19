import Testing

@testable import PhotoFormats

struct JSONReaderTests {
  /// The scalar members of an object, and the number of other members.
  private func members(of text: String) throws -> (texts: [String: String], others: Int) {
    var reader = JSONReader(Array(text.utf8))
    var (texts, others) = ([String: String](), 0)
    try reader.members { key, reader in
      if let text = try reader.text() { texts[key] = text } else { others += 1 }
    }
    try reader.end()
    return (texts, others)
  }

  @Test(
    arguments: [
      (#"{}"#, [:], 0), (#" { } "#, [:], 0), ("\u{FEFF}{}", [:], 0),
      (#"{"a":"b","c" : -1.5e3 ,"d":true}"#, ["a": "b", "c": "-1.5e3", "d": "true"], 0),
      (#"{"a\u00e9\n":"\ud83d\ude00"}"#, ["aé\n": "😀"], 0),
      (#"{"a":null,"b":[1,[2,{"c":[]}],{}],"d":{"e":{"f":"g"}},"h":"i"}"#, ["h": "i"], 3),
      (#"{"a":{"b":1},"a":"c"}"#, ["a": "c"], 1), (#"[{"a":"b"}]"#, [:], 0), (#""text""#, [:], 0),
      ("12", [:], 0),
    ] as [(String, [String: String], Int)])
  func `members have texts, or are passed over`(text: String, texts: [String: String], others: Int) throws {
    let found = try members(of: text)
    #expect(found.texts == texts && found.others == others)
  }

  @Test(arguments: ["12345", #"123\n5"#, #"\n\n\n\n\n"#, #"123\u00e9"#])
  func `a string is as long as may be and no longer, escapes or not`(string: String) throws {
    func text(limit: Int) throws -> [UInt8]? {
      var reader = JSONReader(Array("\"\(string)\"".utf8))
      return try reader.string(limit: limit)
    }
    #expect(try text(limit: 5)?.count == 5)
    #expect(throws: ByteWindow.Failure.tooLong(4)) { try text(limit: 4) }
  }

  @Test func `a number has fewer than 1,024 characters`() throws {
    func text(_ count: Int) throws -> String? {
      var reader = JSONReader([UInt8](repeating: UInt8(ascii: "1"), count: count))
      return try reader.text()
    }
    #expect(try text(1023)?.count == 1023)
    #expect(throws: ByteWindow.Failure.malformed) { try text(1024) }
  }

  @Test func `each escape is resolved`() throws {
    var reader = JSONReader(Array(#""\"\\\/\b\f\n\r\t a""#.utf8))
    #expect(try reader.text() == "\"\\/\u{8}\u{C}\n\r\t a")
  }

  @Test(arguments: ["a", "'", "0", "x41", "u12", "u12g4", ""])
  func `what is no escape is refused`(escape: String) {
    #expect(throws: ByteWindow.Failure.malformed) { try members(of: "{\"a\":\"\\\(escape)\"}") }
  }

  @Test func `elements are taken one by one, of an array alone`() throws {
    for (text, expected) in [(#"["a", 2,[],"b"]"#, ["a", "2", "b"]), (#"{"a":"b"}"#, []), ("[]", [])] {
      var reader = JSONReader(Array(text.utf8))
      var texts: [String] = []
      try reader.elements { reader in
        texts += [try reader.text()].compactMap(\.self)
      }
      try reader.end()
      #expect(texts == expected)
    }
  }

  @Test(arguments: [
    "", " ", "{", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,"#, #"{"a":1,}"#, #"{"a" 1}"#, "{1:2}",
    #"{"a":1]"#, "{}x",
    "{} {}", #"{"a":"b}"#, #"{"a":[1,2}"#, #"{"a":[1 2]}"#, #"{"a":{"b"}}"#, #"{"a":{"b":1,}}"#,
    #"{"a":[,]}"#,
    #"{"a":@}"#, "\u{0}\u{0}",
  ])
  func `what is no JSON is refused`(text: String) {
    #expect(throws: ByteWindow.Failure.malformed) { try members(of: text) }
  }

  @Test func `values are passed over that are nested so deep, and no deeper`() throws {
    func nested(_ depth: Int) -> String {
      #"{"a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    }
    #expect(try members(of: nested(63)).others == 1)
    #expect(throws: ByteWindow.Failure.malformed) { try members(of: nested(64)) }
    #expect(throws: ByteWindow.Failure.malformed) {
      try members(of: #"{"a":"# + String(repeating: #"[{"b":"#, count: 100_000))
    }
  }
}
