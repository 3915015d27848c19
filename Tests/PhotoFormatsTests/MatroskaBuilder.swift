/// An EBML element: identifier, size and content.
///
/// - Parameter size: the encoded size, if it isn't the size of the content.
func element(_ identifier: UInt32, _ content: [UInt8]..., size: [UInt8]? = nil) -> [UInt8] {
  let content = content.flatMap { $0 }
  let marked: [UInt8] = [0x10 | UInt8(content.count >> 24 & 0x0F)] + be(UInt64(content.count & 0xFF_FFFF), 3)
  return Array(be(UInt64(identifier), 4).drop { $0 == 0 }) + (size ?? marked) + content
}

/// The parts of a Matroska file, for tests to modify.
struct MatroskaFile {
  var documentType = "matroska"
  /// TimestampScale, Duration of 2.5 s, DateUTC of 2014-05-25T10:00:00.25Z, WritingApp.
  var info = [
    element(0x2AD7B1, be(1_000_000, 4)), element(0x4489, be(Double(2500).bitPattern, 8)),
    element(0x4461, be(422_704_800_250_000_000, 8)), element(0x5741, latin("Recorder 1")),
  ]
  var tracks = [MatroskaFile.picture(), MatroskaFile.sound]
  var tags: [[UInt8]] = []
  /// The encoded size of the segment, if it isn't the size of its content.
  var segmentSize: [UInt8]?

  static let sound = element(0xAE, element(0x83, [2]), element(0x86, latin("A_OPUS")))

  static func picture(_ width: UInt64 = 1920, _ height: UInt64 = 1080) -> [UInt8] {
    element(
      0xAE, element(0x83, [1]), element(0x86, latin("V_VP9")), element(0x23E383, be(40_000_000, 4)),
      element(0xE0, element(0xB0, be(width, 8)), element(0xBA, be(height, 8))))
  }

  static func tag(_ name: String, _ text: String) -> [UInt8] {
    element(0x7373, element(0x67C8, element(0x45A3, latin(name)), element(0x4487, latin(text))))
  }

  var header: [UInt8] { element(0x1A45_DFA3, element(0x4282, latin(documentType))) }

  var parts: [[UInt8]] {
    [element(0x1549_A966, info.flatMap { $0 }), element(0x1654_AE6B, tracks.flatMap { $0 })]
      + (tags.isEmpty ? [] : [element(0x1254_C367, tags.flatMap { $0 })])
  }

  var bytes: [UInt8] { file(parts.flatMap { $0 }) }

  /// A file with different parts.
  func file(_ segment: [UInt8]) -> [UInt8] { header + element(0x1853_8067, segment, size: segmentSize) }
}
