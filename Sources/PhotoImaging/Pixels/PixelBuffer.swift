import CPhotoPixels
import PhotoFormats

/// A picture in memory: premultiplied RGBA, eight bits per channel, rows from top to bottom.
///
/// Its pixels are immutable and shared by copies.
public struct PixelBuffer: Sendable {
  /// The width and height in pixels.
  public let size: PixelSize
  /// Whether every pixel has alpha 255.
  public let isOpaque: Bool
  /// The ICC profile, or `nil` for sRGB.
  public let colorProfile: Bytes?
  let memory: PixelMemory

  public var width: Int { Int(size.width) }
  public var height: Int { Int(size.height) }
  /// The distance between rows, in bytes.
  public var bytesPerRow: Int { width * 4 }
}

extension PixelBuffer {
  /// Creates a picture from premultiplied RGBA rows. Returns `nil` unless there are four bytes for each pixel.
  public init?(size: PixelSize, rgba: [UInt8], isOpaque: Bool) {
    guard let memory = PixelMemory(size: size), memory.count == rgba.count else { return nil }
    memory.withMutableBytes { $0.copyBytes(from: rgba) }
    self.init(size: size, isOpaque: isOpaque, colorProfile: nil, memory: memory)
  }

  /// Calls `body` with all rows. The pointer must not escape.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try memory.withBytes(body)
  }

  /// Returns red, green, blue and alpha, or `nil` out of bounds.
  public func pixel(x: Int, y: Int) -> SIMD4<UInt8>? {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
    return withUnsafeBytes { bytes in
      let start = y * bytesPerRow + x * 4
      return SIMD4(bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
    }
  }

  /// Calls a C function that only reads the pixels.
  func withPixels<Result>(_ body: (photo_pixels) -> Result) -> Result { memory.withPixels(size, body) }

  /// Returns the picture converted to sRGB. Returns the same picture if it has no matching ICC profile.
  ///
  /// - Throws: `ImagingError` if memory is exhausted.
  public func convertedToSRGB() throws(ImagingError) -> PixelBuffer {
    guard let colorProfile else { return self }
    guard let copy = PixelMemory(size: size) else { throw ImagingError(.outOfMemory) }
    withUnsafeBytes { bytes in copy.withMutableBytes { $0.copyMemory(from: bytes) } }
    _ = copy.convertToSRGB(size, isOpaque ? PHOTO_OPAQUE : PHOTO_TRANSLUCENT, colorProfile)
    return PixelBuffer(size: size, isOpaque: isOpaque, colorProfile: nil, memory: copy)
  }
}

extension PixelMemory {
  func convertToSRGB(_ size: PixelSize, _ channels: photo_channels, _ profile: Bytes) -> Bool {
    withPixels(size) { pixels in
      profile.withUnsafeBytes { bytes in
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        return withUnsafePointer(to: pixels) { photo_convert_to_srgb($0, channels, start, bytes.count) }
      }
    }
  }
}
