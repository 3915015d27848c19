import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The queries of a scan.
enum CatalogReader {
  /// The largest capacity that is reserved for a folder, whatever number its row contains.
  private static let mostReserved = 1 << 16

  /// Returns the folder's entries.
  static func known(_ folder: Folder, sharing facts: SharedFacts, _ db: Database) throws -> KnownFolder {
    let find = try db.cachedStatement(
      sql: "SELECT id, device, inode, target, count FROM folder WHERE path = ?")
    let found = try StatementRow.first(of: find, arguments: [Data(folder.bytes)]) { row in
      let known = KnownFolder(identity: try row.identity(at: 1), target: try row.path(at: 3))
      return (id: try row.number(at: 0), known: known, count: try row.count(at: 4))
    }
    guard let found else { return KnownFolder() }
    let (id, count) = (found.id, found.count)
    var known = found.known
    var files: [KnownFiles.Entry] = []
    files.reserveCapacity(min(count, mostReserved))
    for sql in [
      "SELECT name, record FROM main.photo WHERE folder = ?",
      "SELECT name, record FROM otherFile WHERE folder = ?",
    ] {
      let cursor = try StatementRow.fetchCursor(try db.cachedStatement(sql: sql), arguments: [id])
      while let row = try cursor.next() {
        let name = try row.name(at: 0)
        let bytes = row.bytes(at: 1)
        guard let record = FileRecord(bytes, folder: id, name: name.bytes, sharing: facts) else {
          guard FileRecord.isWhole(bytes, folder: id, name: name.bytes) else { throw DatabaseError.damage }
          // Rows of other versions are included, so that the scan replaces or removes them.
          files.append(KnownFiles.Entry(name: name, file: .outdated))
          continue
        }
        files.append(KnownFiles.Entry(name: name, file: record.file))
      }
    }
    known.files = KnownFiles(files)
    let folders = try db.cachedStatement(sql: "SELECT path, target FROM folder WHERE parent = ?")
    let children = try StatementRow.fetchCursor(folders, arguments: [id])
    while let row = try children.next() {
      let name = try row.shortBytes(at: 0).split(separator: UInt8(ascii: "/")).last
      guard let name else { continue }
      known.folders.updateValue(try row.path(at: 1), forKey: FileName(unchecked: Array(name)))
    }
    return known
  }

  /// Returns the small pictures in a folder.
  static func pictures(in folder: Folder, _ db: Database) throws -> [FileName: CatalogPicture] {
    let find = try db.cachedStatement(
      sql: """
        SELECT picture.folder, name, record FROM picture
        WHERE picture.folder = (SELECT id FROM folder WHERE path = ?)
        """)
    let cursor = try StatementRow.fetchCursor(find, arguments: [Data(folder.bytes)])
    var pictures: [FileName: CatalogPicture] = [:]
    while let row = try cursor.next() {
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
    _ identity: FileStatus.Identity, birth: FileStatus.Time, _ db: Database
  ) throws -> KnownFile? {
    for table in ["main.photo", "otherFile"] {
      let find = try db.cachedStatement(sql: "SELECT folder, name, record FROM \(table) WHERE inode = ?")
      let cursor = try StatementRow.fetchCursor(find, arguments: [Int64(bitPattern: identity.inode)])
      while let row = try cursor.next() {
        let name = try row.name(at: 1)
        let folder = try row.number(at: 0)
        let file = FileRecord(row.bytes(at: 2), folder: folder, name: name.bytes)?.file
        if let file, file.birth == birth, file.device == identity.device { return file }
      }
    }
    return nil
  }
}

extension KnownFile {
  /// An entry that matches no file, for a row of another version.
  static var outdated: KnownFile {
    let never = FileStatus.Time(seconds: .min, nanoseconds: 0)
    return KnownFile(
      inode: 0, size: -1, modified: never, changed: never, birth: nil, isSettled: false, metadata: nil)
  }
}
