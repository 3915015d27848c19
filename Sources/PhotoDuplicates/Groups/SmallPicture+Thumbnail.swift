import PhotoFormats
import PhotoImaging

extension SmallPicture {
  /// Reduces an upright thumbnail. Transparent parts become white.
  ///
  /// - Throws: `ImagingError` if memory is exhausted.
  init?(_ pixels: PixelBuffer) throws(ImagingError) {
    let side = UInt32(Self.side)
    guard let size = PixelSize(width: side, height: side) else { return nil }
    let luma = try pixels.convertedToSRGB().scaled(to: size).luma
    self.init(
      luma: luma, width: UInt16(clamping: pixels.size.width), height: UInt16(clamping: pixels.size.height))
  }

  /// The coding in the catalog: width and height with the least significant byte first, then the values.
  var encoded: [UInt8] {
    [width, height].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] } + luma
  }

  /// Decodes a picture. Returns `nil` for anything else.
  init?(encoded bytes: [UInt8]) {
    guard bytes.count == Self.count + 4 else { return nil }
    func side(at index: Int) -> UInt16 { UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8 }
    self.init(luma: Array(bytes[4...]), width: side(at: 0), height: side(at: 2))
  }
}
