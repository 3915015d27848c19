import Testing

@testable import PhotoFormats

/// The last values of entries, and blocks of the maximum size for libexif.
struct IFDValueTests {
  typealias Entry = TIFFBuilder.Entry

  private func value(_ type: IFDType, _ bytes: [UInt8], count: Int = .max) -> IFDValue {
    IFDValue(type: type, count: count, bytes: Bytes(bytes), order: .big)
  }

  @Test(
    arguments: [
      (.byte, [1, 0xFF], 255), (.undefined, [1, 0xFF], 255), (.signedByte, [1, 0xFF], -1),
      (.short, [0, 1, 0xFF, 0xFE], 65_534), (.signedShort, [0, 1, 0xFF, 0xFE], -2),
      (.long, [0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFE], 4_294_967_294),
      (.signedLong, [0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFE], -2),
      (.long8, [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2], 2),
      (.signedLong8, [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0xFF, count: 8), -1),
    ] as [(IFDType, [UInt8], Int)])
  func `integers are counted, and the last is read`(type: IFDType, bytes: [UInt8], last: Int) {
    let value = value(type, bytes)
    #expect(value.count == 2)
    #expect(value.integer() == 1 && value.integer(at: 1) == last)
    #expect(value.integer(at: 2) == nil && value.integer(at: -1) == nil)
    #expect(value.double(at: 1) == Double(last))
    #expect(value.double(at: 2) == nil && value.double(at: -1) == nil)
    // Bytes beyond the count of an entry are ignored.
    #expect(self.value(type, bytes, count: 1).integer(at: 1) == nil)
    #expect(self.value(type, bytes, count: 1).double(at: 1) == nil)
    #expect(self.value(type, Array(bytes.dropLast())).count == 1)
  }

  @Test func `fractions have a denominator`() {
    let unsigned = value(.rational, [0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0])
    #expect(unsigned.double() == 1.5 && unsigned.double(at: 1) == nil && unsigned.double(at: 2) == nil)
    let minus: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFD]
    let signed = value(.signedRational, minus + [0, 0, 0, 2] + minus + [0, 0, 0, 0])
    #expect(signed.double() == -1.5 && signed.double(at: 1) == nil)
    #expect(value(.float, [0x3F, 0xC0, 0, 0]).double() == 1.5)
    // The single-precision number 0.1 reads as 0.1, not as 0.10000000149011612.
    #expect(value(.float, [0x3D, 0xCC, 0xCC, 0xCD]).double() == 0.1)
    #expect(value(.double, [0x3F, 0xF8, 0, 0, 0, 0, 0, 0]).double() == 1.5)
    #expect(unsigned.integer() == nil)
    #expect(value(.short, [0x41, 0]).text == nil && value(.ascii, [0x41, 0]).text == "A")
  }

  @Test func `a switch is on unless it is 0`() {
    #expect(value(.short, [0, 0]).fieldValue(.flag) == .flag(false))
    #expect(value(.short, [0, 2]).fieldValue(.flag) == .flag(true))
    #expect(value(.double, [0x7F, 0xF0, 0, 0, 0, 0, 0, 0]).fieldValue(.number) == nil)
  }

  private func isReadByLibExif(_ block: [UInt8]) -> Bool? {
    ExifBlock(ByteSource(Bytes(block)))?.isReadByLibExif
  }

  @Test func `libexif is asked about directories of up to 512 entries`() {
    func block(_ count: Int) -> [UInt8] {
      TIFFBuilder().file([(0..<count).map { Entry(UInt16(0xC000 + $0), .short([1])) }])
    }
    #expect(isReadByLibExif(block(512)) == true)
    #expect(isReadByLibExif(block(513)) == false)
  }

  @Test func `libexif is asked about blocks that fit into a segment`() {
    func block(_ count: Int) -> [UInt8] {
      let other = TIFFBuilder().file([Entry.photo() + [Entry(0xC000, .bytes([1, 2, 3, 4, 5, 6]))]]).count - 6
      let padding = [UInt8](repeating: 1, count: (count - other) & ~1)
      let file = TIFFBuilder().file([Entry.photo() + [Entry(0xC000, .bytes(padding))]])
      return file + [UInt8](repeating: 0, count: count - file.count)
    }
    #expect(block(65_527).count == 65_527)
    #expect(isReadByLibExif(block(65_527)) == true)
    #expect(isReadByLibExif(block(65_528)) == false)
  }

  @Test func `a thumbnail has a place and a length`() {
    func thumbnail(_ offset: UInt32, _ length: UInt32) -> Range<Int>? {
      let directory = [Entry(0x0201, .long([offset])), Entry(0x0202, .long([length]))]
      return TIFFDirectories(ByteSource(TIFFBuilder().file([Entry.photo(), directory])))
        .map { ExifFields($0) }?.thumbnail
    }
    #expect(thumbnail(1, 1) == 1..<2)
    #expect(thumbnail(0, 50) == nil && thumbnail(50, 0) == nil)
  }

  @Test func `directories do not begin inside the header`() {
    var file = TIFFBuilder(.big).file([[Entry(0x0112, .short([6]))]])
    #expect(file[7] == 8)
    #expect(TIFFReader(ByteSource(file))?.firstDirectory == 8)
    #expect(TIFFReader(ByteSource(file))?.directory(at: 8)?.entries.count == 1)
    #expect(TIFFReader(ByteSource(file))?.directory(at: 7) == nil)
    file[7] = 7
    #expect(TIFFReader(ByteSource(file)) == nil)
  }

  @Test func `fields of one block are completed by those of another`() throws {
    var (first, second) = (try fields([]), try fields(Entry.photo()))
    #expect(first.completed(by: second) == second)
    #expect(second.completed(by: first) == second && second.completed(by: nil) == second)
    #expect(!first.completed(by: nil).saysScreenshot && first.completed(by: second).saysScreenshot)
    second.saysScreenshot = false
    #expect(!first.completed(by: second).saysScreenshot)
    first.make = "Other"
    #expect(first.completed(by: second).make == "Other" && first.completed(by: second).model == "Model 1")
  }

  private func fields(_ directory: [Entry]) throws -> ExifFields {
    ExifFields(try #require(TIFFDirectories(ByteSource(TIFFBuilder().file([directory])))))
  }

  @Test(arguments: [
    ("5 Dec 70 09:05:06", "2070-12-05T09:05:06"), ("5 Dec 71 09:05:06", "1971-12-05T09:05:06"),
    ("5 Dec 99 09:05:06", "1999-12-05T09:05:06"), ("5 Dec 100 09:05:06", "0100-12-05T09:05:06"),
    ("5 Dec 0 09:05:06", "2000-12-05T09:05:06"), ("1 Jan 2000 0:00", "2000-01-01T00:00:00"),
    ("31 \tDec 2000 0:00", "2000-12-31T00:00:00"),
  ])
  func `a year of two digits belongs to this century or the last`(text: String, date: String) {
    #expect(PNGDate.creationTime(Bytes(Array(text.utf8)))?.captureDate(.file).iso8601 == date)
  }

  @Test func `sizes, places and cameras that are none`() {
    #expect(PixelSize(width: 0, height: 1) == nil && PixelSize(width: 1, height: 0) == nil)
    #expect(PixelSize(width: 1, height: 1) != nil)
    #expect(Orientation.allCases.filter(\.swapsSides) == [.leftMirrored, .right, .rightMirrored, .left])
    #expect(
      GeoLocation(latitude: 90, longitude: -180) != nil && GeoLocation(latitude: 90.1, longitude: 0) == nil)
    #expect(GeoLocation(latitude: 0, longitude: 180.1) == nil)
    #expect(Camera(make: nil, model: nil) == nil && Camera(make: "A", model: nil)?.name == "A")
    #expect(Camera(make: nil, model: "B")?.name == "B" && Camera(make: "A", model: "B")?.name == "A B")
    #expect(Camera(make: "Canon Inc", model: "CANON 5")?.name == "CANON 5")
    #expect(PhotoMetadata.isRecognized(ByteSource(Array("GIF89a".utf8))))
    #expect(!PhotoMetadata.isRecognized(ByteSource(Array("text".utf8))))
  }
}
