import CPhotoCodecs

/// Reads JPEG (ITU-T T.81; Exif 2.32, 4.5): libjpeg-turbo finds the size and the segments.
package enum JPEGHeader: HeaderReader {
  package static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    fields.fileType = .jpeg
    var header = photo_jpeg_header()
    let isComplete = withCReader(source) { read, context in
      photo_jpeg_read_header(read, context, &header)
    }
    fields.pixelSize = PixelSize(width: header.width, height: header.height)
    if header.exif.size > 0 {
      fields.exif = ExifFields(block: source.bytes(at: Int(header.exif.offset), count: Int(header.exif.size)))
    }
    if header.xmp.size > 0 {
      fields.xmp = XMPFields(packet: source.bytes(at: Int(header.xmp.offset), count: Int(header.xmp.size)))
    }
    guard isComplete else {
      throw HeaderDamage(
        withUnsafeBytes(of: header.message) { Bytes(Array($0)).trimmedText ?? "no JPEG header" })
    }
  }
}

/// Calls a C reader with a function that reads from a source.
func withCReader<Result>(_ source: ByteSource, _ body: (photo_read, UnsafeMutableRawPointer) -> Result)
  -> Result
{
  withExtendedLifetime(source) {
    body(
      { context, offset, bytes, size in
        guard let context, let bytes, let position = Int(exactly: offset) else { return 0 }
        let source = Unmanaged<ByteSource>.fromOpaque(context).takeUnretainedValue()
        return source.copyBytes(at: position, to: UnsafeMutableRawBufferPointer(start: bytes, count: size))
      }, Unmanaged.passUnretained(source).toOpaque())
  }
}
