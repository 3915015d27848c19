/// Writes Exif directories as a block (Exif 2.32, 4.5.2).
package enum ExifLayout {
  /// Returns the block, or `nil` if it exceeds a JPEG segment.
  ///
  /// The maker note stays where it was in the original, since its offsets may count from the TIFF header.
  static func block(_ copy: ExifCopy) -> [UInt8]? {
    var writer = Writer(copy)
    var image = copy.image
    // The pointers count for the size of IFD0.
    let pointer = TIFFValue.long(0, copy.order)
    if !copy.exif.isEmpty { image[ExifTag.exifIFD] = pointer }
    if !copy.gps.isEmpty { image[ExifTag.gpsIFD] = pointer }
    let first = writer.reserve(image.count * 12 + 6)
    if !copy.exif.isEmpty { image[ExifTag.exifIFD] = .long(UInt32(writer.append(copy.exif)), copy.order) }
    if !copy.gps.isEmpty { image[ExifTag.gpsIFD] = .long(UInt32(writer.append(copy.gps)), copy.order) }
    writer.write(image, at: first)
    writer.put(copy.order.bytes(of: UInt32(first)), at: 4)
    return writer.bytes.count <= ExifCopy.sizeLimit ? writer.bytes : nil
  }

  /// Returns a block with the values of changes, or `nil` if it exceeds a JPEG segment.
  ///
  /// - Parameter changes: Changes whose values are most significant byte first.
  package static func block(of changes: [ExifChange]) -> [UInt8]? {
    var copy = ExifCopy(image: nil, exif: nil, gps: nil, order: .big)
    copy.take(changes)
    return block(copy)
  }

  private struct Writer {
    private(set) var bytes: [UInt8]
    private let order: ByteOrder
    private let note: Range<Int>?

    init(_ copy: ExifCopy) {
      order = copy.order
      note = copy.notePosition.flatMap { position in
        copy.exif[ExifTag.makerNote].map { position..<position + $0.bytes.count }
      }
      bytes = Array((order == .little ? "II" : "MM").utf8) + order.bytes(of: UInt16(42)) + [0, 0, 0, 0]
    }

    /// Returns the place of further bytes, on a word boundary and outside of the maker note.
    mutating func reserve(_ count: Int) -> Int {
      var start = bytes.count + bytes.count % 2
      if let note, start < note.upperBound, start + count > note.lowerBound {
        start = note.upperBound + note.upperBound % 2
      }
      bytes += [UInt8](repeating: 0, count: start + count - bytes.count)
      return start
    }

    mutating func put(_ data: [UInt8], at offset: Int) {
      bytes.replaceSubrange(offset..<offset + data.count, with: data)
    }

    mutating func append(_ directory: ExifCopy.Directory) -> Int {
      let start = reserve(directory.count * 12 + 6)
      write(directory, at: start)
      return start
    }

    /// Writes a directory to its reserved place, and its larger values after it. No directory follows.
    mutating func write(_ directory: ExifCopy.Directory, at start: Int) {
      put(order.bytes(of: UInt16(directory.count)), at: start)
      var place = start + 2
      for (tag, value) in directory.sorted(by: { $0.key < $1.key }) {
        var field = value.bytes
        if field.count > 4 {
          let isNote = tag == ExifTag.makerNote && note != nil
          let offset = isNote ? note?.lowerBound ?? 0 : reserve(field.count)
          if isNote, bytes.count < offset + field.count {
            bytes += [UInt8](repeating: 0, count: offset + field.count - bytes.count)
          }
          put(field, at: offset)
          field = order.bytes(of: UInt32(offset))
        }
        put(
          order.bytes(of: tag) + order.bytes(of: value.type.rawValue) + order.bytes(of: UInt32(value.count)),
          at: place)
        put(field, at: place + 8)
        place += 12
      }
    }
  }
}

extension ExifChange {
  /// The version of Exif, 2.32.
  package static let version = ExifChange(.exif, ExifTag.exifVersion, .undefined(Array("0232".utf8)))

  /// The tags that every block in a JPEG has (Exif 2.32, table 17).
  ///
  /// - Parameters:
  ///   - size: The size of the stored picture.
  ///   - isSRGB: Whether its pixels are in sRGB.
  package static func required(size: PixelSize?, isSRGB: Bool, _ order: ByteOrder) -> [ExifChange] {
    let resolution = TIFFValue.rationals([(72, 1)], order)
    var changes = [
      ExifChange(.image, ExifTag.xResolution, resolution),
      ExifChange(.image, ExifTag.yResolution, resolution),
      ExifChange(.image, ExifTag.resolutionUnit, .short(2, order)),
      // Centered: encoders average the chroma of neighbors.
      ExifChange(.image, ExifTag.yCbCrPositioning, .short(1, order)),
      version,
      ExifChange(.exif, ExifTag.componentsConfiguration, .undefined([1, 2, 3, 0])),
      ExifChange(.exif, ExifTag.flashpixVersion, .undefined(Array("0100".utf8))),
      ExifChange(.exif, ExifTag.colorSpace, .short(isSRGB ? 1 : 0xFFFF, order)),
    ]
    if let size {
      changes += [
        ExifChange(.exif, ExifTag.pixelXDimension, .long(size.width, order)),
        ExifChange(.exif, ExifTag.pixelYDimension, .long(size.height, order)),
      ]
    }
    return changes
  }
}
