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
      try batch.summarize()
      try db.execute(sql: "UPDATE revision SET number = number + 1")
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
  private var cameras: [Camera: Int64] = [:]
  private var changedFolders: Set<Int64> = []

  init(_ db: Database) { self.db = db }

  mutating func write(_ report: ScanReport.FolderReport) throws {
    let id = try identifier(of: report.folder)
    let update = try db.cachedStatement(
      sql: "UPDATE folder SET device = ?, inode = ?, target = ? WHERE id = ?")
    try update.execute(arguments: [
      Int64(bitPattern: report.identity.device), Int64(bitPattern: report.identity.inode),
      report.target.map { Data($0.fileSystemBytes) }, id,
    ])
    for name in report.goneFiles { try remove(name, from: report.folder) }
    for name in report.goneFolders { try removeTree(report.folder.bytes(of: name)) }
  }

  mutating func remove(_ name: FileName, from folder: Folder) throws {
    let id = try identifier(of: folder)
    try delete(name, from: "main.photo", in: id)
    try delete(name, from: "otherFile", in: id)
    try delete(name, from: "picture", in: id)
    changedFolders.insert(id)
  }

  mutating func write(_ report: ScanReport.FileReport) throws {
    let folder = try identifier(of: report.folder)
    let asset = report.asset
    let record = FileRecord(file: report.file, linkCount: asset?.hasOtherNames == true ? 2 : 1)
    let bytes = record.encoded(folder: folder, name: report.name.bytes)
    let inode = Int64(bitPattern: report.file.inode)
    if let asset {
      let insert = try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO main.photo
            (folder, name, isShared, clock, date, record, inode, format, camera, size)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """)
      try insert.execute(arguments: [
        folder, Data(report.name.bytes), asset.isSymbolicLink || asset.hasOtherNames,
        DateClock(asset).rawValue, DateClock.date(of: asset), Data(bytes), inode, asset.format.rawValue,
        try identifier(of: asset.camera), asset.fileSize,
      ])
    } else {
      let insert = try db.cachedStatement(
        sql: "INSERT OR REPLACE INTO otherFile (folder, name, record, inode) VALUES (?, ?, ?, ?)")
      try insert.execute(arguments: [folder, Data(report.name.bytes), Data(bytes), inode])
    }
    // The file may have been of the other kind before.
    try delete(report.name, from: asset == nil ? "main.photo" : "otherFile", in: folder)
    changedFolders.insert(folder)
  }

  mutating func write(_ picture: CatalogPicture) throws {
    let folder = try identifier(of: picture.folder)
    let insert = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO picture (folder, name, record) VALUES (?, ?, ?)")
    let record = PictureRecord(picture.state, picture.bytes).encoded(folder: folder, name: picture.name.bytes)
    try insert.execute(arguments: [folder, Data(picture.name.bytes), Data(record)])
  }

  private func delete(_ name: FileName, from table: String, in folder: Int64) throws {
    let delete = try db.cachedStatement(sql: "DELETE FROM \(table) WHERE folder = ? AND name = ?")
    try delete.execute(arguments: [folder, Data(name.bytes)])
  }

  /// Returns the row of a camera, inserting it if necessary.
  private mutating func identifier(of camera: Camera?) throws -> Int64? {
    guard let camera else { return nil }
    if let known = cameras[camera] { return known }
    let id = try CatalogSchema.identifier(of: camera, db)
    cameras[camera] = id
    return id
  }

  /// Returns the row of a folder, inserting it if necessary.
  private mutating func identifier(of folder: Folder) throws -> Int64 {
    if let known = folders[folder] { return known }
    let find = try db.cachedStatement(sql: "SELECT id FROM folder WHERE path = ?")
    let id = try Int64.fetchOne(find, arguments: [Data(folder.bytes)]) ?? insert(folder)
    folders[folder] = id
    return id
  }

  /// Inserts a folder and its ancestors, so that a scan of any of them notices deleted descendants.
  private mutating func insert(_ folder: Folder) throws -> Int64 {
    let path = folder.path
    let parent = path.components.isEmpty ? nil : try identifier(of: Folder(path.removingLastComponent()))
    try db.execute(
      sql: "INSERT INTO folder (path, parent, device, inode) VALUES (?, ?, 0, 0)",
      arguments: [Data(folder.bytes), parent])
    return db.lastInsertedRowID
  }

  /// Removes a folder with all its descendants.
  mutating func removeTree(_ path: [UInt8]) throws {
    let (lower, upper) = FolderRange.below(path)
    let ids = try Int64.fetchSet(
      db, sql: "SELECT id FROM folder WHERE path = ? OR (path >= ? AND path < ?)",
      arguments: [Data(path), Data(lower), Data(upper)])
    for id in ids {
      try db.execute(sql: "DELETE FROM main.photo WHERE folder = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM otherFile WHERE folder = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM picture WHERE folder = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM tally WHERE folder = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM unindexed WHERE folder = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM folder WHERE id = ?", arguments: [id])
      changedFolders.remove(id)
    }
    folders = folders.filter { !ids.contains($0.value) }
  }

  /// Updates the sums and tallies of changed folders, and notes the changes.
  func summarize() throws {
    for id in changedFolders {
      try FolderTally.update(id, db)
      try FieldIndex.noteChange(of: id, db)
    }
  }
}

/// The paths below a folder as a range of bytes.
enum FolderRange {
  /// Returns the first path below a folder, and the first path after all of its descendants.
  static func below(_ path: [UInt8]) -> (lower: [UInt8], upper: [UInt8]) {
    let base = path == [UInt8(ascii: "/")] ? [] : path
    return (base + [UInt8(ascii: "/")], base + [UInt8(ascii: "/") + 1])
  }
}
