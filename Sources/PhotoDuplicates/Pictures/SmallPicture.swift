/// A picture reduced to 32 × 32 gray values, upright and stretched to a square, from which versions are recognized.
public struct SmallPicture: Sendable, Hashable {
  package static let side = 32
  package static let count = side * side

  /// The luma of each pixel, 0 to 255, in rows from top to bottom.
  package let luma: [UInt8]
  /// The width and height of the upright thumbnail in pixels.
  package let width: UInt16
  package let height: UInt16

  /// Returns `nil` unless there is a value for each pixel and both sides are positive.
  package init?(luma: [UInt8], width: UInt16, height: UInt16) {
    guard luma.count == Self.count, width > 0, height > 0 else { return nil }
    (self.luma, self.width, self.height) = (luma, width, height)
  }

  /// The mean difference between neighbors, 0 to 255: a clear sky has less than 1.
  package var detail: Double {
    var sum = 0
    luma.withUnsafeBufferPointer { luma in
      for y in 0..<Self.side {
        for x in 0..<Self.side {
          let value = Int(luma[y * Self.side + x])
          if x > 0 { sum += abs(value - Int(luma[y * Self.side + x - 1])) }
          if y > 0 { sum += abs(value - Int(luma[(y - 1) * Self.side + x])) }
        }
      }
    }
    return Double(sum) / Double(2 * Self.side * (Self.side - 1))
  }
}

/// A symmetry of a rectangle or square: mirror left to right, mirror top to bottom, then transpose.
package struct PictureSymmetry: Sendable, Hashable {
  package var mirrorsColumns = false
  package var mirrorsRows = false
  package var transposes = false

  package init(mirrorsColumns: Bool = false, mirrorsRows: Bool = false, transposes: Bool = false) {
    (self.mirrorsColumns, self.mirrorsRows, self.transposes) = (mirrorsColumns, mirrorsRows, transposes)
  }

  /// The four symmetries that keep the sides, then the four that exchange them.
  package static let all = [false, true].flatMap { transposes in
    [false, true].flatMap { rows in
      [false, true].map {
        PictureSymmetry(mirrorsColumns: $0, mirrorsRows: rows, transposes: transposes)
      }
    }
  }
}

extension SmallPicture {
  /// Returns the picture with a symmetry applied.
  package func applying(_ symmetry: PictureSymmetry) -> SmallPicture {
    guard symmetry != PictureSymmetry() else { return self }
    let last = Self.side - 1
    let moved = [UInt8](unsafeUninitializedCapacity: Self.count) { buffer, initialized in
      luma.withUnsafeBufferPointer { luma in
        for y in 0..<Self.side {
          for x in 0..<Self.side {
            let (column, row) = symmetry.transposes ? (y, x) : (x, y)
            let source =
              (symmetry.mirrorsRows ? last - row : row) * Self.side
              + (symmetry.mirrorsColumns ? last - column : column)
            buffer[y * Self.side + x] = luma[source]
          }
        }
      }
      initialized = Self.count
    }
    let (width, height) = symmetry.transposes ? (height, width) : (width, height)
    return SmallPicture(luma: moved, width: width, height: height) ?? self
  }

  /// Whether width and height are so similar that a turned version may have the same sides.
  package var isAlmostSquare: Bool { hasShape(ofWidth: height, height: width) }

  /// Whether a thumbnail may show the entire picture of another size, which was rounded to pixels.
  package func hasShape(of other: SmallPicture) -> Bool {
    hasShape(ofWidth: other.width, height: other.height)
  }

  private func hasShape(ofWidth otherWidth: UInt16, height otherHeight: UInt16) -> Bool {
    let (left, right) = (Int(width) * Int(otherHeight), Int(otherWidth) * Int(height))
    // 2 %, and a pixel of each shorter side.
    let tolerance =
      max(left, right) / 50 + max(Int(width), Int(height)) + max(Int(otherWidth), Int(otherHeight))
    return abs(left - right) <= tolerance
  }
}
