import PhotoFormats

/// A crop of a photo.
public enum Crop: Sendable, Hashable {
  /// The largest rectangle with an aspect ratio, from the center.
  case middle(AspectRatio)
  /// A rectangle in pixels with orientation applied, clipped to the photo.
  case part(PixelRectangle)

  /// Returns the rectangle for a photo of a given size.
  public func rectangle(in size: PixelSize) -> PixelRectangle {
    switch self {
    case .middle(let shape): size.part(croppedTo: shape)
    case .part(let part): part.clipped(to: size)
    }
  }
}

extension PixelRectangle {
  /// Returns the intersection with a picture, or a pixel at the edge if it is empty.
  fileprivate func clipped(to bounds: PixelSize) -> PixelRectangle {
    let (x, y) = (min(x, bounds.width - 1), min(y, bounds.height - 1))
    let (width, height) = (min(size.width, bounds.width - x), min(size.height, bounds.height - y))
    return PixelRectangle(x: x, y: y, size: PixelSize(width: width, height: height) ?? size)
  }

  func scaled(from old: PixelSize, to new: PixelSize) -> PixelRectangle {
    func scaled(_ value: UInt32, _ old: UInt32, _ new: UInt32) -> UInt32 {
      UInt32(clamping: (UInt64(value) * UInt64(new) + UInt64(old) / 2) / UInt64(old))
    }
    if old == new { return self }
    let size = PixelSize(
      width: max(scaled(size.width, old.width, new.width), 1),
      height: max(scaled(size.height, old.height, new.height), 1))
    return PixelRectangle(
      x: scaled(x, old.width, new.width), y: scaled(y, old.height, new.height), size: size ?? self.size)
  }
}

extension PixelSize {
  fileprivate func part(croppedTo shape: AspectRatio) -> PixelRectangle {
    let size = cropped(to: shape)
    return PixelRectangle(x: (width - size.width) / 2, y: (height - size.height) / 2, size: size)
  }

  /// Returns the largest size with an aspect ratio, at least 1 × 1.
  func cropped(to shape: AspectRatio) -> PixelSize {
    let across = UInt64(height) * UInt64(shape.width) / UInt64(shape.height)
    let down = UInt64(width) * UInt64(shape.height) / UInt64(shape.width)
    let cropped = PixelSize(
      width: UInt32(clamping: max(1, min(UInt64(width), across))),
      height: UInt32(clamping: max(1, min(UInt64(height), down))))
    return cropped ?? self
  }
}
