import CPhotoPixels
import PhotoFormats

extension PixelBuffer {
  /// The picture in sRGB, converted from its ICC profile; as it is if it has none or one that does not fit.
  ///
  /// - Throws: `ImagingError` if memory is short.
  public func convertedToSRGB() throws(ImagingError) -> PixelBuffer {
    guard let colorProfile else { return self }
    guard let copy = PixelMemory(size: size) else { throw ImagingError(.outOfMemory) }
    withUnsafeBytes { bytes in copy.withMutableBytes { $0.copyMemory(from: bytes) } }
    _ = copy.convertToSRGB(size, isOpaque ? PHOTO_OPAQUE : PHOTO_TRANSLUCENT, colorProfile)
    return PixelBuffer(size: size, isOpaque: isOpaque, colorProfile: nil, memory: copy)
  }
}

extension PixelMemory {
  /// Converts in place; false if the profile does not fit.
  func convertToSRGB(_ size: PixelSize, _ channels: photo_channels, _ profile: Bytes) -> Bool {
    withPixels(size) { pixels in
      profile.withUnsafeBytes { bytes in
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        return withUnsafePointer(to: pixels) { photo_convert_to_srgb($0, channels, start, bytes.count) }
      }
    }
  }
}
