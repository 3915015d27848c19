import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoFormats

/// JPEG files that end early.
struct JPEGDamageTests {
  private static let start: [UInt8] = [0xFF, 0xD8]
  private static let table: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
  private static let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 16, 1, 1, 0x11, 0]
  /// A segment with a length beyond the end.
  private static let comment: [UInt8] = [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0x41, count: 100)

  /// The metadata of a file, and the number of bytes read.
  private func read(_ bytes: [UInt8]) throws -> (metadata: PhotoMetadata, cost: Int) {
    let folder = try TemporaryTree()
    try TemporaryTree.write(bytes, to: folder.at("a.jpg"))
    let file = try OpenFile(folder.at("a.jpg"))
    let source = try ByteSource(file.descriptor, count: bytes.count)
    let metadata = PhotoMetadata.read(source)
    return (metadata, source.bytesRead)
  }

  private static let heads: [[UInt8]] = [
    start, start + table.prefix(20), start + table + [0xFF], start + table + frame.prefix(6),
    start + table + frame, start + comment,
  ]

  @Test(arguments: 0...6)
  func `Exif is believed wherever the segment behind it begins`(shift: Int) throws {
    // The first read ends inside or near the marker after Exif.
    let length = ByteSource.headCount - 2 - 4 - 6 - 3 + shift
    var exif = TIFFBuilder().file([TIFFBuilder.Entry.photo()])
    exif += [UInt8](repeating: 0, count: length - exif.count)
    let (metadata, _) = try read(TIFFBuilder.jpeg(exif: exif) + [0x11, 0xFF, 0xD9])
    #expect(metadata.camera?.make == "Maker")
    #expect(metadata.damage == nil)
  }

  @Test(arguments: [0, 1, 3, 4000, 4096, 10_000, 100_000])
  func `bytes between segments are passed over, and none of a segment`(gap: Int) {
    // A window of 4 KiB ends inside the table, inside its marker, or before it.
    for shift in 0..<16 {
      let length = 4096 - 8 - shift
      let comment: [UInt8] =
        [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)] + [UInt8](repeating: 0x41, count: length - 2)
      let garbage = [UInt8](repeating: 0, count: gap)
      let end = Self.frame + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
      // A segment that libjpeg skips, or one that it parses, precedes them.
      for file in [
        Self.start + comment + garbage + Self.table + end, Self.start + comment + Self.table + garbage + end,
      ] {
        let metadata = PhotoMetadata.read(ByteSource(file))
        #expect(metadata.pixelSize == PixelSize(width: 16, height: 8) && metadata.damage == nil)
      }
    }
  }

  @Test func `the thumbnail in Exif is not read`() throws {
    let directories = [TIFFBuilder.Entry.photo(), TIFFDirectoriesTests.thumbnail]
    let exif = TIFFBuilder().file(directories) + [UInt8](repeating: 7, count: 50_000)
    let jpeg = TIFFBuilder.jpeg(exif: exif) + [0x11, 0xFF, 0xD9]
    let (metadata, cost) = try read(jpeg)
    #expect(metadata.camera?.make == "Maker")
    #expect(cost < 30_000)
    #expect(PhotoExif(of: ByteSource(jpeg))?.fields.make == "Maker")
    // Values far after the directories are read.
    let far = TIFFBuilder.Entry(0x9C9C, .bytes([UInt8](repeating: 1, count: 50_000)))
    let turned = TIFFBuilder().file([TIFFBuilder.Entry.photo() + [far]])
    #expect(try read(TIFFBuilder.jpeg(exif: turned) + [0x11, 0xFF, 0xD9]).metadata.camera?.make == "Maker")
  }

  @Test(arguments: heads)
  func `a file cut inside its header and filled up with zeros is told as damaged after a short look`(
    head: [UInt8]
  ) throws {
    let (metadata, cost) = try read(head + [UInt8](repeating: 0, count: 3_000_000))
    // A start followed by zeros is no JPEG.
    #expect(metadata.damage != nil || metadata.fileType == .unknown)
    #expect(cost < 200_000)
  }
}
