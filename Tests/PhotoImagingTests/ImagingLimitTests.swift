import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoImaging

/// Pictures, files and renderings of extreme size.
struct ImagingLimitTests {
  private func size(_ width: UInt32, _ height: UInt32) throws -> PixelSize {
    try #require(sized(width, height))
  }

  private func sized(_ width: UInt32, _ height: UInt32) -> PixelSize? {
    PixelSize(width: width, height: height)
  }

  @Test func `a rendering is reused until the photo or the request changes`() throws {
    let folder = try TemporaryTree()
    let photo = try folder.write(
      try Pictures.quarters(width: 400, height: 300).jpeg(quality: 0.8), to: "a.jpg")
    let renderings = RenderingFolder(folder.path.appending("renderings"))
    func kept(_ rendering: Rendering = .screen, crop: Crop? = nil) throws -> RenderingFolder.Kept {
      try renderings.rendering(of: photo, rendering, crop: crop)
    }
    let first = try kept()
    #expect(first.isNew && first.size == sized(400, 300))
    let bytes = try FileSystem.read(first.path)
    let again = try kept()
    #expect(!again.isNew && again.path == first.path && again.size == first.size)
    #expect(try FileSystem.read(again.path) == bytes)
    let square = try kept(crop: .middle(.square))
    #expect(square.isNew && square.path != first.path && square.size == sized(300, 300))
    let small = try kept(.aspectRatioThumbnail(fitting: size(100, 100)))
    #expect(small.isNew && small.size == sized(100, 75))
    #expect(try !kept(crop: .middle(.square)).isNew)
    let part = PixelRectangle(x: 20, y: 0, size: try size(300, 300))
    let moved = try kept(crop: .part(part))
    #expect(moved.isNew && moved.path != square.path && moved.size == sized(300, 300))
    try FileSystem.setModificationTime(1_000_000_000, of: photo)
    let later = try kept()
    #expect(later.isNew && later.path != first.path)
    // Invalid files in the folder are replaced.
    try FileSystem.write([1, 2, 3], to: later.path)
    #expect(try kept().isNew)
    #expect(try FileSystem.read(later.path) == bytes)
    #expect(try FileSystem.names(in: folder.path.appending("renderings")).count == 5)
  }

  @Test(arguments: [199, 200, 201, 250])
  func `the name of a rendering contains up to 200 bytes of the photo's name`(count: Int) throws {
    let folder = try TemporaryTree()
    let stem = String(repeating: "x", count: count)
    let photo = try folder.write(try Pictures.quarters(width: 8, height: 8).png(), to: "\(stem).png")
    let kept = try RenderingFolder(folder.path.appending("r")).rendering(of: photo, .full, crop: nil)
    #expect(kept.path.stem?.utf8.count == min(count, 200) + 17)
  }

  @Test func `the name of a rendering begins with no minus and contains no control characters`() throws {
    let folder = try TemporaryTree()
    let photo = try folder.write(
      try Pictures.quarters(width: 8, height: 8).png(), to: "-rf\u{202E}\u{1B}[2J.png")
    let kept = try RenderingFolder(folder.path.appending("r")).rendering(of: photo, .full, crop: nil)
    #expect(kept.path.stem?.dropLast(16) == "_rf__[2J-")
  }

  @Test func `a folder that cannot be written is an error`() throws {
    let folder = try TemporaryTree()
    let photo = try folder.write(try Pictures.quarters(width: 8, height: 8).png(), to: "a.png")
    let error = #expect(throws: ImagingError.self) {
      try RenderingFolder(photo).rendering(of: photo, .full, crop: nil)
    }
    #expect(error?.path == photo)
    #expect(error?.description.contains(": no rendering: \(photo)/a-") == true)
  }

  @Test(
    arguments: [
      (1, ThumbnailSize.normal), (128, .normal), (129, .large), (256, .large), (257, .extraLarge),
      (512, .extraLarge),
      (513, .extraExtraLarge), (1024, .extraExtraLarge), (1025, .extraExtraLarge),
    ] as [(UInt32, ThumbnailSize)])
  func `a thumbnail has at least the requested size`(side: UInt32, expected: ThumbnailSize) {
    #expect(ThumbnailSize(side: side) == expected)
    #expect(expected.andLarger == ThumbnailSize.allCases.filter { $0.side >= expected.side })
    #expect(expected.andLarger.first == expected)
  }

  @Test func `reads cross both ends of the buffer`() throws {
    let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let folder = try TemporaryTree()
    let file = try PictureFile(try folder.write(content, to: "a"))
    let whole = PictureSource(file)
    let middle = try #require(whole.part(1000..<90_000))
    let inMemory = try #require(PictureSource(Bytes(content)).part(1000..<200_000))
    let places = [0, 1, 32_767, 32_768, 32_769, 40_000, 10, 65_535, 65_536, 88_999, 89_000, 99_999, 100_000]
    for offset in places {
      for count in [0, 1, 100, 32_767, 32_768, 50_000, 200_000] {
        func expected(_ content: ArraySlice<UInt8>) -> [UInt8] {
          Array(content.dropFirst(offset).prefix(count))
        }
        #expect(whole.bytes(at: offset, count: count).array == expected(content[...]))
        #expect(middle.bytes(at: offset, count: count).array == expected(content[1000..<90_000]))
        #expect(inMemory.bytes(at: offset, count: count).array == expected(content[1000...]))
      }
    }
    #expect(whole.bytes(at: -1, count: 5).isEmpty && whole.part(-1..<5) == nil && whole.part(5..<5) == nil)
    #expect(whole.part(100_000..<100_001) == nil && whole.part(99_999..<100_001)?.count == 1)
    #expect(middle.byteSource()?.bytes(at: 0, count: 5).array == Array(content[1000..<1005]))
    #expect(whole.byteSource()?.count == 100_000 && middle.byteSource()?.count == 89_000)
    #expect(throws: ImagingError.self) { try PictureFile(folder.path) }
  }

  @Test func `a pixel outside the picture is nil`() throws {
    let picture = try Pictures.buffer([[Pictures.red, Pictures.green], [Pictures.blue, Pictures.white]])
    #expect(picture.pixel(x: 1, y: 1) == Pictures.white && picture.pixel(x: 1, y: 0) == Pictures.green)
    for (x, y) in [(-1, 0), (2, 0), (0, -1), (0, 2)] { #expect(picture.pixel(x: x, y: y) == nil) }
    let two = try size(1, 2)
    #expect(PixelBuffer(size: two, rgba: [UInt8](repeating: 1, count: 7), isOpaque: true) == nil)
    #expect(PixelBuffer(size: two, rgba: [UInt8](repeating: 1, count: 9), isOpaque: true) == nil)
    #expect(PixelBuffer(size: two, rgba: [UInt8](repeating: 1, count: 8), isOpaque: true) != nil)
    #expect(Pictures.rows(try picture.cropped(to: .square)) == Pictures.rows(picture))
    #expect(Pictures.rows(try picture.scaled(to: picture.size)) == Pictures.rows(picture))
    #expect(Pictures.rows(try picture.oriented(.up)) == Pictures.rows(picture))
    let tall = try Pictures.buffer([[Pictures.red], [Pictures.green], [Pictures.blue], [Pictures.white]])
    #expect(Pictures.rows(try tall.cropped(to: .square)) == [[Pictures.green]])
    let shape = try #require(AspectRatio("1:3"))
    #expect(
      Pictures.rows(try tall.cropped(to: shape)) == [[Pictures.red], [Pictures.green], [Pictures.blue]])
    #expect(try size(1, 100).cropped(to: #require(AspectRatio("100000:1"))) == sized(1, 1))
  }

  @Test func `sides of 32767 pixels are the maximum for scaling`() throws {
    func line(_ count: Int) throws -> PixelBuffer {
      try Pictures.buffer([.init(repeating: Pictures.red, count: count)])
    }
    let small = try size(10, 1)
    #expect(try line(32_767).scaled(to: small).size == small)
    let error = #expect(throws: ImagingError.self) { try line(32_768).scaled(to: small) }
    #expect(error?.reason == .tooLarge(sized(32_768, 1)))
    #expect(error?.description.contains("at most 32767 a side") == true)
    let other = ImagingError(.tooLarge(sized(32_767, 32_767)))
    #expect(!other.description.contains("at most"))
    #expect(try line(32_767).oriented(.right).size == sized(1, 32_767))
  }

  @Test func `a side of 0 or beyond the limit means the JPEG maximum`() throws {
    func box(_ width: Int, _ height: Int) -> PixelSize? {
      Rendering.fitting(width: width, height: height).box
    }
    #expect(box(0, 600) == sized(65_500, 600) && box(800, 0) == sized(800, 65_500))
    #expect(box(-1, .max) == sized(65_500, 65_500) && box(1, 1) == sized(1, 1))
    #expect(box(65_500, 65_501) == sized(65_500, 65_500))
  }

  @Test func `verification reports corrupt photos and accepts videos without a picture`() throws {
    let folder = try TemporaryTree()
    let bytes = try Pictures.quarters(width: 640, height: 480).jpeg(quality: 0.9)
    func damage(_ bytes: [UInt8], _ name: String) throws -> ImagingError? {
      PhotoImage.damage(of: try folder.write(bytes, to: name))
    }
    #expect(try damage(bytes, "whole.jpg") == nil)
    let cut = try damage(Array(bytes[..<(bytes.count / 2)]), "cut.jpg")
    #expect(cut?.reason == .damaged("it is cut off or broken inside"))
    #expect(cut?.path == folder.path.appending("cut.jpg"))
    #expect(try damage(Pictures.box("ftyp", Array("mp42\0\0\0\0mp42".utf8)), "a.mp4") == nil)
    #expect(try damage(Array("text".utf8), "a.txt") != nil)
    #expect(
      PhotoImage.damage(of: folder.path.appending("none"))?.reason == .unreadable(.noSuchFileOrDirectory))
  }

  @Test(arguments: ["heic", "heix", "mif1", "avif"])
  func `a picture brand is found at any position`(brand: String) {
    func coding(_ major: String, _ others: [String], length: UInt8? = nil) -> PictureCoding? {
      let text = Array((major + "\0\0\0\0" + others.joined()).utf8)
      let size: [UInt8] = [0, 0, 0, length ?? UInt8(text.count + 8)]
      let head = size + Array("ftyp".utf8) + text
      return PictureCoding(head: Bytes(head), fileType: .unknown)
    }
    #expect(coding(brand, []) == .heif && coding("abcd", ["efgh", brand]) == .heif)
    #expect(coding("isom", [brand]) == .video && coding("abcd", ["efgh"]) == .video)
    // Brands after the end of the box are ignored.
    #expect(coding("abcd", ["efgh", brand], length: 20) == .video)
  }
}
