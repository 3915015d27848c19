import PhotoFormats

/// The part of a photo that a crop keeps.
public enum Crop: Sendable, Hashable {
  /// The largest part of a shape, from the middle.
  case middle(AspectRatio)
  /// A part in pixels of the photo as it is looked at; what lies outside of the photo is cut off.
  case part(PixelRectangle)

  /// The part in pixels of a photo of a size.
  public func rectangle(in size: PixelSize) -> PixelRectangle {
    switch self {
    case .middle(let shape): size.part(croppedTo: shape)
    case .part(let part): part.clipped(to: size)
    }
  }
}

extension PixelRectangle {
  /// The part that lies in a picture of a size; a pixel at its edge if none does.
  fileprivate func clipped(to bounds: PixelSize) -> PixelRectangle {
    let (x, y) = (min(x, bounds.width - 1), min(y, bounds.height - 1))
    let (width, height) = (min(size.width, bounds.width - x), min(size.height, bounds.height - y))
    return PixelRectangle(x: x, y: y, size: PixelSize(width: width, height: height) ?? size)
  }

  /// The same part of a picture that is shown in another size.
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
  /// The largest part from the middle that has a shape.
  fileprivate func part(croppedTo shape: AspectRatio) -> PixelRectangle {
    let size = cropped(to: shape)
    return PixelRectangle(x: (width - size.width) / 2, y: (height - size.height) / 2, size: size)
  }

  /// The largest size of a shape inside this one, each side at least 1 pixel.
  func cropped(to shape: AspectRatio) -> PixelSize {
    let across = UInt64(height) * UInt64(shape.width) / UInt64(shape.height)
    let down = UInt64(width) * UInt64(shape.height) / UInt64(shape.width)
    let cropped = PixelSize(
      width: UInt32(clamping: max(1, min(UInt64(width), across))),
      height: UInt32(clamping: max(1, min(UInt64(height), down))))
    return cropped ?? self
  }
}
