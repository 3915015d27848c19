import PhotoFormats

/// Finds the part of a picture that another picture contains: a crop of it, possibly in other colors.
///
/// Normalized cross-correlation compares the smaller picture, in all sizes that fit, with all parts of the larger one,
/// first at 48 pixels, then with twice the resolution around the best places. It doesn't depend on brightness and contrast.
struct CropSearch {
  /// Width, height and place of a part in the units of a level.
  private struct Part: Hashable {
    var width: Int
    var x: Int
    var y: Int
  }

  /// The luma of a picture at one resolution.
  private struct Level {
    let width: Int
    let height: Int
    let luma: [Float]

    init(_ pixels: PixelBuffer) {
      (width, height) = (pixels.width, pixels.height)
      // Centered values keep Float sums precise.
      luma = pixels.luma.map { Float($0) - 128 }
    }
  }

  /// The longer sides of the levels of the whole picture, in pixels.
  private static let sides: [UInt32] = [48, 96, 192]
  /// The least width and height of a part, of 48.
  private static let leastSide = 14
  /// The share of the width and height from which a part is the entire picture, with a border of less than 3 %.
  private static let wholeShare = 0.97
  /// The number of places that are refined.
  private static let keptCount = 4
  /// The least correlations of luma, and of its differences, which don't depend on smooth light. Crops of 14 photos
  /// correlated by at least 0.93, other pictures by at most 0.66.
  private static let least = (luma: Float(0.85), details: Float(0.5))

  private let whole: [Level]
  /// The part for the templates of each level, with up to twice its resolution.
  private let parts: [PixelBuffer]
  /// The height of the part, divided by its width.
  private let shape: Double

  /// Returns `nil` if a picture is too small.
  private init?(_ whole: PixelBuffer, _ part: PixelBuffer) throws(ImagingError) {
    let longer = max(part.size.width, part.size.height)
    guard let last = Self.sides.last, longer >= last, let size = part.size.fitting(min(2 * last, longer))
    else { return nil }
    let largest = try part.scaled(to: size)
    var (levels, parts) = ([Level](), [PixelBuffer]())
    for side in Self.sides {
      guard let size = whole.size.fitting(side), let partSize = largest.size.fitting(min(2 * side, longer))
      else { return nil }
      levels.append(Level(try whole.scaled(to: size)))
      parts.append(try largest.scaled(to: partSize))
    }
    (self.whole, self.parts) = (levels, parts)
    shape = Double(largest.height) / Double(largest.width)
  }

  /// Returns the rectangle of a picture that shows another one; `nil` if none does, or if it is the entire picture.
  ///
  /// - Throws: `ImagingError` if memory is exhausted.
  static func rectangle(
    of part: PixelBuffer, in whole: PixelBuffer
  ) throws(ImagingError) -> PixelRectangle? {
    guard let search = try CropSearch(whole, part), let found = try search.best() else { return nil }
    let level = search.whole[search.whole.count - 1]
    let height = search.height(of: found.width)
    let isWhole =
      Double(found.width) > wholeShare * Double(level.width)
      && Double(height) > wholeShare * Double(level.height)
    guard !isWhole else { return nil }
    func scaled(_ value: Int, _ side: Int, _ full: UInt32) -> UInt32 {
      UInt32(clamping: UInt64(value) * UInt64(full) / UInt64(side))
    }
    return PixelSize(
      width: max(scaled(found.width, level.width, whole.size.width), 1),
      height: max(scaled(height, level.height, whole.size.height), 1)
    ).map {
      PixelRectangle(
        x: scaled(found.x, level.width, whole.size.width),
        y: scaled(found.y, level.height, whole.size.height),
        size: $0)
    }
  }

  /// Returns the best part on the last level, if it is similar enough.
  private func best() throws(ImagingError) -> Part? {
    var kept: [(part: Part, score: Float)] = []
    let first = whole[0]
    for width in Self.leastSide...max(first.width, Self.leastSide) {
      guard let template = try template(width, on: 0) else { continue }
      var best: (part: Part, score: Float)?
      for y in 0...first.height - template.height {
        for x in 0...first.width - width {
          let score = Self.correlation(template, first, x, y)
          if score > best?.score ?? 0 { best = (Part(width: width, x: x, y: y), score) }
        }
      }
      if let best { kept.append(best) }
    }
    for level in 1..<whole.count {
      kept = Array(kept.sorted { $0.score > $1.score }.prefix(level == 1 ? Self.keptCount : 1))
      var refined: [(part: Part, score: Float)] = []
      for (part, _) in kept {
        if let best = try self.refined(part, on: level) { refined.append(best) }
      }
      kept = refined
    }
    guard let (part, score) = kept.max(by: { $0.score < $1.score }), score >= Self.least.luma,
      let template = try template(part.width, on: whole.count - 1),
      Self.detailCorrelation(template, whole[whole.count - 1], part.x, part.y) >= Self.least.details
    else { return nil }
    return part
  }

  /// Returns the best part near one of the previous level, which has half the resolution.
  private func refined(_ part: Part, on level: Int) throws(ImagingError) -> (part: Part, score: Float)? {
    let picture = whole[level]
    var best: (part: Part, score: Float)?
    for width in 2 * part.width - 2...2 * part.width + 2 {
      guard let template = try template(width, on: level) else { continue }
      for y in Self.places(2 * part.y, upTo: picture.height - template.height) {
        for x in Self.places(2 * part.x, upTo: picture.width - width) {
          let score = Self.correlation(template, picture, x, y)
          if score > best?.score ?? 0 { best = (Part(width: width, x: x, y: y), score) }
        }
      }
    }
    return best
  }

  /// Returns the places near another one.
  private static func places(_ place: Int, upTo last: Int) -> Range<Int> {
    let first = max(place - 2, 0)
    return first..<max(min(place + 3, last) + 1, first)
  }

  private func height(of width: Int) -> Int {
    Int((Double(width) * shape).rounded())
  }

  /// Returns the part scaled to a width; `nil` if it is too small or doesn't fit.
  private func template(_ width: Int, on level: Int) throws(ImagingError) -> Level? {
    let height = height(of: width)
    guard width <= whole[level].width, height <= whole[level].height, min(width, height) >= Self.leastSide,
      let size = PixelSize(width: UInt32(width), height: UInt32(height))
    else { return nil }
    return Level(try parts[level].scaled(to: size))
  }

  // MARK: Correlation

  private static func correlation(_ part: Level, _ whole: Level, _ left: Int, _ top: Int) -> Float {
    var sums = Sums()
    part.luma.withUnsafeBufferPointer { a in
      whole.luma.withUnsafeBufferPointer { b in
        for y in 0..<part.height {
          let (row, other) = (y * part.width, (top + y) * whole.width + left)
          for x in 0..<part.width { sums.add(a[row + x], b[other + x]) }
        }
      }
    }
    return sums.correlation
  }

  /// Returns the correlation of the differences between neighbors at a distance of two pixels.
  private static func detailCorrelation(_ part: Level, _ whole: Level, _ left: Int, _ top: Int) -> Float {
    var sums = Sums()
    part.luma.withUnsafeBufferPointer { a in
      whole.luma.withUnsafeBufferPointer { b in
        for y in 0..<part.height - 2 {
          let (row, other) = (y * part.width, (top + y) * whole.width + left)
          for x in 0..<part.width - 2 {
            let (one, two) = (row + x, other + x)
            sums.add(a[one + 2] - a[one], b[two + 2] - b[two])
            sums.add(a[one + 2 * part.width] - a[one], b[two + 2 * whole.width] - b[two])
          }
        }
      }
    }
    return sums.correlation
  }

  private struct Sums {
    private var (count, first, second) = (Float(0), Float(0), Float(0))
    private var (product, firstSquare, secondSquare) = (Float(0), Float(0), Float(0))

    @inline(__always)
    mutating func add(_ a: Float, _ b: Float) {
      count += 1
      first += a
      second += b
      product += a * b
      firstSquare += a * a
      secondSquare += b * b
    }

    /// -1 to 1; 0 for a picture without details.
    var correlation: Float {
      let (one, two) = (firstSquare - first * first / count, secondSquare - second * second / count)
      guard one > count, two > count else { return 0 }
      return (product - first * second / count) / (one * two).squareRoot()
    }
  }
}
