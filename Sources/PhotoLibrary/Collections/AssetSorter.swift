import PhotoFormats

/// Which way an order runs.
public enum SortDirection: Sendable, Hashable {
  case ascending, descending
}

/// Puts assets in order.
public protocol AssetSorter: Sendable {
  /// True where `left` comes before `right`.
  func precedes(_ left: Asset, _ right: Asset) -> Bool
  /// Which way dates run, where the order is one of dates; groups of periods then run the same way.
  var dateDirection: SortDirection? { get }
}

extension AssetSorter {
  /// No order of dates unless it says so.
  public var dateDirection: SortDirection? { nil }
}

/// By date on the wall clock; undated assets come last, equal dates by path in natural order.
public struct DateSorter: AssetSorter {
  /// Which way the dates run.
  public let direction: SortDirection

  /// A sorter; newest first by default.
  public init(_ direction: SortDirection = .descending) { self.direction = direction }

  public var dateDirection: SortDirection? { direction }

  public func precedes(_ left: Asset, _ right: Asset) -> Bool {
    guard let first = left.wallTime?.seconds, let second = right.wallTime?.seconds else {
      if left.wallTime == nil, right.wallTime == nil { return AssetOrder.pathPrecedes(left, right) }
      return right.wallTime == nil
    }
    if first != second { return (first < second) == (direction == .ascending) }
    let firstFraction = left.date?.nanoseconds ?? 0
    let secondFraction = right.date?.nanoseconds ?? 0
    if firstFraction != secondFraction {
      return (firstFraction < secondFraction) == (direction == .ascending)
    }
    return AssetOrder.pathPrecedes(left, right)
  }
}

/// By name in natural order, equal names by folder.
public struct NameSorter: AssetSorter {
  /// Which way the names run.
  public let direction: SortDirection

  /// A sorter.
  public init(_ direction: SortDirection = .ascending) { self.direction = direction }

  public func precedes(_ left: Asset, _ right: Asset) -> Bool {
    let order = FileName.naturalOrder(left.name.bytes, right.name.bytes)
    if order != 0 { return (order < 0) == (direction == .ascending) }
    return AssetOrder.pathPrecedes(left, right)
  }
}

/// By size of the file in bytes, equal sizes by path in natural order.
public struct SizeSorter: AssetSorter {
  /// Which way the sizes run.
  public let direction: SortDirection

  /// A sorter; largest first by default.
  public init(_ direction: SortDirection = .descending) { self.direction = direction }

  public func precedes(_ left: Asset, _ right: Asset) -> Bool {
    if left.fileSize != right.fileSize {
      return (left.fileSize < right.fileSize) == (direction == .ascending)
    }
    return AssetOrder.pathPrecedes(left, right)
  }
}
