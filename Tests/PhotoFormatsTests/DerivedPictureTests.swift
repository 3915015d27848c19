import Testing

@testable import PhotoFormats

/// HEIF pictures that are derived from others.
struct DerivedPictureTests {
  /// A file of items: their types, sizes, sources and canvases.
  private struct Items {
    struct Item {
      var type: String
      var side = 64
      var sources: [Int] = []
      var canvas: [UInt8] = []
      /// Items with the same size.
      var otherSizes: [Int] = []
    }

    /// Boxes before the relevant ones.
    struct Padding {
      var file: [UInt8] = []
      var meta: [UInt8] = []
      var references: [UInt8] = []
      var entries: [UInt8] = []
      var properties: [UInt8] = []
    }

    /// Numbered from 1; the first one is the primary item.
    var items: [Item]
    /// References of types other than sources.
    var others: [(type: String, from: Int, to: Int)] = []
    var padding = Padding()

    var bytes: [UInt8] {
      var file = PictureFile()
      file.fileType += padding.file
      file.primary += padding.meta
      file.infoEntries =
        [padding.entries]
        + items.enumerated().map { index, item in
          fullBox("infe", version: 2, be16(index + 1), be16(0), latin(item.type), [0])
        }
      let made = items.enumerated().filter { !$0.element.sources.isEmpty }.map { index, item in
        box("dimg", be16(index + 1), be16(item.sources.count), item.sources.flatMap { be16($0) })
      }
      file.references =
        [padding.references] + made + others.map { box($0.type, be16($0.from), be16(1), be16($0.to)) }
      file.properties = items.map { fullBox("ispe", be32($0.side), be32($0.side)) }
      file.properties.append(fullBox("auxC", latin("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0")))
      file.properties.append(padding.properties)
      let alphas = Set(self.others.filter { $0.type == "auxl" }.map(\.from))
      let entries = items.indices.flatMap { index -> [UInt8] in
        let isAlpha = alphas.contains(index + 1)
        let numbers = [index + 1] + (isAlpha ? [items.count + 1] : []) + items[index].otherSizes
        return be16(index + 1) + [UInt8(numbers.count)] + numbers.flatMap { be16($0) }
      }
      file.association = fullBox("ipma", flags: 1, be32(items.count), entries)
      file.itemData = items.flatMap(\.canvas)
      var offset = 0
      let places = items.enumerated().flatMap { index, item -> [UInt8] in
        defer { offset += item.canvas.count }
        return be16(index + 1) + be16(1) + be16(0) + be16(1) + be32(offset) + be32(item.canvas.count)
      }
      file.location = { _, _ in
        fullBox("iloc", version: 1, be16(0x4400), be16(items.count), places)
      }
      return file.bytes
    }

    var excess: String? { DerivedPictures(ByteSource(bytes))?.excess }
  }

  private static let depthText = "it is made of pictures that are made of others more than 4 times over"

  @Test func `pictures of phones and programs are decoded`() {
    #expect(Items(items: [.init(type: "hvc1")]).excess == nil)
    let tiles = (0..<48).map { _ in Items.Item(type: "hvc1", side: 512) }
    let phone = Items(items: [.init(type: "grid", side: 4000, sources: Array(2...49))] + tiles)
    #expect(phone.excess == nil)
    let overlay = Items(items: [
      .init(type: "iovl", sources: [2, 3]), .init(type: "iden", sources: [3]), .init(type: "av01"),
    ])
    #expect(overlay.excess == nil)
    #expect(DerivedPictures(ByteSource(PictureFile().bytes))?.excess == nil)
    #expect(DerivedPictures(ByteSource(latin("no boxes at all"))) == nil)
  }

  @Test func `overlays that double at each level are refused`() {
    for levels in 1...4 {
      let nested = (1...levels).map { level in
        Items.Item(type: "iovl", sources: [Int](repeating: level + 1, count: 60))
      }
      let excess = Items(items: nested + [.init(type: "av01")]).excess
      switch levels {
      case 1, 2: #expect(excess == nil, "\(levels)")
      default:
        #expect(excess?.hasPrefix("it is made of \(levels == 3 ? 216_000 : 12_960_000) pictures") == true)
      }
    }
  }

  @Test func `pictures in circles and beyond the depth are refused`() {
    #expect(Items(items: [.init(type: "iden", sources: [1])]).excess == Self.depthText)
    let circle = Items(items: [.init(type: "iovl", sources: [2, 2]), .init(type: "iovl", sources: [1, 1])])
    #expect(circle.excess == Self.depthText)
    for (levels, isRefused) in [(4, false), (5, true)] {
      let copies = (1...levels).map { Items.Item(type: "iden", sources: [$0 + 1]) }
      #expect((Items(items: copies + [.init(type: "hvc1")]).excess != nil) == isRefused)
    }
    // A short path to a deep picture must not hide the long one.
    let ways = Items(
      items: [.init(type: "iovl", sources: [5, 2])] + (2...5).map { .init(type: "iden", sources: [$0 + 1]) }
        + [.init(type: "hvc1")])
    #expect(ways.excess == Self.depthText)
  }

  @Test(arguments: [(4096, false), (4097, true)])
  func `a picture is made of 4096 others at most`(count: Int, isRefused: Bool) {
    let items = Items(items: [
      .init(type: "grid", sources: [Int](repeating: 2, count: count)), .init(type: "av01", side: 8),
    ])
    #expect((items.excess != nil) == isRefused)
  }

  @Test func `few pictures that are large together are refused`() {
    let items = Items(items: [
      .init(type: "iovl", side: 1000, sources: [Int](repeating: 2, count: 30)),
      .init(type: "av01", side: 1000),
    ])
    #expect(items.excess == "it takes 31 million pixels to make one of 1000000 pixels")
    let nonsense = Items(items: [
      .init(type: "iovl", side: 1, sources: [Int](repeating: 2, count: 30)),
      .init(type: "av01", side: 0xFFFF_FFFF),
    ])
    #expect(nonsense.excess != nil)
  }

  @Test func `the canvas counts that a grid or an overlay tells, not only the size of its item`() throws {
    let wide = [UInt8](repeating: 0, count: 4) + be16(40_000) + be16(30_000)
    let grid = Items(items: [.init(type: "grid", sources: [2], canvas: wide), .init(type: "av01")])
    #expect(DerivedPictures(ByteSource(grid.bytes))?.largestCanvas == 1_200_000_000)
    let long = [0, 1] + [UInt8](repeating: 0, count: 8) + be32(0xFFFF_FFFF) + be32(0xFFFF_FFFF)
    let overlay = Items(items: [
      .init(type: "iovl", sources: [2], canvas: [UInt8](repeating: 0, count: 14)),
      .init(type: "iovl", sources: [3], canvas: long), .init(type: "av01"),
    ])
    #expect(overlay.excess != nil)
  }

  @Test func `alpha channels and thumbnails count, and what nobody decodes does not`() {
    let bomb = Items.Item(type: "iovl", sources: [Int](repeating: 3, count: 5000))
    let plain = [Items.Item(type: "hvc1"), bomb, .init(type: "hvc1")]
    #expect(Items(items: plain).excess == nil)
    #expect(Items(items: plain, others: [("thmb", 2, 1)]).excess != nil)
    #expect(Items(items: plain, others: [("auxl", 2, 1)]).excess != nil)
    #expect(Items(items: plain, others: [("cdsc", 2, 1)]).excess == nil)
  }

  /// A few pictures that decoders expand to very many.
  private static let bomb = Items(
    items: (1...20).map { .init(type: "iovl", sources: [$0 + 1, $0 + 1]) } + [.init(type: "av01")])

  /// Uncountable derivations are an excess, or the file has no picture.
  private func isRefused(_ bytes: [UInt8]) -> Bool {
    DerivedPictures(ByteSource(bytes)).map { $0.excess != nil } ?? true
  }

  @Test(arguments: [16_000, 16_400])
  func `boxes that hide others from a walk with an end do not hide pictures`(count: Int) {
    let free = [[UInt8]](repeating: box("free"), count: count).flatMap { $0 }
    let reference = [[UInt8]](repeating: box("cdsc", be16(60), be16(0)), count: count).flatMap { $0 }
    let entry = [[UInt8]](
      repeating: fullBox("infe", version: 2, be16(60), be16(0), latin("mime"), [0]), count: count
    ).flatMap { $0 }
    let paddings = [
      Items.Padding(file: free), .init(meta: free), .init(references: reference), .init(entries: entry),
      .init(properties: free),
    ]
    for (number, padding) in paddings.enumerated() {
      var items = Self.bomb
      items.padding = padding
      #expect(isRefused(items.bytes), "\(number)")
      // The fewest of any file are accepted.
      items.items = [.init(type: "av01")]
      #expect(isRefused(items.bytes) == (count > 16_384), "\(number)")
    }
  }

  @Test func `what a decoder may find in another place is refused`() {
    let plain = Items(items: [.init(type: "av01")]).bytes
    let start = PictureFile().fileType.count
    for (first, second) in [(plain, Self.bomb.bytes), (Self.bomb.bytes, plain), (plain, plain)] {
      #expect(isRefused(first + second.dropFirst(start)))
    }
    #expect(!isRefused(plain))
    var items = Self.bomb
    items.padding.meta = fullBox("iref")
    #expect(isRefused(items.bytes))
    // Some decoders extend a box of size 0 to the end.
    items = Items(items: [.init(type: "av01")])
    items.padding.references = be32(0) + latin("dimg") + be16(1) + be16(0)
    #expect(isRefused(items.bytes))
  }

  @Test func `a size that only some readers see allows no more pictures`() {
    let sources = [Int](repeating: 2, count: 30)
    let items = [
      Items.Item(type: "iovl", side: 1000, sources: sources), .init(type: "av01", side: 1000),
      .init(type: "av01", side: 60_000),
    ]
    #expect(Items(items: items).excess != nil)
    var changed = items
    changed[0].otherSizes = [3]
    #expect(Items(items: changed).excess != nil)
  }

  @Test func `a property is read once, and given 262,144 times at most`() {
    for (count, isTooMany) in [(1000, false), (1100, true)] {
      var file = PictureFile()
      let entry = be16(1) + [255] + [UInt8](repeating: 1, count: 255)
      file.association = fullBox(
        "ipma", be32(count), [[UInt8]](repeating: entry, count: count).flatMap { $0 })
      #expect((DerivedPictures(ByteSource(file.bytes))?.excess != nil) == isTooMany, "\(count)")
    }
  }

  @Test func `hostile bytes do no harm`() {
    let whole = Items(
      items: [
        .init(type: "grid", sources: [2, 3], canvas: [UInt8](repeating: 1, count: 12)),
        .init(type: "iovl", sources: [3]), .init(type: "av01"),
      ], others: [("auxl", 3, 2), ("thmb", 3, 1)]
    ).bytes
    var state: UInt64 = 20_261_124
    for _ in 0..<3000 {
      var changed = whole
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        changed[Int(state >> 33) % changed.count] = UInt8(truncatingIfNeeded: state >> 25)
      }
      _ = DerivedPictures(ByteSource(changed))
    }
    for count in 0..<whole.count { _ = DerivedPictures(ByteSource(Array(whole.prefix(count)))) }
  }
}
