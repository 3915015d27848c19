import Testing

@testable import PhotoLibrary

@Suite struct BatchUpdatesTests {
  @Test func equalStatesNeedNoStep() {
    let state = list([(1, [10, 11]), (2, [])])
    #expect(TestUpdates(from: state, to: state).isEmpty)
  }

  @Test func oneItemBroughtToTheFrontIsOneMove() {
    let batch = TestUpdates(from: list([(1, [10, 11, 12, 13])]), to: list([(1, [13, 10, 11, 12])]))
    #expect(batch.movedItems == [TestUpdates.ItemMove(source: place(0, 3), destination: place(0, 0))])
    #expect(batch.count == 1)
  }

  @Test func anItemThatChangesItsSectionMoves() {
    let batch = TestUpdates(from: list([(1, [10, 11]), (2, [20])]), to: list([(1, [11]), (2, [20, 10])]))
    #expect(batch.movedItems == [TestUpdates.ItemMove(source: place(0, 0), destination: place(1, 1))])
    #expect(batch.count == 1)
  }

  @Test func anItemMovesOutOfADeletedSectionIntoAnInsertedOne() throws {
    let old = list([(1, [10, 11])])
    let new = list([(2, [11])])
    let batch = TestUpdates(from: old, to: new)
    #expect(batch.deletedSections.map(\.section.id) == [1])
    #expect(batch.insertedSections.map(\.section.id) == [2])
    #expect(batch.movedItems == [TestUpdates.ItemMove(source: place(0, 1), destination: place(0, 0))])
    #expect(batch.deletedItems.map(\.item.id) == [10])
    #expect(try batch.applied(to: old) == new)
  }

  @Test func aMovedSectionTakesItsItemsAlong() {
    let batch = TestUpdates(
      from: list([(1, [10]), (2, [20, 21]), (3, [30])]), to: list([(2, [20, 21]), (3, [30]), (1, [10])]))
    #expect(batch.movedSections == [TestUpdates.SectionMove(source: 0, destination: 2)])
    #expect(batch.count == 1)
  }

  @Test func anItemIsMovedAndUpdatedAtOnce() throws {
    let old = list([(1, [10]), (2, [])])
    let new = TestSnapshot([
      (section: TestSection(id: 1), items: []),
      (section: TestSection(id: 2), items: [TestItem(id: 10, content: 5)]),
    ])
    let batch = TestUpdates(from: old, to: new)
    #expect(batch.movedItems.count == 1)
    #expect(batch.updatedItems.map(\.indexPath) == [place(1, 0)])
    #expect(try batch.applied(to: old) == new)
  }

  @Test func anItemThatJoinsASecondSectionIsInsertedThere() {
    let batch = TestUpdates(from: list([(1, [10]), (2, [])]), to: list([(1, [10]), (2, [10])]))
    #expect(batch.insertedItems.map(\.indexPath) == [place(1, 0)])
    #expect(batch.count == 1)
  }

  @Test func aBatchForAnotherStateSaysWhatDoesNotFit() {
    let batch = TestUpdates(from: list([(1, [10])]), to: list([(1, [])]))
    #expect(throws: BatchUpdatesMismatch(reason: "the item at [0, 0] is not the one that was deleted")) {
      try batch.applied(to: list([(1, [11])]))
    }
  }

  @Test(arguments: [
    ([], []), ([1, 2, 3], []), ([3, 2, 1], [3, 2]), ([2, 0, 1], [2]), ([0, 4, 1, 2, 3], [4]),
  ])
  func theFewestElementsAreOutOfOrder(elements: [Int], expected: [Int]) {
    #expect(elements.outsideLongestIncreasingSubsequence { $0 } == expected)
  }

  @Test func manyItemsInOneSectionAreComparedInReasonableTime() throws {
    let old = list([(1, Array(0..<20_000))])
    let new = list([(1, (0..<20_000).reversed())])
    let batch = TestUpdates(from: old, to: new)
    #expect(batch.movedItems.count == 19_999)
    #expect(try batch.applied(to: old) == new)
  }
}
