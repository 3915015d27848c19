import TestSupport
import Testing

@testable import PhotoCatalog

/// A map of rows holds what it was given, whatever the numbers are.
struct RowMapTests {
  @Test(
    arguments: [
      [], [1], [1, 2, 3], [0, 5], [63, 64, 65, 80], [1, 1_000_000], [.min, -1, 0, 1, .max], [.max], [-5],
    ] as [[Int64]])
  func `each row has its value and no other has one`(ids: [Int64]) {
    let map = RowMap(ids.map { (id: $0, value: "\($0)") })
    for id in ids { #expect(map[id] == "\(id)") }
    for id in [-2, 4, 62, 79, 999_999, 1 << 40, .min + 1] as [Int64] where !ids.contains(id) {
      #expect(map[id] == nil)
    }
  }

  @Test func `of several values of a row the last one counts`() {
    let map = RowMap([(id: 3, value: "a"), (id: 3, value: "b"), (id: 900, value: "c"), (id: 900, value: "d")])
    #expect(map[3] == "b" && map[900] == "d")
  }
}
