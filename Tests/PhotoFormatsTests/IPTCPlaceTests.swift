import Testing

@testable import PhotoFormats

/// IPTC-IIM in the containers of each format.
struct IPTCPlaceTests {
  private typealias Entry = TIFFBuilder.Entry

  private static let rome = IPTCBuilder.text(90, "Rome")

  private func city(_ bytes: [UInt8]) -> FieldValue? { PhotoMetadata.read(ByteSource(bytes)).values[.city] }

  private func city(resources: [UInt8]...) -> FieldValue? { city(IPTCBuilder.jpeg(resources: resources)) }

  @Test(arguments: ["", "a", "ab", String(repeating: "n", count: 254), String(repeating: "n", count: 255)])
  func `resources stand behind others of any name and length`(name: String) {
    for data in [[], [1], [1, 2]] as [[UInt8]] {
      for signature in ["8BIM", "MeSa"] {
        let other = IPTCBuilder.resource(0x03ED, data, name: name, signature: signature)
        #expect(city(resources: other + IPTCBuilder.resources(Self.rome)) == .text("Rome"))
      }
    }
  }

  @Test func `the last byte of padding may be missing`() {
    let odd = Self.rome + IPTCBuilder.text(7, "")
    #expect(odd.count % 2 == 0)
    let block = odd + [0]
    #expect(city(resources: IPTCBuilder.resources(block).dropLast()) == .text("Rome"))
  }

  @Test func `resources cut into segments are put together`() {
    let whole =
      IPTCBuilder.resource(0x040C, [UInt8](repeating: 7, count: 300)) + IPTCBuilder.resources(Self.rome)
    for place in [1, 100, whole.count - 7, whole.count - 1] {
      #expect(city(resources: Array(whole[..<place]), Array(whole[place...])) == .text("Rome"))
    }
  }

  @Test func `the first block counts`() {
    let other = IPTCBuilder.resources(IPTCBuilder.text(90, "Paris"))
    #expect(city(resources: IPTCBuilder.resources(Self.rome) + other) == .text("Rome"))
  }

  @Test func `what is no resource or is longer than the rest ends them`() {
    let sound = IPTCBuilder.resources(Self.rome)
    let foreign = IPTCBuilder.resource(0x03ED, [], signature: "8BPS")
    #expect(city(resources: foreign + sound) == nil)
    let endless: [UInt8] = Array("8BIM".utf8) + [3, 0xED, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
    #expect(city(resources: endless + sound) == nil)
    let overlong: [UInt8] = Array("8BIM".utf8) + [3, 0xED, 0xFF]
    #expect(city(resources: overlong + sound) == nil)
    // The last byte is padding.
    for count in 0..<sound.count - 1 { #expect(city(resources: Array(sound.prefix(count))) == nil) }
  }

  @Test func `a bounded number of resources is looked at`() {
    let empty = IPTCBuilder.resource(0x03ED, [])
    let many = { count in [[UInt8]](repeating: empty, count: count).flatMap { $0 } }
    let limit = PhotoshopResources.countLimit
    #expect(city(resources: many(limit - 1) + IPTCBuilder.resources(Self.rome)) == .text("Rome"))
    #expect(city(resources: many(limit) + IPTCBuilder.resources(Self.rome)) == nil)
  }

  @Test(arguments: [TIFFBuilder.Value.bytes(rome, type: 1), .bytes(rome + [0, 0], type: 7)])
  func `a TIFF holds it in a tag of its own`(value: TIFFBuilder.Value) {
    #expect(city(TIFFBuilder().file([[Entry(0x83BB, value)]])) == .text("Rome"))
  }

  /// The bytes as 32-bit numbers, padded with NULs.
  private func words(_ bytes: [UInt8], _ order: ByteOrder) -> TIFFBuilder.Value {
    let filled = Bytes(bytes + [0, 0, 0])
    return .long((0..<filled.count / 4).compactMap { filled.uint32(at: $0 * 4, order) })
  }

  @Test(arguments: [ByteOrder.little, .big])
  func `a TIFF may call it numbers of 32 bits, also of the wrong order`(order: ByteOrder) {
    for written in [ByteOrder.little, .big] {
      let file = TIFFBuilder(order).file([[Entry(0x83BB, words(Self.rome, written))]])
      #expect(city(file) == .text("Rome"))
    }
  }

  @Test func `the digest of a TIFF stands among Photoshop's resources`() {
    let packet = XMPBuilder.packet(attributes: "photoshop:City='Roma'")
    func file(digestOf digested: [UInt8]) -> [UInt8] {
      let resources = IPTCBuilder.resources(IPTCBuilder.text(90, "Paris"), digestOf: digested)
      return TIFFBuilder().file([
        [
          Entry(0x02BC, .bytes(Array(packet.utf8), type: 1)), Entry(0x83BB, .bytes(Self.rome)),
          Entry(0x8649, .bytes(resources)),
        ]
      ])
    }
    #expect(city(file(digestOf: Self.rome)) == .text("Roma"))
    #expect(city(file(digestOf: [])) == .text("Rome"))
  }

  @Test func `a TIFF may hold it among Photoshop's resources only`() {
    let file = TIFFBuilder().file([[Entry(0x8649, .bytes(IPTCBuilder.resources(Self.rome)))]])
    #expect(city(file) == .text("Rome"))
  }

  @Test func `a tag that leads out of the file says nothing`() {
    let sound = TIFFBuilder().file([[Entry(0x0131, .ascii("Program")), Entry(0x83BB, .bytes(Self.rome))]])
    let place = sound.count - 4 - 4
    for offset in [sound.count - 4, sound.count, 0x7FFF_FFFF] {
      var file = sound
      for index in 0..<4 { file[place + index] = UInt8(truncatingIfNeeded: offset >> (index * 8)) }
      #expect(city(file) == nil)
      #expect(PhotoMetadata.read(ByteSource(file)).values[.software] == .text("Program"))
    }
  }

  @Test(arguments: ["Raw profile type iptc", "Raw profile type 8bim"])
  func `a PNG holds it in a raw profile, with Photoshop's resources around it or without`(keyword: String) {
    for profile in [Self.rome, IPTCBuilder.resources(Self.rome)] {
      let text = PNGBuilder.text(keyword, PNGBuilder.rawProfile("iptc", profile))
      #expect(city(PNGBuilder.file(before: [text])) == .text("Rome"))
    }
  }
}
