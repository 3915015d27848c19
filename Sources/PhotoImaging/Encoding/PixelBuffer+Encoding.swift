import CPhotoPixels
import PhotoFormats

extension PixelBuffer {
  /// Encodes the picture as JPEG, on a white background.
  ///
  /// - Parameters:
  ///   - quality: 0 (smallest) to 1 (best); other values are clamped.
  ///   - metadata: The metadata; a JFIF file without metadata if it is `nil`.
  /// - Throws: `ImagingError` if a side exceeds 65,500 pixels or if memory is exhausted.
  public func jpeg(quality: Double, metadata: MetadataBlocks? = nil) throws(ImagingError) -> [UInt8] {
    let percent = quality.isNaN ? 100 : min(max(quality, 0), 1) * 100
    let segments = metadata?.segments ?? []
    let profile = colorProfile ?? Bytes([])
    var encoded = photo_encoded()
    let status = segments.withUnsafeBufferPointer { segments in
      profile.withUnsafeBytes { profile in
        var options = photo_jpeg_options(
          quality: max(1, Int32(percent.rounded())), segments: segments.baseAddress,
          segments_size: segments.count, profile: profile.bindMemory(to: UInt8.self).baseAddress,
          profile_size: profile.count)
        return withPixels { pixels in
          withUnsafePointer(to: pixels) { photo_encode_jpeg($0, &options, &encoded) }
        }
      }
    }
    return try Self.bytes(&encoded, status, size)
  }

  /// Encodes the picture as PNG, in RGB if it is opaque.
  ///
  /// - Parameter texts: Keywords of 1 to 79 characters and their values, in Latin-1 (PNG 3rd edition, 11.3.3.2).
  /// - Throws: `ImagingError` if memory is exhausted.
  public func png(texts: [(key: String, text: String)] = []) throws(ImagingError) -> [UInt8] {
    // All strings, NUL-terminated, are in one array, so that libpng gets pointers into it.
    var latin: [CChar] = []
    var starts: [Int] = []
    for text in texts.flatMap({ [$0.key, $0.text] }) {
      starts.append(latin.count)
      latin += text.unicodeScalars.map { CChar(bitPattern: UInt8(exactly: $0.value) ?? UInt8(ascii: "?")) }
      latin.append(0)
    }
    var encoded = photo_encoded()
    let status = latin.withUnsafeBufferPointer { buffer in
      let entries = stride(from: 0, to: starts.count, by: 2).map { index in
        photo_text(
          key: buffer.baseAddress.map { $0 + starts[index] },
          text: buffer.baseAddress.map { $0 + starts[index + 1] })
      }
      return withPixels { pixels in
        withUnsafePointer(to: pixels) { photo_encode_png($0, !isOpaque, entries, entries.count, &encoded) }
      }
    }
    return try Self.bytes(&encoded, status, size)
  }

  private static func bytes(
    _ encoded: inout photo_encoded, _ status: photo_status, _ size: PixelSize
  ) throws(ImagingError) -> [UInt8] {
    defer { photo_encoded_free(&encoded) }
    switch status {
    case PHOTO_OK: return Array(UnsafeBufferPointer(start: encoded.bytes, count: encoded.size))
    case PHOTO_NO_MEMORY: throw ImagingError(.outOfMemory)
    default: throw ImagingError(.tooLarge(size))
    }
  }
}
