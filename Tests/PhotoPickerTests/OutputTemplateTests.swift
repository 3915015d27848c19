import PhotoFormats
import Testing

@testable import PhotoPicker

struct OutputTemplateTests {
  private func value(_ field: OutputTemplate.Field) -> FieldValue? {
    switch field.name {
    case "name": .text("a/b.jpg")
    case "path": .bytes([0x2F, 0xFF])
    case "number": .integer(9)
    case "altitude": .integer(-5)
    case "latitude": .number(35.5)
    case "longitude": .number(.nan)
    case "screenshot": .flag(true)
    case "date":
      CivilTime(year: 2014, month: 5, day: 5, hour: 9, minute: 8, second: 7).map {
        .date(
          CaptureDate(
            time: $0, nanoseconds: 45_600_000, fractionDigits: 4, offsetMinutes: -330, source: .exifDateTime))
      }
    case "modified":
      CivilTime(year: 2021, month: 1, day: 3).map { .date(CaptureDate(time: $0, source: .file)) }
    default: nil
    }
  }

  @Test(arguments: [
    ("{date:%Y-%m} {name}", "2014-05 a/b.jpg"),
    ("{{{number}}}", "{9}"),
    (#"a\tb\n\\\0"#, "a\tb\n\\\u{0}"),
    ("{number:04}|{number:4}|{number:1}", "0009|   9|9"),
    ("{altitude:04}|{altitude:4}", "-005|  -5"),
    ("{latitude}|{longitude}|{longitude:4}", "35.5||"),
    ("[{make}{model}{album}{duration:08}]", "[]"),
    ("{screenshot}", "true"),
    ("{date}", "2014-05-05T09:08:07.0456-05:30"),
    ("{date:%Y %m %d %H %M %S %y %j}", "2014 05 05 09 08 07 14 125"),
    ("{date:%a %A %b %B %e %F %T}", "Mon Monday May May  5 2014-05-05 09:08:07"),
    ("{date:%V %G %u %f %z %%}", "19 2014 1 045 -0530 %"),
    ("{modified:%G-W%V-%u %j%z}", "2020-W53-7 003"),
    (#"{date:%H:%M\t\\}"#, "09:08\t\\"),
    ("", ""),
    (#"{make|name}|{name|make}"#, "a/b.jpg|a/b.jpg"),
    (#"{make|model|"no \"where\"\t|}"}"#, "no \"where\"\t|}"),
    (#"{date:%Y|"undated"} {duration:08|number:3} {make|duration}."#, "2014   9 ."),
    (#"{longitude|"nowhere"}{"a"}"#, "nowherea"),
    ("[{name:<10}]", "[a/b.jpg   ]"), ("[{name:>10}]", "[   a/b.jpg]"), ("[{name:.3}]", "[a/b]"),
    ("[{name:<6.3}|{name:>6.3}]", "[a/b   |   a/b]"), ("[{name:<3}]", "[a/b.jpg]"),
    ("[{number:>3}|{number:<3}]", "[  9|9  ]"), ("[{make:<3}]", "[   ]"), ("[{screenshot:.2}]", "[tr]"),
    (#"[{make:<3|name:<9}]"#, "[a/b.jpg  ]"), (#"[{make:<3|"no"}]"#, "[no]"),
  ])
  func `a template is filled in`(template: String, expected: String) throws {
    #expect(try OutputTemplate(template).render(value) == expected)
  }

  @Test(arguments: [
    ("ab {name", "column 9: the { at column 4 is not closed by }"),
    ("a}", "column 2: unmatched }; write }} for a brace"),
    ("a\\x", "column 2: expected n, t, 0 or a backslash after the backslash"),
    ("a\\", "column 2: expected n, t, 0 or a backslash after the backslash"),
    (
      "{name:4}",
      "column 7: expected <30 to fill {name} up to 30 cells, >30 to put it at the end of them, or .30 to cut it"
    ),
    ("{number:x}", "column 9: expected a width from 1 to 64, such as 04"),
    ("{number:}", "column 9: expected a width from 1 to 64, such as 04"),
    ("{number:999}", "column 9: expected a width from 1 to 64, such as 04"),
    ("{date:}", "column 7: expected the form of a date, such as %Y-%m"),
    ("{date:%Y", "column 9: the { at column 1 is not closed by }"),
    (#"{name|"x"#, "column 7: the quotes are not closed"),
    (#"{name|"x"y}"#, "column 10: the { at column 1 is not closed by }"),
    (
      "{name|name:<0}",
      "column 12: expected <30 to fill {name} up to 30 cells, >30 to put it at the end of them, or .30 to cut it"
    ),
    (#"{"\x"}"#, "column 3: expected n, t, 0 or a backslash after the backslash"),
  ])
  func `a mistake names its column and what would be right`(template: String, message: String) {
    let error = #expect(throws: OutputTemplateError.self) { try OutputTemplate(template) }
    #expect(error?.description == message)
  }

  @Test func `an unknown field or directive names the nearest or the known ones`() {
    let near = #expect(throws: OutputTemplateError.self) { try OutputTemplate("{folder}") }
    #expect(near?.message == "no field \"folder\"; did you mean dir?")
    let field = #expect(throws: OutputTemplateError.self) { try OutputTemplate("é {zz\u{1B}qx}") }
    #expect(field?.column == 4)
    #expect(field?.message.hasPrefix("no field \"zz\\eqx\"; there are path, url, name, format,") == true)
    let directive = #expect(throws: OutputTemplateError.self) { try OutputTemplate("{date:%Y%q}") }
    #expect(directive?.column == 9)
    #expect(directive?.message.hasPrefix("no \"%q\" in dates; there are %Y %m") == true)
  }

  @Test func `text is laid out in the cells of a terminal, and its bytes stay`() throws {
    func laidOut(_ template: String, _ text: [UInt8]) throws -> [UInt8] {
      var output: [UInt8] = []
      try OutputTemplate(template).render(into: &output) { _ in .bytes(text) }
      return output
    }
    #expect(try laidOut("{name:<6.4}", Array("東京駅".utf8)) == Array("東京  ".utf8))
    #expect(try laidOut("{name:.3}", Array("東京駅".utf8)) == Array("東".utf8))
    #expect(try laidOut("{name:<3}", [0xFF]) == [0xFF, 0x20, 0x20])
    for layout in ["<1001", "<", ".", "<3x", "3", "<<3", "<3.", ".0", "<99999999999999999999"] {
      #expect(throws: OutputTemplateError.self) { try OutputTemplate("{name:\(layout)}") }
    }
  }

  @Test func `bytes of a name are kept where bytes are asked for`() throws {
    var output: [UInt8] = []
    let template = try OutputTemplate("{path}\\0")
    template.render(into: &output, value)
    #expect(output == [0x2F, 0xFF, 0])
    #expect(template.render(value) == "/\u{FFFD}\u{0}")
  }

  @Test func `a transform changes values but not what the template spells out`() throws {
    var output: [UInt8] = []
    let template = try OutputTemplate("{date:%Y/%m}/{number:03}/{name}{make}")
    template.render(
      into: &output, transform: { _, bytes in bytes = bytes.map { $0 == 0x2F ? 0x5F : $0 } }, value)
    #expect(String(decoding: output, as: UTF8.self) == "2014/05/009/a_b.jpg")
  }

  @Test func `a template tells which fields it shows`() throws {
    #expect(
      try OutputTemplate("{name} {number:3} {date:%Y} {name}").fields.map(\.name).sorted() == [
        "date", "name", "number",
      ])
    let choice = try OutputTemplate(#"{date:%Y|modified:%Y|"x"} {name}"#)
    #expect(choice.fields.map(\.name).sorted() == ["date", "modified", "name"])
    #expect(choice.neededFields.map(\.name) == ["name"])
  }

  @Test func `a date no calendar has leaves nothing`() throws {
    let date = CaptureDate(time: CivilTime(seconds: .max), source: .file)
    #expect(try OutputTemplate("[{date:%Y %V}]").render { _ in .date(date) } == "[]")
  }
}
