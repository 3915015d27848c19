import CPhotoCodecs

/// Reads Exif blocks with libexif.
enum LibExif {
  /// Puts the values that libexif finds in a block in the place of those that are there.
  ///
  /// - Parameters:
  ///   - block: a block that begins with its TIFF header, of at most 65,527 bytes; libexif reads no more.
  ///   - hidden: offsets of four bytes that libexif reads as zeros.
  static func read(_ block: Bytes, hiding hidden: [UInt32] = [], into values: inout ExifValues) {
    let opened = block.withUnsafeBytes { bytes in
      bytes.bindMemory(to: UInt8.self).baseAddress
        .flatMap { photo_exif_open($0, bytes.count, hidden, hidden.count) }
    }
    guard let opened else { return }
    defer { photo_exif_close(opened) }
    let order: ByteOrder = photo_exif_is_big_endian(opened) ? .big : .little
    let tags = ExifTagTable.all.tags
    withUnsafeTemporaryAllocation(of: photo_exif_value.self, capacity: tags.count) { found in
      guard let first = found.baseAddress else { return }
      photo_exif_find(opened, tags, tags.count, first)
      // All values share one array, which is all that is left of libexif's memory.
      var storage: [UInt8] = []
      storage.reserveCapacity(found.reduce(0) { $0 + Int($1.size) })
      for value in found { storage += UnsafeBufferPointer(start: value.bytes, count: Int(value.size)) }
      let all = Bytes(storage)
      var offset = 0
      for (number, value) in found.enumerated() where value.size > 0 {
        let bytes = all.prefixSlice(at: offset, count: Int(value.size))
        offset += Int(value.size)
        guard let type = IFDType(rawValue: value.type) else { continue }
        values[number] = IFDValue(type: type, count: Int(value.count), bytes: bytes, order: order)
      }
    }
  }
}
