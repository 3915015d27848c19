import Testing

@testable import PhotoLibrary

/// Invariants of batches, tested on 1,000 random histories of four states.
@Suite struct BatchUpdatesPropertyTests {
  private typealias Step = (batch: TestUpdates, old: TestSnapshot, new: TestSnapshot, seed: UInt64)

  /// Consecutive states and their batches, computed once for all tests.
  private static let steps: [Step] = (1...1_000 as ClosedRange<UInt64>).flatMap { seed in
    var history = RandomHistory(seed: seed)
    return (0..<3).map { _ -> Step in
      let old = history.snapshot
      history.change()
      let new = history.snapshot
      return (TestUpdates(from: old, to: new), old, new, seed)
    }
  }

  private func forEachStep(
    _ check: (TestUpdates, TestSnapshot, TestSnapshot, UInt64) throws -> Void
  ) rethrows {
    for step in Self.steps {
      try check(step.batch, step.old, step.new, step.seed)
    }
  }

  @Test func appliedToTheOldStateGivesTheNewState() throws {
    try forEachStep { batch, old, new, seed in
      let applied = try batch.applied(to: old)
      #expect(applied == new, "seed \(seed)")
      #expect(batch.isEmpty == (old == new), "seed \(seed)")
    }
  }

  @Test func stepsDoneOneByOneInTheDocumentedOrderGiveTheNewState() {
    forEachStep { batch, old, new, seed in
      #expect(batch.doneOneByOne(on: old) == new, "seed \(seed)")
    }
  }

  @Test func insertsAndDeletesAreTheDifferenceOfTheIdentities() {
    forEachStep { batch, old, new, seed in
      let oldSections = Set(old.sections.map(\.id))
      let newSections = Set(new.sections.map(\.id))
      #expect(Set(batch.deletedSections.map(\.section.id)) == oldSections.subtracting(newSections), "\(seed)")
      #expect(batch.deletedSections.count == oldSections.subtracting(newSections).count, "\(seed)")
      #expect(
        Set(batch.insertedSections.map(\.section.id)) == newSections.subtracting(oldSections), "\(seed)")
      #expect(batch.insertedSections.count == newSections.subtracting(oldSections).count, "\(seed)")

      let before = old.items.countsByIdentity
      let after = new.items.countsByIdentity
      let gone = before.merging(after) { $0 - $1 }.filter { before[$0.key] != nil && $0.value > 0 }
      let fresh = after.merging(before) { $0 - $1 }.filter { after[$0.key] != nil && $0.value > 0 }
      #expect(batch.deletedItems.map(\.item).countsByIdentity == gone, "seed \(seed)")
      #expect(batch.insertedItems.map(\.item).countsByIdentity == fresh, "seed \(seed)")
    }
  }

  @Test func onlyWhatIsOutsideALongestIncreasingSequenceMoves() {
    forEachStep { batch, old, new, seed in
      let sources = new.sections.compactMap { old.index(ofSection: $0.id) }
      #expect(batch.movedSections.count == sources.count - sources.longestIncreasingLength, "seed \(seed)")
      #expect(batch.movedItems.count == fewestItemMoves(from: old, to: new), "seed \(seed)")
    }
  }

  /// The items of remaining sections in no order, and the items with a counterpart only elsewhere.
  private func fewestItemMoves(from old: TestSnapshot, to new: TestSnapshot) -> Int {
    var moves = 0
    var pairedAtHome: [Int: Int] = [:]
    for (section, items) in zip(new.sections, new.itemsBySection) {
      guard let source = old.index(ofSection: section.id) else { continue }
      let oldIdentities = old.items(inSection: source).map(\.id)
      let offsets = items.compactMap { oldIdentities.firstIndex(of: $0.id) }
      moves += offsets.count - offsets.longestIncreasingLength
      for offset in offsets {
        pairedAtHome[oldIdentities[offset], default: 0] += 1
      }
    }
    let after = new.items.countsByIdentity
    for (id, count) in old.items.countsByIdentity {
      moves += min(count, after[id, default: 0]) - pairedAtHome[id, default: 0]
    }
    return moves
  }

  @Test func updatesAreWhatKeptItsIdentityAndIsNoLongerEqual() {
    forEachStep { batch, old, new, seed in
      let updated = new.sections.indices.filter { index in
        old.index(ofSection: new.sections[index].id).map { old.sections[$0] != new.sections[index] } ?? false
      }
      #expect(batch.updatedSections.map(\.index) == updated, "seed \(seed)")
      // The source of a repeated item depends on the pairing.
      guard !seed.isMultiple(of: 3) else { return }
      let before = Dictionary(uniqueKeysWithValues: old.items.map { ($0.id, $0) })
      let changed = new.indexPathsByItem().values.joined().filter { path in
        guard let item = new.item(at: path), let previous = before[item.id] else { return false }
        return previous != item
      }
      #expect(batch.updatedItems.map(\.indexPath) == changed.sorted(), "seed \(seed)")
    }
  }

  @Test func listsAreSortedByPlace() {
    forEachStep { batch, _, _, seed in
      #expect(batch.deletedItems.map(\.indexPath).isStrictlyIncreasing, "seed \(seed)")
      #expect(batch.insertedItems.map(\.indexPath).isStrictlyIncreasing, "seed \(seed)")
      #expect(batch.movedItems.map(\.destination).isStrictlyIncreasing, "seed \(seed)")
      #expect(batch.updatedItems.map(\.indexPath).isStrictlyIncreasing, "seed \(seed)")
      #expect(batch.deletedSections.map(\.index).isStrictlyIncreasing, "seed \(seed)")
      #expect(batch.insertedSections.map(\.index).isStrictlyIncreasing, "seed \(seed)")
      #expect(batch.movedSections.map(\.destination).isStrictlyIncreasing, "seed \(seed)")
    }
  }

  @Test func aBatchForAnotherStateIsRefusedOrDoneButNeverTraps() {
    var refused = 0
    for seed in 1...2_000 as ClosedRange<UInt64> {
      var history = RandomHistory(seed: seed)
      let old = history.snapshot
      history.change()
      let batch = TestUpdates(from: old, to: history.snapshot)
      let stranger = RandomHistory(seed: seed + 100_000).snapshot
      do {
        _ = try batch.applied(to: stranger)
      } catch {
        refused += 1
      }
    }
    #expect(refused > 1_000)
  }
}

extension BatchUpdates {
  /// Applies the steps one by one, in the documented order.
  fileprivate func doneOneByOne(
    on old: SectionedSnapshot<Section, Item>
  ) -> SectionedSnapshot<Section, Item> {
    var groups = zip(old.sections, old.itemsBySection).map { (section: $0, items: $1) }

    let carried = movedItems.compactMap { old.item(at: $0.source) }
    for path in (deletedItems.map(\.indexPath) + movedItems.map(\.source)).sorted().reversed() {
      groups[path.section].items.remove(at: path.item)
    }
    #expect(deletedSections.allSatisfy { groups[$0.index].items.isEmpty })
    let carriedGroups = movedSections.map { groups[$0.source] }
    for index in (deletedSections.map(\.index) + movedSections.map(\.source)).sorted().reversed() {
      groups.remove(at: index)
    }
    let arrivingGroups =
      insertedSections.map { ($0.index, (section: $0.section, items: [Item]())) }
      + zip(movedSections, carriedGroups).map { ($0.destination, $1) }
    for (index, group) in arrivingGroups.sorted(by: { $0.0 < $1.0 }) {
      groups.insert(group, at: index)
    }
    let arrivingItems =
      insertedItems.map { ($0.indexPath, $0.item) } + zip(movedItems, carried).map { ($0.destination, $1) }
    for (path, item) in arrivingItems.sorted(by: { $0.0 < $1.0 }) {
      groups[path.section].items.insert(item, at: path.item)
    }
    for change in updatedSections {
      groups[change.index].section = change.section
    }
    for change in updatedItems {
      groups[change.indexPath.section].items[change.indexPath.item] = change.item
    }
    return SectionedSnapshot(groups)
  }
}

extension [TestItem] {
  fileprivate var countsByIdentity: [Int: Int] {
    reduce(into: [:]) { $0[$1.id, default: 0] += 1 }
  }
}

extension [Int] {
  /// The length of a longest increasing subsequence, by a quadratic algorithm.
  fileprivate var longestIncreasingLength: Int {
    var lengths: [Int] = []
    for (position, value) in enumerated() {
      let longest = (0..<position).filter { self[$0] < value }.map { lengths[$0] }.max() ?? 0
      lengths.append(longest + 1)
    }
    return lengths.max() ?? 0
  }
}

extension Array where Element: Comparable {
  fileprivate var isStrictlyIncreasing: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
