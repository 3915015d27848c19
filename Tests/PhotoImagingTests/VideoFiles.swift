import PhotoFormats
import PhotoImaging
import Testing

/// Builds small QuickTime videos with a JPEG for each frame (QuickTime File Format; ISO 14496-12).
struct VideoFile {
  /// The color of each frame, which lasts a second.
  var frames: [SIMD4<UInt8>]
  var width = 32
  var height = 16
  /// The matrix of the track header (8.3.2): a, b, c, d.
  var matrix: [Int32] = [1, 0, 0, 1]
  /// The width of a pixel, divided by its height.
  var pixelAspect: UInt32 = 1
  /// The numbers of key frames, starting at 1, or `nil` for all frames.
  var keys: [UInt32]?

  func bytes() throws -> Bytes {
    let coded = try frames.map { try frame($0) }
    let start = Pictures.box("ftyp", Array("qt  ".utf8) + number(0) + Array("qt  ".utf8))
    let data = coded.flatMap { $0 }
    var offset = start.count + 8
    let offsets = coded.map { frame in
      defer { offset += frame.count }
      return UInt32(offset)
    }
    let movie = Pictures.box(
      "moov", header() + track(sizes: coded.map { UInt32($0.count) }, offsets: offsets))
    return Bytes(start + Pictures.box("mdat", data) + movie)
  }

  /// Returns a frame whose left half is `color`; its right half is gray with the same brightness.
  private func frame(_ color: SIMD4<UInt8>) throws -> [UInt8] {
    let mean = UInt8((Int(color[0]) + Int(color[1]) + Int(color[2])) / 3)
    let grey = SIMD4(mean, mean, mean, 255)
    let row = (0..<width).map { $0 < width / 2 ? color : grey }
    return try Pictures.buffer(Array(repeating: row, count: height)).jpeg(quality: 1)
  }

  private func number(_ value: UInt32, size: Int = 4) -> [UInt8] {
    Pictures.number(value, size: size).reversed()
  }

  private func numbers(_ values: [UInt32]) -> [UInt8] { values.flatMap { number($0) } }

  private var length: UInt32 { UInt32(frames.count) }

  private func matrixBytes() -> [UInt8] {
    let parts = matrix.map { UInt32(bitPattern: $0 * 65_536) }
    return numbers([parts[0], parts[1], 0, parts[2], parts[3], 0, 0, 0, 0x4000_0000])
  }

  private func header() -> [UInt8] {
    let identity = numbers([65_536, 0, 0, 0, 65_536, 0, 0, 0, 0x4000_0000])
    return Pictures.box(
      "mvhd",
      numbers([0, 0, 0, 1, length, 65_536]) + number(256, size: 2) + [UInt8](repeating: 0, count: 10)
        + identity
        + [UInt8](repeating: 0, count: 24) + number(2))
  }

  private func track(sizes: [UInt32], offsets: [UInt32]) -> [UInt8] {
    let head = Pictures.box(
      "tkhd",
      numbers([7, 0, 0, 1, 0, length, 0, 0, 0, 0]) + matrixBytes()
        + numbers([UInt32(width) << 16, UInt32(height) << 16]))
    let times = Pictures.box("mdhd", numbers([0, 0, 0, 1, length, 0]))
    let handler = Pictures.box("hdlr", numbers([0]) + Array("mhlrvide".utf8) + numbers([0, 0, 0]) + [0])
    let media = Pictures.box("vmhd", number(1) + [UInt8](repeating: 0, count: 8))
    let reference = Pictures.box(
      "dinf", Pictures.box("dref", numbers([0, 1]) + Pictures.box("url ", number(1))))
    let information = Pictures.box("minf", media + reference + samples(sizes: sizes, offsets: offsets))
    return Pictures.box("trak", head + Pictures.box("mdia", times + handler + information))
  }

  private func samples(sizes: [UInt32], offsets: [UInt32]) -> [UInt8] {
    let aspect = Pictures.box("pasp", numbers([pixelAspect, 1]))
    let empty = [UInt8](repeating: 0, count: 16)
    let coding =
      [UInt8](repeating: 0, count: 6) + number(1, size: 2) + empty + number(UInt32(width), size: 2)
      + number(UInt32(height), size: 2) + numbers([72 << 16, 72 << 16, 0]) + number(1, size: 2)
      + [UInt8](repeating: 0, count: 32) + number(24, size: 2) + [0xFF, 0xFF] + aspect
    let count = UInt32(sizes.count)
    let sync = keys.map { Pictures.box("stss", numbers([0, UInt32($0.count)] + $0)) } ?? []
    return Pictures.box(
      "stbl",
      Pictures.box("stsd", numbers([0, 1]) + Pictures.box("jpeg", coding))
        + Pictures.box("stts", numbers([0, 1, count, 1])) + sync
        + Pictures.box("stsc", numbers([0, 1, 1, 1, 1]))
        + Pictures.box("stsz", numbers([0, 0, count] + sizes))
        + Pictures.box("stco", numbers([0, count] + offsets)))
  }
}
