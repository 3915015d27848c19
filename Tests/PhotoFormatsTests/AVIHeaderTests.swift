import Testing

@testable import PhotoFormats

struct AVIHeaderTests {
  private func le32(_ value: Int) -> [UInt8] { be32(value).reversed() }

  private func chunk(_ type: String, _ content: [UInt8]..., size: Int? = nil) -> [UInt8] {
    let content = content.flatMap { $0 }
    return latin(type) + le32(size ?? content.count) + content + (content.count % 2 == 1 ? [0] : [])
  }

  private func list(_ type: String, _ content: [UInt8]..., size: Int? = nil) -> [UInt8] {
    chunk("LIST", latin(type), content.flatMap { $0 }, size: size)
  }

  private func file(_ chunks: [UInt8]...) -> [UInt8] {
    let content = chunks.flatMap { $0 }
    return latin("RIFF") + le32(content.count + 4) + latin("AVI ") + content
  }

  /// 640 × 480 pixels, 100 frames of 40 ms.
  private func main(interval: Int = 40_000, pictures: Int = 100) -> [UInt8] {
    chunk(
      "avih", le32(interval), [UInt8](repeating: 0, count: 12), le32(pictures), le32(0), le32(1), le32(0),
      le32(640), le32(480), [UInt8](repeating: 0, count: 16))
  }

  /// A video stream of 300 frames, 30000/1001 per second.
  private func pictures(
    _ width: Int = 1280, _ height: Int = 720, scale: Int = 1001, rate: Int = 30_000, count: Int = 300,
    codec: String = "MJPG"
  ) -> [UInt8] {
    list(
      "strl",
      chunk(
        "strh", latin("vids"), latin("mjpg"), [UInt8](repeating: 0, count: 12), le32(scale), le32(rate),
        le32(0),
        le32(count), [UInt8](repeating: 0, count: 20)),
      chunk("strf", le32(40), le32(width), le32(height), [1, 0, 24, 0], latin(codec), le32(0)))
  }

  private var sound: [UInt8] { list("strl", chunk("strh", latin("auds"), [UInt8](repeating: 0, count: 52))) }

  private func read(_ bytes: [UInt8]) -> PhotoMetadata { .read(ByteSource(bytes)) }

  @Test func `size, length, coding, sound, program and date are read`() {
    let date = chunk("IDIT", latin("Mon Mar 10 15:04:43 2003\n\0"))
    let metadata = read(
      file(
        list("hdrl", main(), pictures(), sound, date), list("movi", [1, 2, 3]),
        list("INFO", chunk("ISFT", latin("CanonMVI01\0")))))
    #expect(metadata.fileType == .avi && metadata.damage == nil)
    #expect(metadata.pixelSize == PixelSize(width: 1280, height: 720))
    #expect(metadata.values[.codec] == .text("MJPG") && metadata.values[.audio] == .flag(true))
    #expect(metadata.values[.frameRate] == .number(30_000 / 1001.0))
    #expect(metadata.duration == 300 * 1001 / 30_000.0)
    #expect(metadata.values[.software] == .text("CanonMVI01"))
    #expect(metadata.captureDate?.iso8601 == "2003-03-10T15:04:43")
    #expect(metadata.captureDate?.source.name == "riff:DateTimeOriginal")
  }

  @Test func `the header of the file tells what no stream does`() {
    let metadata = read(file(list("hdrl", main(), pictures(0, 0, scale: 0, codec: "\0\0\0\0"))))
    #expect(metadata.pixelSize == PixelSize(width: 640, height: 480))
    #expect(metadata.values[.frameRate] == .number(25) && metadata.duration == 4)
    #expect(metadata.values[.codec] == .text("mjpg") && metadata.values[.audio] == nil)
    let nothing = read(file(list("hdrl", main(interval: 0), pictures(rate: 0))))
    #expect(nothing.values[.frameRate] == nil && nothing.duration == nil)
  }

  @Test func `the rows of pictures may stand from top to bottom`() {
    #expect(read(file(list("hdrl", pictures(1280, -720)))).pixelSize == PixelSize(width: 1280, height: 720))
  }

  @Test(
    arguments: [
      ("Sat Feb 29 09:08:07 2020", "2020-02-29T09:08:07"), ("2005/11/28/ 09:19", "2005-11-28T09:19:00"),
      ("2001/ 1/27  1:42PM", "2001-01-27T13:42:00"), ("2001/ 1/27 12:42PM", "2001-01-27T12:42:00"),
      ("2002-12-16  15:35:01", "2002-12-16T15:35:01"), ("2002-12-16", nil), ("2002-13-16 10:00:00", nil),
      ("Mon Mar 10", nil), ("", nil), ("99999999999999999999 1 1 1 1 1", nil),
    ] as [(String, String?)])
  func `dates are read as cameras write them`(text: String, date: String?) {
    #expect(RIFFDate.read(text)?.time.iso8601 == date)
  }

  @Test func `a file cut off anywhere gives what was before the cut`() {
    let bytes = file(list("hdrl", main(), pictures(), sound))
    for count in 12..<bytes.count {
      let metadata = read(Array(bytes.prefix(count)))
      #expect(metadata.fileType == .avi, "\(count)")
      #expect((metadata.pixelSize == nil) == (metadata.damage != nil), "\(count)")
    }
  }

  @Test func `sizes beyond the end are cut, and chunks without end are given up`() {
    #expect(read(file(list("hdrl", main(), pictures(), size: 0xFFFF_FFFF))).pixelSize?.width == 1280)
    #expect(read(file(list("hdrl", main(), size: 0))).damage != nil)
    let empty = [[UInt8]](repeating: chunk("JUNK"), count: 5000).flatMap { $0 }
    #expect(read(file(empty, list("hdrl", main()))).damage == "no stream of pictures with a size")
    // A nested list is ignored.
    var nested = main()
    for _ in 0..<1000 { nested = list("hdrl", nested) }
    #expect(read(file(nested)).pixelSize == nil)
    #expect(read(file(list("hdrl", pictures(0x7FFF_FFFF, -0x8000_0000)))).pixelSize?.height == 0x8000_0000)
  }
}
