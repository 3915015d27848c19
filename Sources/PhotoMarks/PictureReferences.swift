import PhotoFiles
import PhotoFormats
import SystemPackage

/// The offsets in the metadata of a JPEG that may lead to data after its picture, such as the preview of a camera.
///
/// Makers document neither the tags nor the origins of these offsets. Therefore any 32-bit number, in either byte order,
/// counts as an offset if it leads from a usual origin to the start of another picture or to the byte after a picture.
/// Other numbers rarely match, since few of the 4 billion positions qualify.
struct PictureReferences {
  /// The TIFF structures of Exif (Exif 2.32, 4.5.2) and of the Multi-Picture Format (CIPA DC-007, 5.2.1) in the file.
  let blocks: [Range<Int>]
  /// The offset of the first scan.
  let scan: Int

  /// The maximum number of TIFF headers in a block, such as of Exif and a maker note.
  private static let headerLimit = 16

  /// Returns the offset of the TIFF structure in a segment, or `nil` for any other segment.
  static func blockStart(_ marker: UInt8, _ segment: Bytes) -> Int? {
    if marker == 0xE1, segment.has("Exif\0", at: 4) { return 10 }
    return marker == 0xE2 && segment.has("MPF\0", at: 4) ? 8 : nil
  }

  /// Returns whether the number of bytes at `position`, which is before the first scan, has to remain the same.
  ///
  /// Reads the rest of the file, unless no block can contain offsets.
  ///
  /// - Throws: `Errno`, or `EmbeddingProblem.fixed` if too many pictures follow.
  func lead(across position: Int, in file: FileDescriptor, count: Int) throws -> Bool {
    guard !blocks.isEmpty else { return false }
    let targets = try PictureBoundaries(in: file, from: scan).offsets
    guard let first = targets.min(), let last = targets.max() else { return false }
    let source = try ByteSource(file, count: count)
    return blocks.contains { block in
      guard let bytes = source.allBytes(at: block.lowerBound, count: block.count) else { return true }
      // A block that moves with the data only loses offsets that count from the start of the file.
      let origins = block.lowerBound < position ? Self.origins(of: block, bytes, count) : [0]
      guard let origins else { return true }
      return Self.contains(bytes) { word in
        origins.contains { first...last ~= $0 + word && targets.contains($0 + word) }
      }
    }
  }

  /// Returns whether any number of 32 bits, in either byte order, satisfies a condition.
  private static func contains(_ bytes: Bytes, _ isOffset: (Int) -> Bool) -> Bool {
    bytes.withUnsafeBytes { bytes in
      (0..<max(bytes.count - 3, 0)).contains { offset in
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isOffset(Int(word)) || isOffset(Int(word.byteSwapped))
      }
    }
  }

  /// Returns the file positions from which a block's offsets may count: the start of the file, the TIFF headers in the
  /// block, and the maker note. Returns `nil` if the block contains a value outside of itself, as in photos of the Leica S.
  private static func origins(of block: Range<Int>, _ bytes: Bytes, _ count: Int) -> [Int]? {
    var origins = [0]
    for offset in bytes.withUnsafeBytes({ headers(in: $0) }) { origins.append(block.lowerBound + offset) }
    guard let directories = TIFFDirectories(ByteSource(bytes)) else { return origins }
    for entry in ExifDirectoryKind.allCases.compactMap({ directories.directory($0)?.entries }).joined() {
      let isInside = entry.length <= bytes.count && entry.position <= bytes.count - entry.length
      if !isInside, entry.position < count - block.lowerBound { return nil }
      if entry.tag == ExifTag.makerNote { origins.append(block.lowerBound + entry.position) }
    }
    return origins
  }

  /// Returns the offsets of TIFF headers (TIFF 6.0, 2).
  private static func headers(in bytes: UnsafeRawBufferPointer) -> [Int] {
    let headers: Set<UInt32> = [0x4949_2A00, 0x4D4D_002A]
    let found = (0..<max(bytes.count - 3, 0)).lazy.filter {
      headers.contains(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)))
    }
    return Array(found.prefix(headerLimit))
  }
}

/// The positions after the first picture of a JPEG at which another picture or other data starts.
private struct PictureBoundaries {
  private(set) var offsets: Set<Int> = []

  private static let limit = 4096
  /// The last four bytes.
  private var window: UInt32 = 0
  /// The number of pictures that haven't ended.
  private var depth = 1
  private var position: Int

  /// Reads the file from the first scan, in which only restart markers occur (ITU-T T.81, B.1.1.2).
  init(in file: FileDescriptor, from scan: Int) throws {
    position = scan
    try FileCopier.forEachChunk(of: file, from: Int64(scan)) { chunk in
      add(chunk)
      guard offsets.count <= Self.limit else { throw EmbeddingProblem.fixed }
    }
    // Nothing starts at the end of the file.
    offsets.remove(position)
  }

  private mutating func add(_ chunk: UnsafeRawBufferPointer) {
    var index = 0
    while index < chunk.count {
      // Only 0xFF, the three bytes before it and the two bytes after it matter.
      if window & 0xFF != 0xFF, window >> 8 & 0xFF != 0xFF {
        let skipped = max(Self.runEnd(in: chunk, from: index) - 3, index)
        position += skipped - index
        index = skipped
      }
      add(chunk[index])
      index += 1
    }
  }

  /// Returns the end of a run of bytes without 0xFF, in steps of eight bytes.
  private static func runEnd(in chunk: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index + 8 <= chunk.count {
      let inverse = ~chunk.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // Not zero if a byte of `inverse` is zero.
      if (inverse &- 0x0101_0101_0101_0101) & ~inverse & 0x8080_8080_8080_8080 != 0 { break }
      index += 8
    }
    return index
  }

  private mutating func add(_ byte: UInt8) {
    window = window << 8 | UInt32(byte)
    position += 1
    if window & 0xFFFF == 0xFFD9 {
      // In other data, such as a film, these bytes end no picture.
      guard depth > 0 else { return }
      depth -= 1
      offsets.insert(position)
    } else if offsets.isEmpty {
      return
    } else if window & 0xFF_FFFF == 0xFFD8FF {
      depth += 1
      offsets.insert(position - 3)
    } else if window & 0xFF_FFFF == 0xD8FFDB, window >> 24 != 0xFF {
      // Minolta's previews begin with a wrong byte.
      depth += 1
      offsets.insert(position - 4)
    }
  }
}
