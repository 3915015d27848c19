import PhotoFormats

/// The number of photos and bytes in each group.
///
///     let statistics = try await query.statistics(of: library.snapshot(), by: [.camera])
///     statistics.groups.first?.title         // "Canon EOS 6D"
///     statistics.groups.first?.tally.count   // 120
///
/// Supports one or two groupings. A photo in several groups counts once in each, and once in `total`.
public struct AssetStatistics: Sendable, Hashable {
  public struct Tally: Sendable, Hashable {
    public var count = 0
    public var fileSize: Int64 = 0

    public init() {}

    package init(fileSize: Int64) { (count, self.fileSize) = (1, max(fileSize, 0)) }

    /// Adds a tally, clamping the size: file systems may report any file size.
    package mutating func add(_ other: Tally) {
      count += other.count
      let (sum, isTooMuch) = fileSize.addingReportingOverflow(other.fileSize)
      fileSize = isTooMuch ? .max : sum
    }
  }

  public struct Group: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, Comparable {
      case value
      case others
      case none

      public static func < (left: Kind, right: Kind) -> Bool { left.place < right.place }

      private var place: Int {
        switch self {
        case .value: 0
        case .others: 1
        case .none: 2
        }
      }
    }

    /// The key of the group, such as `2014-05`.
    public let key: String
    public let title: String
    public let kind: Kind
    public internal(set) var tally = Tally()
    let rank: Int
  }

  struct Axis: Sendable, Hashable {
    var groups: [Group]
    /// Whether the groups are dates or numbers, whose order is more significant than their size.
    let isScale: Bool
  }

  /// The indices of the groups of a photo, by the first and second grouping.
  struct Places: Sendable, Hashable {
    var rows: [Int]
    var columns: [Int] = []

    struct Cell: Hashable {
      let row: Int
      let column: Int
    }
  }

  public let groupings: [AssetQuery.Grouping]
  public let total: Tally
  private let axes: [Axis]
  /// The tally of each combination of groups, so that groups can be merged without counting a photo twice.
  private let parts: [Places: Tally]
  private let cells: [Places.Cell: Tally]

  /// - Parameters:
  ///   - axes: The groups of each grouping, with empty tallies.
  ///   - parts: The tallies by ascending indices in `axes`.
  init(_ groupings: [AssetQuery.Grouping], _ axes: [Axis], _ parts: [Places: Tally]) {
    var (axes, total, cells) = (axes, Tally(), [Places.Cell: Tally]())
    for (places, tally) in parts {
      total.add(tally)
      for row in places.rows {
        axes[0].groups[row].tally.add(tally)
        for column in places.columns {
          cells[Places.Cell(row: row, column: column), default: Tally()].add(tally)
        }
      }
      for column in places.columns { axes[1].groups[column].tally.add(tally) }
    }
    (self.groupings, self.axes, self.parts, self.total, self.cells) = (groupings, axes, parts, total, cells)
  }

  public var groups: [Group] { axes.first?.groups ?? [] }

  /// The groups of the second grouping, if any.
  public var columns: [Group] { axes.count > 1 ? axes[1].groups : [] }

  /// Returns the tally of the photos in both groups.
  ///
  /// - Parameters:
  ///   - row: An index in `groups`.
  ///   - column: An index in `columns`.
  public func tally(_ row: Int, _ column: Int) -> Tally {
    cells[Places.Cell(row: row, column: column)] ?? Tally()
  }

  /// Whether a photo belongs to several groups, so that the sum of the groups exceeds the total.
  public var countsRepeatedly: Bool {
    parts.keys.contains { $0.rows.count > 1 || $0.columns.count > 1 }
  }

  public enum Order: Sendable, Hashable {
    /// Dates and numbers by value, other groups by count.
    case usual
    /// By number of photos, largest first.
    case count
    /// By size in bytes, largest first.
    case fileSize
    case value
  }

  /// Returns the statistics with the groups sorted. Ties are resolved by value; the group of photos without a value
  /// comes last.
  ///
  /// - Parameters:
  ///   - order: The key of the order.
  ///   - direction: The direction of the order; `nil` selects the usual one.
  public func ordered(by order: Order, _ direction: SortDirection? = nil) -> AssetStatistics {
    axes.indices.reduce(self) { statistics, index in
      let axis = statistics.axes[index]
      let isByRank = order == .value || order == .usual && axis.isScale
      let isTurned = direction.map { ($0 == .descending) == isByRank } ?? false
      func precedes(_ left: Group, _ right: Group) -> Bool {
        if left.kind != right.kind { return left.kind < right.kind }
        let (first, second) = isTurned ? (right, left) : (left, right)
        if isByRank { return first.rank < second.rank }
        let sizes =
          order == .fileSize
          ? (first.tally.fileSize, second.tally.fileSize)
          : (Int64(first.tally.count), Int64(second.tally.count))
        return sizes.0 == sizes.1 ? left.rank < right.rank : sizes.0 > sizes.1
      }
      let sorted = axis.groups.indices.sorted { precedes(axis.groups[$0], axis.groups[$1]) }
      var places = [Int](repeating: 0, count: sorted.count)
      for (new, old) in sorted.enumerated() { places[old] = new }
      return statistics.replacing(index, sorted.map { axis.groups[$0] }, places)
    }
  }

  /// Merges all but the largest groups of the first grouping. A photo counts once in the merged group.
  ///
  /// - Parameter count: The number of remaining groups, in addition to the group of photos without a value.
  public func top(_ count: Int) -> AssetStatistics {
    let values = groups.indices.filter { groups[$0].kind == .value }
    let largest = values.sorted { left, right in
      let (left, right) = (groups[left], groups[right])
      return left.tally.count == right.tally.count
        ? left.rank < right.rank : left.tally.count > right.tally.count
    }
    let rest = Set(largest.dropFirst(max(count, 0)))
    guard !rest.isEmpty else { return self }
    var kept = groups.indices.filter { !rest.contains($0) }
    let end = kept.firstIndex { groups[$0].kind > .others } ?? kept.endIndex
    var places = [Int](repeating: end, count: groups.count)
    for (new, old) in kept.enumerated() { places[old] = new < end ? new : new + 1 }
    let others = Group(key: "others", title: "others", kind: .others, rank: groups.count)
    let tail = kept[end...]
    kept.removeSubrange(end...)
    return replacing(0, kept.map { groups[$0] } + [others] + tail.map { groups[$0] }, places)
  }

  /// Returns the statistics with other groups for one grouping.
  ///
  /// - Parameter places: The new index of each old group.
  private func replacing(_ axis: Int, _ groups: [Group], _ places: [Int]) -> AssetStatistics {
    var (axes, parts) = (axes, [Places: Tally](minimumCapacity: parts.count))
    for index in axes.indices {
      if index == axis { axes[index].groups = groups }
      for place in axes[index].groups.indices { axes[index].groups[place].tally = Tally() }
    }
    for (old, tally) in self.parts {
      var new = old
      if axis == 0 {
        new.rows = Self.moved(old.rows, places)
      } else {
        new.columns = Self.moved(old.columns, places)
      }
      parts[new, default: Tally()].add(tally)
    }
    return AssetStatistics(groupings, axes, parts)
  }

  private static func moved(_ old: [Int], _ places: [Int]) -> [Int] {
    old.count == 1 ? [places[old[0]]] : Set(old.map { places[$0] }).sorted()
  }
}
