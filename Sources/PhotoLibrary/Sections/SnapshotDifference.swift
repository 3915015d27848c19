import PhotoFiles

/// Computes the steps of ``BatchUpdates``.
///
/// Pairs sections by identity, then the items of paired sections, and finally the unpaired items across sections, which
/// are moves. The remaining items are deletions and insertions. Pairing within a section first never increases the
/// number of steps, and may save a move.
struct SnapshotDifference<Section: SnapshotElement, Item: SnapshotElement> {
  private typealias Updates = BatchUpdates<Section, Item>

  private let old: SectionedSnapshot<Section, Item>
  private let new: SectionedSnapshot<Section, Item>
  private var updates = BatchUpdates<Section, Item>()

  private var departures: [ItemIndexPath] = []
  private var arrivals: [ItemIndexPath] = []

  init(old: SectionedSnapshot<Section, Item>, new: SectionedSnapshot<Section, Item>) {
    self.old = old
    self.new = new
  }

  mutating func batchUpdates() -> BatchUpdates<Section, Item> {
    let sources = pairSections()
    for (section, source) in sources.enumerated() {
      if let source {
        pairItems(ofOldSection: source, newSection: section)
      } else {
        arrivals += new.itemsBySection[section].indices.map { ItemIndexPath(section: section, item: $0) }
      }
    }
    for change in updates.deletedSections {
      departures += old.itemsBySection[change.index].indices.map {
        ItemIndexPath(section: change.index, item: $0)
      }
    }
    pairAcrossSections()
    updates.movedItems.sort { $0.destination < $1.destination }
    updates.updatedItems.sort { $0.indexPath < $1.indexPath }
    return updates
  }

  private mutating func pairSections() -> [Int?] {
    var oldIndexes: [Section.ID: Int] = [:]
    oldIndexes.reserveCapacity(old.sections.count)
    for (index, section) in old.sections.enumerated() { oldIndexes[section.id] = index }
    var sources: [Int?] = []
    sources.reserveCapacity(new.sections.count)
    for (index, section) in new.sections.enumerated() {
      let source = oldIndexes.removeValue(forKey: section.id)
      sources.append(source)
      if let source {
        if old.sections[source] != section {
          updates.updatedSections.append(Updates.SectionChange(index: index, section: section))
        }
      } else {
        updates.insertedSections.append(Updates.SectionChange(index: index, section: section))
      }
    }
    updates.deletedSections = oldIndexes.values.sorted().map {
      Updates.SectionChange(index: $0, section: old.sections[$0])
    }
    let paired = sources.enumerated().compactMap { destination, source in
      source.map { Updates.SectionMove(source: $0, destination: destination) }
    }
    updates.movedSections = paired.outsideLongestIncreasingSubsequence(by: \.source)
    return sources
  }

  private mutating func pairItems(ofOldSection oldSection: Int, newSection: Int) {
    let oldItems = old.itemsBySection[oldSection]
    let newItems = new.itemsBySection[newSection]
    // Most sections remain the same and need no further work.
    if oldItems.elementsEqual(newItems, by: { $0.id == $1.id && $0 == $1 }) { return }
    let pairing = ItemPairing(old: oldItems, new: newItems)
    var paired: [Updates.ItemMove] = []
    paired.reserveCapacity(newItems.count)
    for (offset, source) in pairing.sources.enumerated() {
      let destination = ItemIndexPath(section: newSection, item: offset)
      guard let source else {
        arrivals.append(destination)
        continue
      }
      noteUpdate(from: oldItems[source], to: newItems[offset], at: destination)
      paired.append(
        Updates.ItemMove(
          source: ItemIndexPath(section: oldSection, item: source), destination: destination))
    }
    updates.movedItems += paired.outsideLongestIncreasingSubsequence(by: \.source.item)
    departures += pairing.unpairedOld.map { ItemIndexPath(section: oldSection, item: $0) }
  }

  private mutating func pairAcrossSections() {
    departures.sort()
    var sources: [Item.ID: [ItemIndexPath]] = [:]
    if !arrivals.isEmpty {
      // Reversed, so that `popLast` returns the first index path.
      for place in departures.reversed() {
        sources[oldItem(at: place).id, default: []].append(place)
      }
    }
    var moved: Set<ItemIndexPath> = []
    for destination in arrivals {
      let item = new.itemsBySection[destination.section][destination.item]
      if let source = sources[item.id]?.popLast() {
        moved.insert(source)
        updates.movedItems.append(Updates.ItemMove(source: source, destination: destination))
        noteUpdate(from: oldItem(at: source), to: item, at: destination)
      } else {
        updates.insertedItems.append(Updates.ItemChange(indexPath: destination, item: item))
      }
    }
    for place in departures where !moved.contains(place) {
      updates.deletedItems.append(Updates.ItemChange(indexPath: place, item: oldItem(at: place)))
    }
  }

  private func oldItem(at place: ItemIndexPath) -> Item {
    old.itemsBySection[place.section][place.item]
  }

  private mutating func noteUpdate(from oldItem: Item, to newItem: Item, at place: ItemIndexPath) {
    if oldItem != newItem {
      updates.updatedItems.append(Updates.ItemChange(indexPath: place, item: newItem))
    }
  }
}

extension Array {
  /// Returns the elements outside one longest strictly increasing subsequence, in order.
  ///
  /// Moving these elements is the least work to sort the array. Uses patience sorting.
  /// - Complexity: O(*n* log *n*), or O(*n*) if the array is sorted.
  func outsideLongestIncreasingSubsequence(by key: (Element) -> Int) -> [Element] {
    guard !zip(self, dropFirst()).allSatisfy({ key($0) < key($1) }) else { return [] }
    // tails[n] is the position of the smallest last element of all increasing subsequences of length n + 1.
    var tails: [Int] = []
    var predecessors: [Int?] = []
    predecessors.reserveCapacity(count)
    for (position, element) in enumerated() {
      // Most elements extend the longest subsequence, without a binary search.
      let goesOn = tails.last.map { key(self[$0]) < key(element) } ?? true
      let length = goesOn ? tails.count : tails.partitioningIndex { key(self[$0]) >= key(element) }
      predecessors.append(length > 0 ? tails[length - 1] : nil)
      if length < tails.count {
        tails[length] = position
      } else {
        tails.append(position)
      }
    }
    var stays = [Bool](repeating: false, count: count)
    var position = tails.last
    while let current = position {
      stays[current] = true
      position = predecessors[current]
    }
    return zip(self, stays).compactMap { $1 ? nil : $0 }
  }
}
