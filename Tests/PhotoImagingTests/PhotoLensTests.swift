import Foundation
import PhotoFormats
import PhotoImaging
import SystemPackage
import TestSupport
import Testing

/// Zooming into one photo.
@Suite struct PhotoLensTests {
  private func rectangle(_ x: UInt32, _ y: UInt32, _ width: UInt32, _ height: UInt32) throws -> PixelRectangle
  {
    PixelRectangle(x: x, y: y, size: try #require(PixelSize(width: width, height: height)))
  }

  /// Photos in every form: opaque, translucent, CMYK, rotated, and rotated by the decoder.
  private func photos() throws -> [Bytes] {
    let exif = Pictures.exif(orientation: 6)
    let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Samples/Trip to Kyoto/IMG_4021.HEIC")
    return [
      Bytes(try RegionFiles.slopes(width: 90, height: 60).jpeg(quality: 0.9, exif: exif)),
      Bytes(
        try Pictures.buffer([[Pictures.red, [0, 0, 0, 0]], [[64, 32, 0, 128], Pictures.white]]).png()),
      try RegionFiles.inks(),
      try RegionFiles.tiff(width: 96, height: 64, isTiled: true, orientation: 8),
      Bytes(Array(try Data(contentsOf: sample))),
    ]
  }

  @Test func `a part is identical with and without preparation`() throws {
    let tree = try TemporaryTree()
    for photo in try photos() {
      let path = tree.path.appending("photo")
      try FileSystem.write(photo.array, to: path)
      let lens = try PhotoLens(path)
      let whole = try PhotoImage.render(path, .full).pixels
      #expect(lens.size == whole.size)
      let (width, height) = (lens.size.width, lens.size.height)
      let parts = try [
        rectangle(0, 0, width, height), rectangle(width / 2, height / 2, width, 1), rectangle(0, 1, 1, 1),
      ]
      let before = try parts.map { Pictures.rows(try lens.region($0, fitting: lens.size).pixels) }
      #expect(!lens.isPrepared)
      #expect(lens.prepare())
      #expect(lens.isPrepared)
      let after = try parts.map { Pictures.rows(try lens.region($0, fitting: lens.size).pixels) }
      #expect(before == after)
      #expect(after[0] == Pictures.rows(whole))
    }
  }

  @Test func `a part of a prepared photo is scaled down to fit`() throws {
    let tree = try TemporaryTree()
    let path = tree.path.appending("photo.jpg")
    try FileSystem.write(try Pictures.quarters(width: 400, height: 400).jpeg(quality: 1), to: path)
    let lens = try PhotoLens(path)
    lens.prepare()
    let box = try #require(PixelSize(width: 40, height: 60))
    let image = try lens.region(rectangle(100, 100, 200, 200), fitting: box)
    #expect(image.pixels.size == PixelSize(width: 40, height: 40))
    #expect(Pictures.isNear(image.pixels.pixel(x: 5, y: 5), Pictures.red))
    #expect(Pictures.isNear(image.pixels.pixel(x: 35, y: 35), Pictures.white))
  }

  @Test func `a photo beyond the memory limit is decoded by part`() throws {
    let tree = try TemporaryTree()
    let path = tree.path.appending("photo.png")
    try FileSystem.write(try RegionFiles.slopes(width: 50, height: 40).png(), to: path)
    let lens = try PhotoLens(path, memory: 50 * 40 * 3 - 1)
    #expect(!lens.prepare())
    let part = try rectangle(10, 10, 5, 5)
    #expect(try lens.region(part, fitting: part.size).pixels.size == part.size)
    #expect(try PhotoLens(path, memory: 50 * 40 * 3).prepare())
  }

  @Test func `a truncated photo is not retained and its available part is decoded`() throws {
    let tree = try TemporaryTree()
    let path = tree.path.appending("photo.jpg")
    let whole = try RegionFiles.slopes(width: 200, height: 200).jpeg(quality: 0.9)
    try FileSystem.write(Array(whole.prefix(whole.count / 2)), to: path)
    let lens = try PhotoLens(path)
    #expect(!lens.prepare())
    let part = try rectangle(0, 0, 8, 8)
    #expect(try lens.region(part, fitting: part.size).pixels.size == part.size)
  }

  @Test func `a closed lens retains nothing`() throws {
    let tree = try TemporaryTree()
    let path = tree.path.appending("photo.jpg")
    try FileSystem.write(try RegionFiles.slopes(width: 200, height: 200).jpeg(quality: 0.9), to: path)
    let lens = try PhotoLens(path)
    #expect(lens.prepare())
    lens.close()
    #expect(!lens.isPrepared)
    let part = try rectangle(0, 0, 8, 8)
    #expect(try lens.region(part, fitting: part.size).pixels.size == part.size)
    let other = try PhotoLens(path)
    other.close()
    #expect(!other.prepare())
  }

  @Test func `an undecodable file throws an error with its path`() throws {
    let tree = try TemporaryTree()
    let path = tree.path.appending("notes.txt")
    try FileSystem.write(Array("no photo".utf8), to: path)
    let error = #expect(throws: ImagingError.self) { try PhotoLens(path) }
    #expect(error?.path == path)
    #expect(throws: ImagingError.self) { try PhotoLens(tree.path.appending("nothing")) }
  }
}
