import PhotoLibrary

/// The search for the steps of a ``BatchUpdates``.
///
/// Sections are paired by identity first. Inside each pair, equal beginnings and ends are passed over, and
/// what lies between is paired by identity. Items that found no partner in their own section are paired
/// across sections last: those are moves, and the rest is deleted or inserted. Pairing in the own section
/// first costs no additional step: it saves a move or leaves the number of moves as it was.
struct SnapshotDifference<Section: SnapshotElement, Item: SnapshotElement> {
  private typealias Updates = BatchUpdates<Section, Item>

  private let old: SectionedSnapshot<Section, Item>
  private let new: SectionedSnapshot<Section, Item>
  private var updates = BatchUpdates<Section, Item>()

  /// Old places of items without a partner in their own section.
  private var departures: [ItemIndexPath] = []
  /// New places of items without a partner in their own section.
  private var arrivals: [ItemIndexPath] = []

  init(old: SectionedSnapshot<Section, Item>, new: SectionedSnapshot<Section, Item>) {
    self.old = old
    self.new = new
  }

  /// Finds all steps.
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

  /// Compares the sections themselves and gives the old number of each new section, nil for new ones.
  private mutating func pairSections() -> [Int?] {
    var oldIndexes: [Section.ID: Int] = [:]
    oldIndexes.reserveCapacity(old.sections.count)
    for (index, section) in old.sections.enumerated() {
      oldIndexes[section.id] = index
    }
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

  /// Compares the items of a section that both states have.
  private mutating func pairItems(ofOldSection oldSection: Int, newSection: Int) {
    let oldItems = old.itemsBySection[oldSection]
    let newItems = new.itemsBySection[newSection]
    let shorter = min(oldItems.count, newItems.count)
    var start = 0
    while start < shorter, oldItems[start].id == newItems[start].id {
      noteUpdate(from: oldItems[start], to: newItems[start], section: newSection, item: start)
      start += 1
    }
    var oldEnd = oldItems.count
    var newEnd = newItems.count
    while oldEnd > start, newEnd > start, oldItems[oldEnd - 1].id == newItems[newEnd - 1].id {
      oldEnd -= 1
      newEnd -= 1
      noteUpdate(from: oldItems[oldEnd], to: newItems[newEnd], section: newSection, item: newEnd)
    }
    var oldOffsets: [Item.ID: Int] = [:]
    if newEnd > start {
      oldOffsets.reserveCapacity(oldEnd - start)
      for offset in start..<oldEnd {
        oldOffsets[oldItems[offset].id] = offset
      }
    }
    var paired: [Updates.ItemMove] = []
    var isPaired = [Bool](repeating: false, count: oldEnd - start)
    for offset in start..<newEnd {
      let destination = ItemIndexPath(section: newSection, item: offset)
      guard let source = oldOffsets.removeValue(forKey: newItems[offset].id) else {
        arrivals.append(destination)
        continue
      }
      isPaired[source - start] = true
      noteUpdate(from: oldItems[source], to: newItems[offset], section: newSection, item: offset)
      paired.append(
        Updates.ItemMove(
          source: ItemIndexPath(section: oldSection, item: source), destination: destination))
    }
    updates.movedItems += paired.outsideLongestIncreasingSubsequence(by: \.source.item)
    for offset in start..<oldEnd where !isPaired[offset - start] {
      departures.append(ItemIndexPath(section: oldSection, item: offset))
    }
  }

  /// Pairs what left one section with what arrived in another; the rest is deleted or inserted.
  private mutating func pairAcrossSections() {
    departures.sort()
    var sources: [Item.ID: [ItemIndexPath]] = [:]
    if !arrivals.isEmpty {
      // Backwards, so that the first place is the last element and can be taken off cheaply.
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
        noteUpdate(
          from: oldItem(at: source), to: item, section: destination.section, item: destination.item)
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

  private mutating func noteUpdate(from oldItem: Item, to newItem: Item, section: Int, item: Int) {
    if oldItem != newItem {
      updates.updatedItems.append(
        Updates.ItemChange(indexPath: ItemIndexPath(section: section, item: item), item: newItem))
    }
  }
}
