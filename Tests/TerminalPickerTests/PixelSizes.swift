import PhotoFormats

enum PixelSizes {
  /// Larger than the photos of tests.
  static let large = PixelSize(width: 800, height: 600)
}
