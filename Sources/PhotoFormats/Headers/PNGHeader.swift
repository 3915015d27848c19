import CPhotoCodecs

/// Reads PNG (3rd edition): size, eXIf, tIME, and text chunks with dates, Exif or XMP.
///
/// libpng can't skip the image data, and chunks after it matter. So photopick finds the chunks, and libpng checks and
/// inflates them.
package enum PNGHeader: HeaderReader {
  private static let signature: UInt64 = 0x8950_4E47_0D0A_1A0A

  package static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    fields.fileType = .png
    guard source.head.uint64(at: 0, .big) == signature else {
      fields.pixelSize = PNGChunk(source, at: 8).flatMap(pixelSize)
      throw HeaderDamage(
        "the PNG signature is broken, as by a transfer that converts line ends; fetch the file again")
    }
    var walk = PNGChunkWalk(source)
    walk.findHeader()
    fields.pixelSize = walk.header.flatMap(pixelSize)
    fields.findings.offer(several: walk.frameCount, for: .frameCount)
    guard let header = walk.header else { throw HeaderDamage(walk.problem ?? "no IHDR chunk") }

    let critical = [header] + [walk.palette].compactMap { $0 }
    var damage = PNGContents.read(source, critical + walk.takeWanted() + walk.imageDataInHead, into: &fields)
    if walk.problem == nil {
      walk.findTrailingChunks()
      let trailing = walk.takeWanted()
      if !trailing.isEmpty {
        let problem = PNGContents.read(source, critical + trailing, into: &fields)
        damage = damage ?? problem
      }
    }
    if let reason = walk.problem ?? damage { throw HeaderDamage(reason) }
  }

  /// The size in IHDR (11.2.1), even if its CRC is wrong.
  private static func pixelSize(_ chunk: PNGChunk) -> PixelSize? {
    guard chunk.type == "IHDR" else { return nil }
    return PixelSize(width: chunk.start.uint32(at: 0, .big), height: chunk.start.uint32(at: 4, .big))
  }
}
