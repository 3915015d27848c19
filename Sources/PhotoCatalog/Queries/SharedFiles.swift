import PhotoFiles
import PhotoLibrary

/// Files to which several paths lead: names of one file, and symbolic links. One of the paths counts, as in `SameFiles`.
enum SharedFiles {
  private struct Path {
    let identity: FileStatus.Identity
    let isLink: Bool
    let catalog: Int
    let row: Int64
    /// The row of the folder.
    let folder: Int64
  }

  /// Returns the rows of the paths that don't count, for each catalog.
  static func duplicates(
    _ scope: CatalogScope, _ options: ScanOptions, areDisjoint: Bool, _ dbs: [Connection]
  ) throws -> [[Int64]] {
    var paths: [Path] = []
    for (catalog, db) in dbs.enumerated() {
      // SQLite uses the index of links only if its condition is repeated.
      let links = options.links == .none ? "link > 0 AND link < 2" : "link > 0"
      let rows = try db.rows(
        """
        SELECT device, inode, link, id, folder FROM photo
        WHERE \(links)\(options.includesHidden ? "" : " AND NOT hidden")
        """)
      while let row = try rows.next() {
        let path = try path(row, catalog)
        if try path.identity.inode != 0 && counts(path, scope, areDisjoint: areDisjoint, dbs) {
          paths.append(path)
        }
      }
    }
    let linked = Set(paths.lazy.filter(\.isLink).map(\.identity))
    for identity in linked {
      for (catalog, db) in dbs.enumerated() {
        let sql = """
          SELECT device, inode, link, id, folder FROM photo
          WHERE inode = ? AND device = ? AND link = 0\(options.includesHidden ? "" : " AND NOT hidden")
          """
        let rows = try db.rows(sql, [SQLiteValue(bits: identity.inode), SQLiteValue(bits: identity.device)])
        while let row = try rows.next() {
          let path = try path(row, catalog)
          if try counts(path, scope, areDisjoint: areDisjoint, dbs) { paths.append(path) }
        }
      }
    }
    var duplicates = dbs.map { _ in [Int64]() }
    var best: [FileStatus.Identity: Path] = [:]
    best.reserveCapacity(paths.count)
    for path in paths {
      guard let other = best[path.identity] else {
        best[path.identity] = path
        continue
      }
      let isBetter = try precedes(path, other, scope, dbs)
      let worse = isBetter ? other : path
      if isBetter { best[path.identity] = path }
      duplicates[worse.catalog].append(worse.row)
    }
    return duplicates
  }

  private static func path(_ row: StatementRow, _ catalog: Int) throws -> Path {
    Path(
      identity: try row.identity(at: 0), isLink: try row.number(at: 2) > 1, catalog: catalog,
      row: try row.number(at: 3), folder: try row.number(at: 4))
  }

  /// Returns `false` if a path is outside of the scope, or if another catalog has a later state of it.
  private static func counts(
    _ path: Path, _ scope: CatalogScope, areDisjoint: Bool, _ dbs: [Connection]
  ) throws -> Bool {
    guard let places = scope.folder(path.folder, of: path.catalog)?.places else { return false }
    if areDisjoint || places.count == 1 { return true }
    let place = CatalogScope.Place(catalog: path.catalog, folder: path.folder)
    let isSuperseded = try dbs[path.catalog].first(
      "SELECT name, record FROM \(PhotoRow.withRecords) WHERE id = ?", [.integer(path.row)]
    ) { try EntryAge.isSuperseded($0, in: place, of: places, dbs) }
    return isSuperseded == false
  }

  private static func precedes(
    _ left: Path, _ right: Path, _ scope: CatalogScope, _ dbs: [Connection]
  ) throws -> Bool {
    if left.isLink != right.isLink { return right.isLink }
    guard let first = scope.folder(left.folder, of: left.catalog)?.folder,
      let second = scope.folder(right.folder, of: right.catalog)?.folder
    else { return false }
    let order = first === second ? 0 : FileName.naturalOrder(first.bytes, second.bytes)
    return order == 0 ? try name(left, dbs) < name(right, dbs) : order < 0
  }

  private static func name(_ path: Path, _ dbs: [Connection]) throws -> FileName {
    let name = try dbs[path.catalog].first("SELECT name FROM photo WHERE id = ?", [.integer(path.row)]) {
      try $0.name(at: 0)
    }
    guard let name else { throw SQLiteError.damage }
    return name
  }
}
