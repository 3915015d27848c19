import PhotoFormats
import Testing

@testable import PhotoPicker

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

private func date(offset: Int16?, year: Int = 2014) -> CaptureDate? {
  CivilTime(year: year, month: 1, day: 1, hour: 5).map {
    CaptureDate(
      time: $0, nanoseconds: 123_000_000, fractionDigits: 3, offsetMinutes: offset,
      source: .exifDateTimeOriginal)
  }
}

struct JSONWriterTests {
  @Test func `numbers are written with the fewest digits that tell them`() {
    var generator = SystemRandomNumberGenerator()
    var numbers: [Double] = [
      0, -0.0, 0.001, 0.000_999_999, 0.1, -0.5, 2.8, 1, 1e9, 999_999_999.999_999, 0.1 + 0.2, 1.0 / 3, 1e-9,
      1e300,
      .greatestFiniteMagnitude, .leastNonzeroMagnitude, 123_456.789, -35.25, 100,
    ]
    for _ in 0..<500 {
      let digits = Double(Int64.random(in: -1_000_000_000...1_000_000_000, using: &generator))
      numbers += [10, 1000, 1e6, 1e7].map { digits / $0 }
      numbers.append(Double(bitPattern: .random(in: 0...UInt64.max, using: &generator)))
    }
    for number in numbers where number.isFinite {
      let text = json { $0.number(number) }
      #expect(Double(text) == number && !text.hasSuffix(".0"))
      #expect(number.rounded() == number || text == number.description)
    }
    #expect(json { $0.number(200) } == "200" && json { $0.number(1.0 / 60) } == "0.016666666666666666")
  }

  private func json(
    layout: JSONWriter.Layout = .compact, _ write: (inout JSONWriter) -> Void
  ) -> String {
    var writer = JSONWriter(layout: layout)
    write(&writer)
    writer.finish()
    return text(writer.take())
  }

  @Test func `values of every kind stand in one compact line`() {
    let result = json { writer in
      writer.beginDictionary()
      writer.entry("name", "a")
      writer.entry("count", Int64.min)
      writer.entry("zero", Int64(0))
      writer.entry("latitude", -35.25)
      writer.entry("damaged", .flag(false))
      writer.entry("date", date(offset: 540).map { .date($0) })
      writer.entry("missing", nil as String?)
      writer.entry("infinite", Double.infinity)
      writer.key("list")
      writer.beginArray()
      writer.integer(12)
      writer.number(.nan)
      writer.beginDictionary()
      writer.endDictionary()
      writer.endArray()
      writer.endDictionary()
    }
    let expected = """
      {"name":"a","count":-9223372036854775808,"zero":0,"latitude":-35.25,"damaged":false,\
      "date":"2014-01-01T05:00:00.123+09:00","list":[12,null,{}]}
      """
    #expect(result == expected)
  }

  /// The search examines eight bytes at once, and the remaining ones separately.
  @Test func `a character is written alike wherever it stands`() {
    for scalar in (0..<0x100).compactMap(Unicode.Scalar.init(_:)) {
      let alone = json { $0.string(String(scalar)) }.dropFirst().dropLast(1)
      for count in 0...17 {
        for place in [0, count / 2, count] {
          let before = String(repeating: "~", count: place)
          let after = String(repeating: " ", count: count - place)
          let text = before + String(scalar) + after
          #expect(json { $0.string(text) } == "\"\(before)\(alone)\(after)\"")
          #expect(json { $0.string(utf8: Array(text.utf8)) } == "\"\(before)\(alone)\(after)\"")
        }
      }
    }
  }

  @Test(arguments: [
    ("\"\\/", #""\"\\/""#),
    ("\n\t\r\u{1B}\u{0}", #""\n\t\r\u001b\u0000""#),
    ("\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", "\"\\u007f\\u0080\\u009b\\u009f\u{A0}\""),
    ("\u{2028}\u{2029}\u{2027}\u{202F}", "\"\\u2028\\u2029\u{2027}\u{202F}\""),
    ("\u{202A}\u{202E}\u{2066}\u{2069}\u{200E}\u{200F}", #""\u202a\u202e\u2066\u2069\u200e\u200f""#),
    ("\u{61C}\u{61B}é日😀", "\"\\u061c\u{61B}é日😀\""),
  ])
  func `characters that steer a terminal are escaped and others kept`(value: String, expected: String) {
    #expect(json { $0.string(value) } == expected)
    #expect(json { $0.string(utf8: Array(value.utf8)) } == expected)
    #expect(json { $0.string(utf8: ContiguousArray(value.utf8).reversed().reversed()) } == expected)
  }

  @Test func `bytes that are no UTF-8 are repaired as Swift does`() {
    let bytes: [UInt8] = [0x61, 0xFF, 0xC3, 0x28, 0x9B, 0xE2, 0x80]
    #expect(json { $0.string(utf8: bytes) } == "\"" + String(decoding: bytes, as: UTF8.self) + "\"")
    #expect(json { $0.string(utf8: bytes[0..<1]) } == "\"a\"")
  }

  @Test func `a record per line breaks lines around records only`() {
    let lines = json(layout: .recordPerLine) { writer in
      for _ in 0..<2 {
        writer.beginDictionary()
        writer.key("a")
        writer.beginArray()
        writer.integer(1)
        writer.integer(2)
        writer.endArray()
        writer.endDictionary()
      }
    }
    #expect(lines == "{\"a\":[1,2]}\n{\"a\":[1,2]}\n")
    let array = json(layout: .recordPerLine) { writer in
      writer.beginArray()
      for number in 1...2 as ClosedRange<Int64> {
        writer.beginDictionary()
        writer.entry("a", number)
        writer.endDictionary()
      }
      writer.endArray()
    }
    #expect(array == "[\n{\"a\":1},\n{\"a\":2}\n]\n")
  }

  @Test func `what was drained is not kept, and draining that fails loses nothing`() throws {
    struct Full: Error {}
    var writer = JSONWriter()
    writer.beginArray()
    writer.integer(1)
    #expect(throws: Full.self) { try writer.drain { _ throws(Full) in throw Full() } }
    var drained: [UInt8] = []
    writer.drain { drained.append(contentsOf: $0) }
    #expect(text(drained) == "[1")
    #expect(writer.pendingByteCount == 0)
    writer.integer(2)
    writer.endArray()
    #expect(text(writer.take()) == ",2]")
  }
}

struct PropertyListWriterTests {
  private func body(_ write: (inout PropertyListWriter) -> Void) -> String {
    var writer = PropertyListWriter()
    _ = writer.take()
    write(&writer)
    return text(writer.take())
  }

  @Test func `a document has Apple's header and ends`() {
    var writer = PropertyListWriter()
    writer.beginArray()
    writer.endArray()
    writer.finish()
    #expect(
      text(writer.take()) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <array>
        </array>
        </plist>

        """)
  }

  @Test func `values of every kind have their element`() {
    let result = body { writer in
      writer.beginDictionary()
      writer.entry("a&b", "<c>")
      writer.entry("n", Int64(-12))
      writer.key("nothing")
      writer.number(.nan)
      writer.entry("d", 1.5)
      writer.entry("t", .flag(true))
      writer.endDictionary()
    }
    #expect(
      result == """
        <dict>
        \t<key>a&amp;b</key>
        \t<string>&lt;c&gt;</string>
        \t<key>n</key>
        \t<integer>-12</integer>
        \t<key>d</key>
        \t<real>1.5</real>
        \t<key>t</key>
        \t<true/>
        </dict>

        """)
  }

  @Test func `a date is one in UTC where the offset is known, else a text`() throws {
    let known = try #require(date(offset: 540))
    #expect(body { $0.date(known) } == "<date>2013-12-31T20:00:00Z</date>\n")
    let unknown = try #require(date(offset: nil))
    #expect(body { $0.date(unknown) } == "<string>2014-01-01T05:00:00.123</string>\n")
    let beforeYearOne = try #require(date(offset: 540, year: 1))
    #expect(body { $0.date(beforeYearOne) } == "<string>0001-01-01T05:00:00.123+09:00</string>\n")
    let endOfTime = CaptureDate(time: CivilTime(seconds: .min), offsetMinutes: 60, source: .file)
    #expect(body { $0.date(endOfTime) }.hasPrefix("<string>"))
  }

  @Test func `a moment is a date to the second, in other forms a text with its fraction`() throws {
    let known = try #require(date(offset: 0))
    let moment = UniversalTime(known.time, nanoseconds: 120_000_000)
    #expect(body { $0.moment(moment) } == "<date>2014-01-01T05:00:00Z</date>\n")
    #expect(
      body { $0.entry("modified", FieldValue.moment(known.time)) }.contains(
        "<date>2014-01-01T05:00:00Z</date>"))
    #expect(body { $0.moment(UniversalTime(CivilTime(seconds: .max))) }.hasPrefix("<string>"))
    var json = JSONWriter()
    json.moment(moment)
    #expect(text(json.take()) == "\"2014-01-01T05:00:00.12Z\"")
  }

  @Test func `characters XML forbids are replaced and those that steer a terminal referenced`() {
    let value = "\u{0}\u{1B}\u{FFFE}\u{FFFF}\u{FFFD}\t\n\r\u{7F}\u{9B}\u{202E}é"
    let expected = "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\t\n&#x0d;&#x7f;&#x9b;&#x202e;é"
    #expect(body { $0.string(value) } == "<string>\(expected)</string>\n")
  }
}
