import Testing

@testable import PhotoFiles

/// Binary search.
struct PartitionTests {
  @Test func `the first element of the second part is found`() {
    for count in 0...17 {
      let all = Array(100..<100 + count)
      for boundary in 100...100 + count {
        var calls = 0
        let index = all[...].partitioningIndex {
          calls += 1
          return $0 >= boundary
        }
        #expect(index == boundary - 100)
        #expect(calls <= 5)
      }
    }
  }
}
