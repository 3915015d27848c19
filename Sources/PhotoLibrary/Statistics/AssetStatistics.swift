import PhotoFormats

/// How many photos stand in each group, and how many bytes their files take.
///
///     let statistics = try await query.statistics(of: library.snapshot(), by: [.camera])
///     statistics.groups.first?.title         // "Canon EOS 6D"
///     statistics.groups.first?.tally.count   // 120
///
/// By one grouping or two. A photo that stands in several groups counts once in each of them, and once in `total`.
public struct AssetStatistics: Sendable, Hashable {
  public struct Tally: Sendable, Hashable {
    public var count = 0
    public var fileSize: Int64 = 0

    public init() {}

    package init(fileSize: Int64) { (count, self.fileSize) = (1, max(fileSize, 0)) }

    /// Takes in another tally; file systems may claim any size, so a sum beyond 64 bits stays the largest number.
    package mutating func add(_ other: Tally) {
      count += other.count
      let (sum, isTooMuch) = fileSize.addingReportingOverflow(other.fileSize)
      fileSize = isTooMuch ? .max : sum
    }
  }

  public struct Group: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, Comparable {
      case value
      /// Groups that were put together, see `AssetStatistics.top(_:)`.
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

    /// The key by which a person or program names the group, such as `2014-05`.
    public let key: String
    public let title: String
    public let kind: Kind
    public internal(set) var tally = Tally()
    let rank: Int
  }

  struct Axis: Sendable, Hashable {
    var groups: [Group]
    /// True if the order of the grouping says more than the sizes of its groups.
    let isScale: Bool
  }

  /// Which groups a photo stands in, by the first grouping and by the second.
  struct Places: Sendable, Hashable {
    var rows: [Int]
    var columns: [Int] = []

    fileprivate struct Cell: Hashable {
      let row: Int
      let column: Int
    }
  }

  public let groupings: [AssetQuery.Grouping]
  /// All photos, each once.
  public let total: Tally
  private let axes: [Axis]
  /// Photos that stand in the same groups, told once: so that the groups can be put together without counting a photo
  /// twice.
  private let parts: [Places: Tally]
  private let cells: [Places.Cell: Tally]

  /// - Parameters:
  ///   - axes: the groups by each grouping, without their tallies.
  ///   - parts: the places in `axes` that photos have, in ascending order.
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

  /// The groups by the second grouping; none if there is one grouping only.
  public var columns: [Group] { axes.count > 1 ? axes[1].groups : [] }

  /// The photos that stand in a group by the first grouping and in one by the second.
  ///
  /// - Parameters:
  ///   - row: the place in `groups`.
  ///   - column: the place in `columns`.
  public func tally(_ row: Int, _ column: Int) -> Tally {
    cells[Places.Cell(row: row, column: column)] ?? Tally()
  }

  /// True if photos stand in several groups of one grouping, so that the groups add up to more than all photos.
  public var countsRepeatedly: Bool {
    parts.keys.contains { $0.rows.count > 1 || $0.columns.count > 1 }
  }
}

extension AssetStatistics {
  public enum Order: Sendable, Hashable {
    /// Dates and numbers by their order, others by the number of photos.
    case usual
    /// The number of photos, the largest first.
    case count
    /// The bytes of the files, the largest first.
    case fileSize
    case value
  }

  /// The statistics with their groups in another order; equal ones stand in the order of the grouping, photos without
  /// a value last.
  ///
  /// - Parameters:
  ///   - order: the new order of the groups.
  ///   - direction: which way it runs; `nil` is the usual way.
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

  /// The statistics with the largest groups by the first grouping, and the others as one, in which a photo counts once.
  ///
  /// - Parameter count: how many groups are left; photos without a value stay a group besides.
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

  /// The statistics with other groups by one grouping.
  ///
  /// - Parameter places: the new place of each old one.
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
