import CPhotoCodecs
import PhotoFormats

/// The preview in a JPEG from a camera, which can replace the photo at smaller sizes.
enum CameraPreview {
  /// The minimum size of the preview, as a multiple of the requested size. A preview is sharpened and compressed more
  /// than the photo, which is noticeable at a similar size.
  private static let reserve = 1.5
  /// The minimum long side. Smaller ones, notably Exif's 160 × 120, differ from their photos by 2 to 8 of 255 even when
  /// scaled down by half.
  private static let shortestSide: UInt32 = 320
  /// The minimum number of pixels in the photo, as a multiple of the preview's. Otherwise the preview saves too little
  /// work.
  private static let worth: UInt64 = 4
  /// The maximum difference in aspect ratio. Some previews have bars to fill 4 to 3.
  private static let shapeTolerance = 0.01

  /// Returns the smallest preview that is large enough and has the proportions and date of the photo, or `nil`. The
  /// caller compares the content with `looksAlike`.
  static func find(in source: PictureSource, for wanted: PixelSize, of full: PixelSize) -> PictureSource? {
    guard let bytes = source.byteSource() else { return nil }
    let candidates = CameraPreviews.ranges(in: bytes).compactMap { range in
      source.part(range).flatMap { part in part.jpegSize.map { (part: part, size: $0) } }
    }.filter { fits($0.size, wanted, full) }
    guard let best = candidates.min(by: { $0.size.area < $1.size.area }), CameraPreviews.isAsTaken(bytes)
    else { return nil }
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
