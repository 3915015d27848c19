import PhotoImaging

/// How well one small picture explains another as a version: by another brightness and contrast, and a displacement.
///
/// Versions are displaced by less than a tenth of a pixel, the rounding of resized pictures; photos of a burst from a
/// camera held by hand by more. What changed between them shows as a local difference.
package struct PictureFit: Sendable {
  /// The factor of the contrast. The picture with less contrast explains the other.
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

  /// Returns `nil` for a picture without details.
  package init?(_ first: SmallPicture, _ second: SmallPicture) {
    guard let fit = Self.fit(first, second) else { return nil }
    // Values that the brighter picture clips are predicted by the other one, but not the other way around.
    if fit.gain < 1, let opposite = Self.fit(second, first), opposite.gain > fit.gain {
      self.init(opposite, second, first)
    } else {
      self.init(fit, first, second)
    }
  }

  private init?(_ fit: LumaFit, _ first: SmallPicture, _ second: SmallPicture) {
    gain = fit.gain
    guard gain > 0.1 else { return nil }
    displacement = fit.displacement
    measureDifferences(fit, first, second)
    detailCorrelation = Self.detailCorrelation(first, second)
  }

  private static func fit(_ first: SmallPicture, _ second: SmallPicture) -> LumaFit? {
    first.luma.withUnsafeBufferPointer { first in
      second.luma.withUnsafeBufferPointer { LumaFit(first, $0, width: side, height: side) }
    }
  }

  private mutating func measureDifferences(_ fit: LumaFit, _ first: SmallPicture, _ second: SmallPicture) {
    let (side, blocks) = (Self.side, Self.side / Self.blockSide)
    let bright = Double(LumaFit.bright)
    var sum = 0.0
    withUnsafeTemporaryAllocation(of: Double.self, capacity: blocks * blocks) { sums in
      sums.initialize(repeating: 0)
      first.luma.withUnsafeBufferPointer { a in
        second.luma.withUnsafeBufferPointer { b in
          for y in 1..<side - 1 {
            for x in 1..<side - 1 {
              let place = y * side + x
              let (found, expected) = (Double(b[place]), fit.prediction(a, place, width: side))
              // A value that is partly clipped is only known to be bright.
              let rest = expected > bright ? max(bright - found, 0) : abs(found - expected)
              sum += rest
              sums[y / Self.blockSide * blocks + x / Self.blockSide] += rest
            }
          }
        }
      }
      localDifference = (sums.max() ?? 0) / Double(Self.blockSide * Self.blockSide)
    }
    difference = sum / Double((side - 2) * (side - 2))
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
