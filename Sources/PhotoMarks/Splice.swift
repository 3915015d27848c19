struct Splice: Equatable {
  let range: Range<Int>
  let bytes: [UInt8]
}

extension [Splice] {
  /// Replaces all ranges of some bytes.
  ///
  /// - Returns: The result, and the splices that turn it into the same bytes again; `nil` if ranges overlap or are not in
  ///   the bytes.
  func applied(to bytes: [UInt8]) -> (bytes: [UInt8], inverse: [Splice])? {
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
