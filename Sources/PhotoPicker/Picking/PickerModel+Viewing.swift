import PhotoLibrary

/// Chooses what is shown, and finds photos.
extension PickerModel {
  /// An order of photos, with its name.
  package typealias Order = (name: String, sorting: AssetQuery.Sorting, direction: SortDirection)

  /// What groups can be made by.
  package static let groupings = AssetQuery.Grouping.allCases

  /// The orders of photos.
  package static let orders: [Order] = [
    ("newest", .date, .descending), ("oldest", .date, .ascending), ("name", .name, .ascending),
    ("name backwards", .name, .descending), ("largest", .size, .descending), ("smallest", .size, .ascending),
  ]

  /// The order that is shown, as an index of `orders`.
  package var currentOrder: Int {
    let direction = query.direction ?? (query.sorting == .name ? .ascending : .descending)
    return Self.orders.firstIndex { $0.sorting == query.sorting && $0.direction == direction } ?? 0
  }

  /// Makes groups by something else.
  package mutating func group(by grouping: AssetQuery.Grouping) -> [PickerEffect] {
    query.grouping = grouping
    return [.makeContents]
  }

  /// Sorts in one of `orders`.
  package mutating func sort(by order: Order) -> [PickerEffect] {
    (query.sorting, query.direction) = (order.sorting, order.direction)
    return [.makeContents]
  }

  /// Shows photos of some kinds.
  package mutating func show(_ kinds: KindFilter) -> [PickerEffect] {
    query.kinds = kinds
    return [.makeContents]
  }

  /// Goes on to the next photo that matches what was looked for last.
  package mutating func findNext(isForward: Bool) {
    guard !needle.isEmpty, contents.count > 0 else { return }
    let count = contents.count
    find(needle, from: (cursor + (isForward ? 1 : count - 1)) % count, isForward: isForward)
  }

  /// Moves the cursor to the first photo that matches, from a position on and around the end.
  package mutating func find(_ text: String, from start: Int, isForward: Bool = true) {
    let search = PhotoSearch(text)
    let count = contents.count
    for step in 0..<count {
      let position = (start + (isForward ? step : count - step)) % count
      guard let asset = contents[position], search.matches(asset) else { continue }
      moveCursor(to: position)
      return
    }
    message = "nothing found: \(text)"
  }
}
