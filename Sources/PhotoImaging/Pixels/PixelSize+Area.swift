import PhotoFormats

extension PixelSize {
  /// Pixels.
  package var area: UInt64 { UInt64(width) * UInt64(height) }
}
