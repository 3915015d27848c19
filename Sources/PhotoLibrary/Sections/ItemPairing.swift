/// Pairs the items of two arrays that have the same identity; an identity stands at most once in an array.
///
/// Both arrays are walked side by side, so that items which kept their order are paired without hashing.
/// If they differ, a few items ahead are looked at; what that leaves over is paired through a dictionary.
/// The pairs are the same however they are found, so the shortcuts cost no additional step.
struct ItemPairing<Item: Identifiable> {
  /// For each new item the offset of the old one, nil if there is none.
  private(set) var sources: [Int?]
  /// Offsets of old items without a new one, in order.
  private(set) var unpairedOld: [Int] = []

  private var unpairedNew: [Int] = []

  /// How many items the walk looks ahead to find where the arrays agree again.
  private static var lookahead: Int { 4 }

  init(old: [Item], new: [Item]) {
    sources = Array(repeating: nil, count: new.count)
    // The ends go first: without them, a long run of inserted items would put the walk out of step.
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
    for offset in unpairedOld {
      offsets[old[offset].id] = offset
    }
    for offset in unpairedNew {
      sources[offset] = offsets.removeValue(forKey: new[offset].id)
    }
    unpairedOld = offsets.values.sorted()
  }
}
