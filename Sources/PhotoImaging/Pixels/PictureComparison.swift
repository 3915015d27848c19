/// Compares two pictures of the same width, in the rows that both contain.
struct PictureComparison {
  /// The mean difference of red, green and blue, 0 to 255.
  let difference: Double
  /// The mean difference between horizontal neighbors in the first picture, 0 to 255.
  let detail: Double
  /// The detail of the second picture relative to the first, with invisible differences attenuated.
  let sharpening: Double

  private static let invisible = 0.5

  init(_ first: PixelBuffer, _ second: PixelBuffer) {
    let (rows, row) = (min(first.height, second.height), first.bytesPerRow)
    var sums = (difference: 0, first: 0, second: 0)
    first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        for index in 0..<rows * row {
          sums.difference += abs(Int(first[index]) - Int(second[index]))
          guard index % row >= 4 else { continue }
          sums.first += abs(Int(first[index]) - Int(first[index - 4]))
          sums.second += abs(Int(second[index]) - Int(second[index - 4]))
        }
      }
    }
    // Every fourth byte is alpha, which is constant.
    let count = Double(max(rows * row / 4 * 3, 1))
    difference = Double(sums.difference) / count
    detail = Double(sums.first) / count
    sharpening = (Double(sums.second) / count + Self.invisible) / (detail + Self.invisible)
  }
}
