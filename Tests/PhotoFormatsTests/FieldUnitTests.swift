import Testing

@testable import PhotoFormats

struct FieldUnitTests {
  @Test(
    arguments: [
      (.seconds, 0.004, "1/250 s"), (.seconds, 0.25, "1/4 s"), (.seconds, 0.28, "1/4 s"),
      (.seconds, 0.29, "0.3 s"), (.seconds, 0.3, "0.3 s"), (.seconds, 0, "0 s"),
      (.seconds, 9.94, "9.9 s"), (.seconds, 10.4, "10 s"), (.seconds, 20, "20 s"), (.fNumber, 0.24, "f/0.2"),
      (.exposureValue, -0.66, "-0.7 EV"), (.framesPerSecond, 29.974, "29.97 fps"), (.degrees, 12.4, "12°"),
      (.bytes, 1_600_000, "2 MB"), (.millimetres, 84.6, "85 mm"), (.kilometresPerHour, 0.4, "0 km/h"),
    ] as [(FieldUnit, Double, String)])
  func `a number is as precise as people need it`(unit: FieldUnit, number: Double, text: String) {
    #expect(unit.text(number) == text)
  }
}

struct CompactNumberTests {
  private func encoded(_ number: Double) -> [UInt8] {
    var bytes: [UInt8] = []
    CompactNumber.append(number, to: &bytes)
    return bytes
  }

  private func number(_ bytes: [UInt8]) -> Double? { bytes.withUnsafeBytes(CompactNumber.number) }

  @Test(
    arguments: [
      (0, 2), (127, 2), (-128, 2), (128, 3), (2.8, 2), (1 / 60, 2), (-1 / 250.0, 2),
      (549_755_813_887, 6), (549_755_813_888, 8), (-549_755_813_888, 6), (0.1234567, 8), (0.123456, 4),
    ] as [(Double, Int)])
  func `a number has few bytes and is exact`(value: Double, count: Int) {
    #expect(encoded(value).count == count)
    #expect(number(encoded(value)) == value)
  }

  @Test(arguments: [[], [0], [128, 0], [7, 1], [0, 1, 2, 3, 4, 5, 6], [UInt8](repeating: 0, count: 9)])
  func `other bytes are no number`(bytes: [UInt8]) { #expect(number(bytes) == nil) }
}
