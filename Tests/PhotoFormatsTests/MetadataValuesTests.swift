import Testing

@testable import PhotoFormats

extension FieldValue {
  /// Decodes a value of a kind.
  fileprivate init?(_ bytes: ArraySlice<UInt8>, _ kind: FieldKind) {
    guard let value = bytes.withUnsafeBytes({ FieldValue($0, kind) }) else { return nil }
    self = value
  }
}

struct MetadataValuesTests {
  @Test(
    arguments: [
      (1.0 / 60, "0.01666666667"), (200, "200"), (-0.5, "-0.5"), (0.1 + 0.2, "0.3"), (48.858222, "48.858222"),
      (2.0 / 3, "0.6666666667"), (1e20, "100000000000000000000"), (1.5e-9, "0.0000000015"), (0, "0"),
      (9.99999999999, "10"), (-0.0, "0"), (1e300, "1e+300"), (1e-300, "1e-300"),
      (123_456_789.125, "123456789.1"),
      (122.419_415_500_01, "122.4194155"),
    ] as [(Double, String)])
  func `a number is written with the digits that a file can vouch for`(number: Double, text: String) {
    #expect(String(decoding: FieldValue.number(number).bytes, as: UTF8.self) == text)
  }

  @Test func `a face is written as its file says it`() throws {
    let face = FaceRegion(name: "Ann", x: 0.1, y: 0.25, width: 1, height: 0.3)
    let values = MetadataValues(ascending: [(.faces, .regions([face]))])
    #expect(values[.faces] == .regions([face]))
    #expect(face.text == "Ann 0.1 0.25 1 0.3")
  }

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
      .regions([]),
      .regions([
        FaceRegion(name: "Änne", x: 0.25, y: 0.5, width: 0.125, height: 1),
        FaceRegion(name: "", x: 0, y: 0, width: 0, height: 0),
      ]),
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

  @Test(
    arguments: [
      (-129, 2), (-128, 1), (-1, 1), (0, 1), (127, 1), (128, 2), (255, 2), (256, 2), (32_767, 2), (32_768, 3),
      (Int64.max, 8), (Int64.min, 8),
    ] as [(Int64, Int)])
  func `an integer takes no more bytes than it needs`(number: Int64, count: Int) {
    let encoded = FieldValue.integer(number).encoded
    #expect(encoded.count == count)
    #expect(FieldValue(encoded[...], .integer) == .integer(number))
  }

  @Test(
    arguments: [
      (0, 2), (2.8, 2), (-0.33, 2), (100, 2), (1.0 / 60, 2), (1.0 / 8000, 2), (0.1 + 0.2, 8), (1e300, 8),
      (1e-300, 8), (Double.pi, 8), (123_456.789, 5), (-1.0 / 3, 2),
    ] as [(Double, Int)])
  func `a number takes few bytes if few digits tell it, and comes back the same`(number: Double, count: Int) {
    let encoded = FieldValue.number(number).encoded
    #expect(encoded.count == count)
    #expect(FieldValue(encoded[...], .number) == .number(number))
  }

  @Test(arguments: [[], [0], [7, 1], [128, 0], [1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1, 1]])
  func `bytes that are no number are none`(bytes: [UInt8]) {
    #expect(FieldValue(bytes[...], .number) == nil)
  }

  @Test func `a region that is cut is refused`() {
    let whole = FieldValue.regions([FaceRegion(name: "A", x: 0, y: 0, width: 1, height: 1)]).encoded
    for count in 1..<whole.count { #expect(FieldValue(whole[..<count], .regions) == nil) }
  }

  @Test(arguments: [0, 1, 126, 127, 128, 129, 16_383, 16_384])
  func `texts of every length stand beside each other`(count: Int) {
    let text = String(repeating: "x", count: count)
    var values = MetadataValues()
    values[.software] = .text(text)
    values[.duration] = .number(2)
    #expect(values[.software] == .text(text) && values[.duration] == .number(2))
    #expect(values.map(\.field) == [.duration, .software])
    #expect(MetadataValues(encoded: values.encoded) == values)
    let list = FieldValue.list([text, "", text])
    #expect(FieldValue(list.encoded[...], .list) == list)
    values[.duration] = nil
    #expect(values[.software] == .text(text) && values[.duration] == nil)
  }

  @Test func `a record that is cut, out of order or given twice is refused`() {
    var values = MetadataValues()
    values[.duration] = .number(2)
    let first = values.encoded
    values[.software] = .text("abc")
    let both = values.encoded
    for count in 1..<both.count where count != first.count {
      #expect(MetadataValues(encoded: Array(both[..<count])) == nil)
    }
    #expect(MetadataValues(encoded: first + first) == nil)
    #expect(MetadataValues(encoded: Array(both[first.count...]) + first) == nil)
    #expect(MetadataValues(encoded: []) == MetadataValues())
    #expect(FieldValue([1, 2, 3, 4, 5, 6, 7], .number) == nil)
    #expect(FieldValue([UInt8](repeating: 0, count: 15)[...], .date) == nil)
    #expect(FieldValue([2, 65], .list) == nil)
    #expect(FieldValue([2], .flag) == .flag(false))
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

  @Test func `what says nothing is no value, so that the next source has its turn`() {
    var findings = MetadataFindings()
    findings.offer(.number(0), for: .aperture, rank: 0)
    findings.offer(.number(4), for: .aperture, rank: 1)
    findings.offer(.text(" \u{0} "), for: .lens, rank: 0)
    findings.offer(.text(" 50mm\n"), for: .lens, rank: 1)
    findings.offer(.list([" ", "a ", ""]), for: .keywords, rank: 0)
    findings.offer(.text(String(repeating: "0", count: 40)), for: .contentIdentifier, rank: 0)
    findings.offer(.integer(6), for: .rating, rank: 0)
    findings.offer(.number(.nan), for: .exposureBias, rank: 0)
    findings.offer(.integer(-1), for: .rating, rank: 1)
    let values = findings.values
    #expect(values[.aperture] == .number(4) && values[.lens] == .text("50mm"))
    #expect(values[.keywords] == .list(["a"]) && values[.rating] == .integer(-1))
    #expect(values.count { _ in true } == 4)
  }

  @Test func `a rating of 0 is no value`() {
    var findings = MetadataFindings()
    findings.offer(.integer(0), for: .rating, rank: 0)
    findings.offer(.integer(5), for: .rating, rank: 1)
    #expect(findings.values == MetadataValues())
    var values = MetadataValues()
    values[.rating] = .integer(3)
    values[.rating] = .integer(0)
    #expect(values == MetadataValues())
    values[.frameCount] = .integer(0)
    #expect(values[.frameCount] == .integer(0))
  }
}
