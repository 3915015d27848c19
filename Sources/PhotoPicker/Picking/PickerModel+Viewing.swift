import PhotoFormats
import PhotoLibrary

extension PickerModel {
  package typealias Order = (name: String, sorting: AssetQuery.Sorting, direction: SortDirection)

  package static let groupings =
    AssetQuery.Grouping.allCases
    + [MetadataField.rating, .label, .keywords, .lens].map { .field(AssetField($0)) }

  package static let orders: [Order] = [
    ("newest", .date, .descending), ("oldest", .date, .ascending), ("name", .name, .ascending),
    ("name backwards", .name, .descending), ("largest", .size, .descending), ("smallest", .size, .ascending),
    ("rating", .field(AssetField(.rating)), .descending),
  ]

  /// The index of the current order in `orders`, 0 for custom orders.
  package var currentOrder: Int { knownOrder ?? 0 }

  package var orderName: String { knownOrder.map { Self.orders[$0].name } ?? query.sorting.words }

  private var knownOrder: Int? {
    let direction = query.direction ?? query.sorting.usualDirection
    return Self.orders.firstIndex { $0.sorting == query.sorting && $0.direction == direction }
  }

  package typealias AlbumSorting = (name: String, order: AlbumOrder, direction: SortDirection)

  package static let albumOrders: [AlbumSorting] = [
    ("most photos", .count, .descending), ("fewest photos", .count, .ascending), ("name", .name, .ascending),
    ("name backwards", .name, .descending), ("newest", .date, .descending), ("oldest", .date, .ascending),
    ("largest", .size, .descending), ("smallest", .size, .ascending),
  ]

  package var albumName: String {
    switch album {
    case .all: query.album ?? "All Photos"
    case .folder(let folder): folder.name
    }
  }

  /// The index of the current order in `albumOrders`.
  package var currentAlbumOrder: Int {
    let direction = albumOrder.direction ?? albumOrder.order.usualDirection
    return Self.albumOrders.firstIndex { $0.order == albumOrder.order && $0.direction == direction } ?? 0
  }

  package mutating func sortAlbums(by sorting: AlbumSorting) {
    albumOrder = (sorting.order, sorting.direction)
    albums = sorting.order.sorted(albums, sorting.direction)
  }

  package mutating func group(by grouping: AssetQuery.Grouping) -> [PickerEffect] {
    query.grouping = grouping
    return [.makeContents]
  }

  package mutating func sort(by order: Order) -> [PickerEffect] {
    (query.sorting, query.direction) = (order.sorting, order.direction)
    return [.makeContents]
  }

  package mutating func show(_ kinds: KindFilter) -> [PickerEffect] {
    query.kinds = kinds
    countChoices()
    return [.makeContents]
  }

  // MARK: Search

  /// The query, narrowed by search, judgements and labels.
  package var narrowedQuery: AssetQuery { narrowed(query, judged, labels) }

  /// The unfiltered query.
  package var unfilteredQuery: AssetQuery {
    var query = query
    query.kinds = KindFilter()
    return narrowed(query, [], [])
  }

  private func narrowed(_ query: AssetQuery, _ judged: Set<JudgedKind>, _ labels: Set<String>) -> AssetQuery {
    // An opened burst contains the shots that matched.
    guard openedBurst == nil, search != nil || !judged.isEmpty || !labels.isEmpty else { return query }
    var narrowed = query
    let (inner, search) = (query.predicate, search)
    narrowed.findsDuplicates = search?.needsDuplicates == true
    // Results of cancelled searches are discarded, so they may be wrong.
    narrowed.predicate = PredicateFilter { asset in
      !Task.isCancelled && search?.matches(asset) != false
        && (judged.isEmpty || judged.contains { $0.matches(asset) })
        && (labels.isEmpty || asset.label.map(labels.contains) == true) && inner?.includes(asset) != false
    }
    return narrowed
  }

  /// Whether ratings and labels affect the filter, the groups or the order. The best of duplicates may be the rated one.
  var dependsOnMarks: Bool {
    if query.needsDuplicates { return true }
    if search != nil || !judged.isEmpty || !labels.isEmpty { return true }
    if query.condition != nil || query.predicate != nil { return true }
    if case .field = query.grouping { return true }
    if case .field = query.sorting { return true }
    return false
  }

  /// Filters by a search, and moves the cursor to the first match starting at a photo.
  ///
  /// An invalid query, such as an incomplete one, only produces a message.
  package mutating func narrow(to text: String, from place: Asset? = nil) -> [PickerEffect] {
    let search: PhotoSearch?
    do throws(ConditionError) {
      search = try PhotoSearch(text, saved: options.savedQueries)
    } catch {
      message = "\(error)"
      return []
    }
    let start = place.flatMap { contents.position(of: $0) } ?? 0
    if let search { find(search, from: start) } else if place != nil { moveCursor(to: start) }
    if search == nil { searchPlace = nil } else if let place { searchPlace = (place, current) }
    guard search != self.search else { return [] }
    self.search = search
    return [.makeContents]
  }

  /// Clears the search. Returns to the previous position unless the user moved it.
  package mutating func widen() -> [PickerEffect] {
    guard let searchPlace, current == nil || current == searchPlace.found else {
      return widen(to: "", at: current)
    }
    return widen(to: "", at: searchPlace.before)
  }

  /// Returns to the previous search and position.
  package mutating func widen(to text: String, at place: Asset?) -> [PickerEffect] {
    let effects = narrow(to: text)
    if let place { moveCursor(to: contents.position(of: place) ?? cursor) }
    returnPlace = effects.isEmpty ? nil : place
    return effects
  }

  package mutating func findNext(isForward: Bool) {
    guard let search, contents.count > 0 else { return }
    let count = contents.count
    find(search, from: (cursor + (isForward ? 1 : count - 1)) % count, isForward: isForward)
  }

  /// The number of photos to search while the user types; the filtered view covers the rest.
  private static let searchLimit = 50_000

  /// Moves the cursor to the first match, starting at a position and wrapping around.
  private mutating func find(_ search: PhotoSearch, from start: Int, isForward: Bool = true) {
    let count = contents.count
    guard count > 0 else { return }
    for step in 0..<min(count, Self.searchLimit) {
      let position = (start + (isForward ? step : count - step)) % count
      guard let asset = contents[position], search.matches(asset) else { continue }
      moveCursor(to: position)
      return
    }
    if count <= Self.searchLimit { message = "nothing found: \(search.text)" }
  }
}
