/// How well one small picture explains another as a version: by another brightness and contrast, and a displacement.
///
/// Least squares fit b = gain · a + offset + dx · ∂a/∂x + dy · ∂a/∂y. Versions are displaced by less than a tenth of a
/// pixel, the rounding of resized pictures; photos of a burst from a camera held by hand by more. What changed between
/// them shows as a local difference.
package struct PictureFit: Sendable {
  /// The factor of the contrast.
  package private(set) var gain = 1.0
  /// The displacement in pixels of the small picture, 1/32 of a side.
  package private(set) var displacement = 0.0
  /// The mean difference that remains, 0 to 255.
  package private(set) var difference = 0.0
  /// The largest mean difference in a block of 4 × 4 pixels.
  package private(set) var localDifference = 0.0
  /// The correlation of details, second derivatives, -1 to 1. Skies and fog have none in common.
  package private(set) var detailCorrelation = 0.0

  private static let side = SmallPicture.side
  private static let blockSide = 4
  /// Pixels from this value on may be clipped in one of the pictures, which no linear change explains.
  private static let bright: UInt8 = 240

  /// Returns `nil` for a picture without details.
  package init?(_ first: SmallPicture, _ second: SmallPicture) {
    // A picture that is mostly bright is compared entirely.
    let brightCount = zip(first.luma, second.luma).lazy.filter { max($0, $1) >= Self.bright }.count
    let limit = brightCount > SmallPicture.count / 2 ? UInt8.max : Self.bright - 1
    guard let terms = Self.terms(first, second, limit) else { return nil }
    gain = terms[0]
    guard gain > 0.1 else { return nil }
    let (dx, dy) = (terms[2] / gain, terms[3] / gain)
    displacement = (dx * dx + dy * dy).squareRoot()
    measureDifferences(first, second, limit, terms)
    detailCorrelation = Self.detailCorrelation(first, second)
  }

  /// Calls `body` with the values of both pictures and the derivatives of the first at each pixel inside the border
  /// whose values don't exceed a limit.
  @inline(__always)
  private static func forEachPixel(
    _ first: SmallPicture, _ second: SmallPicture, _ limit: UInt8,
    _ body: (_ x: Int, _ y: Int, _ a: Double, _ b: Double, _ dx: Double, _ dy: Double) -> Void
  ) {
    first.luma.withUnsafeBufferPointer { a in
      second.luma.withUnsafeBufferPointer { b in
        for y in 1..<side - 1 {
          for x in 1..<side - 1 {
            let place = y * side + x
            guard max(a[place], b[place]) <= limit else { continue }
            body(
              x, y, Double(a[place]), Double(b[place]),
              Double(Int(a[place + 1]) - Int(a[place - 1])) / 2,
              Double(Int(a[place + side]) - Int(a[place - side])) / 2)
          }
        }
      }
    }
  }

  /// Solves the normal equations. Returns gain, offset, and both displacements times the gain.
  private static func terms(
    _ first: SmallPicture, _ second: SmallPicture, _ limit: UInt8
  ) -> SIMD4<Double>? {
    // The rows of the symmetric matrix, and the right side.
    var rows = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())
    var right = SIMD4<Double>()
    forEachPixel(first, second, limit) { _, _, a, b, dx, dy in
      let row = SIMD4(a, 1, dx, dy)
      rows.0 += row * a
      rows.1 += row
      rows.2 += row * dx
      rows.3 += row * dy
      right += row * b
    }
    return solve([rows.0, rows.1, rows.2, rows.3], right)
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

  private mutating func measureDifferences(
    _ first: SmallPicture, _ second: SmallPicture, _ limit: UInt8, _ terms: SIMD4<Double>
  ) {
    let blocks = Self.side / Self.blockSide
    var (sum, count) = (0.0, 0)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: blocks * blocks) { sums in
      sums.initialize(repeating: 0)
      Self.forEachPixel(first, second, limit) { x, y, a, b, dx, dy in
        let rest = abs(b - (terms * SIMD4(a, 1, dx, dy)).sum())
        sum += rest
        count += 1
        sums[y / Self.blockSide * blocks + x / Self.blockSide] += rest
      }
      localDifference = (sums.max() ?? 0) / Double(Self.blockSide * Self.blockSide)
    }
    difference = sum / Double(max(count, 1))
  }

  private static func detailCorrelation(_ first: SmallPicture, _ second: SmallPicture) -> Double {
    var (product, left, right) = (0, 0, 0)
    first.luma.withUnsafeBufferPointer { a in
      second.luma.withUnsafeBufferPointer { b in
        @inline(__always) func detail(_ c: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
          4 * Int(c[place]) - Int(c[place - 1]) - Int(c[place + 1]) - Int(c[place - side])
            - Int(c[place + side])
        }
        for y in 1..<side - 1 {
          for place in y * side + 1..<y * side + side - 1 {
            let (x, y) = (detail(a, place), detail(b, place))
            product += x * y
            left += x * x
            right += y * y
          }
        }
      }
    }
    return left > 0 && right > 0 ? Double(product) / (Double(left) * Double(right)).squareRoot() : 0
  }
}

extension PictureFit {
  /// Whether the pictures are versions (docs/duplicates.md contains the measurements).
  ///
  /// - Parameters:
  ///   - isStrict: Pass `true` if the photos may be from one burst: only compression may differ.
  ///   - isTurned: Pass `true` if one picture was turned or mirrored, which exchanges the sides at which resizing rounds.
  ///     Photos of a burst are not.
  package func isVersion(isStrict: Bool, isTurned: Bool = false) -> Bool {
    if isStrict {
      return (0.97...1.03).contains(gain) && displacement <= 0.05 && difference <= 1.3
        && localDifference <= 2.5
        && detailCorrelation >= 0.97
    }
    return (0.8...1.25).contains(gain) && displacement <= (isTurned ? 0.2 : 0.12) && difference <= 2.4
      && localDifference <= 6.5 && detailCorrelation >= 0.85
  }
}
