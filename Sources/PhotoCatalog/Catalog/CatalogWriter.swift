import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// Writes the results of scans in a transaction.
struct CatalogWriter {
  private let db: Connection
  private var folders: [Folder: Int64] = [:]
  private var photos: PhotoWriter
  private let removeOther: Statement

  init(_ db: Connection) throws {
    (self.db, photos) = (db, try PhotoWriter(db))
    removeOther = try db.statement("DELETE FROM otherFile WHERE folder = ? AND name = ?")
  }

  mutating func write(_ reports: [ScanReport]) throws {
    for report in reports {
      switch report {
      case .folder(let report): try write(report)
      case .file(let report): try write(report)
      case .unreadableFile(let folder, let name): try remove(name, from: folder)
      case .hiddenFolder(let folder): try removeTree(folder.bytes)
      }
    }
    try db.run("UPDATE catalog SET revision = revision + 1")
  }

  private mutating func write(_ report: ScanReport.FolderReport) throws {
    let id = try identifier(of: report.folder)
    try db.run(
      "UPDATE folder SET device = ?, inode = ?, target = ? WHERE id = ?",
      [
        SQLiteValue(bits: report.identity.device), SQLiteValue(bits: report.identity.inode),
        report.target.map { SQLiteValue(path: $0.fileSystemBytes) } ?? .null, .integer(id),
      ])
    for name in report.goneFiles { try remove(name, from: report.folder) }
    for name in report.goneFolders { try removeTree(report.folder.bytes(of: name)) }
  }

  private mutating func remove(_ name: FileName, from folder: Folder) throws {
    let id = try identifier(of: folder)
    let place = [.integer(id), SQLiteValue(path: name.bytes)]
    try PhotoWriter.remove(name, from: id, db)
    try removeOther.run(place)
    try db.run("DELETE FROM picture WHERE folder = ? AND name = ?", place)
  }

  private mutating func write(_ report: ScanReport.FileReport) throws {
    let folder = try identifier(of: report.folder)
    let asset = report.asset
    let record = FileRecord(file: report.file, linkCount: asset?.hasOtherNames == true ? 2 : 1)
    let bytes = record.encoded(folder: folder, name: report.name.bytes)
    // The file may have been of the other kind before.
    if let asset {
      try photos.write(asset, bytes, in: folder)
      try removeOther.run([.integer(folder), SQLiteValue(path: report.name.bytes)])
    } else {
      try db.run(
        "INSERT OR REPLACE INTO otherFile (folder, name, record, inode) VALUES (?, ?, ?, ?)",
        [
          .integer(folder), SQLiteValue(path: report.name.bytes), .blob(bytes),
          SQLiteValue(bits: report.file.inode),
        ])
      try PhotoWriter.remove(report.name, from: folder, db)
    }
  }

  mutating func write(_ picture: CatalogPicture) throws {
    let folder = try identifier(of: picture.folder)
    let record = PictureRecord(picture.state, picture.bytes).encoded(folder: folder, name: picture.name.bytes)
    try db.run(
      "INSERT OR REPLACE INTO picture (folder, name, record) VALUES (?, ?, ?)",
      [.integer(folder), SQLiteValue(path: picture.name.bytes), .blob(record)])
  }

  /// Returns the row of a folder, inserting it if necessary.
  private mutating func identifier(of folder: Folder) throws -> Int64 {
    if let known = folders[folder] { return known }
    let path = SQLiteValue(path: folder.bytes)
    let id = try db.number("SELECT id FROM folder WHERE path = ?", [path]) ?? insert(folder)
    folders[folder] = id
    return id
  }

  /// Inserts a folder and its ancestors, so that a scan of any of them notices deleted descendants.
  private mutating func insert(_ folder: Folder) throws -> Int64 {
    let path = folder.path
    let parent = path.components.isEmpty ? nil : try identifier(of: Folder(path.removingLastComponent()))
    try db.run(
      "INSERT INTO folder (path, parent, device, inode) VALUES (?, ?, 0, 0)",
      [SQLiteValue(path: folder.bytes), SQLiteValue(parent)])
    return db.lastInsertedRow
  }

  /// Removes a folder with all its descendants.
  private mutating func removeTree(_ path: [UInt8]) throws {
    let rows = try db.rows("SELECT id FROM folder WHERE \(FolderRange.sql)", FolderRange.arguments(path))
    var ids = Set<Int64>()
    while let row = try rows.next() { ids.insert(try row.number(at: 0)) }
    for id in ids {
      try PhotoWriter.removeAll(from: id, db)
      try db.run("DELETE FROM otherFile WHERE folder = ?", [.integer(id)])
      try db.run("DELETE FROM picture WHERE folder = ?", [.integer(id)])
      try db.run("DELETE FROM folder WHERE id = ?", [.integer(id)])
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
  static func arguments(_ path: [UInt8]) -> [SQLiteValue] {
    let (lower, upper) = below(path)
    return [
      SQLiteValue(path: path), SQLiteValue(path: lower), SQLiteValue(path: upper), .blob(lower), .blob(upper),
    ]
  }
}
