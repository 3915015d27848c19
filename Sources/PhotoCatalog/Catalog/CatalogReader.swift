import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// The queries of a scan.
enum CatalogReader {
  /// Returns the folder's entries.
  static func known(_ folder: Folder, sharing facts: SharedFacts, _ db: Connection) throws -> KnownFolder {
    let find = "SELECT id, device, inode, target FROM folder WHERE path = ?"
    let found = try db.first(find, [SQLiteValue(path: folder.bytes)]) { row in
      let known = KnownFolder(identity: try row.identity(at: 1), target: try row.path(at: 3))
      return (try row.number(at: 0), known)
    }
    guard case (let id, var known)? = found else { return KnownFolder() }
    var files: [KnownFiles.Entry] = []
    for sql in [
      "SELECT name, record FROM \(PhotoRow.withRecords) WHERE folder = ?",
      "SELECT name, record FROM otherFile WHERE folder = ?",
    ] {
      let rows = try db.rows(sql, [.integer(id)])
      while let row = try rows.next() {
        let name = try row.name(at: 0)
        let bytes = row.bytes(at: 1)
        guard let record = FileRecord(bytes, folder: id, name: name.bytes, sharing: facts) else {
          throw SQLiteError.damage
        }
        files.append(KnownFiles.Entry(name: name, file: record.file))
      }
    }
    known.files = KnownFiles(files)
    let children = try db.rows("SELECT path, target FROM folder WHERE parent = ?", [.integer(id)])
    while let row = try children.next() {
      let name = try row.shortBytes(at: 0).split(separator: UInt8(ascii: "/")).last
      guard let name else { continue }
      known.folders.updateValue(try row.path(at: 1), forKey: FileName(unchecked: Array(name)))
    }
    return known
  }

  /// Returns the small pictures in a folder.
  static func pictures(in folder: Folder, _ db: Connection) throws -> [FileName: CatalogPicture] {
    let sql = """
      SELECT picture.folder, name, record FROM picture
      WHERE picture.folder = (SELECT id FROM folder WHERE path = ?)
      """
    let rows = try db.rows(sql, [SQLiteValue(path: folder.bytes)])
    var pictures: [FileName: CatalogPicture] = [:]
    while let row = try rows.next() {
      let name = try row.name(at: 1)
      // A record of another version is computed again.
      let record = PictureRecord(row.bytes(at: 2), folder: try row.number(at: 0), name: name.bytes)
      guard let record else { continue }
      pictures[name] = CatalogPicture(folder: folder, name: name, state: record.state, bytes: record.bytes)
    }
    return pictures
  }

  /// Returns the entry of a file with a device, inode and birth time.
  static func known(
    _ identity: FileStatus.Identity, birth: FileStatus.Time, _ db: Connection
  ) throws -> KnownFile? {
    for table in [PhotoRow.withRecords, "otherFile"] {
      let rows = try db.rows(
        "SELECT folder, name, record FROM \(table) WHERE inode = ?", [SQLiteValue(bits: identity.inode)])
      while let row = try rows.next() {
        let name = try row.name(at: 1)
        let folder = try row.number(at: 0)
        let file = FileRecord(row.bytes(at: 2), folder: folder, name: name.bytes)?.file
        if let file, file.birth == birth, file.device == identity.device { return file }
      }
    }
    return nil
  }
}
