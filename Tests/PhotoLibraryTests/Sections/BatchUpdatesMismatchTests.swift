import Testing

@testable import PhotoLibrary

struct BatchUpdatesMismatchTests {
  /// The original state, the new state, and states that the batch doesn't match.
  @Test(
    arguments: [
      // An item is inserted in a deleted section, or beyond the end of a shorter section.
      ([(1, [10]), (2, [])], [(1, [10]), (2, [20])], [[(1, [10])]]),
      ([(1, [10, 11])], [(1, [10, 11, 12])], [[(1, [10])], [(1, [])]]),
      // A missing item is deleted.
      ([(1, [10, 11])], [(1, [10])], [[(1, [10])], [(1, [11])], [(1, [11, 10])], []]),
      // A different section is deleted, or one that still contains an item.
      (
        [(1, []), (2, [])], [(1, [])],
        [[(1, [])], [(1, []), (3, [])], [(2, []), (1, [])], [(1, []), (2, [20])]]
      ),
      // A section is inserted beyond the end.
      ([(1, []), (2, [])], [(1, []), (2, []), (3, [])], [[(1, [])], []]),
      // Moves of missing elements.
      ([(1, [10]), (2, [])], [(1, []), (2, [10])], [[(1, []), (2, [])], [(1, [10])]]),
      ([(1, []), (2, []), (3, [])], [(3, []), (1, []), (2, [])], [[(1, []), (2, [])], []]),
    ] as [([(Int, [Int])], [(Int, [Int])], [[(Int, [Int])]])])
  func `updates for another state say so`(
    old: [(Int, [Int])], new: [(Int, [Int])], others: [[(Int, [Int])]]
  ) throws {
    let batch = TestUpdates(from: list(old), to: list(new))
    #expect(try batch.applied(to: list(old)) == list(new))
    for other in others {
      #expect(throws: BatchUpdatesMismatch.self, "\(other)") { try batch.applied(to: list(other)) }
    }
  }

  @Test func `an update of a different section or item is rejected`() {
    func state(_ section: Int, _ title: Int, _ item: Int, _ content: Int) -> TestSnapshot {
      TestSnapshot([
        (section: TestSection(id: section, title: title), items: [TestItem(id: item, content: content)])
      ])
    }
    let retitled = TestUpdates(from: state(1, 0, 10, 0), to: state(1, 1, 10, 0))
    #expect(throws: BatchUpdatesMismatch.self) { try retitled.applied(to: state(2, 0, 10, 0)) }
    #expect(throws: BatchUpdatesMismatch.self) { try retitled.applied(to: list([])) }
    let changed = TestUpdates(from: state(1, 0, 10, 0), to: state(1, 0, 10, 1))
    #expect(throws: BatchUpdatesMismatch.self) { try changed.applied(to: state(1, 0, 11, 0)) }
    #expect(throws: BatchUpdatesMismatch.self) { try changed.applied(to: list([(1, [])])) }
    #expect(retitled.count == 1 && changed.count == 1 && !retitled.isEmpty)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 9])
  func `items that were put in front of others are the only ones that moved or arrived`(count: Int) throws {
    let before = Array(0..<12)
    let added = Array(100..<100 + count) + before
    let arrived = TestUpdates(from: list([(1, before)]), to: list([(1, added)]))
    #expect(arrived.insertedItems.count == count && arrived.count == count)
    let left = TestUpdates(from: list([(1, added)]), to: list([(1, before)]))
    #expect(left.deletedItems.map(\.indexPath.item) == Array(0..<count) && left.count == count)
  }

  @Test func `paths are ordered by section, then by item`() {
    #expect(place(0, 5) < place(1, 0) && place(1, 0) < place(1, 1))
    #expect(!(place(1, 1) < place(1, 1)) && !(place(1, 0) < place(0, 5)))
  }

  @Test func `a place in a snapshot leads to its item and back`() {
    let state = list([(1, [10, 11]), (2, []), (3, [11])])
    #expect(state.numberOfSections == 3 && state.numberOfItems == 3)
    #expect(state.indexPaths(of: 11) == [place(0, 1), place(2, 0)] && state.indexPaths(of: 9).isEmpty)
    #expect(state.index(ofSection: 3) == 2 && state.index(ofSection: 4) == nil)
    #expect(state.item(at: place(0, 1))?.id == 11 && state.item(at: place(0, 2)) == nil)
    #expect(state.item(at: place(1, 0)) == nil && state.item(at: place(3, 0)) == nil)
    #expect(state.item(at: place(-1, 0)) == nil && state.item(at: place(0, -1)) == nil)
    #expect(state.numberOfItems(inSection: 0) == 2 && state.numberOfItems(inSection: 3) == 0)
    #expect(state.section(at: 2)?.id == 3 && state.section(at: 3) == nil)
  }
}
