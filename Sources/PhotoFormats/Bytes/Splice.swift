/// A replacement of a range of bytes.
package struct Splice: Sendable, Hashable {
  package let range: Range<Int>
  package let bytes: [UInt8]

  package init(range: Range<Int>, bytes: [UInt8]) { (self.range, self.bytes) = (range, bytes) }
}

extension [Splice] {
  /// Replaces all ranges in an array of bytes.
  ///
  /// - Returns: The result and the splices that revert it, or `nil` if ranges overlap or are out of bounds.
  package func applied(to bytes: [UInt8]) -> (bytes: [UInt8], inverse: [Splice])? {
    var (result, inverse): ([UInt8], [Splice]) = ([], [])
    var end = 0
    for splice in self.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard splice.range.lowerBound >= end, splice.range.upperBound <= bytes.count else { return nil }
      result += bytes[end..<splice.range.lowerBound]
      let start = result.count
      result += splice.bytes
      inverse.append(Splice(range: start..<result.count, bytes: Array<UInt8>(bytes[splice.range])))
      end = splice.range.upperBound
    }
    result += bytes[end...]
    return (result, inverse)
  }
}
