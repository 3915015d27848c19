/// The brightness, contrast and displacement that best explain one picture by another of the same size.
///
/// Least squares fit b = gain · a + offset + dx · ∂a/∂x + dy · ∂a/∂y, in which a displacement by a part of a pixel is
/// linear.
package struct LumaFit: Sendable {
  /// The luma of the pixels of a picture, 0 to 255, in rows from top to bottom.
  package typealias Luma = UnsafeBufferPointer<UInt8>

  /// The factor of the contrast.
  package let gain: Double
  package let offset: Double
  /// The displacement in pixels, times the gain.
  private let displacements: (x: Double, y: Double)

  /// Pixels from this value on may be clipped in one of the pictures, which no linear change explains.
  package static let bright: UInt8 = 240

  /// Returns `nil` if a picture has no details, or a side of less than three pixels.
  package init?(_ first: Luma, _ second: Luma, width: Int, height: Int) {
    guard width >= 3, height >= 3 else { return nil }
    // A picture that is mostly bright is fitted entirely.
    var brightCount = 0
    for place in 0..<width * height where max(first[place], second[place]) >= Self.bright { brightCount += 1 }
    let limit = brightCount > width * height / 2 ? UInt8.max : Self.bright - 1
    // The rows of the symmetric matrix, and the right side.
    var rows = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())
    var right = SIMD4<Double>()
    for y in 1..<height - 1 {
      for place in y * width + 1..<(y + 1) * width - 1 where max(first[place], second[place]) <= limit {
        let row = SIMD4(
          Double(first[place]), 1, Self.slope(first, place, 1), Self.slope(first, place, width))
        rows.0 += row * row[0]
        rows.1 += row
        rows.2 += row * row[2]
        rows.3 += row * row[3]
        right += row * Double(second[place])
      }
    }
    guard let terms = Self.solve([rows.0, rows.1, rows.2, rows.3], right) else { return nil }
    (gain, offset, displacements) = (terms[0], terms[1], (terms[2], terms[3]))
  }

  /// The displacement in pixels.
  package var displacement: Double {
    let (x, y) = (displacements.x / gain, displacements.y / gain)
    return (x * x + y * y).squareRoot()
  }

  /// Returns the luma of the second picture that the first one explains, at a pixel inside the border. It may exceed 255.
  @inline(__always)
  package func prediction(_ first: Luma, _ place: Int, width: Int) -> Double {
    gain * Double(first[place]) + offset + displacements.x * Self.slope(first, place, 1)
      + displacements.y * Self.slope(first, place, width)
  }

  @inline(__always)
  private static func slope(_ luma: Luma, _ place: Int, _ step: Int) -> Double {
    Double(Int(luma[place + step]) - Int(luma[place - step])) / 2
  }

  /// Solves linear equations by Gaussian elimination with pivoting.
  private static func solve(_ rows: [SIMD4<Double>], _ right: SIMD4<Double>) -> SIMD4<Double>? {
    var (rows, right) = (rows, right)
    for column in 0..<4 {
      var pivot = column
      for row in column..<4 where abs(rows[row][column]) > abs(rows[pivot][column]) { pivot = row }
      guard abs(rows[pivot][column]) > 1e-3 else { return nil }
      rows.swapAt(column, pivot)
      (right[column], right[pivot]) = (right[pivot], right[column])
      for row in 0..<4 where row != column {
        let factor = rows[row][column] / rows[column][column]
        rows[row] -= rows[column] * factor
        right[row] -= right[column] * factor
      }
    }
    for row in 0..<4 { right[row] /= rows[row][row] }
    return right
  }
}
