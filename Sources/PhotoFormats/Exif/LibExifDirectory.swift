import CPhotoCodecs

/// An Exif block read by libexif.
final class LibExifDirectory: ExifDirectory {
  private let handle: OpaquePointer
  private let order: ByteOrder

  /// Reads a block that begins with its TIFF header; `nil` where libexif takes none of it.
  init?(_ block: Bytes) {
    let opened = block.withUnsafeBytes { bytes in
      bytes.bindMemory(to: UInt8.self).baseAddress.flatMap { photo_exif_open($0, bytes.count) }
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

extension ExifFields {
  /// The longest block that libexif reads; a longer one is read by `TIFFDirectories`.
  private static let libexifLimit = 65_527

  /// Reads an Exif block that begins with its TIFF header, or with "Exif\0\0" before it.
  package init?(block: Bytes) {
    let tiff = block.has("Exif\0\0") ? block.suffix(from: 6) : block
    if tiff.count <= Self.libexifLimit {
      guard let directory = LibExifDirectory(tiff) else { return nil }
      self.init(directory)
    } else {
      guard let directory = TIFFDirectories(ByteSource(tiff.array)) else { return nil }
      self.init(directory)
    }
  }
}
