import Testing

@testable import PhotoFormats

struct DeclaredTagTests {
  private func read(
    _ reading: ExifReading, _ kind: FieldKind, _ type: IFDType, _ bytes: [UInt8], unit: String? = nil
  ) -> FieldValue? {
    func number(_ tag: UInt16) -> Int { ExifTagTable.all.number(of: tag, in: .gps) ?? 0 }
    func value(_ type: IFDType, _ bytes: [UInt8]) -> IFDValue {
      IFDValue(type: type, count: bytes.count / type.size, bytes: Bytes(bytes), order: .little)
    }
    var values = ExifValues()
    values[number(ExifTag.gpsAltitude)] = value(type, bytes)
    if let unit { values[number(ExifTag.gpsSpeedRef)] = value(.ascii, Array(unit.utf8)) }
    return DeclaredTag(number: number(ExifTag.gpsAltitude), reading: reading).value(in: values, kind)
  }

  @Test func `APEX values become seconds and f-numbers`() {
    #expect(read(.apexTime, .number, .signedRational, [5, 0, 0, 0, 1, 0, 0, 0]) == .number(1.0 / 32))
    #expect(read(.apexTime, .number, .signedRational, [0xFE, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0]) == .number(4))
    #expect(read(.apexAperture, .number, .rational, [4, 0, 0, 0, 1, 0, 0, 0]) == .number(4))
    #expect(read(.apexAperture, .number, .rational, [20, 0, 0, 0, 1, 0, 0, 0]) == .number(1024))
    #expect(read(.apexAperture, .number, .rational, [21, 0, 0, 0, 1, 0, 0, 0]) == nil)
    #expect(read(.apexTime, .number, .signedRational, [0xEB, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0]) == nil)
    #expect(read(.apexAperture, .number, .rational, [4, 0, 0, 0, 0, 0, 0, 0]) == nil)
  }

  @Test func `a flash fired if the lowest bit says so`() {
    #expect(read(.lowestBit, .flag, .short, [0x19, 0]) == .flag(true))
    #expect(read(.lowestBit, .flag, .short, [0x18, 0]) == .flag(false))
    #expect(read(.lowestBit, .flag, .ascii, [0x41, 0]) == nil)
  }

  @Test func `custom rendering is a panorama or a portrait, or says nothing`() {
    #expect((5...9).map { read(.isPanorama, .flag, .short, [$0, 0]) } == [nil, .flag(true), nil, nil, nil])
    #expect(
      (5...9).map { read(.isPortrait, .flag, .short, [$0, 0]) } == [nil, nil, .flag(true), .flag(true), nil])
  }

  @Test func `the first number is the sensitivity, unless it is 65535`() {
    #expect(read(.sensitivity, .number, .short, [0xFF, 0xFF]) == nil)
    #expect(read(.sensitivity, .number, .short, [0xFE, 0xFF]) == .number(65_534))
    #expect(read(.sensitivity, .number, .short, [100, 0, 200, 0]) == .number(100))
    #expect(read(.sensitivity, .number, .rational, [200, 0, 0, 0, 2, 0, 0, 0]) == .number(100))
  }

  @Test func `Windows writes stars in per cent`() {
    let percents: [UInt8] = [0, 1, 25, 50, 75, 99]
    #expect(percents.map { read(.percentRating, .integer, .short, [$0, 0]) } == (0...5).map { .integer($0) })
    #expect(read(.percentRating, .integer, .short, [200, 0]) == nil)
  }

  @Test func `the texts of Windows are UTF-16 with semicolons between them`() {
    let bytes: [UInt8] = [0xE4, 0, 0x3B, 0, 0x62, 0, 0x20, 0, 0x63, 0, 0, 0, 65]
    #expect(read(.windowsTexts, .list, .byte, bytes) == .list(["ä", "b c"]))
    #expect(read(.windowsTexts, .text, .byte, bytes) == .text("ä;b c"))
  }

  @Test(
    arguments: [
      ("Ann", ["Ann"]), ("Ann; Bob", ["Ann", "Bob"]), ("Ann;Bob", ["Ann;Bob"]),
      (#""Ann; Bob"; Cid"#, ["Ann; Bob", "Cid"]), (#""a; b; c""#, ["a; b; c"]),
      (#""""Ann"" B""#, [#""Ann" B"#]),
      (#"Ann "the" B"#, [#"Ann "the" B"#]), (#""a""; b""#, [#"a"; b"#]), (#""a; b"#, ["a; b"]), (#"""#, [""]),
    ])
  func `the names of several artists stand in one text`(text: String, names: [String]) {
    #expect(read(.joinedTexts, .list, .ascii, Array(text.utf8) + [0]) == .list(names))
  }

  @Test(
    arguments: [
      ("Ann\0", "Ann"), ("Ann", "Ann"), ("Ann \0 Bob \0", "Ann\n Bob"), (" \0Bob\0", "Bob"), ("\0Bob", "Bob"),
      ("Ann\0Bob\0Cid\0", "Ann\nBob"), ("Ann  \0\0", "Ann"), ("Ann\0Bob", "Ann\nBob"),
    ])
  func `a copyright is the photographer's and the editor's`(text: String, copyright: String) {
    #expect(read(.copyright, .text, .ascii, Array(text.utf8)) == .text(copyright))
  }

  @Test(arguments: ["", " ", "\0", "  \0 \0"]) func `a blank copyright is none`(text: String) {
    #expect(read(.copyright, .text, .ascii, Array(text.utf8)) == nil)
  }

  @Test func `a copyright that is no UTF-8 is Latin`() {
    #expect(read(.copyright, .text, .ascii, [0xA9, 0x41, 0, 0x42, 0]) == .text("©A\nB"))
  }

  @Test(arguments: [("K", 10.0), ("M", 16.09344), ("N", 18.52), ("", 10), ("k", 10), ("m", 16.09344)])
  func `a speed is in kilometres an hour`(unit: String, speed: Double) throws {
    let value = read(.gpsSpeed, .number, .rational, [10, 0, 0, 0, 1, 0, 0, 0], unit: unit)
    #expect(abs(try #require(value?.number) - speed) < 1e-9)
  }
}
