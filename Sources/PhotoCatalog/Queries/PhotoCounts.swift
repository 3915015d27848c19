import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Counts photos by columns, without their records.
struct PhotoCounts {
  private typealias Tally = AssetStatistics.Tally

  private let groupings: [AssetQuery.Grouping]
  /// The sources of the groups, the date last as in indexes.
  private let sources: [GroupSource]
  /// The periods of dates in the same groups, or `nil` if the groups don't depend on dates.
  private let periods: DateGrouping?

  /// Returns `nil` if the columns don't determine the groups.
  init?(_ groupings: [AssetQuery.Grouping]) {
    self.groupings = groupings
    let found = groupings.prefix(2).compactMap(GroupSource.init)
    guard found.count == groupings.prefix(2).count else { return nil }
    sources = (found.filter { $0 != .date } + found.filter { $0 == .date }).filter { $0 != .none }.uniqued()
    periods = Self.periods(groupings)
  }

  private static func periods(_ groupings: [AssetQuery.Grouping]) -> DateGrouping? {
    let periods = groupings.prefix(2).compactMap { grouping -> DateGrouping.Period? in
      switch grouping {
      case .year: .year
      case .month: .month
      case .week, .day, .weekday: .day
      case .hour, .hourOfDay: .hour
      case .all, .album, .camera, .format, .duplicate, .field: nil
      }
    }
    // Months and years start within weeks, so weeks are divided into days.
    return [.hour, .day, .month, .year].first(where: periods.contains).map { DateGrouping($0) }
  }

  /// Holds for the photos that `count` counts.
  private func certain(_ part: PhotoScan.Part) -> String {
    RowCondition.and([part.certain] + sources.map(\.isCertain))
  }

  /// Returns the candidates that `count` doesn't count, after `PhotoScan.register(_:)`.
  func rest(_ scan: PhotoScan, _ dbs: [Connection]) throws -> PhotoScan.Candidates {
    try scan.candidates(dbs) { _, part in part.uncertain(certain(part)) }
  }

  /// Returns the counts of a catalog, after `PhotoScan.register(_:)`.
  func counter(_ scan: PhotoScan, of catalog: Int, _ db: Connection) throws -> AssetCounter {
    let part = scan.parts[catalog]
    let maker = try GroupExamples(db, of: catalog, scan.scope)
    var tallies = Tallies()
    if let periods, periods.period != .hour, part.isPlain, sources.count == 1 || sources[0].index != nil {
      try addPeriods(periods, part, db, to: &tallies)
      try addRows(part, db, "clock > 0", to: &tallies)
    } else {
      try addRows(part, db, "1", to: &tallies)
    }
    var counter = AssetCounter(groupings)
    for (values, tally) in tallies.all {
      counter.add(tally, inGroupsOf: try maker.asset(zip(sources, [values.first, values.second])))
    }
    return counter
  }

  /// The values of at most two sources.
  private struct Values: Hashable {
    var first = GroupValue.none
    var second = GroupValue.none
  }

  /// The tallies of photos with the same values. Photos with the same values often follow each other.
  private struct Tallies {
    private var finished: [Values: Tally] = [:]
    private var (last, tally) = (Values(), Tally())

    mutating func add(_ tally: Tally, _ values: Values) {
      if values != last {
        if self.tally.count > 0 { finished[last, default: Tally()].add(self.tally) }
        (last, self.tally) = (values, Tally())
      }
      self.tally.add(tally)
    }

    var all: [Values: Tally] {
      var all = finished
      if tally.count > 0 { all[last, default: Tally()].add(tally) }
      return all
    }
  }

  /// Adds photos row by row.
  private func addRows(
    _ part: PhotoScan.Part, _ db: Connection, _ condition: String, to tallies: inout Tallies
  ) throws {
    let columns = sources.map { $0 == .date ? part.localDate : $0.sql }
    let rows = try db.rows(
      """
      SELECT \((["size"] + columns).joined(separator: ", ")) FROM photo
      WHERE \(RowCondition.and([condition, certain(part)]))
      """)
    let (count, first, second) = (sources.count, sources.first ?? .none, sources.last ?? .none)
    while let row = try rows.next() {
      var values = Values()
      if count > 0 { values.first = try value(row, at: 1, first) }
      if count > 1 { values.second = try value(row, at: 2, second) }
      tallies.add(Tally(fileSize: try row.number(at: 0)), values)
    }
  }

  private func value(_ row: StatementRow, at index: Int, _ source: GroupSource) throws -> GroupValue {
    let value = try GroupValue(row, at: index, source)
    guard source == .date, let periods, let seconds = value.number else { return value }
    return .number(periods.bucket(of: CivilTime(seconds: seconds)))
  }

  /// Adds photos period by period, each a range of an index.
  private func addPeriods(
    _ periods: DateGrouping, _ part: PhotoScan.Part, _ db: Connection, to tallies: inout Tallies
  ) throws {
    guard sources.count > 1, let index = sources[0].index else {
      return try addPeriods(periods, part, db, "1", "photo_date", nil, to: &tallies)
    }
    let column = sources[0].sql
    try addPeriods(periods, part, db, "\(column) IS NULL", index, GroupValue.none, to: &tallies)
    let next =
      "SELECT \(column) FROM photo INDEXED BY \(index) WHERE \(column) > ? ORDER BY \(column) LIMIT 1"
    var value: Int64 = .min
    while let found = try db.number(next, [.integer(value)]) {
      value = found
      try addPeriods(periods, part, db, "\(column) = \(value)", index, .number(value), to: &tallies)
      try Task.checkCancellation()
    }
  }

  private func addPeriods(
    _ periods: DateGrouping, _ part: PhotoScan.Part, _ db: Connection, _ condition: String, _ index: String,
    _ value: GroupValue?, to tallies: inout Tallies
  ) throws {
    let source = "photo INDEXED BY \(index) WHERE \(condition)"
    let counted = "SELECT count(*), sum(size) FROM \(source) AND clock = 0 AND \(certain(part))"
    func add(_ sql: String, _ limits: [SQLiteValue], _ period: GroupValue) throws {
      try db.first(sql, limits) { row in
        var tally = Tally()
        tally.count = try row.count(at: 0)
        guard tally.count > 0 else { return }
        tally.fileSize = try row.number(at: 1)
        tallies.add(tally, Values(first: value ?? period, second: value == nil ? .none : period))
      }
    }
    try add("\(counted) AND date IS NULL", [], .none)
    let next = "SELECT date FROM \(source) AND date >= ? ORDER BY date LIMIT 1"
    var start: Int64 = .min
    while let date = try db.number(next, [.integer(start)]) {
      let first = periods.bucket(of: CivilTime(seconds: date))
      start = periods.end(of: first)
      // No photo has a date beyond the calendar.
      guard first <= date, date < start else { throw SQLiteError.damage }
      try add("\(counted) AND date >= ? AND date < ?", [.integer(first), .integer(start)], .number(first))
    }
  }
}
