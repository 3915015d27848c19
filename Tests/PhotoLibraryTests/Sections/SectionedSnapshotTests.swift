import PhotoLibrary
import Testing

@Suite struct SectionedSnapshotTests {
  private let snapshot = list([(1, [10, 11]), (2, []), (3, [11, 12])])

  @Test func countsSectionsAndItems() {
    #expect(snapshot.numberOfSections == 3)
    #expect(snapshot.numberOfItems == 4)
    #expect(snapshot.numberOfItems(inSection: 1) == 0)
    #expect(snapshot.items.map(\.id) == [10, 11, 11, 12])
  }

  @Test func findsItemsAndSectionsByPlace() {
    #expect(snapshot.item(at: place(2, 1))?.id == 12)
    #expect(snapshot.section(at: 2)?.id == 3)
    #expect(snapshot.index(ofSection: 2) == 1)
  }

  @Test func findsAllPlacesOfAnItem() {
    #expect(snapshot.indexPaths(of: 11) == [place(0, 1), place(2, 0)])
    #expect(snapshot.indexPaths(of: 99).isEmpty)
    #expect(snapshot.indexPathsByItem()[11] == [place(0, 1), place(2, 0)])
  }

  @Test(arguments: [place(-1, 0), place(0, -1), place(0, 2), place(1, 0), place(3, 0)])
  func hasNothingOutsideItsBounds(indexPath: ItemIndexPath) {
    #expect(snapshot.item(at: indexPath) == nil)
  }

  @Test func repeatedSectionsBecomeOneAndRepeatedItemsAreDropped() {
    #expect(list([(1, [10, 10]), (2, [20]), (1, [11, 10])]) == list([(1, [10, 11]), (2, [20])]))
  }

  @Test func indexPathsSortAsAListReads() {
    #expect([place(1, 0), place(0, 9), place(0, 2)].sorted() == [place(0, 2), place(0, 9), place(1, 0)])
    #expect(place(2, 5).description == "[2, 5]")
  }
}
