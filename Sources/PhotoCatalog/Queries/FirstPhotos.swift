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

    /// Returns an expression for the photos that don't follow a bound.
    ///
    /// - Parameter bound: The expression of the bound.
    func reaches(_ bound: String, _ part: PhotoScan.Part) -> String {
      let (comparison, sign) = direction == .descending ? (">=", "-") : ("<=", "+")
      let reaches = "\(value(part)) \(comparison) \(bound)"
      // The index contains UTC dates as they are.
      return column == "date"
        ? "(date \(comparison) \(bound) \(sign) \(ConditionTranslator.mostOffset) AND \(reaches))" : reaches
    }
  }

  private var scan: PhotoScan
  private let dbs: [Connection]
  private let query: AssetQuery
  private let count: Int

  /// The number of rows of an index to read before all rows are tested.
  private static let rowsOfIndex = 1024

  /// Creates a search, or returns `nil` if the view has no limit or a high one.
  init?(_ scan: PhotoScan, _ dbs: [Connection]) throws {
    (self.scan, self.dbs, query) = (scan, dbs, scan.query)
    guard scan.named == nil, let count = query.countOfFirst, count > 0 else { return nil }
    self.count = count
    // The numbers of rows have few gaps, and counting rows takes longer.
    let total = try dbs.reduce(0) { try $0 + min($1.number("SELECT max(id) FROM photo") ?? 0, 1 << 40) }
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
    let bound = try boundByIndex(key) ?? bound(key, count) { _, _ in "1" }
    return try bound.map { scan.candidates(try rows(reaching: $0, key) { _, _ in "1" }.ids) }
  }

  /// Returns the candidates of groups of dates, the newest first, in another order within groups.
  private func candidates(_ key: Key?, inLast periods: DateGrouping) throws -> PhotoScan.Candidates? {
    let date = Key(column: "date", direction: .descending, index: "photo_date")
    guard let bound = try boundByIndex(date) ?? bound(date, count, where: { _, _ in "1" }) else { return nil }
    let start = periods.bucket(of: CivilTime(seconds: try Self.whole(bound)))
    let end = periods.end(of: start)
    var found = try rows { date.reaches("\(end)", $1) }
    let inLast: (Int, PhotoScan.Part) -> String = { _, part in
      "(\(date.reaches("\(start)", part)) AND \(part.localDate) < \(end))"
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
    var found = try rows { catalog, _ in before[catalog] }
    guard let key else {
      found.add(try rows { catalog, _ in last[catalog] }.ids)
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
  ///
  /// - Parameter bound: The first parameter of the condition.
  private func rows(
    bound: Double? = nil, where condition: (Int, PhotoScan.Part) throws -> String
  ) throws -> Rows {
    let parts = scan.parts
    let found = try dbs.enumerated().map { catalog, db in
      let (part, condition) = (parts[catalog], try condition(catalog, parts[catalog]))
      var (ids, certain) = ([Int64](), 0)
      if condition == "0" { return (ids, certain) }
      let isCertain = part.certain == part.possible ? "1" : "ifnull(\(part.certain), 0)"
      let rows = try db.rows(
        "SELECT id, \(isCertain) FROM photo WHERE \(RowCondition.and([condition, part.possible]))",
        bound.map { [.real($0)] } ?? [])
      while let row = try rows.next() {
        ids.append(try row.number(at: 0))
        if try row.number(at: 1) != 0 { certain += 1 }
      }
      return (ids, certain)
    }
    return Rows(ids: found.map(\.0), certain: found.reduce(0) { $0 + $1.1 })
  }

  /// Returns the candidates that meet a condition and don't follow a bound.
  private func rows(
    reaching bound: Double, _ key: Key, where condition: (Int, PhotoScan.Part) -> String
  ) throws -> Rows {
    try rows(bound: bound) { RowCondition.and([condition($0, $1), key.reaches("?1", $1)]) }
  }

  /// Returns the candidates up to the last of the first photos that certainly match, or `nil` if there are fewer.
  private func first(
    _ key: Key, _ count: Int, where condition: (Int, PhotoScan.Part) -> String
  ) throws -> [[Int64]]? {
    try bound(key, count, where: condition).map { try rows(reaching: $0, key, where: condition).ids }
  }

  /// Returns the value that the first photos that certainly match reach, or `nil` if there are fewer.
  private func bound(
    _ key: Key, _ count: Int, where condition: (Int, PhotoScan.Part) -> String
  ) throws -> Double? {
    guard count > 0 else { return nil }
    let (parts, order) = (scan.parts, key.direction == .descending ? "DESC" : "ASC")
    let values = try dbs.enumerated().map { catalog, db in
      let part = parts[catalog]
      let value = key.value(part)
      // The sign makes SQLite read the table instead of an index, which takes longer if few photos match.
      let rows = try db.rows(
        """
        SELECT \(value) FROM photo
        WHERE \(RowCondition.and([condition(catalog, part), part.certain, "\(value) IS NOT NULL"]))
        ORDER BY +\(value) \(order) LIMIT \(count)
        """)
      var values: [Double] = []
      while let row = try rows.next() { values.append(try row.quantity(at: 0)) }
      return values
    }
    return Self.bound(key, count, values.joined())
  }

  /// Returns the value that the first photos that certainly match reach, reading a limited number of rows of an index; `nil`
  /// if these are too few.
  private func boundByIndex(_ key: Key) throws -> Double? {
    guard let index = key.index else { return nil }
    let order = key.direction == .descending ? "DESC" : "ASC"
    var values: [Double] = []
    for (part, db) in zip(scan.parts, dbs) {
      let rows = try db.rows(
        """
        SELECT ifnull(\(part.certain), 0), \(key.value(part)) FROM photo INDEXED BY \(index)
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
  /// - Throws: `SQLiteError` for a number that photopick never writes.
  private static func whole(_ number: Double) throws(SQLiteError) -> Int64 {
    guard let whole = Int64(exactly: number), whole.magnitude < 1 << 53 else { throw .damage }
    return whole
  }
}
