import PhotoFormats
import PhotoImaging
import Testing

/// Frames of videos.
@Suite struct VideoFrameTests {
  private let black = SIMD4<UInt8>(0, 0, 0, 255)

  /// Returns a different color for each frame, one per second.
  private func colors(_ count: Int) -> [SIMD4<UInt8>] {
    (0..<count).map { SIMD4(UInt8(250 - $0 * 10), UInt8($0 * 12), 100, 255) }
  }

  private func shown(_ video: VideoFile, _ rendering: Rendering = .full) throws -> PhotoImage {
    try PhotoImage.render(video.bytes(), rendering)
  }

  @Test func `the frame at a tenth of the duration is decoded`() throws {
    let frames = colors(20)
    let image = try shown(VideoFile(frames: frames))
    #expect(image.origin == .videoFrame)
    #expect(image.pixels.size == PixelSize(width: 32, height: 16))
    #expect(image.pixels.isOpaque)
    #expect(Pictures.isNear(image.pixels.pixel(x: 4, y: 8), frames[2], by: 8))
  }

  @Test func `a short video yields the frame at one second or its first frame`() throws {
    let frames = colors(5)
    let image = try shown(VideoFile(frames: frames))
    #expect(Pictures.isNear(image.pixels.pixel(x: 4, y: 8), frames[1], by: 8))
    let single = try shown(VideoFile(frames: [Pictures.red]))
    #expect(Pictures.isNear(single.pixels.pixel(x: 4, y: 8), Pictures.red, by: 8))
  }

  @Test func `a key frame is preferred`() throws {
    let frames = colors(20)
    let image = try shown(VideoFile(frames: frames, keys: [1, 2, 12]))
    #expect(Pictures.isNear(image.pixels.pixel(x: 4, y: 8), frames[1], by: 8))
  }

  @Test func `black frames are skipped`() throws {
    var frames = [SIMD4<UInt8>](repeating: black, count: 20)
    let dark = try shown(VideoFile(frames: frames))
    #expect(Pictures.isNear(dark.pixels.pixel(x: 4, y: 8), black))
    frames[4] = Pictures.green
    let image = try shown(VideoFile(frames: frames))
    #expect(Pictures.isNear(image.pixels.pixel(x: 4, y: 8), Pictures.green, by: 8))
  }

  @Test func `the rotation of a video is applied`() throws {
    let video = VideoFile(frames: [Pictures.red], matrix: [0, 1, -1, 0])
    let image = try shown(video)
    #expect(image.pixels.size == PixelSize(width: 16, height: 32))
    #expect(image.orientation == .right)
    #expect(Pictures.isNear(image.pixels.pixel(x: 8, y: 4), Pictures.red, by: 8))
    #expect(Pictures.isNear(image.pixels.pixel(x: 8, y: 28), [85, 85, 85, 255], by: 8))
    let stored = try PhotoImage.render(
      video.bytes(), .full, options: RenderingOptions(orientationApplied: false))
    #expect(stored.pixels.size == PixelSize(width: 32, height: 16))
  }

  @Test func `frames are scaled to square pixels`() throws {
    let image = try shown(VideoFile(frames: [Pictures.blue], pixelAspect: 2))
    #expect(image.pixels.size == PixelSize(width: 64, height: 16))
  }

  @Test func `thumbnails and parts of a frame have the requested size`() throws {
    let video = VideoFile(frames: [Pictures.red], width: 320, height: 160)
    #expect(try shown(video, .thumbnail(side: 64)).pixels.size == PixelSize(width: 64, height: 64))
    let box = try #require(PixelSize(width: 100, height: 100))
    #expect(
      try shown(video, .aspectRatioThumbnail(fitting: box)).pixels.size == PixelSize(width: 100, height: 50))
    let part = PixelRectangle(x: 150, y: 20, size: try #require(PixelSize(width: 20, height: 10)))
    let image = try shown(video, .region(part, fitting: box))
    #expect(image.pixels.size == part.size)
    #expect(image.fullSize == PixelSize(width: 320, height: 160))
    #expect(Pictures.isNear(image.pixels.pixel(x: 1, y: 5), Pictures.red, by: 12))
    #expect(Pictures.isNear(image.pixels.pixel(x: 18, y: 5), [85, 85, 85, 255], by: 12))
  }

  @Test func `a lens renders parts of a frame`() throws {
    let tree = try TemporaryTree()
    let path = tree.path.appending("video.mov")
    let video = VideoFile(frames: [Pictures.red], width: 64, height: 48, matrix: [0, 1, -1, 0])
    try FileSystem.write(video.bytes().array, to: path)
    let lens = try PhotoLens(path)
    #expect(lens.origin == .videoFrame)
    #expect(lens.size == PixelSize(width: 48, height: 64))
    let part = PixelRectangle(x: 0, y: 30, size: try #require(PixelSize(width: 48, height: 5)))
    let before = try lens.region(part, fitting: lens.size).pixels
    #expect(lens.prepare())
    #expect(Pictures.rows(try lens.region(part, fitting: lens.size).pixels) == Pictures.rows(before))
  }

  @Test func `a video without a frame has no picture`() throws {
    let whole = try VideoFile(frames: colors(3)).bytes()
    var broken = whole.array
    // Overwrites the frames, but not the boxes that locate them.
    let movie = try #require(broken.indices.first { broken[$0...].starts(with: Array("moov".utf8)) })
    for place in 28..<(movie - 4) { broken[place] = 0 }
    for bytes in [broken, Array(whole.array.prefix(200))] {
      let error = #expect(throws: ImagingError.self) { try PhotoImage.render(Bytes(bytes), .full) }
      #expect(error?.reason == .noPicture)
    }
  }

  @Test func `random changes of a video do not crash the decoder`() throws {
    let whole = try VideoFile(frames: colors(4)).bytes().array
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<4 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255) }
      let image = try? PhotoImage.render(Bytes(bytes), .thumbnail(side: 16))
      #expect(image.map { max($0.pixels.width, $0.pixels.height) <= 16 } ?? true)
    }
  }
}
