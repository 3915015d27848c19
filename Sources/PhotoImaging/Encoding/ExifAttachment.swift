import CPhotoCodecs
import PhotoFiles
import PhotoFormats
import SystemPackage

/// The Exif block of a photo, adapted to a derived picture.
///
///     let image = try PhotoImage.render(path, .screen)
///     let exif = try ExifAttachment.read(from: path)?.adapted(to: image.pixels.size)
///     let jpeg = try image.pixels.jpeg(quality: 0.9, exif: exif)
public struct ExifAttachment: Sendable, Hashable {
  /// The block, starting with the TIFF header.
  public let bytes: Bytes

  /// Returns `nil` unless the bytes start with a TIFF header.
  public init?(_ bytes: Bytes) {
    guard bytes.has("II*\0") || bytes.has("MM\0*") else { return nil }
    self.bytes = bytes
  }

  /// The maximum size in a JPEG segment: 65,535 minus its length and "Exif\0\0" (ITU-T T.81, B.1.1.4; Exif 2.32,
  /// 4.7.2).
  private static let longest = 65_527

  /// Reads the block of a JPEG, PNG, WebP or HEIF file. Returns `nil` for other formats, for files without Exif, and if
  /// the block exceeds a JPEG segment.
  ///
  /// - Throws: `ImagingError` if the file can't be read.
  public static func read(from path: FilePath) throws(ImagingError) -> ExifAttachment? {
    let file = try PictureFile(path)
    do throws(Errno) {
      let source = try file.byteSource()
      let block = PhotoMetadata.exifBlock(of: source)
      if let failure = source.failure { throw failure }
      return block.flatMap { $0.count <= longest ? ExifAttachment($0) : nil }
    } catch {
      throw ImagingError(.unreadable(error), path: path)
    }
  }

  /// Returns the block for a picture of a given size.
  ///
  /// Resets the orientation, sets the pixel dimensions, and removes the thumbnail, which may show cropped parts.
  /// Preserves all other bytes, so that offsets in maker notes remain valid.
  public func adapted(to size: PixelSize) -> ExifAttachment {
    var editor = ExifEditor(bytes)
    editor.adapt(to: size)
    return ExifAttachment(Bytes(editor.bytes)) ?? self
  }
}

/// Edits values of an Exif block in place.
private struct ExifEditor {
  private static let pixelXDimension: UInt16 = 0xA002
  private static let pixelYDimension: UInt16 = 0xA003

  private(set) var bytes: [UInt8]
  private let block: Bytes
  private let order: ByteOrder

  init(_ block: Bytes) {
    self.block = block
    bytes = block.array
    order = block.has("MM") ? .big : .little
  }

  mutating func adapt(to size: PixelSize) {
    guard let first = offset(at: 4) else { return }
    resetOrientation(in: first)
    for (tag, value) in [(ExifTag.imageWidth, size.width), (ExifTag.imageLength, size.height)] {
      replace(tag, in: first, by: value)
    }
    if let entry = entries(ExifTag.exifIFD, in: first).first, let exif = offset(at: entry + 8) {
      replace(Self.pixelXDimension, in: exif, by: size.width)
      replace(Self.pixelYDimension, in: exif, by: size.height)
    }
    removeThumbnail(after: first)
  }

  /// Replaces every orientation entry, whatever its type and count, with one SHORT of value 1.
  private mutating func resetOrientation(in directory: Int) {
    for entry in entries(ExifTag.orientation, in: directory) {
      write(UInt32(IFDType.short.rawValue), at: entry + 2, size: 2)
      write(1, at: entry + 4, size: 4)
      write(0, at: entry + 8, size: 4)
      write(1, at: entry + 8, size: 2)
    }
  }

  /// Unlinks IFD1, and truncates or overwrites its picture.
  private mutating func removeThumbnail(after first: Int) {
    guard let count = block.uint16(at: first, order), let second = offset(at: first + 2 + Int(count) * 12)
    else { return }
    write(0, at: first + 2 + Int(count) * 12, size: 4)
    guard
      let start = entries(ExifTag.jpegInterchangeFormat, in: second).first.flatMap({ offset(at: $0 + 8) }),
      let length = entries(ExifTag.jpegInterchangeFormatLength, in: second).first.flatMap({
        offset(at: $0 + 8)
      })
    else { return }
    let end = min(start + length, bytes.count)
    guard start >= 8, start < end else { return }
    if end == bytes.count {
      bytes.removeLast(end - start)
    } else {
      for index in start..<end { bytes[index] = 0 }
    }
  }

  /// Returns the 32-bit offset at a position, or `nil` if it is 0 or out of bounds.
  private func offset(at place: Int) -> Int? {
    block.uint32(at: place, order).flatMap { $0 > 0 ? Int($0) : nil }
  }

  private func entries(_ tag: UInt16, in directory: Int) -> some Collection<Int> {
    (0..<Int(block.uint16(at: directory, order) ?? 0)).lazy.map { directory + 2 + $0 * 12 }
      .filter { block.uint16(at: $0, order) == tag && $0 + 12 <= block.count }
  }

  /// Replaces an existing single value of type SHORT or LONG.
  private mutating func replace(_ tag: UInt16, in directory: Int, by value: UInt32) {
    guard let entry = entries(tag, in: directory).first, block.uint32(at: entry + 4, order) == 1,
      let type = block.uint16(at: entry + 2, order).flatMap(IFDType.init(rawValue:))
    else { return }
    if type == .long { write(value, at: entry + 8, size: 4) }
    if type == .short, value <= UInt16.max { write(value, at: entry + 8, size: 2) }
  }

  private mutating func write(_ value: UInt32, at offset: Int, size: Int) {
    guard offset >= 0, offset + size <= bytes.count else { return }
    for index in 0..<size {
      let shift = UInt32(8 * (order == .little ? index : size - 1 - index))
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }
}
