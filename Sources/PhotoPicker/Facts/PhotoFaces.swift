import PhotoFormats
import PhotoLibrary

extension Asset {
  /// The marked faces as fractions of the upright picture, from left to right.
  package var uprightFaces: [FaceRegion] {
    guard case .regions(let faces)? = values[.faces] else { return [] }
    let orientation = orientation ?? .up
    return faces.map { $0.upright(orientation) }.sorted { $0.x < $1.x }
  }
}

extension FaceRegion {
  /// Returns the region of the upright picture (Exif 2.32, 4.6.4 A, tag 0x0112).
  func upright(_ orientation: Orientation) -> FaceRegion {
    let (right, bottom) = (1 - x - width, 1 - y - height)
    let place =
      switch orientation {
      case .up: (x, y)
      case .upMirrored: (right, y)
      case .down: (right, bottom)
      case .downMirrored: (x, bottom)
      case .leftMirrored: (y, x)
      case .right: (bottom, x)
      case .rightMirrored: (bottom, right)
      case .left: (y, right)
      }
    return FaceRegion(
      name: name, x: place.0, y: place.1, width: orientation.swapsSides ? height : width,
      height: orientation.swapsSides ? width : height)
  }
}
