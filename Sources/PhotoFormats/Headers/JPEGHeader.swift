import CPhotoCodecs

/// Parses JPEG (ITU-T T.81; Exif 2.32, 4.5): libjpeg-turbo finds the size and the segments.
package enum JPEGHeader: HeaderReader {
  package static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    fields.fileType = .jpeg
    var header = photo_jpeg_header()
    let limit = Int(PHOTO_JPEG_XMP_EXTENSION_LIMIT)
    let isComplete = withUnsafeTemporaryAllocation(of: photo_segment.self, capacity: limit) { extensions in
      let isComplete = withCReader(source) { read, context in
        photo_jpeg_read_header(read, context, UInt64(source.count), extensions.baseAddress, &header)
      }
      fields.xmp = xmp(header.xmp, extensions.prefix(Int(header.xmp_extension_count)), in: source)
      return isComplete
    }
    fields.pixelSize = PixelSize(width: header.width, height: header.height)
    if let block = window(on: header.exif, in: source) { fields.addExif(block: block) }
    if let exif = fields.exif, let size = fields.pixelSize {
      fields.isRewritten =
        !header.isStructuredByCamera || exif.pixelSize ?? size != size
        || fields.xmp?.findings[.software] == .text(XMPPacket.creatorTool)
    }
    fields.iptc = photoshopResources(header, in: source).flatMap { IPTCFields(resources: $0) }
    guard isComplete else {
      throw HeaderDamage(
        withUnsafeBytes(of: header.message) { Bytes(Array($0)).trimmedText ?? "no JPEG header" })
    }
  }

  /// A segment; `nil` if the file ends inside it, as in ExifTool: the offsets in such a block can't be trusted.
  private static func window(on segment: photo_segment, in source: ByteSource) -> ByteSource? {
    guard segment.size > 0, let offset = Int(exactly: segment.offset), offset <= source.count,
      Int(segment.size) <= source.count - offset
    else { return nil }
    return ByteSource(source, at: offset, count: Int(segment.size))
  }

  /// Parses the XMP, and the extended XMP that it may name.
  private static func xmp(
    _ segment: photo_segment, _ extensions: some Collection<photo_segment>, in source: ByteSource
  ) -> XMPFields? {
    guard let fields = bytes(of: segment, in: source).flatMap({ XMPFields(packet: $0) }) else { return nil }
    guard let identifier = fields.extendedPacket, !extensions.isEmpty else { return fields }
    let packet = ExtendedXMP.packet(identifier, in: extensions, of: source)
    return fields.completed(by: packet.flatMap { XMPFields(packet: $0) })
  }

  private static func bytes(of segment: photo_segment, in source: ByteSource) -> Bytes? {
    window(on: segment, in: source).flatMap { $0.allBytes(at: 0, count: $0.count) }
  }

  /// Photoshop's image resources, which may be split into segments.
  private static func photoshopResources(_ header: photo_jpeg_header, in source: ByteSource) -> ByteSource? {
    let segments = withUnsafeBytes(of: header.photoshop) {
      Array($0.bindMemory(to: photo_segment.self).prefix(Int(header.photoshop_count)))
    }
    guard segments.count > 1 else {
      return segments.first.flatMap { segment in
        Int(exactly: segment.offset).map { ByteSource(source, at: $0, count: Int(segment.size)) }
      }
    }
    return ByteSource(segments.compactMap { bytes(of: $0, in: source) }.flatMap(\.array))
  }
}

extension photo_jpeg_header {
  /// SOI, and the marker, length and name of APP1.
  private static let exifOffset = 2 + 4 + 6

  /// A Boolean value indicating whether Exif comes first, as the standard requires (Exif 2.32, 4.5.4); most programs
  /// write a JFIF segment there. A camera writes a single scan.
  var isStructuredByCamera: Bool { exif.size > 0 && exif.offset == Self.exifOffset && !progressive }
}

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
