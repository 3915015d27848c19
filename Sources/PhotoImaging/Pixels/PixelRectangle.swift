import CPhotoPixels
import PhotoFormats

/// A part of a picture, in its pixels, counted from the upper left corner.
public struct PixelRectangle: Sendable, Hashable {
  /// Columns left of it.
  public let x: UInt32
  /// Rows above it.
  public let y: UInt32
  /// Columns and rows.
  public let size: PixelSize

  /// A part of that size whose upper left pixel is at `x` and `y`.
  public init(x: UInt32, y: UInt32, size: PixelSize) {
    self.x = x
    self.y = y
    self.size = size
  }

  var stored: photo_rectangle { photo_rectangle(x: x, y: y, width: size.width, height: size.height) }
}
