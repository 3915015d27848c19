import CPhotoCodecs

/// An Exif block read by libexif.
final class LibExifDirectory: ExifDirectory {
  private let handle: OpaquePointer
  private let order: ByteOrder

  /// Reads a block that begins with its TIFF header; `nil` if libexif takes none of it.
  ///
  /// - Parameters:
  ///   - block: at most 65,527 bytes; libexif reads no more.
  ///   - hidden: the offset of an entry that libexif is not to see.
  init?(_ block: Bytes, hiding hidden: Int? = nil) {
    let opened = block.withUnsafeBytes { bytes in
      bytes.bindMemory(to: UInt8.self).baseAddress.flatMap { photo_exif_open($0, bytes.count, hidden ?? 0) }
    }
    guard let opened else { return nil }
    handle = opened
    order = photo_exif_is_big_endian(opened) ? .big : .little
  }

  deinit { photo_exif_close(handle) }

  func value(_ tag: UInt16, in kind: ExifDirectoryKind) -> IFDValue? {
    var found = photo_exif_value()
    guard photo_exif_find(handle, kind.rawValue, tag, &found), let type = IFDType(rawValue: found.type) else {
      return nil
    }
    let bytes = Bytes(Array(UnsafeBufferPointer(start: found.bytes, count: Int(found.size))))
    return IFDValue(type: type, count: Int(found.count), bytes: bytes, order: order)
  }
}
