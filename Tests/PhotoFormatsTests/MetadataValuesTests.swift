import Testing

@testable import PhotoFormats

struct MetadataValuesTests {
  @Test func `fields have numbers and keys of their own`() {
    #expect(Set(MetadataField.allCases.map(\.key)).count == MetadataField.allCases.count)
    #expect(MetadataField(rawValue: 0) == nil)
  }

  @Test(arguments: [0, 1.5, -2, .greatestFiniteMagnitude]) func `a number is kept`(number: Double) throws {
    var values = MetadataValues()
    values[.duration] = .number(number)
    #expect(values[.duration] == .number(number))
    #expect(values.map(\.field) == [.duration])
    #expect(MetadataValues(encoded: values.encoded) == values)
    values[.duration] = nil
    #expect(values.isEmpty)
    #expect(values == MetadataValues())
  }

  @Test func `a value of another kind is not taken`() {
    var values = MetadataValues()
    values[.duration] = .text("long")
    #expect(values.isEmpty)
  }

  @Test(
    arguments: [
      .text(""), .text("ä\u{1F4F7}"), .list([]), .list(["a", "", "b/c"]), .integer(0), .integer(-1),
      .integer(127),
      .integer(128), .integer(-32_769), .integer(.max), .integer(.min), .number(-0.125), .flag(true),
      .flag(false),
      .text(String(repeating: "x", count: 20_000)),
      .date(
        CaptureDate(
          time: CivilTime(seconds: -5), nanoseconds: 120, fractionDigits: 9, offsetMinutes: -330,
          source: .xmpCreateDate)),
      .date(CaptureDate(time: CivilTime(seconds: 1 << 40), source: .file)),
    ] as [FieldValue])
  func `every kind of value comes back as it was`(value: FieldValue) {
    #expect(FieldValue(value.encoded[...], value.kind) == value)
  }

  @Test(arguments: [
    [1], [1, 9, 0], [1, 0x80], [0, 0], [255, 0], [1, 0, 1, 0], [1, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0],
  ])
  func `bytes that were not written so are refused`(bytes: [UInt8]) {
    #expect(MetadataValues(encoded: bytes) == nil)
  }

  @Test func `the better source wins, whichever comes first`() {
    var findings = MetadataFindings()
    findings.offer(.number(2), for: .duration, rank: 1)
    findings.offer(.number(1), for: .duration, rank: 0)
    findings.offer(.number(3), for: .duration, rank: 0)
    #expect(findings.values[.duration] == .number(1))
    var others = MetadataFindings()
    others.offer(.number(4), for: .duration)
    others.merge(findings)
    #expect(others.values[.duration] == .number(4))
  }
}
