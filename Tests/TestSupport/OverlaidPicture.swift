/// Files with nested overlays: a few bytes that reference very many pictures.
package enum OverlaidPicture {
  /// An AV1 picture of 64 × 64 pixels, encoded by libheif.
  private static let tile: [UInt8] = [
    0x12, 0x00, 0x0A, 0x06, 0x18, 0x15, 0x7F, 0xFD, 0x81, 0x08, 0x32, 0x10, 0x18, 0x00, 0x0A, 0x28, 0xA2,
    0x84,
    0x00, 0xB4, 0xDB, 0x69, 0x62, 0xB8, 0xCF, 0x3B, 0xA6, 0xC0,
  ]

  /// A file in which each of `levels` overlays contains the next one `copies` times, and the last one contains the
  /// picture. It lacks the brand `miaf`, which forbids nested overlays (ISO 23000-22).
  package static func bytes(levels: Int, copies: Int) -> [UInt8] {
    let canvas = [UInt8](repeating: 0, count: 10) + [0, 64, 0, 64] + [UInt8](repeating: 0, count: 4 * copies)
    let picture = levels + 1
    let start = box("ftyp", Array("avif".utf8) + [0, 0, 0, 0] + Array("avifmif1".utf8))
    var places: [UInt8] = []
    var references: [UInt8] = []
    var entries: [UInt8] = []
    var owners: [UInt8] = []
    for item in 1...picture {
      let isPicture = item == picture
      let (offset, count) =
        isPicture ? (start.count + 8, tile.count) : ((item - 1) * canvas.count, canvas.count)
      places += be16(item) + be16(isPicture ? 0 : 1) + be16(0) + be16(1) + be32(offset) + be32(count)
      entries += box(
        "infe", [2, 0, 0, 0] + be16(item) + be16(0) + Array((isPicture ? "av01" : "iovl").utf8) + [0])
      owners += be16(item) + [3, 1, 2, 3]
      if !isPicture {
        let sources = (0..<copies).flatMap { _ in be16(item + 1) }
        references += box("dimg", be16(item) + be16(copies) + sources)
      }
    }
    let size = box("ispe", be32(0) + be32(64) + be32(64))
    let channels = box("pixi", be32(0) + [3, 8, 8, 8])
    let properties = box("ipco", size + box("av1C", [0x81, 0, 0x0C, 0]) + channels)
    let meta =
      box("hdlr", be32(0) + be32(0) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
      + box("pitm", be32(0) + be16(1)) + box("iloc", be32(1 << 24) + [0x44, 0] + be16(picture) + places)
      + box("iinf", be32(0) + be16(picture) + entries) + box("iref", be32(0) + references)
      + box("iprp", properties + box("ipma", be32(0) + be32(picture) + owners))
      + box("idat", (1...levels).flatMap { _ in canvas })
    return start + box("mdat", tile) + box("meta", be32(0) + meta)
  }

  private static func be16(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  private static func be32(_ value: Int) -> [UInt8] { be16(value >> 16) + be16(value) }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    be32(content.count + 8) + Array(type.utf8) + content
  }
}
