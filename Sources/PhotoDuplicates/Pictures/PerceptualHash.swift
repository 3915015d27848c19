import PhotoFiles

/// A perceptual hash of 256 bits: the signs of the 16 × 16 lowest frequencies of the discrete cosine transform.
///
/// pHash and PDQ ("The TMK+PDQF Video-Hashing Algorithm and the PDQ Image-Hashing Algorithm", Facebook 2019) compare the
/// coefficients with their median, which is close to 0. The sign is as stable (docs/duplicates.md), and a symmetry of
/// the picture becomes one of the bits: a mirror negates the odd frequencies of a direction, and a transposition
/// exchanges the directions.
package struct PerceptualHash: Sendable, Hashable {
  /// The rows of coefficients, from low to high vertical frequency. Bit 0 is the lowest horizontal frequency.
  package var rows: SIMD16<UInt16>

  package static let bitCount = 256
  private static let size = 16

  package init(rows: SIMD16<UInt16>) { self.rows = rows }

  package init(_ picture: SmallPicture) {
    let (side, size, cosines) = (SmallPicture.side, Self.size, Self.cosines)
    var rows = SIMD16<UInt16>()
    picture.luma.withUnsafeBufferPointer { luma in
      cosines.withUnsafeBufferPointer { cosines in
        // The transform of each row, then of each column; 16 frequencies at the same time.
        withUnsafeTemporaryAllocation(of: SIMD16<Float>.self, capacity: side) { lines in
          for y in 0..<side {
            var sum = SIMD16<Float>()
            for x in 0..<side { sum += cosines[x] * Float(luma[y * side + x]) }
            lines[y] = sum
          }
          for frequency in 0..<size {
            var sum = SIMD16<Float>()
            for y in 0..<side { sum += lines[y] * cosines[y][frequency] }
            var bits: UInt16 = 0
            for column in 0..<size where sum[column] > 0 { bits |= 1 << UInt16(column) }
            rows[frequency] = bits
          }
        }
      }
    }
    self.rows = rows
  }

  /// The number of different bits, 0 to 256.
  @inline(__always)
  package func distance(to other: PerceptualHash) -> Int {
    let difference = unsafeBitCast(rows ^ other.rows, to: SIMD4<UInt64>.self)
    return difference[0].nonzeroBitCount + difference[1].nonzeroBitCount + difference[2].nonzeroBitCount
      + difference[3].nonzeroBitCount
  }

  /// Whether the distance is at most `radius`. Half of the bits suffice to tell most hashes apart.
  @inline(__always)
  package func isNear(_ other: PerceptualHash, _ radius: Int) -> Bool {
    let difference = unsafeBitCast(rows ^ other.rows, to: SIMD4<UInt64>.self)
    let half = difference[0].nonzeroBitCount + difference[2].nonzeroBitCount
    guard half <= radius else { return false }
    return half + difference[1].nonzeroBitCount + difference[3].nonzeroBitCount <= radius
  }

  /// Returns the hash of the picture with a symmetry applied.
  package func applying(_ symmetry: PictureSymmetry) -> PerceptualHash {
    var hash = self
    if symmetry.mirrorsColumns { hash.rows ^= SIMD16(repeating: 0xAAAA) }
    if symmetry.mirrorsRows {
      for row in stride(from: 1, to: Self.size, by: 2) { hash.rows[row] = ~hash.rows[row] }
    }
    return symmetry.transposes ? hash.transposed : hash
  }

  private var transposed: PerceptualHash {
    var result = SIMD16<UInt16>()
    for row in 0..<Self.size {
      for column in 0..<Self.size where rows[row] >> UInt16(column) & 1 != 0 {
        result[column] |= 1 << UInt16(row)
      }
    }
    return PerceptualHash(rows: result)
  }

  /// The bits in words that each contain all horizontal and vertical frequencies: low frequencies are more stable than
  /// high ones, so words of equal stability are the best keys of an index.
  package var mixedWords: SIMD16<UInt16> {
    var turned = SIMD16<UInt16>()
    for row in 0..<Self.size {
      let (bits, shift) = (rows[row], UInt16(row))
      turned[row] = bits << shift | bits >> (16 - shift)
    }
    return PerceptualHash(rows: turned).transposed.rows
  }
}

extension PerceptualHash {
  /// The values of the 16 lowest cosines at each position. The lowest one is constant: its sum is the mean.
  private static let cosines: [SIMD16<Float>] = (0..<SmallPicture.side).map { position in
    var values = SIMD16<Float>()
    for frequency in 0..<size {
      let angle = Double.pi / Double(SmallPicture.side) * (Double(position) + 0.5) * Double(frequency)
      values[frequency] = Float(cos(angle))
    }
    return values
  }
}
