import PhotoFormats

/// What one picture doesn't explain of another of the same size, everywhere and in blocks of 8 × 8 pixels.
///
/// The first picture explains the second by `LumaFit`. A version of a picture leaves the noise of compression and scaling
/// in all blocks; another line of text, a face or a flipped byte leaves more in some blocks, or leaves all others
/// without any noise.
struct PictureResidual {
  /// A block that is compared.
  private struct Block {
    /// The absolute mean of the luma that remains, its root mean square, and the absolute mean of the color differences
    /// that remain, 0 to 255.
    var (luma, noise, color) = (0.0, 0.0, 0.0)
    /// Whether the luma of all pixels differs by the same value, up to rounding.
    var isEven = false
    /// The difference between the lightest and the darkest pixel.
    var range: UInt8 = 0
    var isIdentical = true
  }

  private static let blockSide = 8
  /// Twice the variance of the difference of two rounded lumas of rounded colors.
  private static let roundingVariance = 0.5

  private let gain: Double
  private let isScaled: Bool
  private let areReduced: Bool
  private let blocks: [Block]
  private let colors: ColorFit
  private let details: DetailFit

  /// Compares pictures of the same size.
  ///
  /// - Parameters:
  ///   - isScaled: Pass `true` if one of the pictures was scaled to the size of the other.
  ///   - areReduced: Pass `true` for thumbnails, which have lost the noise of compression and much of the sharpness.
  init(_ first: ComparedPicture, _ second: ComparedPicture, isScaled: Bool, areReduced: Bool = false) {
    precondition(first.width == second.width && first.height == second.height, "pictures have one size")
    (self.isScaled, self.areReduced) = (isScaled, areReduced)
    var (first, second) = (first, second)
    var fit = Self.fit(first, second)
    // Values that the brighter picture clips are predicted by the other one, but not the other way around.
    if let found = fit, found.gain < 1, let opposite = Self.fit(second, first), opposite.gain > found.gain {
      (first, second, fit) = (second, first, opposite)
    }
    gain = fit?.gain ?? 1
    (blocks, colors, details) = Self.measured(first, second, fit)
  }

  private static func fit(_ first: ComparedPicture, _ second: ComparedPicture) -> LumaFit? {
    first.withLuma { first, width, height in
      second.withLuma { second, _, _ in LumaFit(first, second, width: width, height: height) }
    }
  }

  private static func measured(
    _ first: ComparedPicture, _ second: ComparedPicture, _ fit: LumaFit?
  ) -> ([Block], ColorFit, DetailFit) {
    var (blocks, colors, details) = ([Block](), ColorFit(gain: fit?.gain ?? 1), DetailFit())
    first.withPixels { one, firstLuma, width, height in
      second.withPixels { other, secondLuma, _, _ in
        for top in stride(from: 0, to: height, by: blockSide) {
          for left in stride(from: 0, to: width, by: blockSide) {
            var (block, count) = (Block(), 0.0)
            var (luma, squares, red, blue) = (0.0, 0.0, 0.0, 0.0)
            var (shift, shiftSquares) = (0, 0)
            var (least, most) = (UInt8.max, UInt8.min)
            for y in top..<min(top + blockSide, height) {
              for x in left..<min(left + blockSide, width) {
                let place = y * width + x
                let isInside = x > 0 && y > 0 && x < width - 1 && y < height - 1
                let expected =
                  isInside
                  ? fit?.prediction(firstLuma, place, width: width) ?? Double(firstLuma[place])
                  : (fit?.gain ?? 1) * Double(firstLuma[place]) + (fit?.offset ?? 0)
                let rest = Double(secondLuma[place]) - min(max(expected, 0), 255)
                if isInside { details.add(rest, firstLuma, secondLuma, place, width: width) }
                let change = Int(secondLuma[place]) - Int(firstLuma[place])
                shift += change
                shiftSquares += change * change
                luma += rest
                squares += rest * rest
                let (a, b) = (one.colors(place, firstLuma), other.colors(place, secondLuma))
                colors.add(a, b)
                red += b.red - colors.gain * a.red
                blue += b.blue - colors.gain * a.blue
                least = min(least, firstLuma[place])
                most = max(most, firstLuma[place])
                block.isIdentical = block.isIdentical && one.isEqual(other, place)
                count += 1
              }
            }
            block.luma = abs(luma) / count
            block.noise = (squares / count).squareRoot()
            let meanShift = Double(shift) / count
            block.isEven = Double(shiftSquares) / count - meanShift * meanShift <= roundingVariance
            block.color = max(abs(red), abs(blue)) / count
            block.range = most - least
            blocks.append(block)
          }
        }
      }
    }
    return (blocks, colors, details)
  }
}

// MARK: - Conclusions

extension PictureResidual {
  /// Returns why the pictures are not versions of each other, or `nil` if they are (docs/duplicates.md contains the
  /// measurements behind the limits).
  var difference: PictureProof.Difference? {
    if blocks.allSatisfy(\.isIdentical) { return nil }
    let isUnlike = blocks.lazy.filter { $0.luma > lumaLimit }.count * 4 > blocks.count
    if isUnlike || gain < Self.leastGain { return .picture }
    // A part may differ in an edit, too.
    if hasLocalLumaDifference { return isGraphic ? .graphicPart : .part }
    guard (0.8...1.25).contains(gain) else { return .brightness }
    if colors.areDifferent { return .colors }
    if !areReduced, details.areDifferent { return .sharpness }
    guard !areReduced && hasUntouchedParts || hasLocalColorDifference else { return nil }
    return isGraphic ? .graphicPart : .part
  }

  /// The least contrast of edits; a picture explains less of an unrelated one.
  private static let leastGain = 0.3

  /// Whether most blocks with details have the same details in both pictures, although these are not identical: a new
  /// compression would have changed them, a wrong byte changes the brightness of the blocks after it.
  private var hasUntouchedParts: Bool {
    let detailed = blocks.lazy.filter { $0.range >= 8 }
    return detailed.filter(\.isEven).count * 2 > detailed.count
  }

  private var lumaLimit: Double { isScaled ? 16 : 12 }

  private var hasLocalLumaDifference: Bool {
    exceeds(\.luma, lumaLimit, 3, ratio: 6) || exceeds(\.noise, 50, 8, ratio: 5)
  }

  private var hasLocalColorDifference: Bool { exceeds(\.color, 40, 12, ratio: 6) }

  /// Returns whether a block has a larger value than `most`, or more than `least` and a multiple of the value that 99 % of
  /// the blocks don't exceed.
  private func exceeds(
    _ value: (Block) -> Double, _ most: Double, _ least: Double, ratio: Double
  ) -> Bool {
    let values = blocks.map(value).sorted()
    guard let last = values.last else { return false }
    return last > min(most, max(least, ratio * values[(values.count - 1) * 99 / 100]))
  }

  /// Whether the picture consists of flat areas and sharp edges, as screenshots and scanned pages do: letters are lost
  /// when it is scaled.
  var isGraphic: Bool {
    blocks.lazy.filter { $0.range <= 2 }.count * 10 > blocks.count * 3
      && blocks.lazy.filter { $0.range >= 96 }.count * 100 > blocks.count
  }
}

/// How well the colors of one picture explain the colors of another with the same luma.
private struct ColorFit {
  /// Color differences: red and blue without luma.
  typealias Colors = (red: Double, blue: Double)

  /// The factor of the contrast.
  let gain: Double
  private var (product, first, second, count) = (0.0, 0.0, 0.0, 0.0)
  private var offset: Colors = (0, 0)

  init(gain: Double) { self.gain = gain }

  @inline(__always)
  mutating func add(_ a: Colors, _ b: Colors) {
    product += a.red * b.red + a.blue * b.blue
    first += a.red * a.red + a.blue * a.blue
    second += b.red * b.red + b.blue * b.blue
    offset.red += b.red - gain * a.red
    offset.blue += b.blue - gain * a.blue
    count += 1
  }

  /// Whether one picture is gray, toned, or more saturated.
  var areDifferent: Bool {
    guard count > 0 else { return false }
    if max(abs(offset.red), abs(offset.blue)) / count > 3 { return true }
    // Pictures without colors have no saturation to compare.
    guard max(first, second) / count > 18 else { return false }
    let factors = [product / max(first, 1) / gain, product / max(second, 1) * gain]
    return !factors.allSatisfy((0.85...1.18).contains)
  }
}

/// How much sharper one picture is than the other: the part of its details, second derivatives, that remains.
private struct DetailFit {
  private var first = (product: 0.0, square: 0.0)
  private var second = (product: 0.0, square: 0.0)

  /// Adds a pixel inside the border, with the luma of the second picture that remains.
  @inline(__always)
  mutating func add(_ rest: Double, _ one: LumaFit.Luma, _ other: LumaFit.Luma, _ place: Int, width: Int) {
    let (a, b) = (Self.detail(one, place, width), Self.detail(other, place, width))
    first.product += rest * a
    first.square += a * a
    second.product -= rest * b
    second.square += b * b
  }

  @inline(__always)
  private static func detail(_ luma: LumaFit.Luma, _ place: Int, _ width: Int) -> Double {
    Double(
      4 * Int(luma[place]) - Int(luma[place - 1]) - Int(luma[place + 1]) - Int(luma[place - width])
        - Int(luma[place + width]))
  }

  /// Whether one picture was sharpened or blurred. Compression and scaling leave the noise of both, with negative shares.
  var areDifferent: Bool {
    [first, second].contains { $0.product > 0.1 * max($0.square, 1) }
  }
}

/// An opaque picture, and the luma of its pixels.
struct ComparedPicture {
  /// Pixels of four bytes: red, green, blue and alpha.
  struct Pixels {
    let bytes: UnsafeRawBufferPointer

    /// The red and blue color differences of a pixel.
    @inline(__always)
    func colors(_ place: Int, _ luma: LumaFit.Luma) -> (red: Double, blue: Double) {
      let luma = Int(luma[place])
      return (Double(Int(bytes[4 * place]) - luma), Double(Int(bytes[4 * place + 2]) - luma))
    }

    @inline(__always)
    func isEqual(_ other: Pixels, _ place: Int) -> Bool {
      bytes.loadUnaligned(fromByteOffset: 4 * place, as: UInt32.self)
        == other.bytes.loadUnaligned(fromByteOffset: 4 * place, as: UInt32.self)
    }
  }

  private let pixels: PixelBuffer
  private let luma: [UInt8]

  var width: Int { pixels.width }
  var height: Int { pixels.height }

  init(_ pixels: PixelBuffer) {
    self.pixels = pixels
    luma = pixels.luma
  }

  func withLuma<Result>(_ body: (LumaFit.Luma, _ width: Int, _ height: Int) -> Result) -> Result {
    luma.withUnsafeBufferPointer { body($0, width, height) }
  }

  func withPixels(_ body: (Pixels, LumaFit.Luma, _ width: Int, _ height: Int) -> Void) {
    pixels.withUnsafeBytes { bytes in
      luma.withUnsafeBufferPointer { body(Pixels(bytes: bytes), $0, width, height) }
    }
  }
}

extension PixelBuffer {
  /// The luma of each pixel, 0 to 255. Transparent parts are white.
  package var luma: [UInt8] {
    withUnsafeBytes { bytes in
      [UInt8](unsafeUninitializedCapacity: width * height) { luma, count in
        for index in 0..<width * height {
          let (red, green) = (UInt32(bytes[4 * index]), UInt32(bytes[4 * index + 1]))
          let (blue, alpha) = (UInt32(bytes[4 * index + 2]), UInt32(bytes[4 * index + 3]))
          // ITU-R BT.601, 2.5.1; the weights add up to 65536. The pixels are premultiplied.
          let value = (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16
          luma[index] = UInt8(clamping: value + 255 - alpha)
        }
        count = width * height
      }
    }
  }
}
