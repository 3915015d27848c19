import Foundation
import PhotoFormats
import PhotoImaging
import Testing

/// JPEG XL from libjxl: 16 x 8 lossless pixels in red, green, yellow and blue quarters, clockwise from the upper left.
struct JPEGXLPictureTests {
  private let plain = "/wrBQUBxIQgCAQCcAEsYk46DgykwIkTKvRcIAoDgsGZgyfe/TW8tg5lNP5tm/fLiE4F4BQ=="
  /// In a container, with orientation 6.
  private let turned = """
    AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAA9anhsY/8KwS0QUFwSCAIBAJwASxiTjoODKTAiRMq9FwgCgOCwZmDJ979N
    by2DmU0/m2b98uITgXgF
    """
  /// Half translucent.
  private let translucent = """
    /wrBwYLiQggIEACwAEsYk46DgykwIkTKvRcQAiDgPABAhPZ7dH+9fi9DUz48/dyUM/Otdiw+EYhX
    """

  private func bytes(_ base64: String) throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters)))
  }

  @Test func `lossless pixels are exact`() throws {
    let image = try PhotoImage.render(Bytes(bytes(plain)), .full)
    let pixels = image.pixels
    #expect(pixels.size == PixelSize(width: 16, height: 8) && pixels.isOpaque)
    #expect(image.origin == .picture && !image.isTruncated)
    #expect(pixels.pixel(x: 0, y: 0) == SIMD4(230, 30, 30, 255))
    #expect(pixels.pixel(x: 15, y: 3) == SIMD4(30, 200, 40, 255))
    #expect(pixels.pixel(x: 7, y: 4) == SIMD4(40, 60, 220, 255))
    #expect(pixels.pixel(x: 8, y: 7) == SIMD4(240, 220, 40, 255))
    let small = try PhotoImage.render(Bytes(bytes(plain)), .thumbnail(side: 2)).pixels
    #expect(small.size == PixelSize(width: 2, height: 2))
  }

  @Test func `the orientation of the codestream is applied once`() throws {
    let image = try PhotoImage.render(Bytes(bytes(turned)), .full)
    #expect(image.pixels.size == PixelSize(width: 8, height: 16))
    #expect(image.fullSize == PixelSize(width: 16, height: 8))
    #expect(image.orientation == .right)
    #expect(image.pixels.pixel(x: 0, y: 0) == SIMD4(40, 60, 220, 255))
    #expect(image.pixels.pixel(x: 7, y: 0) == SIMD4(230, 30, 30, 255))
    let stored = try PhotoImage.render(
      Bytes(bytes(turned)), .full, options: RenderingOptions(orientationApplied: false))
    #expect(stored.pixels.size == PixelSize(width: 16, height: 8))
    #expect(stored.pixels.pixel(x: 0, y: 0) == SIMD4(230, 30, 30, 255))
  }

  @Test func `colors are premultiplied`() throws {
    let pixels = try PhotoImage.render(Bytes(bytes(translucent)), .full).pixels
    #expect(!pixels.isOpaque)
    #expect(Pictures.isNear(pixels.pixel(x: 0, y: 0), SIMD4(115, 15, 15, 128), by: 1))
  }

  @Test func `the available part of a truncated file is decoded`() throws {
    let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Samples/Shoebox/rose.jxl")
    let start = Array(try Data(contentsOf: sample).prefix(3000))
    #expect(try PhotoImage.render(Bytes(start), .full).isTruncated)
    let error = #expect(throws: ImagingError.self) {
      try PhotoImage.render(Bytes(Array(bytes(plain).prefix(30))), .full)
    }
    #expect(error?.reason == .damaged("libjxl cannot decode it"))
  }

  @Test func `a picture that exceeds the limits is rejected`() throws {
    let error = #expect(throws: ImagingError.self) {
      try PhotoImage.render(
        Bytes(bytes(plain)), .full, options: RenderingOptions(limits: ImagingLimits(pixels: 100)))
    }
    #expect(error?.reason == .tooLarge(PixelSize(width: 16, height: 8)))
  }

  @Test func `a frame that exceeds the memory limit of its file is rejected`() throws {
    let error = #expect(throws: ImagingError.self) {
      try PhotoImage.render(Bytes(JPEGXLBomb.bytes), .full)
    }
    // libjxl 0.7 terminates the helper, newer versions return an error.
    let texts = [
      "it ends its decoder, or makes it take more memory than one picture may", "libjxl cannot decode it",
    ]
    #expect(texts.contains { error?.reason == .damaged($0) })
    #expect(throws: Never.self) { try PhotoImage.render(Bytes(bytes(plain)), .full) }
  }
}
