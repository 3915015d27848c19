import Testing

@testable import PhotoPicker

struct DenseIntegerSetTests {
  @Test(arguments: [1, 64, 65, 4096, 5000])
  func `members are found as in a plain set`(capacity: Int) {
    var generator = SeededGenerator(seed: UInt64(capacity))
    var set = DenseIntegerSet(capacity: capacity)
    var plain: Set<Int> = []
    for _ in 0..<300 {
      let member = Int.random(in: 0..<capacity, using: &generator)
      if Bool.random(using: &generator) {
        set.insert(member)
        plain.insert(member)
      } else {
        set.remove(member)
        plain.remove(member)
      }
      let start = Int.random(in: 0...capacity, using: &generator)
      #expect(set.first(from: start) == plain.filter { $0 >= start }.min())
      #expect(set.last == plain.max())
    }
  }
}
