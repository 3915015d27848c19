import PhotoLibrary

/// A section with a mutable title.
struct TestSection: Equatable, Identifiable, Sendable {
  var id: Int
  var title = 0
}

/// An item with mutable content.
struct TestItem: Equatable, Identifiable, Sendable {
  var id: Int
  var content = 0
}

typealias TestSnapshot = SectionedSnapshot<TestSection, TestItem>
typealias TestUpdates = BatchUpdates<TestSection, TestItem>
typealias TestGroup = (section: TestSection, items: [TestItem])

/// A snapshot in the form `[(section, [items])]`, with numbers as identities.
func list(_ groups: [(Int, [Int])]) -> TestSnapshot {
  TestSnapshot(groups.map { (section: TestSection(id: $0), items: $1.map { TestItem(id: $0) }) })
}

func place(_ section: Int, _ item: Int) -> ItemIndexPath {
  ItemIndexPath(section: section, item: item)
}
