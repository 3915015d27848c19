import CLibSQLite
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

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
        try CatalogDatabase.make(file).transaction(.write) { try Output(db: $0).write(dbs) }
      }
    } catch let error as SQLiteError where [SQLITE_FULL, SQLITE_IOERR].contains(error.code) {
      throw CatalogUnavailable("the catalog can't be written: \(CatalogDatabase.reason(error))")
    } catch let error as SQLiteError {
      throw catalog.unreadable(error)
    }
  }
}

private struct Output {
  let db: Connection

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

  func write(_ dbs: [Connection]) throws -> CatalogMerge.Contents {
    let folders = try Self.folders(dbs)
    var photos = try PhotoWriter(db)
    var numbers: [[UInt8]: Int64] = [:]
    var newNumbers = Array(repeating: [Int64: Int64](), count: dbs.count)
    var contents = CatalogMerge.Contents()
    for (index, folder) in folders.enumerated() {
      let number = Int64(index + 1)
      numbers[folder.path] = number
      for place in folder.places { newNumbers[place.catalog][place.folder] = number }
      try db.run(
        "INSERT INTO folder (id, path, parent, device, inode, target) VALUES (?, ?, ?, ?, ?, ?)",
        [
          .integer(number), SQLiteValue(path: folder.path),
          SQLiteValue(folder.parent.flatMap { numbers[$0] }),
          .integer(folder.device), .integer(folder.inode),
          folder.target.map { SQLiteValue(path: $0) } ?? .null,
        ])
      try writeFiles(of: folder, to: number, &photos, dbs, &contents)
      try Task.checkCancellation()
    }
    for (catalog, source) in dbs.enumerated() { try writePictures(source, newNumbers[catalog]) }
    try CatalogSchema.makeIndexes(db)
    return contents
  }

  /// Returns the folders of all catalogs in order of path, parents first.
  private static func folders(_ dbs: [Connection]) throws -> [MergedFolder] {
    var folders: [[UInt8]: MergedFolder] = [:]
    for (catalog, db) in dbs.enumerated() {
      let rows = try db.rows(
        """
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
  private func writeFiles(
    of folder: MergedFolder, to number: Int64, _ photos: inout PhotoWriter, _ dbs: [Connection],
    _ contents: inout CatalogMerge.Contents
  ) throws {
    let insertOther = try db.statement(
      "INSERT INTO otherFile (folder, name, record, inode) VALUES (?, ?, ?, ?)")
    let parent = Folder(FilePath(fileSystemBytes: folder.path))
    var rows = try MergedRows(folder.places, dbs)
    while let entry = try rows.next() {
      let (row, name) = (entry.row, try entry.row.name(at: 0))
      let hash = PathResidue.hash(of: name, in: folder.path)
      if contents.residue == nil { contents.residue = PathResidue(hash: hash) }
      contents.residue?.add(hash)
      guard let record = FileRecord(row.bytes(at: 1), folder: entry.place.folder, name: name.bytes) else {
        throw SQLiteError.damage
      }
      let bytes = FileRecord.bytes(row.bytes(at: 1), folder: number, name: name.bytes)
      if entry.isPhoto {
        try photos.write(record.asset(name, in: parent, LibraryClocks()), bytes, in: number)
        contents.count += 1
      } else {
        try insertOther.run([
          .integer(number), SQLiteValue(path: name.bytes), .blob(bytes),
          SQLiteValue(bits: record.status.identity.inode),
        ])
      }
    }
  }

  private func writePictures(_ source: Connection, _ numbers: [Int64: Int64]) throws {
    let insert = try db.statement("INSERT OR REPLACE INTO picture (folder, name, record) VALUES (?, ?, ?)")
    let rows = try source.rows("SELECT folder, name, record FROM picture ORDER BY folder, name")
    while let row = try rows.next() {
      let (folder, name) = (try row.number(at: 0), try row.name(at: 1))
      guard let number = numbers[folder] else { continue }
      let record = try record(row.bytes(at: 2), folder, name, number)
      try insert.run([.integer(number), SQLiteValue(path: name.bytes), .blob(record)])
    }
  }

  /// Returns a valid record for another number of the folder.
  private func record(
    _ bytes: UnsafeRawBufferPointer, _ folder: Int64, _ name: FileName, _ number: Int64
  ) throws -> [UInt8] {
    guard FileRecord.isWhole(bytes, folder: folder, name: name.bytes) else { throw SQLiteError.damage }
    return FileRecord.bytes(bytes, folder: number, name: name.bytes)
  }
}
