import PhotoCatalog
import PhotoLibrary

/// A section with a title that may change.
struct TestSection: Equatable, Identifiable, Sendable {
  var id: Int
  var title = 0
}

/// An item with a content that may change.
struct TestItem: Equatable, Identifiable, Sendable {
  var id: Int
  var content = 0
}

typealias TestSnapshot = SectionedSnapshot<TestSection, TestItem>
typealias TestUpdates = BatchUpdates<TestSection, TestItem>
typealias TestGroup = (section: TestSection, items: [TestItem])

/// A snapshot written as `[(section, [items])]`, numbers being identities.
func list(_ groups: [(Int, [Int])]) -> TestSnapshot {
  TestSnapshot(groups.map { (section: TestSection(id: $0), items: $1.map { TestItem(id: $0) }) })
}

func place(_ section: Int, _ item: Int) -> ItemIndexPath {
  ItemIndexPath(section: section, item: item)
}

/// SplitMix64: the same numbers for the same seed on each machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
