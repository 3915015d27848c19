/// The error thrown when a batch is applied to a snapshot that it wasn't computed from.
public struct BatchUpdatesMismatch: Error, Equatable, CustomStringConvertible {
  public let reason: String

  public var description: String {
    "These updates do not match the state of the list: \(reason). Reload the entire list."
  }
}

extension BatchUpdates {
  /// Returns the new snapshot that results from applying the steps to the old one.
  ///
  /// ```swift
  /// if case .batch(let batch) = update.change {
  ///   shown = try batch.applied(to: shown)
  /// }
  /// ```
  ///
  /// - Parameter old: The snapshot that the batch was computed from. For any other snapshot, the function throws an
  ///   error or returns an unspecified result, but never traps.
  /// - Throws: ``BatchUpdatesMismatch``.
  public func applied(
    to old: SectionedSnapshot<Section, Item>
  ) throws(BatchUpdatesMismatch) -> SectionedSnapshot<Section, Item> {
    let arrivals = try arrivingItems(from: old)
    let staying = try stayingItems(of: old)
    var (sections, items) = try arrangedSections(of: old, staying: staying)

    var next = arrivals.startIndex
    while next < arrivals.endIndex {
      let section = arrivals[next].indexPath.section
      let end = arrivals[next...].firstIndex { $0.indexPath.section != section } ?? arrivals.endIndex
      guard items.indices.contains(section) else {
        throw BatchUpdatesMismatch(reason: "there is no section \(section) for an item to arrive in")
      }
      items[section] = try items[section].placing(arrivals[next..<end].map { ($0.indexPath.item, $0.item) })
      next = end
    }

    for change in updatedSections {
      guard sections.indices.contains(change.index), sections[change.index].id == change.section.id else {
        throw BatchUpdatesMismatch(reason: "section \(change.index) is not the one that was updated")
      }
      sections[change.index] = change.section
    }
    for change in updatedItems {
      let (section, item) = (change.indexPath.section, change.indexPath.item)
      guard items.indices.contains(section), items[section].indices.contains(item),
        items[section][item].id == change.item.id
      else {
        throw BatchUpdatesMismatch(reason: "the item at \(change.indexPath) is not the one that was updated")
      }
      items[section][item] = change.item
    }
    return SectionedSnapshot(uniqueSections: sections, itemsBySection: items)
  }

  private func arrivingItems(
    from old: SectionedSnapshot<Section, Item>
  ) throws(BatchUpdatesMismatch) -> [ItemChange] {
    var arrivals = insertedItems
    for move in movedItems {
      guard let item = old.item(at: move.source) else {
        throw BatchUpdatesMismatch(reason: "there is no item at \(move.source) to move")
      }
      arrivals.append(ItemChange(indexPath: move.destination, item: item))
    }
    return arrivals.sorted { $0.indexPath < $1.indexPath }
  }

  private func stayingItems(
    of old: SectionedSnapshot<Section, Item>
  ) throws(BatchUpdatesMismatch) -> [[Item]] {
    var leaving: [Int: [Int]] = [:]
    for change in deletedItems {
      guard old.item(at: change.indexPath)?.id == change.item.id else {
        throw BatchUpdatesMismatch(reason: "the item at \(change.indexPath) is not the one that was deleted")
      }
      leaving[change.indexPath.section, default: []].append(change.indexPath.item)
    }
    for move in movedItems { leaving[move.source.section, default: []].append(move.source.item) }
    var staying = old.itemsBySection
    for (section, offsets) in leaving { staying[section] = staying[section].removing(offsets) }
    return staying
  }

  /// Returns the sections in the new order, with the items that remain in each.
  private func arrangedSections(
    of old: SectionedSnapshot<Section, Item>, staying: [[Item]]
  ) throws(BatchUpdatesMismatch) -> ([Section], [[Item]]) {
    for change in deletedSections {
      guard old.section(at: change.index)?.id == change.section.id, staying[change.index].isEmpty else {
        throw BatchUpdatesMismatch(reason: "section \(change.index) is not the one that was deleted")
      }
    }
    typealias Group = (section: Section, items: [Item])
    var arrivals: [(offset: Int, element: Group)] = insertedSections.map { ($0.index, ($0.section, [])) }
    for move in movedSections {
      guard let section = old.section(at: move.source) else {
        throw BatchUpdatesMismatch(reason: "there is no section \(move.source) to move")
      }
      arrivals.append((move.destination, (section, staying[move.source])))
    }
    let groups: [Group] = zip(old.sections, staying).map { ($0, $1) }
    let arranged =
      try groups
      .removing(deletedSections.map(\.index) + movedSections.map(\.source))
      .placing(arrivals.sorted { $0.offset < $1.offset })
    return (arranged.map(\.section), arranged.map(\.items))
  }
}

extension Array {
  fileprivate func removing(_ offsets: [Int]) -> [Element] {
    if offsets.isEmpty { return self }
    var stays = [Bool](repeating: true, count: count)
    for offset in offsets { stays[offset] = false }
    return zip(self, stays).compactMap { $1 ? $0 : nil }
  }

  /// Inserts elements at offsets of the result.
  fileprivate func placing(
    _ arrivals: [(offset: Int, element: Element)]
  ) throws(BatchUpdatesMismatch) -> [Element] {
    if arrivals.isEmpty { return self }
    var result: [Element] = []
    result.reserveCapacity(count + arrivals.count)
    var staying = self[...]
    for arrival in arrivals {
      let gap = arrival.offset - result.count
      guard gap >= 0, gap <= staying.count else {
        throw BatchUpdatesMismatch(reason: "nothing can arrive at place \(arrival.offset)")
      }
      result += staying.prefix(gap)
      staying = staying.dropFirst(gap)
      result.append(arrival.element)
    }
    result += staying
    return result
  }
}
