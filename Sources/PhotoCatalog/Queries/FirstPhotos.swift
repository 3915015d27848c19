import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Finds the candidates for the first photos of a view by the columns that determine its groups and order.
///
/// Enough photos that certainly match are a bound: photos that follow them in the view aren't needed.
struct FirstPhotos {
  /// A column by which photos are ordered. Photos without a value come last.
  private struct Key {
    let column: String
    let direction: SortDirection
    /// The index that starts with the column.
    let index: String?

    /// The expression of the value by which photos are ordered.
    func value(_ part: PhotoScan.Part) -> String { column == "date" ? part.localDate : column }

    func reaches(_ value: Double, _ bound: Double) -> Bool {
      direction == .descending ? value >= bound : value <= bound
    }
  }

  private var scan: PhotoScan
  private let dbs: [Database]
  private let query: AssetQuery
  private let count: Int

  /// The number of rows of an index to read before all rows are tested.
  private static let rowsOfIndex = 1024

  /// Creates a search, or returns `nil` if the view has no limit or a high one.
  init?(_ scan: PhotoScan, _ dbs: [Database]) throws {
    (self.scan, self.dbs, query) = (scan, dbs, scan.query)
    guard scan.named == nil, let count = query.countOfFirst, count > 0 else { return nil }
    self.count = count
    let total = try dbs.reduce(0) { try $0 + (Int.fetchOne($1, sql: "SELECT count(*) FROM main.photo") ?? 0) }
    guard count < total / 4, try dbs.allSatisfy(CatalogSchema.hasIndexes) else { return nil }
  }

  /// Returns the candidates, or `nil` if SQL can't order the photos, or if few photos match.
  mutating func candidates() throws -> PhotoScan.Candidates? {
    let (key, periods) = (key, query.grouping.grouping as? DateGrouping)
    try scan.register(dbs)
    if let periods, key?.column != "date" { return try candidates(key, inLast: periods) }
    if query.grouping == .all || periods != nil { return try key.flatMap { try candidates($0) } }
    let condition = key.map { "\($0.column) IS NOT NULL" } ?? "1"
    guard let groups = try PhotoGroups(scan, dbs, condition) else { return nil }
    return try candidates(key, groups)
  }

  /// The order within groups, or `nil` if SQL can't order by it.
  private var key: Key? {
    let direction = query.direction ?? query.sorting.usualDirection
    switch query.sorting {
    case .date: return Key(column: "date", direction: direction, index: "photo_date")
    case .size: return Key(column: "size", direction: direction, index: nil)
    case .field(let field):
      guard [.integer, .number].contains(field.kind), case .value(let column)? = PhotoRow.storage(of: field)
      else { return nil }
      return Key(column: column, direction: direction, index: column == "rating" ? "photo_rating" : nil)
    case .name, .given: return nil
    }
  }

  // MARK: - Kinds of views

  /// Returns the candidates without groups, or in groups of dates in order of date.
  private func candidates(_ key: Key) throws -> PhotoScan.Candidates? {
    if let bound = try boundByIndex(key) {
      let found = try rows(where: { Self.reaching(try Self.whole(bound), key, $1) })
      return scan.candidates(found.ids)
    }
    return try first(key, count, where: { _, _ in "1" }).map(scan.candidates)
  }

  /// Returns the candidates of groups of dates, the newest first, in another order within groups.
  private func candidates(_ key: Key?, inLast periods: DateGrouping) throws -> PhotoScan.Candidates? {
    let date = Key(column: "date", direction: .descending, index: "photo_date")
    guard let bound = try boundByIndex(date) ?? self.bound(date) else { return nil }
    let start = periods.bucket(of: CivilTime(seconds: try Self.whole(bound)))
    let end = periods.end(of: start)
    var found = try rows(where: { Self.reaching(end, date, $1) })
    let inLast: (Int, PhotoScan.Part) -> String = { _, part in
      "(\(Self.reaching(start, date, part)) AND \(part.localDate) < \(end))"
    }
    // The last group in view is cut off in its own order.
    let last = try key.flatMap { try first($0, count - found.certain, where: inLast) }
    found.add(try last ?? rows(where: inLast).ids)
    return scan.candidates(found.ids)
  }

  /// Returns the candidates of groups in the order of their values.
  private mutating func candidates(_ key: Key?, _ groups: PhotoGroups) throws -> PhotoScan.Candidates? {
    var rest = count
    guard
      let rank = groups.counts.firstIndex(where: { count in
        if rest <= count { return true }
        rest -= count
        return false
      })
    else { return nil }
    func expressions(_ ranks: Range<Int>) -> [String] {
      dbs.indices.map { catalog in
        scan.changeTests(of: catalog) { groups.expression(of: ranks, in: catalog, &$0) }
      }
    }
    let (before, last) = (expressions(0..<rank), expressions(rank..<(rank + 1)))
    try scan.register(dbs)
    var found = try rows(where: { catalog, _ in before[catalog] })
    guard let key else {
      found.add(try rows(where: { catalog, _ in last[catalog] }).ids)
      return scan.candidates(found.ids)
    }
    guard let ids = try first(key, rest, where: { catalog, _ in last[catalog] }) else { return nil }
    found.add(ids)
    return scan.candidates(found.ids)
  }

  // MARK: - Rows

  /// Candidates by catalog, and the number of those that certainly match.
  private struct Rows {
    var ids: [[Int64]]
    var certain = 0

    mutating func add(_ other: [[Int64]]) { ids = zip(ids, other).map { $0 + $1 } }
  }

  /// Returns the candidates that meet a condition.
  private func rows(where condition: (Int, PhotoScan.Part) throws -> String) throws -> Rows {
    var found = Rows(ids: dbs.map { _ in [] })
    for (catalog, db) in dbs.enumerated() {
      let part = scan.parts[catalog]
      let condition = try condition(catalog, part)
      if condition == "0" { continue }
      let rows = try StatementRow.fetchCursor(
        db,
        sql: """
          SELECT id, ifnull(\(part.certain), 0) FROM main.photo
          WHERE \(RowCondition.and([condition, part.possible]))
          """)
      while let row = try rows.next() {
        found.ids[catalog].append(try row.number(at: 0))
        if try row.number(at: 1) != 0 { found.certain += 1 }
      }
    }
    return found
  }

  /// A candidate with a value of the key.
  private struct Candidate {
    let catalog: Int
    let id: Int64
    let value: Double
    let isCertain: Bool
  }

  /// Returns the rows of `ordered` by catalog.
  private func first(
    _ key: Key, _ count: Int, where condition: (Int, PhotoScan.Part) -> String
  ) throws -> [[Int64]]? {
    guard let found = try ordered(key, count, where: condition) else { return nil }
    var ids = dbs.map { _ in [Int64]() }
    for photo in found { ids[photo.catalog].append(photo.id) }
    return ids
  }

  /// Returns the date of the last of the first photos that certainly match, or `nil` if there are fewer.
  private func bound(_ key: Key) throws -> Double? {
    guard let found = try ordered(key, count, where: { _, _ in "1" }) else { return nil }
    return Self.bound(key, count, found.filter(\.isCertain).map(\.value))
  }

  /// Returns the candidates up to the last of the first photos that certainly match, or `nil` if there are fewer.
  private func ordered(
    _ key: Key, _ count: Int, where condition: (Int, PhotoScan.Part) -> String
  ) throws -> [Candidate]? {
    var found: [Candidate] = []
    // Photos that aren't needed are removed from time to time.
    var limit = max(4 * count, 4096)
    var isEnough = false
    func cut() {
      guard let bound = Self.bound(key, count, found.lazy.filter(\.isCertain).map(\.value)) else { return }
      found.removeAll { !key.reaches($0.value, bound) }
      isEnough = true
    }
    for (catalog, db) in dbs.enumerated() {
      let part = scan.parts[catalog]
      let rows = try StatementRow.fetchCursor(
        db,
        sql: """
          SELECT id, \(key.value(part)), ifnull(\(part.certain), 0) FROM main.photo
          WHERE \(RowCondition.and([condition(catalog, part), part.possible])) AND \(key.column) IS NOT NULL
          """)
      while let row = try rows.next() {
        // The clock of the query may not know a date.
        if row.isNull(at: 1) { continue }
        found.append(
          Candidate(
            catalog: catalog, id: try row.number(at: 0), value: try row.quantity(at: 1),
            isCertain: try row.number(at: 2) != 0))
        if found.count >= limit {
          cut()
          limit = max(limit, 2 * found.count)
        }
      }
    }
    cut()
    return isEnough ? found : nil
  }

  /// Returns the value that the first photos that certainly match reach, reading a limited number of rows of an index; `nil`
  /// if these are too few.
  private func boundByIndex(_ key: Key) throws -> Double? {
    guard let index = key.index else { return nil }
    let order = key.direction == .descending ? "DESC" : "ASC"
    var values: [Double] = []
    for (part, db) in zip(scan.parts, dbs) {
      let rows = try StatementRow.fetchCursor(
        db,
        sql: """
          SELECT ifnull(\(part.certain), 0), \(key.value(part)) FROM main.photo INDEXED BY \(index)
          WHERE \(key.column) IS NOT NULL ORDER BY \(key.column) \(order)
          """)
      var (found, tested) = (0, 0)
      while found < count, tested < Self.rowsOfIndex, let row = try rows.next() {
        tested += 1
        guard try row.number(at: 0) != 0, !row.isNull(at: 1) else { continue }
        found += 1
        values.append(try row.quantity(at: 1))
      }
    }
    return Self.bound(key, count, values)
  }

  private static func bound(_ key: Key, _ count: Int, _ values: some Sequence<Double>) -> Double? {
    let values = values.sorted()
    guard count > 0, values.count >= count else { return nil }
    return values[key.direction == .descending ? values.count - count : count - 1]
  }

  /// Returns a date or rating as a whole number.
  ///
  /// - Throws: `DatabaseError` for a number that photopick never writes.
  private static func whole(_ number: Double) throws(DatabaseError) -> Int64 {
    guard let whole = Int64(exactly: number), whole.magnitude < 1 << 53 else { throw .damage }
    return whole
  }

  /// Returns an expression for the photos that don't follow a bound.
  private static func reaching(_ bound: Int64, _ key: Key, _ part: PhotoScan.Part) -> String {
    let (comparison, sign): (String, Int64) = key.direction == .descending ? (">=", -1) : ("<=", 1)
    let reaches = "\(key.value(part)) \(comparison) \(bound)"
    // The index contains UTC dates as they are.
    return key.column == "date"
      ? "(date \(comparison) \(bound + sign * ConditionTranslator.mostOffset) AND \(reaches))" : reaches
  }
}
