import PhotoLibrary
import TestSupport

/// A list with pseudorandom changes.
struct RandomHistory {
  private var generator: SeededGenerator
  private var groups: [TestGroup] = []
  /// Whether an item may occur several times.
  private let sharesItems: Bool

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    sharesItems = seed.isMultiple(of: 3)
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      insertSection()
    }
    for _ in 0..<Int.random(in: 0...16, using: &generator) {
      insertItem()
    }
  }

  var snapshot: TestSnapshot { TestSnapshot(groups) }

  /// Applies one to eight random changes.
  mutating func change() {
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0: insertSection()
      case 1: deleteSection()
      case 2: moveSection()
      case 3: if let section = randomSection() { groups[section].section.title += 1 }
      case 4: if let section = randomSection() { groups[section].items.shuffle(using: &generator) }
      case 5...8: insertItem()
      case 9...12: _ = takeItem()
      case 13...16: if let item = takeItem() { put(item) }
      default: updateItem()
      }
    }
  }

  private mutating func randomSection() -> Int? { groups.indices.randomElement(using: &generator) }

  private mutating func insertSection() {
    let place = Int.random(in: 0...groups.count, using: &generator)
    groups.insert((TestSection(id: Int.random(in: 0..<12, using: &generator)), []), at: place)
    groups = normalized
  }

  private mutating func deleteSection() {
    if let section = randomSection() {
      groups.remove(at: section)
    }
  }

  private mutating func moveSection() {
    guard let section = randomSection() else { return }
    let moved = groups.remove(at: section)
    groups.insert(moved, at: Int.random(in: 0...groups.count, using: &generator))
  }

  private mutating func insertItem() {
    put(TestItem(id: Int.random(in: 0..<40, using: &generator)))
  }

  private mutating func put(_ item: TestItem) {
    guard let section = randomSection() else { return }
    let isThere = groups.contains { $0.items.contains { $0.id == item.id } }
    guard sharesItems || !isThere else { return }
    let place = Int.random(in: 0...groups[section].items.count, using: &generator)
    groups[section].items.insert(item, at: place)
    groups = normalized
  }

  private mutating func takeItem() -> TestItem? {
    guard let section = randomSection(),
      let item = groups[section].items.indices.randomElement(using: &generator)
    else { return nil }
    return groups[section].items.remove(at: item)
  }

  private mutating func updateItem() {
    guard let section = randomSection(),
      let item = groups[section].items.indices.randomElement(using: &generator)
    else { return }
    groups[section].items[item].content += 1
  }

  /// The groups with unique identities.
  private var normalized: [TestGroup] {
    zip(snapshot.sections, snapshot.itemsBySection).map { ($0, $1) }
  }
}
