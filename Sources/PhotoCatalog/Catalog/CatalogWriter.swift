import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes the results of scans.
actor CatalogWriter {
  private let pool: DatabasePool

  init(pool: DatabasePool) { self.pool = pool }

  /// Writes a batch in one transaction.
  func write(_ reports: [ScanReport]) async throws {
    try await pool.write { db in
      // A large batch changes pages in all parts of the indexes. With SQLite's usual 2 MB, each page is written many times.
      try db.execute(sql: "PRAGMA cache_size = -24000")
      var batch = CatalogBatch(db)
      for report in reports {
        switch report {
        case .folder(let report): try batch.write(report)
        case .file(let report): try batch.write(report)
        case .unreadableFile(let folder, let name): try batch.remove(name, from: folder)
        case .hiddenFolder(let folder): try batch.removeTree(folder.bytes)
        }
      }
      try db.execute(sql: "UPDATE catalog SET revision = revision + 1")
    }
  }
}

extension CatalogWriter {
  /// Writes small pictures in one transaction.
  func write(_ pictures: [CatalogPicture]) async throws {
    try await pool.write { db in
      var batch = CatalogBatch(db)
      for picture in pictures { try batch.write(picture) }
    }
  }
}

/// The changes in a transaction.
private struct CatalogBatch {
  private let db: Database
  private var folders: [Folder: Int64] = [:]
  private var photos: PhotoWriter

  init(_ db: Database) { (self.db, photos) = (db, PhotoWriter(db)) }

  mutating func write(_ report: ScanReport.FolderReport) throws {
    let id = try identifier(of: report.folder)
    let update = try db.cachedStatement(
      sql: "UPDATE folder SET device = ?, inode = ?, target = ? WHERE id = ?")
    try update.execute(arguments: [
      Int64(bitPattern: report.identity.device), Int64(bitPattern: report.identity.inode),
      report.target.map { DatabaseValue.path($0.fileSystemBytes) }, id,
    ])
    for name in report.goneFiles { try remove(name, from: report.folder) }
    for name in report.goneFolders { try removeTree(report.folder.bytes(of: name)) }
  }

  mutating func remove(_ name: FileName, from folder: Folder) throws {
    let id = try identifier(of: folder)
    try PhotoWriter.remove(name, from: id, db)
    try delete(name, from: "otherFile", in: id)
    try delete(name, from: "picture", in: id)
  }

  mutating func write(_ report: ScanReport.FileReport) throws {
    let folder = try identifier(of: report.folder)
    let asset = report.asset
    let record = FileRecord(file: report.file, linkCount: asset?.hasOtherNames == true ? 2 : 1)
    let bytes = record.encoded(folder: folder, name: report.name.bytes)
    // The file may have been of the other kind before.
    if let asset {
      try photos.write(asset, bytes, in: folder)
      try delete(report.name, from: "otherFile", in: folder)
    } else {
      let insert = try db.cachedStatement(
        sql: "INSERT OR REPLACE INTO otherFile (folder, name, record, inode) VALUES (?, ?, ?, ?)")
      let inode = Int64(bitPattern: report.file.inode)
      try insert.execute(arguments: [folder, DatabaseValue.path(report.name.bytes), Data(bytes), inode])
      try PhotoWriter.remove(report.name, from: folder, db)
    }
  }

  mutating func write(_ picture: CatalogPicture) throws {
    let folder = try identifier(of: picture.folder)
    let insert = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO picture (folder, name, record) VALUES (?, ?, ?)")
    let record = PictureRecord(picture.state, picture.bytes).encoded(folder: folder, name: picture.name.bytes)
    try insert.execute(arguments: [folder, DatabaseValue.path(picture.name.bytes), Data(record)])
  }

  private func delete(_ name: FileName, from table: String, in folder: Int64) throws {
    let delete = try db.cachedStatement(sql: "DELETE FROM \(table) WHERE folder = ? AND name = ?")
    try delete.execute(arguments: [folder, DatabaseValue.path(name.bytes)])
  }

  /// Returns the row of a folder, inserting it if necessary.
  private mutating func identifier(of folder: Folder) throws -> Int64 {
    if let known = folders[folder] { return known }
    let find = try db.cachedStatement(sql: "SELECT id FROM folder WHERE path = ?")
    let id = try Int64.fetchOne(find, arguments: [DatabaseValue.path(folder.bytes)]) ?? insert(folder)
    folders[folder] = id
    return id
  }

  /// Inserts a folder and its ancestors, so that a scan of any of them notices deleted descendants.
  private mutating func insert(_ folder: Folder) throws -> Int64 {
    let path = folder.path
    let parent = path.components.isEmpty ? nil : try identifier(of: Folder(path.removingLastComponent()))
    try db.execute(
      sql: "INSERT INTO folder (path, parent, device, inode) VALUES (?, ?, 0, 0)",
      arguments: [DatabaseValue.path(folder.bytes), parent])
    return db.lastInsertedRowID
  }

  /// Removes a folder with all its descendants.
  mutating func removeTree(_ path: [UInt8]) throws {
    let ids = try Int64.fetchSet(
      db, sql: "SELECT id FROM folder WHERE \(FolderRange.sql)", arguments: FolderRange.arguments(path))
    for id in ids {
      try PhotoWriter.removeAll(from: id, db)
      try db.execute(sql: "DELETE FROM otherFile WHERE folder = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM picture WHERE folder = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM folder WHERE id = ?", arguments: [id])
    }
    folders = folders.filter { !ids.contains($0.value) }
  }
}

/// The paths below a folder as a range of bytes.
enum FolderRange {
  /// Returns the first path below a folder, and the first path after all of its descendants.
  static func below(_ path: [UInt8]) -> (lower: [UInt8], upper: [UInt8]) {
    let base = path == [UInt8(ascii: "/")] ? [] : path
    return (base + [UInt8(ascii: "/")], base + [UInt8(ascii: "/") + 1])
  }

  /// Holds for a folder and all folders below. A folder whose path is UTF-8 contains strings and blobs.
  static let sql = "(path = ? OR (path >= ? AND path < ?) OR (path >= ? AND path < ?))"

  /// Returns the arguments of `sql`.
  static func arguments(_ path: [UInt8]) -> StatementArguments {
    let (lower, upper) = below(path)
    return [
      DatabaseValue.path(path), DatabaseValue.path(lower), DatabaseValue.path(upper), Data(lower),
      Data(upper),
    ]
  }
}
