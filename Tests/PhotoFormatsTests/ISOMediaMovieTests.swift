import Testing

@testable import PhotoFormats

@Suite("MP4 and QuickTime headers")
struct ISOMediaMovieTests {
  private func read(_ children: [UInt8]..., brand: String = "mp42") -> HeaderFields {
    readISOMedia(ftyp(brand, brand) + box("moov", children.flatMap { $0 })).fields
  }

  @Test("Creation time, length and size are read, wherever the movie box stands")
  func plain() {
    let movie = box("moov", mvhd(), trak("soun", width: 0, height: 0), trak())
    for file in [ftyp("mp42") + movie, ftyp("mp42") + box("mdat", [1, 2, 3]) + movie] {
      let (fields, damage) = readISOMedia(file)
      #expect(damage == nil)
      #expect(fields.fileType == .mpeg4)
      #expect(fields.pixelSize == PixelSize(width: 1920, height: 1080))
      #expect(fields.containerOrientation == .up)
      #expect(fields.findings.duration == 1.5)
      #expect(fields.containerDate == DateText("2014-05-25T10:00:00Z")?.captureDate(.quickTimeCreateDate))
    }
  }

  @Test("Times and lengths of 64 bits are read")
  func version1() {
    let header = fullBox(
      "mvhd", version: 1, be(UInt64(secondsSince1904), 8), be(0, 8), be32(600), be(600 << 32, 8))
    let fields = read(header, trak(version: 1))
    #expect(fields.containerDate == DateText("2014-05-25T10:00:00Z")?.captureDate(.quickTimeCreateDate))
    #expect(fields.findings.duration == Double(1 << 32))
    #expect(fields.pixelSize == PixelSize(width: 1920, height: 1080))
  }

  @Test("A time that counts from 1970 is taken as such, zero and the far future are none")
  func creationTime() {
    #expect(
      read(mvhd(created: 1_401_012_000)).containerDate
        == DateText("2014-05-25T10:00:00Z")?.captureDate(.quickTimeCreateDate))
    #expect(read(mvhd(created: 0)).containerDate == nil)
    let far = fullBox("mvhd", version: 1, be(.max, 8), be(.max, 8), be32(600), be(600, 8))
    #expect(read(far).containerDate == nil)
  }

  @Test("The length of fragments counts where the movie box has none")
  func fragments() {
    let extends = box("mvex", fullBox("mehd", be32(1200)))
    let extends64 = box("mvex", fullBox("mehd", version: 1, be(1200, 8)))
    #expect(read(mvhd(duration: 0), extends).findings.duration == 2)
    #expect(read(mvhd(duration: 0xFFFF_FFFF), extends64).findings.duration == 2)
    #expect(read(mvhd(duration: 900), extends).findings.duration == 1.5)
    #expect(read(mvhd(duration: 0xFFFF_FFFF)).findings.duration == nil)
    #expect(read(mvhd(unitsPerSecond: 0)).findings.duration == nil)
  }

  @Test("The first video has the say, else the first track with a size")
  func trackChoice() {
    let text = trak("text", width: 100 << 16, height: 50 << 16)
    #expect(read(text, trak()).pixelSize == PixelSize(width: 1920, height: 1080))
    #expect(read(text).pixelSize == PixelSize(width: 100, height: 50))
    #expect(read(trak(width: 320, height: 240)).pixelSize == PixelSize(width: 320, height: 240))
    #expect(read(mvhd()).pixelSize == nil)
  }

  @Test(
    "The matrix of the track tells the orientation",
    arguments: [
      (Matrix.up, Orientation.up), (Matrix.right, .right), (Matrix.down, .down), (Matrix.left, .left),
      ([-1, 0, 0, 0, 1, 0], .upMirrored), ([1, 0, 0, 0, -1, 0], .downMirrored),
      ([0, 1, 0, 1, 0, 0], .leftMirrored), ([0, -1, 0, -1, 0, 0], .rightMirrored),
    ])
  func orientation(matrix: [Int], orientation: Orientation) {
    #expect(read(trak(matrix: matrix)).containerOrientation == orientation)
  }

  @Test(arguments: [0, 1])
  func `a movie whose own matrix turns is turned, after its track`(version: Int) {
    let turned = mvhd(matrix: Matrix.right, version: version)
    #expect(read(turned, trak()).containerOrientation == .right)
    #expect(read(turned, trak(matrix: Matrix.right)).containerOrientation == .down)
    #expect(read(turned, trak(matrix: Matrix.left)).containerOrientation == .up)
    let mirrored = [-1, 0, 0, 0, 1, 0]
    #expect(read(turned, trak(matrix: mirrored)).containerOrientation == .rightMirrored)
    #expect(
      read(mvhd(matrix: mirrored), trak(matrix: Matrix.right)).containerOrientation == .leftMirrored)
    #expect(read(trak(matrix: Matrix.down), turned).containerOrientation == .left)
  }

  @Test func `a matrix of the movie that isn't a rotation doesn't count`() {
    for matrix in [[1, 1, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0]] {
      #expect(read(mvhd(matrix: matrix), trak(matrix: Matrix.left)).containerOrientation == .left)
    }
  }

  @Test func `a movie turns a track without a valid matrix, too`() {
    let turned = mvhd(matrix: Matrix.right)
    #expect(read(turned, trak(matrix: [0, 0, 0, 0, 0, 0])).containerOrientation == .right)
    #expect(read(turned).containerOrientation == .right)
  }

  @Test func `rounding errors and the scale in a matrix don't count`() {
    #expect(read(trak(matrix: [1, 1000, 0, -1000, -1, 0])).containerOrientation == .right)
    #expect(read(trak(matrix: [-4, 0, 0, 0, -1, 0])).containerOrientation == .down)
  }

  @Test("A slanted matrix tells no orientation")
  func slanted() {
    #expect(read(trak(matrix: [1, 1, 0, 0, 1, 0])).containerOrientation == nil)
    #expect(read(trak(matrix: [0, 0, 0, 0, 0, 0])).containerOrientation == nil)
  }

  @Test("Sound in a brand of both is no photo")
  func sound() {
    let sound = trak("soun", width: 0, height: 0)
    #expect(read(mvhd(), sound, brand: "isom").fileType == .unknown)
    #expect(read(mvhd(), sound, brand: "isom").findings.duration == nil)
    #expect(read(mvhd(), sound, trak(), brand: "isom").fileType == .mpeg4)
    #expect(read(mvhd(), sound, brand: "3gp4").fileType == .unknown)
    #expect(read(mvhd(), sound, trak(), brand: "3gp4").fileType == .threeGPP)
    #expect(read(mvhd(), sound, brand: "mp42").fileType == .mpeg4)
  }

  @Test("A movie cut anywhere gives what was before the cut")
  func truncated() {
    let keys = keysMeta([("com.apple.quicktime.make", "Apple")])
    let bytes = ftyp("qt  ") + box("moov", mvhd(), trak(), keys, box("udta", userText("©xyz", "+1.5+2.5/")))
    for count in 16..<bytes.count {
      let (fields, damage) = readISOMedia(Array(bytes.prefix(count)))
      #expect(fields.fileType == .quickTimeMovie, "\(count)")
      #expect(damage != nil, "\(count)")
    }
    #expect(readISOMedia(bytes).damage == nil)
    let cut = readISOMedia(Array(bytes.dropLast(10)))
    #expect(cut.damage == "the movie box (moov) is cut off")
    #expect(cut.fields.findings.duration == 1.5)
  }

  @Test("Any byte changed does not trap")
  func changed() {
    let keys = keysMeta([("com.apple.quicktime.make", "Apple")])
    let bytes = ftyp("qt  ") + box("moov", mvhd(), trak(), keys, box("udta", userText("©xyz", "+1.5+2.5/")))
    for index in bytes.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] = value
        #expect(readISOMedia(changed).fields.exif == nil)
      }
    }
  }
}
