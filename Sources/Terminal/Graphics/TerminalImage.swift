/// A picture that a terminal can show: pixels in sRGB, which can be scaled and written as a file.
///
/// The library that decodes pictures makes its type conform; this one knows no file formats.
public protocol TerminalImage {
  /// Pixels in a row, 1 or more.
  var width: Int { get }
  /// Rows of pixels, 1 or more.
  var height: Int { get }
  /// True if no pixel lets the background through.
  var isOpaque: Bool { get }

  /// Pixels as RGBA, eight bits each, premultiplied, row after row without gaps; `nil` if the bytes don't fit the size.
  init?(width: Int, height: Int, rgba: [UInt8], isOpaque: Bool)

  /// Calls `body` with the pixels in the form that `init` takes.
  func withPixels<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result

  /// The same picture in another size; `nil` if there is no memory for it.
  func resized(width: Int, height: Int) -> Self?

  /// The picture as a PNG file; `nil` if it cannot be made.
  func pngFile() -> [UInt8]?

  /// The picture as a JPEG file of a quality from 0 to 1; `nil` if it cannot be made.
  func jpegFile(quality: Double) -> [UInt8]?
}

extension TerminalImage {
  /// The picture scaled to its place, with transparent edges up to the borders of its cells.
  ///
  /// - Parameter rowMultiple: what the number of rows is divisible by in the result; rows that are left over go.
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

  /// The pixels of a rectangle that begins within the picture; those beyond its edges are left out. `nil` if none are
  /// left.
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
