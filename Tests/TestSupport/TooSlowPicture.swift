/// A TIFF of a million bytes that takes minutes to decode: all rows share one packed strip, which starts with a
/// million bytes that encode nothing (TIFF 6.0, section 9).
package enum TooSlowPicture {
  private static let rows = 20_000
  private static let strip = [UInt8](repeating: 0x80, count: 1_000_000) + [7, 1, 2, 3, 4, 5, 6, 7, 8]

  /// The bytes of the file.
  package static var bytes: [UInt8] {
    let count = 9
    let offsets = 8 + 2 + count * 12 + 4
    let counts = offsets + 4 * rows
    let start = counts + 4 * rows
    let entries = [
      (0x0100, 3, 1, 8), (0x0101, 3, 1, rows), (0x0102, 3, 1, 8), (0x0103, 3, 1, 32_773), (0x0106, 3, 1, 1),
      (0x0111, 4, rows, offsets), (0x0115, 3, 1, 1), (0x0116, 3, 1, 1), (0x0117, 4, rows, counts),
    ]
    var file: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + little(count, 2)
    for (tag, type, count, value) in entries {
      file += little(tag, 2) + little(type, 2) + little(count, 4) + little(value, 4)
    }
    file += little(0, 4)
    file += [[UInt8]](repeating: little(start, 4), count: rows).joined()
    file += [[UInt8]](repeating: little(strip.count, 4), count: rows).joined()
    return file + strip
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
