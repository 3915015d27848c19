import Testing

@testable import PhotoFormats

struct IIMDatasetsTests {
  private func numbers(_ block: [UInt8]) -> [UInt8] { IIMDatasets(Bytes(block)).map(\.number) }

  @Test(arguments: [nil, 1, 2, 3, 4, 8] as [Int?])
  func `a length has 15 bits, or as many bytes as it says`(lengthSize: Int?) throws {
    let bytes = [UInt8](repeating: 0x61, count: 200)
    let block = IPTCBuilder.dataset(2, 120, bytes, lengthSize: lengthSize) + IPTCBuilder.text(25, "a")
    let found = Array(IIMDatasets(Bytes(block)))
    #expect(found.map(\.record) == [2, 2])
    #expect(found.map(\.number) == [120, 25])
    #expect(found.first?.bytes == Bytes(bytes))
  }

  @Test(
    arguments: [
      // More bytes than remain.
      [0, 2, 0x61], [0x7F, 0xFF, 0x61], [0x80, 4, 0, 0, 0, 2, 0x61], [0x80, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0x61],
      [0x80, 8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x80, 8, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      // A length that is cut short, or has too many bytes.
      [0x80, 4, 0, 0], [0], [], [0x80, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0xFF, 0xFF, 0, 0],
    ] as [[UInt8]])
  func `a dataset that is longer than the rest ends the block`(tail: [UInt8]) {
    #expect(numbers(IPTCBuilder.text(5, "a") + [0x1C, 2, 120] + tail) == [5])
  }

  @Test func `a length of no bytes is none`() {
    #expect(numbers([0x1C, 2, 120, 0x80, 0] + IPTCBuilder.text(5, "a")) == [120, 5])
  }

  @Test(arguments: [[0, 0, 0], [0x20], [0x1B, 0x25, 0x47]] as [[UInt8]])
  func `what is no dataset ends the block`(tail: [UInt8]) {
    #expect(numbers(IPTCBuilder.text(5, "a") + tail + IPTCBuilder.text(25, "b")) == [5])
  }

  @Test func `every start of a block is read without harm`() {
    let block = IPTCBuilder.dataset(2, 120, [1, 2, 3], lengthSize: 4) + IPTCBuilder.text(5, "abc")
    for count in 0..<block.count { #expect(numbers(Array(block.prefix(count))).count < 2) }
    #expect(numbers(block) == [120, 5])
  }

  @Test func `words whose bytes were swapped are put right`() {
    let sound = IPTCBuilder.text(5, "abcd") + IPTCBuilder.text(25, "efg")
    let filled = sound + [UInt8](repeating: 0, count: (4 - sound.count % 4) % 4)
    let swapped = stride(from: 0, to: filled.count, by: 4).flatMap { filled[$0..<$0 + 4].reversed() }
    #expect(Array(IIMDatasets(Bytes(swapped))) == Array(IIMDatasets(Bytes(sound))))
    #expect(numbers(swapped) == [5, 25])
  }
}
