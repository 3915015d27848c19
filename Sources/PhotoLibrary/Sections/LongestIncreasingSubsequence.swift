import PhotoFiles

extension Array {
  /// The elements outside one longest strictly increasing subsequence, in order.
  ///
  /// These are the fewest elements that must move for the others to be in order. Found by patience sorting
  /// in O(*n* log *n*) time; at once if all elements are in order.
  func outsideLongestIncreasingSubsequence(by key: (Element) -> Int) -> [Element] {
    guard !zip(self, dropFirst()).allSatisfy({ key($0) < key($1) }) else { return [] }
    // tails[n] is the position of the smallest last element of all increasing runs of n + 1 elements.
    var tails: [Int] = []
    var predecessors: [Int?] = []
    predecessors.reserveCapacity(count)
    for (position, element) in enumerated() {
      // Most elements go on with the longest run, and then there is nothing to search for.
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
