import GRDB
import PhotoFormats
import PhotoLibrary

/// What stands first in an order that no index has: every row is asked, and only what is shown is loaded.
extension AssetSearch {
  /// True if rows tell which photos come first, since a walk along an index would load more of them.
  var isRanked: Bool {
    // A predicate is asked of the asset itself.
    guard query.predicate == nil else { return false }
    switch query.grouping {
    case .field, .weekday, .hourOfDay: return true
    case .album: return !question.program.acceptsAll
    case .camera: return query.sorting != .date || !question.program.acceptsAll
    case .all, .year, .month, .week, .day, .hour, .format: return query.sorting != .date
    }
  }

  /// Loads the first assets that the query shows.
  ///
  /// - Returns: false if rows do not tell which these are; nothing is loaded then.
  mutating func loadRanked(_ count: Int, _ db: Database) throws -> Bool {
    guard count > 0 else { return true }
    let places = loader.scope.ordered.enumerated().map { ($1.id, Double($0)) }
    let folders = Dictionary(places, uniquingKeysWith: { first, _ in first })
    let orders = RowOrderReader(db: db, query: query, folders: folders)
    guard let ranking = try RowRanking(count, orders, options: options) else { return false }
    let program = question.program(ranking)
    let parts = question.formats.map { IndexPart($0) }
    for part in parts {
      for clock in DateClock.allCases { try ask(part, clock, program, ranking, db) }
    }
    // Groups of dates stand before what has none.
    if question.dateBounds == nil, query.grouping.period == nil || !ranking.isFull {
      for part in parts {
        let keys = try keys(of: part, .wall, "date IS NULL", [], program, db)
        while let key = try keys.next() { ranking.take(folder: key.folder, name: key.name.bytes) }
      }
    }
    guard let assets = try assets(ranking.first(), db) else { return false }
    append(assets)
    return true
  }

  private mutating func ask(
    _ part: IndexPart, _ clock: DateClock, _ program: PhotoProgram, _ ranking: RowRanking, _ db: Database
  ) throws {
    let keys = try datedKeys(of: part, clock, program, db)
    var steady = steadyClock(clock)
    defer { steadyClocks[clock] = steady }
    while let key = try keys.next() {
      ranking.take(folder: key.folder, name: key.name.bytes)
      if ranking.isBehind, steady.isSteady(at: key.date) { break }
    }
  }

  /// The assets of candidates, each once; `nil` if one of them is not what its row says.
  private func assets(_ candidates: [RowRanking.Candidate], _ db: Database) throws -> [Asset]? {
    var seen = Set<ItemKey>()
    var assets: [Asset] = []
    for candidate in candidates
    where seen.insert(ItemKey(folder: candidate.folder, name: candidate.name)).inserted {
      guard let asset = try loader.asset(ColumnBytes(candidate.name), in: candidate.folder, db), passes(asset)
      else { return nil }
      assets.append(asset)
    }
    return assets
  }

  private struct ItemKey: Hashable {
    let folder: Int64
    let name: [UInt8]
  }
}
