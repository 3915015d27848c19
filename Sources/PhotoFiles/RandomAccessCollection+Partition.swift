extension RandomAccessCollection {
  /// Returns the index of the first element of the second part, or `endIndex`, with O(log *n*) calls.
  ///
  /// - Parameter belongsToSecondPart: false for all elements of the first part, true for all after it.
  @inlinable
  package func partitioningIndex(where belongsToSecondPart: (Element) throws -> Bool) rethrows -> Index {
    var (start, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(start, offsetBy: half)
      if try belongsToSecondPart(self[middle]) {
        count = half
      } else {
        start = index(after: middle)
        count -= half + 1
      }
    }
    return start
  }
}
