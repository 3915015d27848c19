import Foundation
import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Makes assets of rows.
struct AssetLoader {
  private let options: ScanOptions
  private let cameras = CameraNames()
  var assets: [Asset] = []

  /// A loader of what a scan with these options shows.
  init(options: ScanOptions) { self.options = options }

  mutating func load(_ folder: CatalogScope.KnownFolder, matching condition: String, _ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "SELECT name, record FROM file WHERE folder = ? AND \(condition)")
    let rows = try Row.fetchCursor(statement, arguments: [folder.id])
    while let row = try rows.next() {
      let name = FileName(bytes: row.bytes(at: 0))
      if isShown(name) { try append(row, name: name, record: 1, folder.id, folder.folder) }
    }
  }

  mutating func load(
    _ scope: CatalogScope, matching condition: String, between bounds: ClosedRange<Int64>, _ db: Database
  ) throws {
    let statement = try db.cachedStatement(
      sql: "SELECT folder, name, record FROM file WHERE time BETWEEN ? AND ? AND \(condition)")
    let rows = try Row.fetchCursor(statement, arguments: [bounds.lowerBound, bounds.upperBound])
    while let row = try rows.next() {
      guard let folder = scope.folders[try row.number(at: 0)] else { continue }
      let name = FileName(bytes: row.bytes(at: 1))
      if isShown(name) { try append(row, name: name, record: 2, folder.id, folder.folder) }
    }
  }

  /// True where a scan would list a file of that name.
  private func isShown(_ name: FileName) -> Bool { options.includesHidden || !name.isHidden }

  mutating func load(_ file: CatalogScope.NamedFile, _ db: Database) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT file.folder, name, record FROM file JOIN folder ON folder.id = file.folder
        WHERE path = ? AND name = ?
        """, arguments: [Data(file.folder.bytes), Data(file.name.bytes)])
    while let row = try rows.next() {
      try append(row, name: file.name, record: 2, try row.number(at: 0), file.folder)
    }
  }

  /// The newest asset of a folder that is not damaged, the first by name where several are.
  func poster(of folder: CatalogScope.KnownFolder, _ db: Database) throws -> Asset? {
    var loader = AssetLoader(options: options)
    let condition = "type IS NOT NULL AND (flags & \(FileFlags.damaged.rawValue)) = 0"
    if folder.fileTimes == nil, folder.videoTimes == nil {
      let statement = try db.cachedStatement(
        sql: """
          SELECT name, record FROM file WHERE folder = ?1 AND \(condition)
          AND time IS (SELECT max(time) FROM file WHERE folder = ?1 AND \(condition))
          """)
      let rows = try Row.fetchCursor(statement, arguments: [folder.id])
      while let row = try rows.next() {
        try loader.append(row, name: FileName(bytes: row.bytes(at: 0)), record: 1, folder.id, folder.folder)
      }
    } else {
      try loader.load(folder, matching: condition, db)
    }
    AssetOrder.sortByPath(&loader.assets)
    return Album(.folder(folder.folder), assets: loader.assets).poster
  }

  private mutating func append(
    _ row: Row, name: FileName, record index: Int, _ id: Int64, _ folder: Folder
  ) throws {
    guard let record = row.record(at: index, folder: id, name: name) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a record is damaged")
    }
    let metadata = record.file.metadata ?? PhotoMetadata()
    assets.append(
      Asset(
        folder: folder, name: name, status: record.status, isSymbolicLink: record.isSymbolicLink,
        metadata: metadata, clocks: options.clocks, camera: metadata.camera.map(cameras.shared)))
  }
}
