/// A picture made of a photo, with the orientation applied.
package struct DerivedPicture: Sendable {
  package let size: PixelSize
  /// Whether its pixels are in sRGB.
  package let isSRGB: Bool
  /// The orientation of the photo.
  package let orientation: Orientation
  /// The part of the upright photo that it contains, and the size of the upright photo; `nil` if it is all of it.
  package let part: (rectangle: PixelRectangle, of: PixelSize)?

  package init(
    size: PixelSize, isSRGB: Bool = true, orientation: Orientation = .up,
    part: (rectangle: PixelRectangle, of: PixelSize)? = nil
  ) {
    (self.size, self.isSRGB, self.orientation, self.part) = (size, isSRGB, orientation, part)
  }

  /// Returns a face of the stored photo as a face of the picture, or `nil` if its center was cropped away.
  func face(_ face: FaceRegion) -> FaceRegion? {
    var face = face.upright(orientation)
    guard let part else { return face }
    let (whole, cut) = (part.of, part.rectangle)
    let scale = (
      x: Double(whole.width) / Double(cut.size.width), y: Double(whole.height) / Double(cut.size.height)
    )
    let left = (face.x - Double(cut.x) / Double(whole.width)) * scale.x
    let top = (face.y - Double(cut.y) / Double(whole.height)) * scale.y
    let (right, bottom) = (left + face.width * scale.x, top + face.height * scale.y)
    guard (0...1).contains((left + right) / 2), (0...1).contains((top + bottom) / 2) else { return nil }
    (face.x, face.y) = (max(left, 0), max(top, 0))
    (face.width, face.height) = (min(right, 1) - face.x, min(bottom, 1) - face.y)
    return face
  }
}
