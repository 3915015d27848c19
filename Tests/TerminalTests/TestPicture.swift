import Terminal

/// A picture for tests. Its file format consists of a mark, the size and the raw pixels.
struct TestPicture: TerminalImage {
  let width: Int
  let height: Int
  let isOpaque: Bool
  private let rgba: [UInt8]

  init?(width: Int, height: Int, rgba: [UInt8], isOpaque: Bool) {
    guard rgba.count == width * height * 4 else { return nil }
    (self.width, self.height, self.rgba, self.isOpaque) = (width, height, rgba, isOpaque)
  }

  /// Creates a picture with a red left half and a white right half.
  static func halves(width: Int, height: Int) -> TestPicture? {
    let row = (0..<width).flatMap { $0 < width / 2 ? [255, 0, 0, 255] : [255, 255, 255, 255] as [UInt8] }
    let rgba = Array(repeatElement(row, count: height).joined())
    return TestPicture(width: width, height: height, rgba: rgba, isOpaque: true)
  }

  func withPixels<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    rgba.withUnsafeBytes(body)
  }

  /// Scales by nearest neighbor.
  func resized(width: Int, height: Int) -> TestPicture? {
    var scaled: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        let pixel = (row * self.height / height) * self.width + column * self.width / width
        scaled += rgba[pixel * 4..<pixel * 4 + 4]
      }
    }
    return TestPicture(width: width, height: height, rgba: scaled, isOpaque: isOpaque)
  }

  func pngFile() -> [UInt8]? { Array("PNG \(width)x\(height) ".utf8) + rgba }

  func jpegFile(quality: Double) -> [UInt8]? { Array("JPEG \(width)x\(height)".utf8) }
}
