import PhotoFormats
import SystemPackage

/// The local contrast of a picture at full size, reduced to the size of a view: for each pixel of the view, the largest
/// contrast of the photo's pixels in it. A scaled picture doesn't tell sharp edges from blurred ones.
package struct FocusMap: Sendable {
  package let width: Int
  package let height: Int
  /// The size of the part of the photo, in pixels.
  private let part: (width: Int, height: Int)
  private var contrast: [UInt8]

  /// The contrast of an edge in focus: the absolute second derivative of the luma, of a maximum of 4 × 255. An edge blurred
  /// over more than three pixels, and noise, have less.
  private static let threshold = 72

  /// - Parameters:
  ///   - part: The size of the part of the photo.
  ///   - size: The size of the view, limited to that of the part.
  package init(of part: PixelSize, in size: PixelSize) {
    self.part = (Int(part.width), Int(part.height))
    width = min(Int(size.width), self.part.width)
    height = min(Int(size.height), self.part.height)
    contrast = Array(repeating: 0, count: width * height)
  }

  /// Adds rows of the part at full size.
  ///
  /// - Parameters:
  ///   - pixels: All pixels of the rows. A preview of a RAW photo may have fewer pixels than the photo.
  ///   - strip: The rows, counted from the top of the part.
  package mutating func add(_ pixels: PixelBuffer, rows strip: Range<Int>) {
    let (columns, rows) = (pixels.width, pixels.height)
    guard columns > 2, rows > 2, width > 0, height > 0, (0...part.height).contains(strip.lowerBound),
      strip.upperBound <= part.height
    else { return }
    var luma = [Int16](repeating: 0, count: columns * rows)
    pixels.withUnsafeBytes { bytes in
      for y in 0..<rows {
        var start = y * pixels.bytesPerRow
        for x in 0..<columns {
          let (red, green, blue) = (Int(bytes[start]), Int(bytes[start + 1]), Int(bytes[start + 2]))
          luma[y * columns + x] = Int16((54 * red + 183 * green + 19 * blue) >> 8)
          start += 4
        }
      }
    }
    let places = (0..<columns).map { $0 * width / columns }
    luma.withUnsafeBufferPointer { luma in
      contrast.withUnsafeMutableBufferPointer { contrast in
        for y in 1..<rows - 1 {
          let target = (strip.lowerBound + y * strip.count / rows) * height / part.height * width
          for x in 1..<columns - 1 {
            let place = y * columns + x
            let around = luma[place - 1] + luma[place + 1] + luma[place - columns] + luma[place + columns]
            let found = UInt8(clamping: abs(4 * luma[place] - around) / 4)
            if found > contrast[target + places[x]] { contrast[target + places[x]] = found }
          }
        }
      }
    }
  }

  /// Whether there is an edge in focus at a pixel of a picture of the part, which may have any size.
  @inline(__always)
  func isInFocus(_ x: Int, _ y: Int, of size: (width: Int, height: Int)) -> Bool {
    Int(contrast[y * height / size.height * width + x * width / size.width]) * 4 >= Self.threshold
  }
}

extension LensStore {
  /// The pixels of rows that are decoded at the same time.
  private static var stripArea: Int { 4_000_000 }
  /// The maximum number of strips; larger parts are judged by the picture of the view.
  private static var stripLimit: Int { 24 }

  /// Returns the local contrast of a part of a photo at full size.
  ///
  /// - Parameters:
  ///   - part: The rectangle in pixels with orientation applied, within the photo.
  ///   - size: The size of the view.
  /// - Throws: `ImagingError` if decoding fails.
  package func focusMap(
    of photo: Photo, at path: FilePath, _ part: PixelRectangle, in size: PixelSize
  ) throws(ImagingError) -> FocusMap {
    var map = FocusMap(of: part.size, in: size)
    let (width, height) = (Int(part.size.width), Int(part.size.height))
    let rows = max(Self.stripArea / max(width, 1), 64)
    guard height / rows < Self.stripLimit else { return map }
    if height > rows { try prepareAll(photo, path) }
    var first = 0
    while first < height {
      // Strips overlap by two rows, whose contrast needs their neighbors.
      let count = min(rows, height - first)
      guard let strip = PixelSize(width: part.size.width, height: UInt32(count)) else { break }
      let rectangle = PixelRectangle(x: part.x, y: part.y + UInt32(first), size: strip)
      map.add(try region(of: photo, at: path, rectangle, fitting: strip), rows: first..<first + count)
      first += max(count - 2, 1)
      if height - first <= 2 { break }
    }
    return map
  }
}
