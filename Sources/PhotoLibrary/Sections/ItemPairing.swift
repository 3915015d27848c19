/// Pairs the items of two arrays by identity. Identities are unique within each array.
///
/// Both arrays are traversed in parallel, so that items in the same order are paired without hashing. At a
/// difference, the traversal looks a few items ahead. A dictionary pairs the remaining items. The algorithm doesn't
/// affect the resulting pairs.
struct ItemPairing<Item: Identifiable> {
  /// The old offset of each new item, or `nil` for an inserted item.
  private(set) var sources: [Int?]
  private(set) var unpairedOld: [Int] = []

  private var unpairedNew: [Int] = []

  private static var lookahead: Int { 4 }

  init(old: [Item], new: [Item]) {
    sources = Array(repeating: nil, count: new.count)
    // Pair the common suffix first: a long run of insertions would desynchronize the traversal.
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > 0, newEnd > 0, old[oldEnd - 1].id == new[newEnd - 1].id {
      oldEnd -= 1
      newEnd -= 1
      sources[newEnd] = oldEnd
    }
    walk(old[..<oldEnd], new[..<newEnd])
    pairLeftovers(old, new)
  }

  private mutating func walk(_ old: ArraySlice<Item>, _ new: ArraySlice<Item>) {
    var oldOffset = 0
    var newOffset = 0
    while oldOffset < old.endIndex, newOffset < new.endIndex {
      let oldIdentity = old[oldOffset].id
      let newIdentity = new[newOffset].id
      if oldIdentity == newIdentity {
        sources[newOffset] = oldOffset
        oldOffset += 1
        newOffset += 1
        continue
      }
      let oldAhead = old[oldOffset...].prefix(Self.lookahead + 1).firstIndex { $0.id == newIdentity }
      let newAhead = new[newOffset...].prefix(Self.lookahead + 1).firstIndex { $0.id == oldIdentity }
      switch (oldAhead, newAhead) {
      case (let end?, nil):
        unpairedOld += oldOffset..<end
        oldOffset = end
      case (nil, let end?):
        unpairedNew += newOffset..<end
        newOffset = end
      default:
        unpairedOld.append(oldOffset)
        unpairedNew.append(newOffset)
        oldOffset += 1
        newOffset += 1
      }
    }
    unpairedOld += oldOffset..<old.endIndex
    unpairedNew += newOffset..<new.endIndex
  }

  private mutating func pairLeftovers(_ old: [Item], _ new: [Item]) {
    guard !unpairedOld.isEmpty, !unpairedNew.isEmpty else { return }
    var offsets: [Item.ID: Int] = [:]
    offsets.reserveCapacity(unpairedOld.count)
    for offset in unpairedOld { offsets[old[offset].id] = offset }
    for offset in unpairedNew { sources[offset] = offsets.removeValue(forKey: new[offset].id) }
    unpairedOld = offsets.values.sorted()
  }
}
