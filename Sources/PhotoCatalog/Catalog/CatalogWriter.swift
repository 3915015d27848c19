import Foundation
import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// Writes what scans saw, a batch in a transaction.
actor CatalogWriter {
  private let pool: DatabasePool

  init(pool: DatabasePool) { self.pool = pool }

  /// Writes a batch: all of it or nothing.
  func write(_ reports: [ScanReport]) async throws {
    try await pool.write { db in
      // A large batch touches pages all over the indexes; with the usual 2 MB each is written many times.
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
    }
  }
}

/// One transaction's work.
private struct CatalogBatch {
  private let db: Database
  private var folders: [Folder: Int64] = [:]
  private var changedFolders: Set<Int64> = []

  init(_ db: Database) { self.db = db }

  mutating func write(_ report: ScanReport.FolderReport) throws {
    let id = try identifier(of: report.folder)
    let update = try db.cachedStatement(
      sql: "UPDATE folder SET device = ?, inode = ?, isLinked = ? WHERE id = ?")
    try update.execute(arguments: [
      Int64(bitPattern: report.identity.device), Int64(bitPattern: report.identity.inode), report.isLinked,
      id,
    ])
    for name in report.goneFiles { try remove(name, from: report.folder) }
    for name in report.goneFolders { try removeTree(report.folder.bytes(of: name)) }
  }

  mutating func remove(_ name: FileName, from folder: Folder) throws {
    let id = try identifier(of: folder)
    let delete = try db.cachedStatement(sql: "DELETE FROM file WHERE folder = ? AND name = ?")
    try delete.execute(arguments: [id, Data(name.bytes)])
    changedFolders.insert(id)
  }

  mutating func write(_ report: ScanReport.FileReport) throws {
    let folder = try identifier(of: report.folder)
    let asset = report.asset
    let record = FileRecord(
      file: report.file, isSymbolicLink: asset?.isSymbolicLink ?? false,
      device: asset?.identity.device ?? 0, linkCount: asset?.hasOtherNames == true ? 2 : 1)
    let insert = try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO file (folder, name, inode, type, flags, time, record) VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    try insert.execute(arguments: [
      folder, Data(report.name.bytes), Int64(bitPattern: report.file.inode),
      asset.map { Int64($0.fileType.rawValue) }, (asset.map { FileFlags($0) } ?? []).rawValue,
      asset.flatMap { Self.time(of: $0) }, Data(record.encoded(folder: folder, name: report.name.bytes)),
    ])
    changedFolders.insert(folder)
  }

  /// The time by which SQL finds an asset: that of its date, or of the file where it has no other.
  private static func time(of asset: Asset) -> Int64? {
    asset.date?.source == .file ? asset.modified.seconds : asset.date?.time.seconds
  }

  /// The row of a folder, made where there is none.
  private mutating func identifier(of folder: Folder) throws -> Int64 {
    if let known = folders[folder] { return known }
    let find = try db.cachedStatement(sql: "SELECT id FROM folder WHERE path = ?")
    let id = try Int64.fetchOne(find, arguments: [Data(folder.bytes)]) ?? insert(folder)
    folders[folder] = id
    return id
  }

  /// Makes the row of a folder, and those of all folders above it: so whichever of them is listed next finds out
  /// what below it is gone.
  private mutating func insert(_ folder: Folder) throws -> Int64 {
    let path = folder.path
    let parent = path.components.isEmpty ? nil : try identifier(of: Folder(path.removingLastComponent()))
    try db.execute(
      sql: "INSERT INTO folder (path, parent, device, inode, isLinked) VALUES (?, ?, 0, 0, 0)",
      arguments: [Data(folder.bytes), parent])
    return db.lastInsertedRowID
  }

  /// Removes a folder that is gone, with all that was below it.
  mutating func removeTree(_ path: [UInt8]) throws {
    let (lower, upper) = FolderRange.below(path)
    let ids = try Int64.fetchSet(
      db, sql: "SELECT id FROM folder WHERE path = ? OR (path >= ? AND path < ?)",
      arguments: [Data(path), Data(lower), Data(upper)])
    for id in ids {
      try db.execute(sql: "DELETE FROM file WHERE folder = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM folder WHERE id = ?", arguments: [id])
      changedFolders.remove(id)
    }
    folders = folders.filter { !ids.contains($0.value) }
  }

  /// Counts anew what the changed folders hold.
  func summarize() throws {
    let update = try db.cachedStatement(
      sql: """
        UPDATE folder SET (count, shared, first, last, firstFile, lastFile, firstVideo, lastVideo) = (
          SELECT count(type), count(*) FILTER (WHERE type IS NOT NULL AND (flags & ?2) != 0),
            min(time) FILTER (WHERE (flags & ?5) = 0), max(time) FILTER (WHERE (flags & ?5) = 0),
            min(time) FILTER (WHERE (flags & ?3) != 0), max(time) FILTER (WHERE (flags & ?3) != 0),
            min(time) FILTER (WHERE (flags & ?4) != 0), max(time) FILTER (WHERE (flags & ?4) != 0)
          FROM file WHERE folder = ?1
        ) WHERE id = ?1
        """)
    for id in changedFolders {
      try update.execute(arguments: [
        id, FileFlags.shared.rawValue, FileFlags.fileTime.rawValue, FileFlags.videoTime.rawValue,
        FileFlags.universalTime.rawValue,
      ])
    }
  }
}

/// What SQL can ask of an asset beside its type.
struct FileFlags: OptionSet {
  let rawValue: Int64
  /// It is a screenshot.
  static let screenshot = FileFlags(rawValue: 1)
  /// Its header cannot be read.
  static let damaged = FileFlags(rawValue: 2)
  /// `time` is the file's, which is universal.
  static let fileTime = FileFlags(rawValue: 4)
  /// `time` is a video's, which is universal.
  static let videoTime = FileFlags(rawValue: 16)
  /// Other paths may lead to the same file.
  static let shared = FileFlags(rawValue: 8)

  /// `time` is universal time, which the zone of the one who asks turns into wall-clock time.
  static let universalTime: FileFlags = [.fileTime, .videoTime]

  init(rawValue: Int64) { self.rawValue = rawValue }

  init(_ asset: Asset) {
    self = []
    if asset.isScreenshot { insert(.screenshot) }
    if asset.damage != nil { insert(.damaged) }
    if asset.isSymbolicLink || asset.hasOtherNames { insert(.shared) }
    if asset.date?.source == .file { insert(.fileTime) }
    if asset.date?.source == .quickTimeCreateDate { insert(.videoTime) }
  }
}

/// The paths below a folder as a range of bytes.
enum FolderRange {
  /// From the first path below a folder to the first behind all of them.
  static func below(_ path: [UInt8]) -> (lower: [UInt8], upper: [UInt8]) {
    let base = path == [UInt8(ascii: "/")] ? [] : path
    return (base + [UInt8(ascii: "/")], base + [UInt8(ascii: "/") + 1])
  }
}
