import CPhotoCodecs

/// Further XMP of a JPEG, in pieces that fit in segments (XMP part 3, 1.1.3.1).
enum ExtendedXMP {
  /// The size of the identifier, and of all values before a piece: identifier, total size and offset.
  private static let (identifierSize, headSize) = (32, 40)

  private struct Piece {
    let place: Int
    let range: Range<Int>
  }

  /// The XMP with an identifier, unless pieces are missing or duplicate.
  static func packet(_ identifier: Bytes, in segments: some Collection<photo_segment>, of source: ByteSource)
    -> Bytes?
  {
    guard identifier.count == identifierSize else { return nil }
    var pieces: [Piece] = []
    var size: Int?
    for segment in segments {
      guard let start = Int(exactly: segment.offset), Int(segment.size) > headSize else { continue }
      let head = source.bytes(at: start, count: headSize)
      guard head.prefixSlice(at: 0, count: identifierSize) == identifier else { continue }
      guard let whole = head.uint32(at: identifierSize, .big).map({ Int($0) }),
        let place = head.uint32(at: identifierSize + 4, .big).map({ Int($0) }),
        whole <= XMPFields.sizeLimit, whole == size ?? whole
      else { return nil }
      size = whole
      pieces.append(Piece(place: place, range: start + headSize..<start + Int(segment.size)))
    }
    guard let size else { return nil }
    return packet(pieces.sorted { $0.place < $1.place }, size: size, of: source)
  }

  private static func packet(_ pieces: [Piece], size: Int, of source: ByteSource) -> Bytes? {
    var end = 0
    for piece in pieces {
      guard piece.place == end else { return nil }
      end += piece.range.count
    }
    guard end == size else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for piece in pieces {
      guard let found = source.allBytes(at: piece.range.lowerBound, count: piece.range.count) else {
        return nil
      }
      found.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    return Bytes(bytes)
  }
}
