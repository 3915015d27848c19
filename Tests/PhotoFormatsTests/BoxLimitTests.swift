import Testing

@testable import PhotoFormats

/// Boxes that end at the limit, and one byte before and after it.
struct BoxLimitTests {
  private func boxes(_ bytes: [UInt8]) -> [Box] { Array(BoxRegion(file: ByteSource(bytes)).boxes) }

  @Test func `a box may be as short as its header and end with the file`() throws {
    let empty = try #require(boxes(box("free")).first)
    #expect(empty.type == "free" && empty.content.range == 8..<8 && empty.isComplete)
    #expect(boxes(Array(box("free").dropLast())).isEmpty)
    #expect(boxes(be32(7) + latin("free") + [0]).isEmpty)
    #expect(boxes(box("free", [1]) + box("skip")).map(\.type) == ["free", "skip"])
  }

  @Test(arguments: [(9, true), (10, true), (11, false)])
  func `a box is complete if it ends with the file`(size: Int, isComplete: Bool) throws {
    let found = try #require(boxes(be32(size) + latin("mdat") + [1, 2]).first)
    #expect(found.isComplete == isComplete)
    #expect(found.content.bytes.array == Array([1, 2].prefix(size - 8)))
  }

  @Test(arguments: [(15, nil), (16, []), (17, [7]), (18, [7, 8]), (19, [7, 8])] as [(UInt64, [UInt8]?)])
  func `a size of 64 bits counts its header of 16 bytes`(size: UInt64, content: [UInt8]?) {
    let found = boxes(be32(1) + latin("mdat") + be(size, 8) + [7, 8]).first
    #expect(found?.content.bytes.array == content)
    #expect(found.map(\.isComplete) == content.map { _ in size <= 18 })
  }

  @Test func `a size of 0 reaches to the end of the file, not of a box`() throws {
    let endless = be32(0) + latin("free") + [1, 2, 3]
    #expect(boxes(endless).first?.content.bytes.array == [1, 2, 3])
    let outer = try #require(boxes(box("moov", endless)).first)
    #expect(outer.content.first("free") == nil)
  }

  @Test func `no more than 16,384 boxes are walked`() {
    let many = [UInt8](repeating: box("free"), times: 16_383)
    #expect(BoxRegion(file: ByteSource(many + box("last"))).first("last") != nil)
    #expect(BoxRegion(file: ByteSource(many + box("free") + box("last"))).first("last") == nil)
  }

  @Test(arguments: [
    (ByteSource.headCount, false), (ByteSource.headCount + 1, true), (BoxRegion.loadLimit, true),
    (BoxRegion.loadLimit + 1, false),
  ])
  func `a region is loaded if it reaches beyond the first bytes and is not too long`(
    count: Int, isLoaded: Bool
  ) {
    let content = [UInt8](repeating: 7, count: count)
    let source = ByteSource(ByteSource(content), at: 0, count: count)
    #expect(source.head.count == ByteSource.headCount)
    let region = BoxRegion(file: source).loaded()
    #expect((region.source !== source) == isLoaded)
    #expect(region.range == 0..<count)
    #expect(region.prefix(count) == Bytes(content))
  }

  @Test func `what is dropped of a region ends with it`() {
    let region = BoxRegion(file: ByteSource([1, 2, 3]))
    #expect(region.dropFirst(2).bytes.array == [3] && region.dropFirst(3).bytes.isEmpty)
    #expect(region.dropFirst(4).range == 3..<3)
    #expect(region.prefix(2).array == [1, 2] && region.prefix(4).array == [1, 2, 3])
  }

  @Test(arguments: [(11, nil), (12, PhotoFileType.quickTimeMovie)] as [(Int, PhotoFileType?)])
  func `brands may be a major one alone`(size: Int, type: PhotoFileType?) {
    #expect(ISOMediaHeader.fileType(Bytes(be32(size) + latin("ftypqt  "))) == type)
  }

  @Test(arguments: [(19, 0), (20, 1), (23, 1), (24, 2), (4096, 2)])
  func `compatible brands are those that fit into the box`(size: Int, count: Int) {
    let brands = MediaBrands(Bytes(be32(size) + latin("ftypabcd") + be32(0) + latin("abcdheic")))
    #expect(brands?.compatible == Array(["abcd", "heic"].prefix(count)))
  }

  @Test(
    arguments: [
      (0, .quickTimeMovie), (2, nil), (7, nil), (8, .quickTimeMovie), (0xFFFF_FFFF, .quickTimeMovie),
    ] as [(Int, PhotoFileType?)])
  func `old movies begin with media data of any size that can be`(size: Int, type: PhotoFileType?) {
    #expect(ISOMediaHeader.fileType(Bytes(be32(size) + latin("mdat"))) == type)
  }

  @Test(
    arguments: [
      (0, nil), (7, nil), (8, .quickTimeMovie), (0x0FFF_FFFF, .quickTimeMovie), (0x1000_0000, nil),
    ] as [(Int, PhotoFileType?)], ["moov", "wide", "free", "skip", "pnot"])
  func `other first boxes are smaller than a word of text is as a number`(
    size: (Int, PhotoFileType?), name: String
  ) {
    #expect(ISOMediaHeader.fileType(Bytes(be32(size.0) + latin(name))) == size.1)
  }
}
