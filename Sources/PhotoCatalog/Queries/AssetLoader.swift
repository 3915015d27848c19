import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Makes assets of the rows of a scope.
struct AssetLoader {
  let scope: CatalogScope
  private let options: ScanOptions
  private let facts = SharedFacts()
  private(set) var assets: [Asset] = []

  /// The columns that `append` reads.
  static let columns = "folder, name, record, clock, date"

  /// A loader of what a scan with these options shows.
  init(_ scope: CatalogScope, options: ScanOptions) {
    self.scope = scope
    self.options = options
  }

  /// True if a scan would list a file of that name.
  private func isShown(_ name: FileName) -> Bool { options.includesHidden || !name.isHidden }

  /// Loads the photos of a folder that fulfil a condition.
  mutating func load(_ folder: CatalogScope.KnownFolder, matching condition: String, _ db: Database) throws {
    try load(matching: "folder = ? AND \(condition)", [folder.id], db)
  }

  /// Loads the photos that fulfil a condition, of all folders of the scope.
  mutating func load(matching condition: String, _ arguments: StatementArguments, _ db: Database) throws {
    let statement = try db.cachedStatement(sql: "SELECT \(Self.columns) FROM photo WHERE \(condition)")
    let rows = try StatementRow.fetchCursor(statement, arguments: arguments)
    while let row = try rows.next() {
      if let asset = try asset(of: row) { assets.append(asset) }
    }
  }

  /// Loads the photos of a folder that pass, but for those that are marked as shared.
  mutating func load(_ folder: CatalogScope.KnownFolder, passing program: PhotoProgram, _ db: Database) throws
  {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(Self.columns) FROM photo WHERE \(program.call) AND folder = ? AND NOT isShared
        """)
    try program.bind(to: statement, [folder.id])
    let rows = try StatementRow.fetchCursor(statement)
    while let row = try rows.next() {
      if let asset = try asset(of: row) { assets.append(asset) }
    }
  }

  /// The asset of a name in a folder; `nil` as from `asset(of:)`.
  ///
  /// - Throws: `DatabaseError` if there is none.
  func asset(_ name: ColumnBytes, in folder: Int64, _ db: Database) throws -> Asset? {
    let find = try db.cachedStatement(
      sql: "SELECT \(Self.columns) FROM photo WHERE folder = ? AND name = ?")
    let rows = try StatementRow.fetchCursor(find, arguments: [folder, name])
    guard let row = try rows.next() else { throw DatabaseError.damage }
    return try asset(of: row)
  }

  /// Loads a file that was named, whatever folder it lies in.
  mutating func load(_ file: CatalogScope.NamedFile, _ db: Database) throws {
    let sql = "SELECT \(Self.columns) FROM photo JOIN folder ON id = folder WHERE path = ? AND name = ?"
    let arguments: StatementArguments = [ColumnBytes(file.folder.bytes), ColumnBytes(file.name.bytes)]
    let rows = try StatementRow.fetchCursor(db, sql: sql, arguments: arguments)
    while let row = try rows.next() {
      assets.append(try asset(of: row, folder: file.folder, name: file.name))
    }
  }

  /// Loads the photos to which several paths may lead, and those to which links lead.
  mutating func loadShared(_ db: Database) throws {
    let start = assets.count
    for folder in scope.folders.values where folder.shared > 0 {
      try load(folder, matching: "isShared", db)
    }
    let links = Set(assets[start...].lazy.filter(\.isSymbolicLink).map(\.identity.inode))
    for inode in links {
      try load(matching: "inode = ? AND NOT isShared", [Int64(bitPattern: inode)], db)
    }
  }

  /// Adds an asset that was made of a row.
  mutating func append(_ asset: Asset) { assets.append(asset) }

  /// The asset of a row; `nil` if its folder is outside the scope, its name hidden, or it is a link that is not followed.
  ///
  /// - Throws: `DatabaseError` if the row is damaged.
  func asset(of row: StatementRow) throws -> Asset? {
    guard let folder = scope.folders[try row.number(at: 0)] else { return nil }
    let name = try row.name(at: 1)
    guard isShown(name) else { return nil }
    let asset = try asset(of: row, folder: folder.folder, name: name)
    return asset.isSymbolicLink && options.links == .none ? nil : asset
  }

  private func asset(of row: StatementRow, folder: Folder, name: FileName) throws -> Asset {
    guard let record = row.record(at: 2, folder: try row.number(at: 0), name: name) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a record is damaged")
    }
    let metadata = record.file.metadata ?? PhotoMetadata()
    let asset = Asset(
      folder: folder, name: name, status: record.status, isSymbolicLink: record.file.isSymbolicLink,
      metadata: metadata, clocks: options.clocks, sharing: facts)
    // The record tells damage of itself only; a photo that stands in the wrong place must not pass for another.
    guard try row.number(at: 3) == DateClock(asset).rawValue,
      try row.numberOrNull(at: 4) == PhotoColumns.date(of: asset)
    else { throw DatabaseError.damage }
    return asset
  }

  /// The assets in order of folder and name, each file once.
  consuming func snapshot() -> LibrarySnapshot {
    SameFiles.removeDuplicates(from: &assets, areNamed: !scope.files.isEmpty)
    return LibrarySnapshot(inAnyOrder: assets)
  }

  /// The newest asset of a folder that is not damaged, the first by name if there are several.
  func poster(of folder: CatalogScope.KnownFolder, _ db: Database) throws -> Asset? {
    var loader = AssetLoader(scope, options: options)
    var condition = "NOT isDamaged"
    if folder.fileTimes == nil, folder.videoTimes == nil {
      condition += " AND date IS (SELECT max(date) FROM photo WHERE folder = ?1 AND NOT isDamaged)"
      try loader.load(matching: "folder = ?1 AND \(condition)", [folder.id], db)
    } else {
      try loader.load(folder, matching: condition, db)
    }
    AssetOrder.sortByPath(&loader.assets)
    return Album(.folder(folder.folder), assets: loader.assets).poster
  }
}
