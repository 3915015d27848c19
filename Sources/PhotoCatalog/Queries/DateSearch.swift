import GRDB
import PhotoFiles
import PhotoLibrary
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds the first assets of a query in the order of date by walking the indexes of dates.
struct DateSearch {
  private let question: CatalogQuery
  /// All folders, or `nil` to read only the folders of the assets.
  private let scan: PhotoScan?
  /// Whether no path is in several catalogs. `false` if unknown.
  private let areDisjoint: Bool
  /// The number of rows of the index to read before falling back to folders.
  private let limit: Int

  /// The number of rows if the folders are unknown, or a minimum and a part of all photos.
  private static let rowsOfIndex = (first: 8192, least: 1000, part: 32)
  /// The largest offset of a time zone from UTC, in seconds (RFC 9636, 3.2).
  private static let mostOffset: Int64 = 26 * 3600

  init(_ question: CatalogQuery, _ scan: PhotoScan? = nil, areDisjoint: Bool) {
    (self.question, self.scan, self.areDisjoint) = (question, scan, areDisjoint)
    let rows = Self.rowsOfIndex
    limit = scan.map { rows.least + $0.count / rows.part } ?? rows.first
  }

  /// Returns the first assets. Returns `nil` if the query has another order, if so few photos match that decoding all
  /// records is faster, or if the result may depend on folders that weren't read.
  func assets(_ dbs: [Database]) throws -> ShownAssets? {
    let query = question.query
    guard let direction = query.directionOfDates, query.countOfFirst ?? .max < limit / 2,
      scan.map({ $0.count > limit }) ?? true, try dbs.allSatisfy(CatalogSchema.hasIndexes),
      var folders = try FolderLookup(question, scan, dbs)
    else { return nil }
    let (shows, facts) = (query.test, SharedFacts())
    var shown = ShownAssets(query)
    scan?.addShared(to: &shown)
    var walk = try DateWalk(dbs, direction)
    for _ in 0..<limit {
      guard let (row, catalog, date) = try walk.next() else { return nil }
      if let last = shown.lastSecond, direction == .descending ? date < last : date > last {
        if direction == .descending ? date < last &- Self.mostOffset : date > last &+ Self.mostOffset {
          return try folders.isComplete(dbs) ? shown : nil
        }
        // Only UTC dates can still precede the last asset.
        if try row.number(at: 4) == DateClock.wall.rawValue { continue }
      }
      let place = CatalogScope.Place(catalog: catalog, folder: try row.number(at: 2))
      guard let folder = try folders.folder(place, dbs) else { continue }
      let asset = try PhotoScan.asset(of: row, place.folder, folder, question.options, facts)
      guard let asset, shows(asset) else { continue }
      let places = try folders.places(folder, place, dbs)
      if try areDisjoint || !EntryAge.isSuperseded(row, in: place, of: places, dbs) { shown.add(asset) }
    }
    return nil
  }
}

/// The folders of rows. A search for few photos reads few of many folders.
private struct FolderLookup {
  private let scope: CatalogScope?
  private let root: [UInt8]
  private let options: ScanOptions
  /// The folders that were read, `nil` if they are outside of the root.
  private var known: [CatalogScope.Place: Folder?] = [:]
  /// The folders with assets of the result, by path.
  private var used: [[UInt8]: CatalogScope.KnownFolder] = [:]

  /// Returns `nil` if some roots are files, or if there are several and the scope is unknown.
  init?(_ question: CatalogQuery, _ scan: PhotoScan?, _ dbs: [Database]) throws {
    (scope, options) = (scan?.scope, question.options)
    root = question.roots.first.map { RootPath($0).path.fileSystemBytes } ?? []
    if let scope {
      guard scope.files.isEmpty else { return nil }
    } else {
      guard question.roots.count == 1, let top = try CatalogScope.folder(at: root, dbs),
        top.identity.inode != 0
      else { return nil }
    }
  }

  /// Returns the folder with a row in a catalog, or `nil` if it isn't in the scope.
  mutating func folder(_ place: CatalogScope.Place, _ dbs: [Database]) throws -> Folder? {
    if let scope { return scope.folder(place.folder, of: place.catalog)?.folder }
    if let known = known[place] { return known }
    let find = try dbs[place.catalog].cachedStatement(sql: "SELECT path FROM folder WHERE id = ?")
    let folder = try StatementRow.first(of: find, arguments: [place.folder]) { row in
      let path = Array(try row.shortBytes(at: 0))
      return CatalogScope.includes(path, under: root, options) ? Folder(FilePath(fileSystemBytes: path)) : nil
    }
    known[place] = .some(folder)
    return folder
  }

  /// Returns the rows of the folder of an asset in all catalogs.
  mutating func places(
    _ folder: Folder, _ place: CatalogScope.Place, _ dbs: [Database]
  ) throws -> [CatalogScope.Place] {
    if let scope { return scope.folder(place.folder, of: place.catalog)?.places ?? [] }
    if let used = used[folder.bytes] { return used.places }
    guard let found = try CatalogScope.folder(at: folder.bytes, dbs) else { throw DatabaseError.damage }
    used[folder.bytes] = found
    return found.places
  }

  /// Returns `true` if a complete scope has the same assets in the used folders: no link leads to a folder or file, and
  /// no used folder has another path.
  func isComplete(_ dbs: [Database]) throws -> Bool {
    guard scope == nil else { return true }
    let listed = used.values.map(\.identity).filter { $0.inode != 0 }
    let identities = Set(listed)
    guard identities.count == listed.count else { return false }
    let inodes = identities.map { "\(Int64(bitPattern: $0.inode))" }.joined(separator: ",")
    let (lower, upper) = FolderRange.below(root)
    for db in dbs {
      // Reading the table in its order is several times as fast as by the index of paths.
      let rows = try StatementRow.fetchCursor(
        db,
        sql: """
          SELECT path, device, inode, target IS NOT NULL OR shared > 0 FROM folder NOT INDEXED
          WHERE (target IS NOT NULL OR shared > 0 OR inode IN (\(inodes)))
            AND (path = ? OR (path >= ? AND path < ?))
          """, arguments: [Data(root), Data(lower), Data(upper)])
      while let row = try rows.next() {
        guard try row.number(at: 3) == 0 else { return false }
        let identity = try row.identity(at: 1)
        guard identities.contains(identity) else { continue }
        if used[Array(try row.shortBytes(at: 0))]?.identity != identity { return false }
      }
    }
    return true
  }
}

/// The photos of all catalogs in order of date, from their indexes.
private struct DateWalk {
  private var sources:
    [(rows: FastDatabaseValueCursor<StatementRow>, row: StatementRow, catalog: Int, date: Int64)]
  private let direction: SortDirection
  /// The source of the last row.
  private var current: Int?

  init(_ dbs: [Database], _ direction: SortDirection) throws {
    self.direction = direction
    sources = []
    let order = direction == .descending ? "DESC" : "ASC"
    for (catalog, db) in dbs.enumerated() {
      let rows = try StatementRow.fetchCursor(
        db,
        sql: """
          SELECT name, record, folder, date, clock FROM main.photo INDEXED BY photo_date
          WHERE date IS NOT NULL AND NOT isShared ORDER BY date \(order)
          """)
      if let row = try rows.next() { sources.append((rows, row, catalog, try row.number(at: 3))) }
    }
  }

  /// Returns the next row, valid until the next call, and its catalog and date; `nil` at the end.
  mutating func next() throws -> (row: StatementRow, catalog: Int, date: Int64)? {
    if let current {
      if try sources[current].rows.next() != nil {
        sources[current].date = try sources[current].row.number(at: 3)
      } else {
        sources.remove(at: current)
      }
    }
    current = sources.indices.min {
      direction == .descending ? sources[$0].date > sources[$1].date : sources[$0].date < sources[$1].date
    }
    return current.map { (sources[$0].row, sources[$0].catalog, sources[$0].date) }
  }
}
