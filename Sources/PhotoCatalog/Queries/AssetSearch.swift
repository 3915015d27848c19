import GRDB
import PhotoFormats
import PhotoLibrary

/// Finds the assets that a query shows first, without a look at the others.
///
/// The order of a view is that of its groups, and in a group that of dates, names or sizes. If SQL has an index in that
/// order, the search walks along it until enough assets have passed, and goes on while the next ones rank equal:
/// natural order of paths decides between those, and only the assets themselves tell that. The result is therefore
/// more than what is shown, and never less; `AssetQuery.groups(of:)` makes the view of it.
struct AssetSearch {
  private let query: AssetQuery
  private let options: ScanOptions
  private let condition: PhotoCondition
  private(set) var loader: AssetLoader
  /// What was found out about the clocks, which is asked for again in each part of an index.
  private var steadyHours: [DateClock: [Int64: Bool]] = [:]

  /// A search in the scope of a loader, which holds what is loaded already: the photos that are marked as shared.
  init(_ query: AssetQuery, options: ScanOptions, loader: AssetLoader) {
    self.query = query
    self.options = options
    self.loader = loader
    condition = PhotoCondition(query)
  }

  /// Loads every asset that the query could show.
  mutating func loadAll(_ db: Database, hasIndexes: Bool) throws {
    guard let bounds = condition.dateBounds, hasIndexes else {
      for folder in loader.scope.folders.values {
        try loader.load(folder, matching: condition.sql, db)
      }
      return
    }
    for format in condition.formats {
      for clock in DateClock.allCases {
        try loader.load(
          matching: "format = ? AND clock = ? AND date BETWEEN ? AND ? AND \(condition.sql)",
          [format.rawValue, clock.rawValue, bounds.lowerBound, bounds.upperBound], db)
      }
    }
  }

  /// How many assets the query shows at most, those that it passes over included; `nil` if a look at all of them is
  /// needed or costs less.
  func countOfFirst(_ db: Database) throws -> Int? {
    guard let limit = query.limit, !query.isUnique, !query.keepsEmptyGroups else { return nil }
    let (count, isTooMuch) = query.offset.addingReportingOverflow(limit)
    guard !isTooMuch else { return nil }
    if query.grouping == .album { return count }
    if query.grouping == .all, query.sorting != .date { return nil }
    guard Self.orderedGroupings.contains(query.grouping) else { return nil }
    // A walk along an index meets photos of other folders too.
    let known = Double(try Int.fetchOne(db, sql: "SELECT coalesce(sum(count), 0) FROM folder") ?? 0)
    let asked = Double(loader.scope.count)
    return Double(count) * known < asked * asked ? count : nil
  }

  /// The groupings whose groups an index has in their order.
  private static let orderedGroupings: Set<AssetQuery.Grouping> = [
    .all, .year, .month, .week, .day, .hour, .camera, .format,
  ]

  /// Loads at least the first assets that the query shows.
  mutating func loadFirst(_ count: Int, _ db: Database) throws {
    var left = count
    switch query.grouping {
    case .format:
      let known = condition.formats.filter { $0 != .unknown }.sorted { $0.rawValue < $1.rawValue }
      for format in known + condition.formats.filter({ $0 == .unknown }) where left > 0 {
        try load(&left, along: IndexWalk(equalities: [["format": format.rawValue]]), db)
      }
    case .camera:
      for walk in try Self.cameraWalks(db) where left > 0 { try load(&left, along: walk, db) }
    case .album:
      for folder in loader.scope.ordered where folder.count > 0 && left > 0 {
        let start = loader.assets.count
        try loader.load(folder, matching: condition.sql, db)
        left -= loader.assets[start...].count(where: passes)
      }
    default:
      let walk = IndexWalk(equalities: condition.formats.map { ["format": $0.rawValue] })
      try load(&left, along: walk, db)
    }
  }

  /// A walk for each camera, in the order of the groups, then one for photos without a camera.
  private static func cameraWalks(_ db: Database) throws -> [IndexWalk] {
    let cameras = Dictionary(grouping: try CatalogCamera.fetchAll(db), by: \.name)
    return cameras.sorted { $0.key < $1.key }.map { _, cameras in
      IndexWalk(equalities: cameras.map { ["camera": $0.id] })
    } + [IndexWalk(equalities: [["camera": nil]])]
  }

  /// True if the query shows an asset.
  private func passes(_ asset: Asset) -> Bool {
    query.dates.includes(asset) && query.filter?.includes(asset) ?? true
  }
}

// MARK: - Along an index

/// Parts of the index of dates; together they are one group of a view, or all of them.
private struct IndexWalk {
  /// The values that columns have in a part.
  let equalities: [[String: (any DatabaseValueConvertible)?]]
}

extension AssetSearch {
  /// Loads at least the first assets of a walk, as many as are left, and counts them off.
  private mutating func load(_ left: inout Int, along walk: IndexWalk, _ db: Database) throws {
    // In a group of cameras or formats every asset ranks alike unless dates order them.
    let isPeriod = query.grouping.period != nil || query.grouping == .all
    var found = 0
    for part in walk.equalities {
      for clock in DateClock.allCases {
        found += try load(isPeriod || query.sorting == .date ? left : .max, of: part, clock, db)
      }
    }
    if found < left, condition.dateBounds == nil {
      for part in walk.equalities {
        found += try loadUndated(of: part, db)
      }
    }
    left -= min(left, found)
  }

  private mutating func loadUndated(
    of part: [String: (any DatabaseValueConvertible)?], _ db: Database
  ) throws -> Int {
    let start = loader.assets.count
    let (sql, arguments) = Self.equalities(part, DateClock.wall)
    try loader.load(
      matching: "\(sql) AND date IS NULL AND \(condition.sql)", StatementArguments(arguments), db)
    return loader.assets[start...].count(where: passes)
  }

  /// Loads the first assets of one part with dates by one clock, and those that rank equal to the last of them.
  private mutating func load(
    _ count: Int, of part: [String: (any DatabaseValueConvertible)?], _ clock: DateClock, _ db: Database
  ) throws -> Int {
    let direction = query.sorting == .date ? query.direction ?? .descending : .descending
    var (sql, arguments) = Self.equalities(part, clock)
    if let bounds = condition.dateBounds {
      sql += " AND date BETWEEN ? AND ?"
      arguments += [bounds.lowerBound, bounds.upperBound]
    } else {
      sql += " AND date IS NOT NULL"
    }
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(AssetLoader.columns) FROM photo WHERE \(sql) AND \(condition.sql)
        ORDER BY date \(direction == .ascending ? "ASC" : "DESC")
        """)
    let rows = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
    var rank = DateRank(query, direction, clock, options.clocks)
    rank.steadyHours = steadyHours[clock] ?? [:]
    defer { steadyHours[clock] = rank.steadyHours }
    var found = 0
    while let row = try rows.next() {
      guard let asset = try loader.asset(of: row) else { continue }
      if found >= count, rank.isPassed(by: asset, second: try row.number(at: 4)) { break }
      guard passes(asset) else { continue }
      loader.append(asset)
      found += 1
      if found <= count { rank.take(asset) }
    }
    return found
  }

  /// A condition that columns have some values, and its arguments.
  private static func equalities(
    _ part: [String: (any DatabaseValueConvertible)?], _ clock: DateClock
  ) -> (sql: String, arguments: [(any DatabaseValueConvertible)?]) {
    let columns = part.keys.sorted()
    // IS finds NULL too, and takes the index as = does.
    return (
      (columns.map { "\($0) IS ?" } + ["clock = ?"]).joined(separator: " AND "),
      columns.map { part[$0] ?? nil } + [clock.rawValue]
    )
  }
}

/// Tells along an index of dates when all assets that follow rank behind those that were taken.
private struct DateRank {
  private let direction: SortDirection
  private let period: DateGrouping?
  /// The clock that turns the index's universal seconds into wall-clock time.
  private let clock: WallClock?
  /// The last in rank of the assets that were taken.
  private var last: Int64?
  /// Whether the clock is not changed within a day from some hours on.
  var steadyHours: [Int64: Bool] = [:]

  /// Longer than any change of a clock, in seconds.
  private static let day: Int64 = 26 * 3600

  init(_ query: AssetQuery, _ direction: SortDirection, _ clock: DateClock, _ clocks: LibraryClocks) {
    self.direction = direction
    // If dates do not order the assets of a group, all of the group rank equal.
    period = query.sorting == .date ? nil : query.grouping.period.map { DateGrouping($0) }
    self.clock =
      switch clock {
      case .wall: nil
      case .file: clocks.files
      case .video: clocks.videos
      }
  }

  /// The rank of an asset, greater for those that stand further along.
  private func rank(of asset: Asset) -> Int64 {
    let second = period?.bucket(for: asset) ?? asset.wallTime?.seconds ?? 0
    return direction == .ascending ? second : -second
  }

  mutating func take(_ asset: Asset) { last = max(last ?? .min, rank(of: asset)) }

  /// True if an asset ranks behind all that were taken, and all that follow it do.
  ///
  /// - Parameter second: the second by which the index has it.
  mutating func isPassed(by asset: Asset, second: Int64) -> Bool {
    guard rank(of: asset) > last ?? .min else { return false }
    guard let clock else { return true }
    // Around a change of the clock, what follows in universal time may come before on the wall.
    let hour = second / 3600
    if let isSteady = steadyHours[hour] { return isSteady }
    let isSteady = clock.isSteady(second, for: direction == .ascending ? Self.day : -Self.day)
    steadyHours[hour] = isSteady
    return isSteady
  }
}

extension AssetQuery.Grouping {
  /// The period by which the wall clock is divided; `nil` if groups are made by something else.
  fileprivate var period: DateGrouping.Period? { DateGrouping.Period(rawValue: rawValue) }
}
