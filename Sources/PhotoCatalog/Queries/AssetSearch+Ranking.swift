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
    let folders = RowMap(loader.scope.ordered.enumerated().map { (id: $1.id, value: Double($0)) })
    let orders = RowOrderReader(db: db, query: query, folders: folders)
    guard let ranking = try RowRanking(count, orders, options: options) else { return false }
    var walk = IndexWalk(rankedRanges, direction, question.program(ranking), db)
    while let key = try walk.next() {
      ranking.take(folder: key.folder, name: key.name.bytes)
      if ranking.isBehind, let date = key.date, isSteady(at: date, key.clock) { walk.skipRest() }
    }
    guard let assets = try assets(ranking.first(), db) else { return false }
    append(assets)
    return true
  }

  /// What holds the photos that can pass, those with dates first: their groups stand before what has none.
  private var rankedRanges: [IndexRange] {
    let ranges = ranges(of: question.formats)
    if question.dateBounds != nil { return ranges }
    if case .all? = ranges.first { return ranges }
    return ranges + question.formats.map { .undated(IndexPart($0)) }
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
