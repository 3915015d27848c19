import PhotoFiles
import PhotoLibrary

/// Finds the photos that a view shows first among those that a question shows it, and keeps no more than those.
///
/// It is the last test of a `PhotoProgram`: a photo passes if it could be one of the first, and then `take` takes it.
/// Order of the groups, order in a group and path decide, as in the view itself. Only parts of a second, which rows do
/// not tell, are left open: photos of one second are kept together.
final class RowRanking: PhotoTest {
  /// A photo at a place of the view.
  struct Candidate {
    fileprivate let group: Double
    fileprivate let item: Double
    let folder: Int64
    let name: [UInt8]
  }

  /// Whether names order the photos of a group, and which way.
  private let names: SortDirection?
  private let isByDate: Bool
  private let groups: RowOrder
  private let items: RowOrder
  private let folders: RowMap<Double>
  private let clocks: LibraryClocks
  private let includesHidden: Bool
  private let count: Int
  /// True if rows come in the order of groups, and a row behind the last group may end the walk.
  private let isAlongGroups: Bool

  private var candidates: [Candidate] = []
  /// The last that is shown, as far as is known.
  private var last: Candidate?
  private var nextCut: Int
  /// The places of the row that passed.
  private var passed: [(group: Double, item: Double)] = []
  /// True if the row that passed stands in a group behind all that are shown.
  private(set) var isBehind = false

  /// A ranking of the first photos that a query shows; `nil` if rows do not tell their order.
  init?(_ count: Int, _ orders: RowOrderReader, options: ScanOptions) throws {
    guard let groups = try orders.groups(), let items = try orders.items() else { return nil }
    let query = orders.query
    (self.groups, self.items, self.folders, self.count) = (groups, items, orders.folders, count)
    names = query.sorting == .name ? query.direction ?? query.sorting.usualDirection : nil
    isByDate = query.sorting == .date
    isAlongGroups = query.grouping.period != nil
    (clocks, includesHidden) = (options.clocks, options.includesHidden)
    nextCut = Self.nextCut(count)
  }

  /// Candidates are sorted when there are twice as many as are shown, and not for each of them.
  private static func nextCut(_ count: Int) -> Int { max(256, count <= .max / 2 ? count * 2 : .max) }

  override var columns: Set<PhotoRow.Column> {
    // Names and folders decide only between photos that are alike otherwise.
    groups.columns.union(items.columns).union(isByDate ? [] : [.name, .folder])
  }

  override func passes(_ row: PhotoRow) -> Bool {
    passed.removeAll(keepingCapacity: true)
    isBehind = false
    groups.forEachPlace(of: row, clocks) { group in
      if let last, group > last.group {
        isBehind = isAlongGroups
        return
      }
      let item = items.place(of: row, clocks)
      if let last, group == last.group {
        if item > last.item { return }
        if item == last.item, !isByDate, !comesBefore(row, last) { return }
      }
      passed.append((group, item))
    }
    return isBehind || !passed.isEmpty
  }

  /// Takes the row that passed, unless its name is hidden and such photos are not shown.
  func take(folder: Int64, name: [UInt8]) {
    guard includesHidden || name.first != UInt8(ascii: ".") else { return }
    for place in passed {
      candidates.append(Candidate(group: place.group, item: place.item, folder: folder, name: name))
    }
    if candidates.count >= nextCut { cut() }
  }

  /// The photos that are shown first, as many as are asked for if so many were taken; a photo may stand among them more
  /// than once.
  func first() -> [Candidate] {
    cut()
    return candidates
  }

  private func cut() {
    guard candidates.count > count, count > 0 else { return }
    candidates.sort(by: precedes)
    let last = candidates[count - 1]
    var end = count
    if isByDate {
      while end < candidates.count, candidates[end].group == last.group, candidates[end].item == last.item {
        end += 1
      }
    }
    candidates.removeSubrange(end...)
    self.last = last
    nextCut = Self.nextCut(end)
  }

  private func precedes(_ left: Candidate, _ right: Candidate) -> Bool {
    if left.group != right.group { return left.group < right.group }
    if left.item != right.item { return left.item < right.item }
    return left.name.withUnsafeBufferPointer { first in
      right.name.withUnsafeBufferPointer { precedes(first, left.folder, $0, right.folder) }
    }
  }

  private func comesBefore(_ row: PhotoRow, _ other: Candidate) -> Bool {
    other.name.withUnsafeBufferPointer {
      precedes(row.name.bindMemory(to: UInt8.self), row.folder, $0, other.folder)
    }
  }

  /// As `AssetOrder.pathPrecedes`, behind the order of names if that is asked for.
  private func precedes(
    _ left: UnsafeBufferPointer<UInt8>, _ leftFolder: Int64,
    _ right: UnsafeBufferPointer<UInt8>, _ rightFolder: Int64
  ) -> Bool {
    if let names {
      let order = FileName.naturalOrder(left, right)
      if order != 0 { return (order < 0) == (names == .ascending) }
    }
    if leftFolder != rightFolder {
      return folders[leftFolder] ?? RowOrder.missing < folders[rightFolder] ?? RowOrder.missing
    }
    return FileName.naturalOrder(left, right) < 0
  }
}
