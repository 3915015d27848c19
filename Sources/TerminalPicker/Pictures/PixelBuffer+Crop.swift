import PhotoFormats
import PhotoImaging

extension PixelBuffer {
  private static let outerBrightness = 84
  /// The minimum width of the frame, and its width relative to the picture.
  private static let (leastLine, lineShare) = (2, 160)

  /// Returns the picture darkened outside of a crop, with a light frame along its inner edge.
  ///
  /// - Parameters:
  ///   - part: the crop, in photo pixels.
  ///   - shown: the photo pixels in the picture.
  func framing(_ part: PixelRectangle, of shown: PictureRequest.Region) -> PixelBuffer {
    guard shown.width > 0, shown.height > 0 else { return self }
    let (xScale, yScale) = (Double(width) / Double(shown.width), Double(height) / Double(shown.height))
    func column(_ x: Int) -> Int { Int((Double(x - shown.x) * xScale).rounded()) }
    func row(_ y: Int) -> Int { Int((Double(y - shown.y) * yScale).rounded()) }
    let (left, right) = (column(Int(part.x)), column(Int(part.x) + Int(part.size.width)))
    let (top, bottom) = (row(Int(part.y)), row(Int(part.y) + Int(part.size.height)))
    let line = max(min(width, height) / Self.lineShare, Self.leastLine)
    var bytes = withUnsafeBytes { [UInt8]($0) }
    func clamped(_ columns: Range<Int>) -> Range<Int> { columns.clamped(to: 0..<width) }
    func darken(_ y: Int, _ columns: Range<Int>) {
      for x in clamped(columns) {
        for byte in (y * width + x) * 4..<(y * width + x) * 4 + 3 {
          bytes[byte] = UInt8(Int(bytes[byte]) * Self.outerBrightness / 256)
        }
      }
    }
    func lighten(_ y: Int, _ columns: Range<Int>) {
      for x in clamped(columns) {
        for byte in (y * width + x) * 4..<(y * width + x) * 4 + 4 { bytes[byte] = .max }
      }
    }
    for y in 0..<height {
      guard y >= top, y < bottom, left < right else {
        darken(y, 0..<width)
        continue
      }
      darken(y, 0..<max(left, 0))
      darken(y, min(right, width)..<width)
      if y < top + line || y >= bottom - line {
        lighten(y, left..<right)
      } else {
        lighten(y, left..<min(left + line, right))
        lighten(y, max(right - line, left)..<right)
      }
    }
    return PixelBuffer(size: size, rgba: bytes, isOpaque: isOpaque) ?? self
  }
}
