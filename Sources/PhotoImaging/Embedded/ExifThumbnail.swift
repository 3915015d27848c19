import CPhotoCodecs
import PhotoFormats

/// The thumbnail that cameras put into the Exif block of a JPEG (Exif 2.32, 4.5.5).
enum ExifThumbnail {
  /// The thumbnail if it is not below a size and differs by at most 1 % from the photo's shape.
  ///
  /// Cameras put bars above and below to make any photo 4 to 3, and editors leave the old thumbnail behind: the
  /// shape tells both. One that is larger than the photo was made of another.
  static func find(in source: PictureSource, atLeast wanted: PixelSize, shape full: PixelSize)
    -> PictureSource?
  {
    guard let header = source.jpegHeader(), header.exif.size > 0 else { return nil }
    let block = source.bytes(at: Int(header.exif.offset), count: Int(header.exif.size))
    guard let range = ExifFields(block: block)?.thumbnail, range.upperBound <= block.count else { return nil }
    let thumbnail = PictureSource(block.prefixSlice(at: range.lowerBound, count: range.count))
    guard let inner = thumbnail.jpegHeader(), inner.width >= wanted.width, inner.height >= wanted.height,
      inner.width <= full.width, inner.height <= full.height
    else {
      return nil
    }
    let shape = Double(inner.width) / Double(inner.height)
    let fullShape = Double(full.width) / Double(full.height)
    return abs(shape / fullShape - 1) <= 0.01 ? thumbnail : nil
  }
}
