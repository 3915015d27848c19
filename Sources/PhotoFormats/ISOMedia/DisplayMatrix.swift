/// The rotation and mirroring in the matrix of a movie or a track (ISO 14496-12, 8.2.2 and 8.3.2), without its scale and
/// offset.
struct DisplayMatrix {
  /// The signs in a matrix that maps (x, y) to (ax + cy, bx + dy), with y downwards (QuickTime File Format, "Matrices").
  private let a, b, c, d: Int32

  /// Parses a matrix of a box. Returns `nil` unless it rotates by a multiple of 90°, with or without mirroring.
  init?(_ bytes: Bytes, at offset: Int) {
    let values = [0, 4, 12, 16].compactMap { bytes.uint32(at: offset + $0, .big) }
      .map { Int32(bitPattern: $0) }
    guard values.count == 4, let largest = values.map(\.magnitude).max() else { return nil }
    // Writers that compute the matrix from an angle leave rounding errors instead of zeros.
    let signs = values.map { $0.magnitude > largest / 64 ? $0.signum() : 0 }
    self.init(a: signs[0], b: signs[1], c: signs[2], d: signs[3])
    if orientation == nil { return nil }
  }

  /// Parses the matrix of `mvhd`.
  init?(movieHeader bytes: Bytes) {
    // Since version 1 times and duration have 64 bits.
    self.init(bytes, at: bytes[0] == 0 ? 36 : 48)
  }

  private init(a: Int32, b: Int32, c: Int32, d: Int32) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

  /// The matrix that applies this one, then another.
  func followed(by next: DisplayMatrix) -> DisplayMatrix {
    DisplayMatrix(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d)
  }

  var orientation: Orientation? {
    switch (a, b, c, d) {
    case (1, 0, 0, 1): .up
    case (-1, 0, 0, 1): .upMirrored
    case (-1, 0, 0, -1): .down
    case (1, 0, 0, -1): .downMirrored
    case (0, 1, 1, 0): .leftMirrored
    case (0, 1, -1, 0): .right
    case (0, -1, -1, 0): .rightMirrored
    case (0, -1, 1, 0): .left
    default: nil
    }
  }
}
