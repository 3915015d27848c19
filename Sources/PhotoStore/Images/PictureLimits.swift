import PhotoImaging

/// The size and the JPEG quality to which kept pictures are brought.
public struct PictureLimits: Sendable, Hashable {
  /// The most pixels in a row; 0 is any number.
  public var width: Int
  /// The most rows; 0 is any number.
  public var height: Int
  /// The quality of the JPEG, 0 (smallest) to 1 (best).
  public var quality: Double

  /// 800 x 600 pixels at quality 0.5.
  public static let standard = PictureLimits(width: 800, height: 600, quality: 0.5)

  /// Limits; negative sizes count as 0, the quality is brought between 0 and 1.
  public init(width: Int, height: Int, quality: Double) {
    self.width = max(0, width)
    self.height = max(0, height)
    self.quality = quality > 0 ? min(quality, 1) : 0
  }

  /// The JPEG made of a picture: upright, not larger than the limits, its ratio kept, never enlarged.
  var encoding: PictureEncoding {
    PictureEncoding(.fitting(width: width, height: height), quality: quality)
  }
}
