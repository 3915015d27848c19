/// Writes PNG files.
enum PNGBuilder {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let end = chunk("IEND")
  /// A row with a gray pixel.
  static let imageData = chunk("IDAT", zlib(stored: [0, 0x80]))

  static func header(
    width: UInt32 = 640, height: UInt32 = 480, depth: UInt8 = 8, colourType: UInt8 = 0
  ) -> [UInt8] {
    chunk("IHDR", bytes(width) + bytes(height) + [depth, colourType, 0, 0, 0])
  }

  /// A file with chunks before and after the image data.
  static func file(before: [[UInt8]] = [], after: [[UInt8]] = []) -> [UInt8] {
    signature + header() + before.joined() + imageData + after.joined() + end
  }

  static func chunk(_ type: String, _ data: [UInt8] = [], crcError: UInt32 = 0) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bytes(UInt32(data.count)) + body + bytes(crc(body) ^ crcError)
  }

  static func text(_ keyword: String, _ text: String) -> [UInt8] {
    chunk("tEXt", Array(keyword.utf8) + [0] + Array(text.utf8))
  }

  static func compressedText(_ keyword: String, _ stream: [UInt8]) -> [UInt8] {
    chunk("zTXt", Array(keyword.utf8) + [0, 0] + stream)
  }

  static func internationalText(_ keyword: String, _ text: String, isCompressed: Bool = false) -> [UInt8] {
    let data = isCompressed ? zlib(stored: Array(text.utf8)) : Array(text.utf8)
    return chunk("iTXt", Array(keyword.utf8) + [0, isCompressed ? 1 : 0, 0, 0, 0] + data)
  }

  /// A raw profile of ImageMagick, in hexadecimal.
  static func rawProfile(_ name: String, _ data: [UInt8]) -> String {
    let digits = data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let lines = stride(from: 0, to: digits.count, by: 36).map {
      digits[$0..<min($0 + 36, digits.count)].joined()
    }
    return "\n\(name)\n    \(data.count)\n" + lines.joined(separator: "\n") + "\n"
  }

  /// An Exif block with only DateTimeOriginal in its Exif IFD.
  static func exif(_ dateTimeOriginal: String) -> [UInt8] {
    let header: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]
    // IFD0 points to the Exif IFD at 26, which points to its string at 44.
    let image: [UInt8] = [1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0]
    let exif: [UInt8] = [1, 0, 0x03, 0x90, 2, 0, 20, 0, 0, 0, 44, 0, 0, 0, 0, 0, 0, 0]
    return header + image + exif + Array(dateTimeOriginal.utf8) + [0]
  }

  /// A zlib stream (RFC 1950) of stored blocks, at most 65,535 bytes.
  static func zlib(stored data: [UInt8]) -> [UInt8] {
    let count = UInt16(data.count)
    let block = [1, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
    return [0x78, 0x01] + block + data + bytes(adler(data))
  }

  /// A zlib stream that repeats its last byte in `runs` runs of 258 bytes, with 13 bits per run.
  static func zlib(_ text: String, runs: Int) -> [UInt8] {
    let data = Array(text.utf8)
    var stream = BitWriter()
    stream.append(0b110, bits: 3)  // last block, fixed codes, as RFC 1951, 3.2.3 packs it
    for byte in data { stream.append(Int(byte) + 0x30, bits: 8) }
    for _ in 0..<runs {
      stream.append(0b1100_0101, bits: 8)  // length 258
      stream.append(0, bits: 5)  // distance 1
    }
    stream.append(0, bits: 7)
    let tail = [UInt8](repeating: data.last ?? 0, count: runs * 258)
    return [0x78, 0x01] + stream.bytes + bytes(adler(data + tail))
  }

  static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }

  private static func crc(_ data: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = crc & 1 == 1
        crc >>= 1
        if isOdd { crc ^= 0xEDB8_8320 }
      }
    }
    return ~crc
  }

  private static func adler(_ data: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in data {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}

/// Packs codes into bytes from the least significant bit on, the first bit of a code first.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var used = 8

  mutating func append(_ code: Int, bits: Int) {
    for bit in (0..<bits).reversed() {
      if used == 8 {
        bytes.append(0)
        used = 0
      }
      bytes[bytes.count - 1] |= UInt8(code >> bit & 1) << UInt8(used)
      used += 1
    }
  }
}
