import CPhotoPixels
import PhotoFormats

extension PixelBuffer {
  /// The longest side that can be scaled or rotated, in pixels.
  public static let sideLimit: UInt32 = 32_767

  /// Returns the picture scaled down to a size, which may distort it.
  ///
  /// - Throws: `ImagingError` if a side exceeds `sideLimit` or if memory is exhausted.
  public func scaled(to target: PixelSize) throws(ImagingError) -> PixelBuffer {
    try scaled(to: target, coveredWidth: Double(size.width), coveredHeight: Double(size.height))
  }

  /// Scales the covered part of the picture: the last column and row may be covered partially.
  func scaled(
    to target: PixelSize, coveredWidth: Double, coveredHeight: Double
  ) throws(ImagingError) -> PixelBuffer {
    if target == size { return self }
    return try drawn(to: target) { from, to in photo_scale(from, coveredWidth, coveredHeight, to) }
  }

  /// Returns the picture with an orientation applied.
  ///
  /// - Throws: `ImagingError` if a side exceeds `sideLimit` or if memory is exhausted.
  public func oriented(_ orientation: Orientation) throws(ImagingError) -> PixelBuffer {
    if orientation == .up { return self }
    let target = orientation.swapsSides ? size.turned : size
    return try drawn(to: target) { from, to in photo_orient(from, Int32(orientation.rawValue), to) }
  }

  /// Returns the largest centered part with an aspect ratio.
  ///
  /// - Throws: `ImagingError` if memory is exhausted.
  public func cropped(to shape: AspectRatio) throws(ImagingError) -> PixelBuffer {
    try cropped(to: Crop.middle(shape).rectangle(in: size))
  }

  /// Returns a part, which the picture contains.
  ///
  /// - Throws: `ImagingError` if memory is exhausted.
  func cropped(to part: PixelRectangle) throws(ImagingError) -> PixelBuffer {
    let target = part.size
    if target == size { return self }
    guard let memory = PixelMemory(size: target) else { throw ImagingError(.outOfMemory) }
    let rowCount = Int(target.width) * 4
    withUnsafeBytes { from in
      memory.withMutableBytes { to in
        for row in 0..<Int(target.height) {
          let start = (Int(part.y) + row) * bytesPerRow + Int(part.x) * 4
          UnsafeMutableRawBufferPointer(rebasing: to[row * rowCount..<(row + 1) * rowCount])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: from[start..<start + rowCount]))
        }
      }
    }
    return PixelBuffer(size: target, isOpaque: isOpaque, colorProfile: colorProfile, memory: memory)
  }

  private func drawn(
    to target: PixelSize, _ draw: (UnsafePointer<photo_pixels>, UnsafePointer<photo_pixels>) -> Bool
  ) throws(ImagingError) -> PixelBuffer {
    guard max(size.width, size.height, target.width, target.height) <= Self.sideLimit else {
      throw ImagingError(.tooLarge(size))
    }
    guard let memory = PixelMemory(size: target) else { throw ImagingError(.outOfMemory) }
    let done = withPixels { from in
      memory.withPixels(target) { to in
        withUnsafePointer(to: from) { from in withUnsafePointer(to: to) { draw(from, $0) } }
      }
    }
    guard done else { throw ImagingError(.outOfMemory) }
    return PixelBuffer(size: target, isOpaque: isOpaque, colorProfile: colorProfile, memory: memory)
  }
}

extension PixelSize {
  /// The size with width and height exchanged.
  package var turned: PixelSize { PixelSize(width: height, height: width) ?? self }
}

extension PixelRectangle {
  var stored: photo_rectangle { photo_rectangle(x: x, y: y, width: size.width, height: size.height) }
}

extension PixelSize {
  /// The number of pixels.
  package var area: UInt64 { UInt64(width) * UInt64(height) }

  /// Returns the size with the same shape and a longer side of `side` pixels; `nil` if this size is smaller.
  func fitting(_ side: UInt32) -> PixelSize? {
    let longer = max(width, height)
    guard longer >= side else { return nil }
    func scaled(_ value: UInt32) -> UInt32 {
      max(UInt32(clamping: (UInt64(value) * UInt64(side) + UInt64(longer) / 2) / UInt64(longer)), 1)
    }
    return PixelSize(width: scaled(width), height: scaled(height))
  }
}
