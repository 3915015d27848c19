/// A picture in sRGB that can be scaled and encoded.
///
/// PhotoImaging provides the conforming type; Terminal knows no file formats.
public protocol TerminalImage {
  /// The width in pixels, at least 1.
  var width: Int { get }
  /// The height in pixels, at least 1.
  var height: Int { get }
  /// A Boolean value indicating whether all pixels are opaque.
  var isOpaque: Bool { get }

  /// Creates a picture from contiguous rows of premultiplied 8-bit RGBA; `nil` if the size doesn't match.
  init?(width: Int, height: Int, rgba: [UInt8], isOpaque: Bool)

  /// Calls `body` with the pixels in the format of `init`.
  func withPixels<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result

  /// Returns a scaled copy, or `nil` if allocating it fails.
  func resized(width: Int, height: Int) -> Self?

  /// Encodes the picture as PNG.
  func pngFile() -> [UInt8]?

  /// Encodes the picture as JPEG, with a quality from 0 to 1.
  func jpegFile(quality: Double) -> [UInt8]?
}

extension TerminalImage {
  /// Returns the picture scaled to the place, with transparent edges to the cell boundaries.
  ///
  /// - Parameter rowMultiple: The divisor of the resulting height; remaining rows are omitted.
  func padded(to place: PicturePlace, of cell: CellSize, rowMultiple: Int) -> Self? {
    let (width, cellHeight) = (place.cells.columns * cell.width, place.cells.rows * cell.height)
    let height = max(cellHeight - cellHeight % rowMultiple, 1)
    guard let scaled = resized(width: place.width, height: min(place.height, height)) else { return nil }
    if scaled.width == width, scaled.height == height { return scaled }
    let (bytesPerRow, sourceBytesPerRow) = (width * 4, scaled.width * 4)
    let left = (width - scaled.width) / 2 * 4
    let top = (height - scaled.height) / 2
    var bytes = [UInt8](repeating: 0, count: bytesPerRow * height)
    bytes.withUnsafeMutableBytes { target in
      scaled.withPixels { source in
        for row in 0..<scaled.height {
          let start = (top + row) * bytesPerRow + left
          UnsafeMutableRawBufferPointer(rebasing: target[start..<start + sourceBytesPerRow])
            .copyMemory(
              from: UnsafeRawBufferPointer(
                rebasing: source[row * sourceBytesPerRow..<(row + 1) * sourceBytesPerRow]))
        }
      }
    }
    return Self(width: width, height: height, rgba: bytes, isOpaque: false)
  }

  /// Returns the intersection with an area that starts within the picture.
  func cropped(x: Int, y: Int, width: Int, height: Int) -> Self? {
    let (width, height) = (min(width, self.width - x), min(height, self.height - y))
    guard width > 0, height > 0 else { return nil }
    if width == self.width, height == self.height { return self }
    var bytes = [UInt8]()
    bytes.reserveCapacity(width * height * 4)
    withPixels { pixels in
      for row in y..<y + height {
        let start = (row * self.width + x) * 4
        bytes += pixels[start..<start + width * 4]
      }
    }
    return Self(width: width, height: height, rgba: bytes, isOpaque: isOpaque)
  }
}
