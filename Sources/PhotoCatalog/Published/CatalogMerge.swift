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

/// Merges catalogs into a new catalog.
///
/// Its bytes only depend on the entries and on the version of SQLite: rows are written in order of path.
package enum CatalogMerge {
  /// Merges catalogs into a file, which gets its name when it is complete and replaces a catalog of that name.
  ///
  /// - Returns: The number of photos.
  /// - Throws: `CatalogUnavailable` or `Errno`. The file then hasn't changed.
  package static func write(_ sources: [CatalogSource], as file: FilePath) async throws -> Int {
    let location = CatalogLocation(file)
    let target = try location.real
    guard let name = target.lastComponent else { throw CatalogUnavailable("\(file.string) is a folder") }
    try CatalogFile.requireRegularFiles(location)
    guard try CatalogFile.content(location) != .foreign else {
      throw CatalogUnavailable("\(file.string) is not a photopick catalog, and stays")
    }
    // SQLite would apply a remaining log to the new file.
    for path in try location.files.dropFirst() where try OwnFile(path).status() != nil {
      throw CatalogUnavailable("\(file.string) is in use: \(path.string) exists")
    }
    let catalog = try Catalog(reading: sources)
    let folder = try OpenFolder(target.containingFolder)
    let pending = try PendingFile(in: folder, purpose: .database)
    guard let hidden = pending.hiddenName else { throw Errno.invalidArgument }
    let contents = try await write(catalog, to: Folder(target.containingFolder).path(of: hidden))
    try pending.finish(as: FileName(name), .replacing, durability: .contentAndName)
    return contents.count
  }

  /// The files of a written catalog.
  struct Contents {
    /// The number of photos.
    fileprivate(set) var count = 0
    /// The remainder of the hashes of all paths, or `nil` if there are no files.
    fileprivate(set) var residue: PathResidue?
  }

  /// Merges catalogs into an empty file.
  static func write(_ catalog: Catalog, to file: FilePath) async throws -> Contents {
    do {
      return try await catalog.read { dbs in
        let output = try Output(file)
        let contents = try output.queue.write { try output.write(dbs, $0) }
        try output.queue.close()
        return contents
      }
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_FULL || error.resultCode == .SQLITE_IOERR
    {
      throw CatalogUnavailable("the catalog can't be written: \(CatalogDatabase.reason(error))")
    } catch let error as DatabaseError {
      throw catalog.unreadable(error)
    }
  }
}

private struct Output {
  let queue: DatabaseQueue

  init(_ file: FilePath) throws { queue = try CatalogDatabase.make(file) }

  /// A folder of any catalog.
  private struct MergedFolder {
    let path: [UInt8]
    var parent: [UInt8]?
    var device: Int64 = 0
    var inode: Int64 = 0
    var target: [UInt8]?
    var places: [CatalogScope.Place] = []

    init(_ path: [UInt8]) { self.path = path }
  }

  func write(_ dbs: [Database], _ db: Database) throws -> CatalogMerge.Contents {
    let folders = try Self.folders(dbs)
    var photos = PhotoWriter(db)
    var numbers: [[UInt8]: Int64] = [:]
    var newNumbers = Array(repeating: [Int64: Int64](), count: dbs.count)
    var contents = CatalogMerge.Contents()
    for (index, folder) in folders.enumerated() {
      let number = Int64(index + 1)
      numbers[folder.path] = number
      for place in folder.places { newNumbers[place.catalog][place.folder] = number }
      try db.cachedStatement(
        sql: "INSERT INTO folder (id, path, parent, device, inode, target) VALUES (?, ?, ?, ?, ?, ?)"
      ).execute(arguments: [
        number, DatabaseValue.path(folder.path), folder.parent.flatMap { numbers[$0] }, folder.device,
        folder.inode,
        folder.target.map { DatabaseValue.path($0) },
      ])
      try Self.writeFiles(of: folder, to: number, &photos, dbs, db, &contents)
      try Task.checkCancellation()
    }
    for (catalog, source) in dbs.enumerated() { try Self.writePictures(source, newNumbers[catalog], db) }
    try CatalogSchema.makeIndexes(db)
    return contents
  }

  /// Returns the folders of all catalogs in order of path, parents first.
  private static func folders(_ dbs: [Database]) throws -> [MergedFolder] {
    var folders: [[UInt8]: MergedFolder] = [:]
    for (catalog, db) in dbs.enumerated() {
      let rows = try StatementRow.fetchCursor(
        db,
        sql: """
          SELECT folder.id, folder.path, folder.device, folder.inode, folder.target, above.path
          FROM folder LEFT JOIN folder AS above ON above.id = folder.parent
          """)
      while let row = try rows.next() {
        let path = Array(try row.shortBytes(at: 1))
        var folder = folders[path] ?? MergedFolder(path)
        let parent = Array(try row.shortBytes(at: 5))
        if !parent.isEmpty { folder.parent = parent }
        folder.places.append(CatalogScope.Place(catalog: catalog, folder: try row.number(at: 0)))
        let inode = try row.number(at: 3)
        if inode != 0 {
          (folder.device, folder.inode) = (try row.number(at: 2), inode)
          folder.target = try row.path(at: 4)?.fileSystemBytes
        }
        folders[path] = folder
      }
    }
    return folders.values.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// Writes the files of a folder.
  private static func writeFiles(
    of folder: MergedFolder, to number: Int64, _ photos: inout PhotoWriter, _ dbs: [Database],
    _ db: Database, _ contents: inout CatalogMerge.Contents
  ) throws {
    let insertOther = try db.cachedStatement(
      sql: "INSERT INTO otherFile (folder, name, record, inode) VALUES (?, ?, ?, ?)")
    let parent = Folder(FilePath(fileSystemBytes: folder.path))
    var rows = try MergedRows(folder.places, dbs)
    while let entry = try rows.next() {
      let (row, name) = (entry.row, try entry.row.name(at: 0))
      let hash = PathResidue.hash(of: name, in: folder.path)
      if contents.residue == nil { contents.residue = PathResidue(hash: hash) }
      contents.residue?.add(hash)
      guard let record = FileRecord(row.bytes(at: 1), folder: entry.place.folder, name: name.bytes) else {
        throw DatabaseError.damage
      }
      let bytes = FileRecord.bytes(row.bytes(at: 1), folder: number, name: name.bytes)
      if entry.isPhoto {
        try photos.write(record.asset(name, in: parent, LibraryClocks()), bytes, in: number)
        contents.count += 1
      } else {
        let inode = Int64(bitPattern: record.status.identity.inode)
        try insertOther.execute(arguments: [number, DatabaseValue.path(name.bytes), Data(bytes), inode])
      }
    }
  }

  private static func writePictures(_ source: Database, _ numbers: [Int64: Int64], _ db: Database) throws {
    let insert = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO picture (folder, name, record) VALUES (?, ?, ?)")
    let rows = try StatementRow.fetchCursor(
      source, sql: "SELECT folder, name, record FROM picture ORDER BY folder, name")
    while let row = try rows.next() {
      let (folder, name) = (try row.number(at: 0), try row.name(at: 1))
      guard let number = numbers[folder] else { continue }
      let record = Data(try self.record(row.bytes(at: 2), folder, name, number))
      try insert.execute(arguments: [number, DatabaseValue.path(name.bytes), record])
    }
  }

  /// Returns a valid record for another number of the folder.
  private static func record(
    _ bytes: UnsafeRawBufferPointer, _ folder: Int64, _ name: FileName, _ number: Int64
  ) throws -> [UInt8] {
    guard FileRecord.isWhole(bytes, folder: folder, name: name.bytes) else { throw DatabaseError.damage }
    return FileRecord.bytes(bytes, folder: number, name: name.bytes)
  }
}
