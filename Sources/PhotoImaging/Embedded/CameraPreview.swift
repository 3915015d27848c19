import CPhotoCodecs
import PhotoFormats

/// The preview that a camera put into a JPEG, if it can stand for the picture in a smaller size.
enum CameraPreview {
  /// How many times larger than the wanted size a preview must be: cameras sharpen and compress previews more than
  /// photos, which shows unless several of their pixels become one.
  private static let reserve = 1.5
  /// The shortest long side. Smaller ones, above all Exif's of 160 × 120, are made for a camera's own screen: scaled
  /// further down by half they still differ from their photos by 2 to 8 of 255.
  private static let shortestSide: UInt32 = 320
  /// How many times more pixels than the preview the photo must have; else the preview saves too little.
  private static let worth: UInt64 = 4
  /// How far the shape may differ from the photo's. Cameras put bars beside a picture to make it 4 to 3.
  private static let shapeTolerance = 0.01

  /// The smallest preview that is large enough, has the photo's shape and is not older than the photo; `nil` if there is
  /// none. `looksAlike` tells if it looks like the photo.
  static func find(in source: PictureSource, for wanted: PixelSize, of full: PixelSize) -> PictureSource? {
    guard let bytes = source.byteSource() else { return nil }
    let candidates = CameraPreviews.ranges(in: bytes).compactMap { range in
      source.part(range).flatMap { part in part.jpegSize.map { (part: part, size: $0) } }
    }.filter { fits($0.size, wanted, full) }
    guard let best = candidates.min(by: { $0.size.area < $1.size.area }), CameraPreviews.isAsTaken(bytes)
    else {
      return nil
    }
    return best.part
  }

  private static func fits(_ size: PixelSize, _ wanted: PixelSize, _ full: PixelSize) -> Bool {
    let shape = Double(size.width) / Double(size.height) * Double(full.height) / Double(full.width)
    return Double(size.width) >= Double(wanted.width) * reserve
      && Double(size.height) >= Double(wanted.height) * reserve
      && max(size.width, size.height) >= shortestSide && size.area * worth <= full.area
      && abs(shape - 1) <= shapeTolerance
  }
}

extension PictureSource {
  var jpegSize: PixelSize? {
    guard bytes(at: 0, count: 3) == Bytes([0xFF, 0xD8, 0xFF]) else { return nil }
    return jpegHeader().flatMap { PixelSize(width: $0.width, height: $0.height) }
  }
}
