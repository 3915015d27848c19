import PhotoFormats
import PhotoLibrary

extension FieldTest {
  /// The seconds of the wall clock between which a date that passes lies; `nil` if any or no date will do.
  var dateSeconds: ClosedRange<Int64>? {
    .union(
      values.map { value in
        guard case .dates(let range) = value else { return nil }
        return ClosedRange(range.first?.seconds, range.last?.seconds)
      })
  }
}

extension ClosedRange<Int64> {
  /// The range between two numbers, open at the side of one that is missing. If they are in the wrong order, it is the first.
  init(_ lower: Int64?, _ upper: Int64?) {
    let (lower, upper) = (lower ?? .min, upper ?? .max)
    self = lower...Swift.max(lower, upper)
  }

  /// The range from the first to the last number of some ranges; `nil` if one of them is open.
  static func union(_ ranges: [ClosedRange<Int64>?]) -> ClosedRange<Int64>? {
    let closed = ranges.compactMap { $0 }
    guard closed.count == ranges.count, let first = closed.map(\.lowerBound).min(),
      let last = closed.map(\.upperBound).max()
    else { return nil }
    return first...last
  }

  /// The seconds of universal time that are these seconds on some wall clock: time zones reach from -12 to +14 hours.
  var inAllZones: ClosedRange<Int64> {
    let (lower, isBelow) = lowerBound.subtractingReportingOverflow(15 * 3600)
    let (upper, isAbove) = upperBound.addingReportingOverflow(15 * 3600)
    return (isBelow ? .min : lower)...(isAbove ? .max : upper)
  }
}
