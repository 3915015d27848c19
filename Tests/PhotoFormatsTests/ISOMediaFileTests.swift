import Foundation
import SystemPackage
import Testing

@testable import PhotoFormats

@Suite("Files made of boxes, on disk")
struct ISOMediaFileTests {
  /// Calls `body` with a sparse file that contains these bytes at these offsets.
  private func withFile(
    _ parts: [(offset: Int, bytes: [UInt8])], _ body: (FileDescriptor, Int) throws -> Void
  ) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mov")
    let file = try FileDescriptor.open(
      FilePath(url.path), .readWrite, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
    defer {
      try? file.close()
      try? FileManager.default.removeItem(at: url)
    }
    for part in parts { _ = try file.writeAll(toAbsoluteOffset: Int64(part.offset), part.bytes) }
    try body(file, Int(try file.seek(offset: 0, from: .end)))
  }

  @Test("A movie box at the end of 5 GB is found without reading what stands before it")
  func movieAtEnd() throws {
    let start = ftyp("qt  ")
    let end = 5_000_000_000
    let mediaData = be32(1) + latin("mdat") + be(UInt64(end - start.count), 8)
    // A sample table of 8 MB, more than is loaded at once, is between the header and the user data.
    let movie = box(
      "moov", mvhd(), trak(), box("free", [UInt8](repeating: 7, count: 8_000_000)),
      box("udta", userText("©mak", "Canon")))
    try withFile([(0, start + mediaData), (end, movie)]) { file, count in
      let source = try ByteSource(file, count: count)
      var fields = HeaderFields()
      try ISOMediaHeader.read(source, into: &fields)
      #expect(fields.pixelSize == PixelSize(width: 1920, height: 1080))
      #expect(fields.findings.duration == 1.5)
      #expect(fields.containerCamera?.make == "Canon")
    }
  }

  @Test("An item box beyond the first bytes is read, with its item before it")
  func itemsAfterPicture() throws {
    var picture = PictureFile()
    let itemCount = picture.media.count
    picture.media += [UInt8](repeating: 0, count: 100_000)
    picture.location = { offset, _ in
      fullBox("iloc", be16(0x4400), be16(1), be16(2), be16(0), be16(1), be32(offset), be32(itemCount))
    }
    try withFile([(0, picture.bytes)]) { file, count in
      var fields = HeaderFields()
      try ISOMediaHeader.read(ByteSource(file, count: count), into: &fields)
      #expect(fields.pixelSize == PixelSize(width: 640, height: 480))
      #expect(fields.exif?.make == "Canon")
    }
  }

  @Test("A flood of boxes ends", .timeLimit(.minutes(5)))
  func flood() {
    let boxes = [UInt8](repeating: box("free"), times: 200_000)
    #expect(readISOMedia(ftyp("heic") + boxes).damage == "no item box (meta)")
    #expect(readISOMedia(ftyp("mp42") + box("moov", boxes)).damage == nil)
  }
}

@Suite("Canon CR3")
struct CanonRAW3Tests {
  private let boxType: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]

  @Test("Each block stands for a directory of Exif")
  func directories() {
    func block(_ entries: TIFFBuilder.Entry...) -> [UInt8] { TIFFBuilder(.big).file([entries]) }
    let blocks =
      box(
        "CMT1",
        block(.init(0x0100, .short([30])), .init(0x0101, .short([20])), .init(0x010F, .ascii("Canon"))))
      + box("CMT2", block(.init(0x9003, .ascii("2014:05:25 10:00:00")), .init(0x010F, .ascii("Other"))))
      + box("CMT3", block(.init(0x0095, .ascii("RF24-105mm F4 L IS USM"))))
      + box(
        "CMT4",
        block(
          .init(0x0001, .ascii("N")), .init(0x0002, .rational([(20, 1)])), .init(0x0003, .ascii("E")),
          .init(0x0004, .rational([(10, 1)]))))
    let fields = readISOMedia(ftyp("crx ") + box("moov", box("uuid", boxType, blocks))).fields
    #expect(fields.exif?.make == "Canon")
    #expect(fields.exif?.dateTimeOriginal == DateText("2014:05:25 10:00:00"))
    #expect(fields.exif?.location == GeoLocation(latitude: 20, longitude: 10))
    #expect(fields.exif?.findings[.lens] == .text("RF24-105mm F4 L IS USM"))
    #expect(fields.pixelSize == PixelSize(width: 30, height: 20))
  }

  @Test("A file without Canon's box keeps the size of its track and says so")
  func noCanonBox() {
    let read = readISOMedia(ftyp("crx ", "crx ", "isom") + box("moov", mvhd(), trak()))
    #expect(read.damage == "no box of Canon's metadata")
    #expect(read.fields.fileType == .canonCR3)
    #expect(read.fields.pixelSize == PixelSize(width: 1920, height: 1080))
  }

  @Test("Canon's box is told by its extended type")
  func canonBox() {
    let blocks = box("CMT1", tiffBlock(make: "Canon", date: ""))
    let read = readISOMedia(ftyp("crx ") + box("moov", box("uuid", boxType, blocks), mvhd(), trak()))
    #expect(read.damage == nil)
    #expect(read.fields.exif != nil)
    #expect(read.fields.pixelSize == PixelSize(width: 1920, height: 1080))
  }
}
