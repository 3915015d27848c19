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
  let query: AssetQuery
  let options: ScanOptions
  let question: PhotoQuestion
  private(set) var loader: AssetLoader
  /// What was found out about the clocks.
  private var steadyClocks: [DateClock: SteadyClock] = [:]

  /// A search in the scope of a loader, which holds what is loaded already: the photos that are marked as shared.
  init(_ query: AssetQuery, _ question: PhotoQuestion, options: ScanOptions, loader: AssetLoader) {
    self.query = query
    self.question = question
    self.options = options
    self.loader = loader
  }

  /// Loads every asset that the query could show.
  mutating func loadAll(_ db: Database, hasIndexes: Bool) throws {
    if question.program.rejectsAll { return }
    guard hasIndexes, try question.dateBounds != nil || isRare(db) else {
      for folder in loader.scope.folders.values { try loader.load(folder, passing: question.program, db) }
      return
    }
    _ = try load(.max, along: ranges(of: question.formats), db)
    if question.dateBounds == nil { _ = try loadUndated(question.formats.map { IndexPart($0) }, db) }
  }

  /// True if so few photos pass that to look for them along the index is faster than to go through all folders.
  private func isRare(_ db: Database) throws -> Bool {
    guard !question.program.acceptsAll else { return false }
    let most = loader.scope.count / Self.rareness
    let statement = try db.cachedStatement(
      sql: """
        SELECT count(*) FROM (
          SELECT 1 FROM photo INDEXED BY photo_dates WHERE isShared = 0 AND \(question.program.call)
          LIMIT \(most + 1))
        """)
    try question.program.bind(to: statement, [])
    return try Int.fetchOne(statement).map { $0 <= most } ?? false
  }

  /// A photo that is looked up costs as much as so many that are read in their order.
  private static let rareness = 4

  /// How many assets the query shows at most, those that it passes over included; `nil` if a look at all of them is
  /// needed or costs less.
  var countOfFirst: Int? {
    guard let limit = query.limit, !query.isUnique, !query.keepsEmptyGroups else { return nil }
    let (count, isTooMuch) = query.offset.addingReportingOverflow(limit)
    guard !isTooMuch else { return nil }
    guard isRanked || hasIndexInOrder else { return nil }
    if query.grouping == .album, !isRanked { return count }
    // A walk along an index meets photos of other folders too, though at less cost.
    let (known, asked) = (Double(loader.scope.knownCount), Double(loader.scope.count))
    return known < asked * 16 || Double(count) * known < asked * asked ? count : nil
  }

  /// The groupings whose groups an index has in their order.
  private static let orderedGroupings: Set<AssetQuery.Grouping> = [
    .all, .year, .month, .week, .day, .hour, .camera, .format,
  ]

  /// True if an index has the groups in their order, and what is shown first of a group can be told.
  private var hasIndexInOrder: Bool {
    if query.grouping == .all, query.sorting != .date { return false }
    return query.grouping == .album || Self.orderedGroupings.contains(query.grouping)
  }

  /// Loads at least the first assets that the query shows.
  mutating func loadFirst(_ count: Int, _ db: Database) throws {
    if question.program.rejectsAll { return }
    if isRanked {
      if try loadRanked(count, db) { return }
      guard hasIndexInOrder else { return try loadAll(db, hasIndexes: true) }
    }
    var left = count
    let formats = question.formats
    switch query.grouping {
    case .format:
      let known = formats.filter { $0 != .unknown }.sorted { $0.rawValue < $1.rawValue }
      for format in known + formats.filter({ $0 == .unknown }) where left > 0 {
        try load(&left, of: [IndexPart(format)], db)
      }
    case .camera:
      for parts in try Self.cameraParts(db) where left > 0 { try load(&left, of: parts, db) }
    case .album:
      for folder in loader.scope.ordered where folder.count > 0 && left > 0 {
        let start = loader.assets.count
        try loader.load(folder, passing: question.program, db)
        left -= loader.assets[start...].count(where: passes)
      }
    default:
      try load(&left, of: formats.map { IndexPart($0) }, along: ranges(of: formats), db)
    }
  }

  /// The parts of each camera, in the order of the groups, then that of photos without a camera.
  private static func cameraParts(_ db: Database) throws -> [[IndexPart]] {
    let cameras = Dictionary(grouping: try CatalogCamera.fetchAll(db), by: \.name)
    return cameras.sorted { $0.key < $1.key }.map { _, cameras in
      cameras.map { IndexPart(index: "photo_camera", columns: ["camera": $0.id]) }
    } + [[IndexPart(index: "photo_camera", columns: ["camera": nil])]]
  }

  /// Adds assets that were found.
  mutating func append(_ assets: [Asset]) { assets.forEach { loader.append($0) } }

  /// True if the query shows an asset.
  func passes(_ asset: Asset) -> Bool {
    query.dates.includes(asset) && query.filter?.includes(asset) ?? true
  }
}

// MARK: - Along an index

extension AssetSearch {
  /// Loads at least the first assets of parts that are one group, as many as are left, and counts them off.
  ///
  /// - Parameter ranges: what holds the photos with dates of these parts; by default each part by each clock.
  private mutating func load(
    _ left: inout Int, of parts: [IndexPart], along ranges: [IndexRange]? = nil, _ db: Database
  ) throws {
    // In a group of cameras or formats every asset ranks alike unless dates order them.
    let isPeriod = query.grouping.period != nil || query.grouping == .all
    let most = isPeriod || query.sorting == .date ? left : .max
    var found = try load(most, along: ranges ?? parts.flatMap(self.ranges), db)
    if found < left, question.dateBounds == nil { found += try loadUndated(parts, db) }
    left -= min(left, found)
  }

  private mutating func loadUndated(_ parts: [IndexPart], _ db: Database) throws -> Int {
    let start = loader.assets.count
    var walk = IndexWalk(parts.map { .undated($0) }, direction, question.program, db)
    while let key = try walk.next() {
      if let asset = try loader.asset(key.name, in: key.folder, db) { loader.append(asset) }
    }
    return loader.assets[start...].count(where: passes)
  }

  /// Loads the first assets with dates of each format by each clock, and those that rank equal to the last of them.
  private mutating func load(_ count: Int, along ranges: [IndexRange], _ db: Database) throws -> Int {
    var walk = IndexWalk(ranges, direction, question.program, db)
    var rank = DateRank(query, direction)
    var (found, total) = (0, 0)
    while let key = try walk.next() {
      if walk.isAtBeginning { (rank, found) = (DateRank(query, direction), 0) }
      guard let date = key.date, let asset = try loader.asset(key.name, in: key.folder, db) else { continue }
      if found >= count, rank.isPassed(by: asset), isSteady(at: date, key.clock) {
        walk.skipRest()
        continue
      }
      guard passes(asset) else { continue }
      loader.append(asset)
      found += 1
      total += 1
      if found <= count { rank.take(asset) }
    }
    return total
  }

  /// Which way dates run in the order of groups, and in that of the view if it is one of dates.
  var direction: SortDirection {
    query.sorting == .date ? query.direction ?? .descending : .descending
  }

  /// True if what follows a second of an index does so on the wall too.
  mutating func isSteady(at second: Int64, _ clock: DateClock) -> Bool {
    let unknown = SteadyClock(clock, options.clocks, direction)
    return steadyClocks[clock, default: unknown].isSteady(at: second)
  }

  /// What holds the photos of some formats whose dates the question asks for, and perhaps others, which do not pass.
  func ranges(of formats: [PhotoFormat]) -> [IndexRange] {
    // Looking at more photos costs less than comparing each of the wanted ones with the end of its part.
    let share = question.dateBounds.map(loader.scope.share) ?? 1
    let isWhole = formats.count > PhotoFormat.allCases.count / 2 && share > 0.5
    return isWhole ? [.all] : formats.flatMap { ranges(of: IndexPart($0)) }
  }

  /// The photos of a part whose dates the question asks for.
  private func ranges(of part: IndexPart) -> [IndexRange] {
    DateClock.allCases.map { .dates(part, $0, question.dateBounds ?? .min ... .max) }
  }
}

/// Tells along an index of dates when assets rank behind those that were taken.
private struct DateRank {
  private let direction: SortDirection
  private let period: DateGrouping?
  /// The last in rank of the assets that were taken.
  private var last: Int64?

  init(_ query: AssetQuery, _ direction: SortDirection) {
    self.direction = direction
    // If dates do not order the assets of a group, all of the group rank equal.
    period = query.sorting == .date ? nil : query.grouping.period.map { DateGrouping($0) }
  }

  /// The rank of an asset, greater for those that stand further along.
  private func rank(of asset: Asset) -> Int64 {
    let second = period?.bucket(for: asset) ?? asset.wallTime?.seconds ?? 0
    return direction == .ascending ? second : -second
  }

  mutating func take(_ asset: Asset) { last = max(last ?? .min, rank(of: asset)) }

  /// True if an asset ranks behind all that were taken.
  func isPassed(by asset: Asset) -> Bool { rank(of: asset) > last ?? .min }
}
