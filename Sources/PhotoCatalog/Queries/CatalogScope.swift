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

/// The folders and files of a query.
struct CatalogScope: Sendable {
  struct KnownFolder: Sendable {
    let id: Int64
    let folder: Folder
    let identity: FileStatus.Identity
    /// The real path if a symbolic link leads to the folder or to an ancestor.
    let target: FilePath?
    let count: Int
    let shared: Int
    /// The number of photos that are hidden or have a UTC date.
    let other: Int
    /// The range of all other dates.
    let dates: ClosedRange<CivilTime>?

    /// The path with a trailing slash, which sorts a folder before all of its descendants.
    var order: [UInt8] { folder.bytes + [UInt8(ascii: "/")] }

    /// The real path.
    var real: FilePath { target ?? folder.path }

    /// Returns `true` if no symbolic link leads from a root to this folder.
    func isReached(from root: KnownFolder) -> Bool {
      if target == nil, root.target == nil { return true }
      let (path, base) = (real.fileSystemBytes, root.real.fileSystemBytes)
      let slash = UInt8(ascii: "/")
      return path.starts(with: base)
        && path.dropFirst(base.count).drop { $0 == slash }
          .elementsEqual(folder.bytes.dropFirst(root.folder.bytes.count).drop { $0 == slash })
    }
  }

  /// A root that is a file.
  struct NamedFile: Sendable {
    let folder: Folder
    let name: FileName
  }

  private(set) var folders: [Int64: KnownFolder] = [:]
  private(set) var files: [NamedFile] = []

  init(roots: [FilePath], options: ScanOptions, _ db: Database) throws {
    var trees: [[KnownFolder]] = []
    for root in roots.map(RootPath.init) {
      let path = root.path.fileSystemBytes
      let inside = try Self.folders(under: path, options: options, db)
      // A row without an inode is an ancestor that was never listed.
      if let top = inside.first(where: { $0.folder.bytes == path }), top.identity.inode != 0 {
        trees.append([top] + inside.filter { $0.id != top.id })
        continue
      }
      guard let name = root.name, try Self.isFile(name, in: root.folder, db) else {
        throw CatalogUnavailable("\(root.path.string) is not in the catalog", .reading)
      }
      files.append(NamedFile(folder: root.folder, name: name))
    }
    // As in a scan, a folder with several paths counts once: preferably by its real path, else by the first path.
    let (direct, linked) = Self.divided(trees, options.links)
    var entered = Set<FileStatus.Identity>()
    for folder in direct + linked
    where folder.identity.inode == 0 || entered.insert(folder.identity).inserted {
      folders[folder.id] = folder
    }
  }

  /// Separates folders behind symbolic links from others, which are in the order of their roots.
  ///
  /// - Parameter trees: The folders of each root, starting with the root.
  private static func divided(
    _ trees: [[KnownFolder]], _ policy: LinkPolicy
  ) -> (direct: [KnownFolder], linked: [KnownFolder]) {
    var (direct, linked) = ([KnownFolder](), [KnownFolder]())
    let named = NamedFolders(real: trees.compactMap { $0.first?.real })
    for tree in trees {
      guard let root = tree.first else { continue }
      direct += tree.filter { $0.isReached(from: root) }
      guard policy != .none else { continue }
      // Folders that were never listed have no photos.
      let others = tree.filter { $0.identity.inode != 0 && !$0.isReached(from: root) }
        .map { (order: $0.order, folder: $0) }
      // The last link that is not followed. Its descendants are skipped.
      var passed: [UInt8]?
      for (order, folder) in others.sorted(by: { $0.order.lexicographicallyPrecedes($1.order) }) {
        if let passed, order.starts(with: passed) { continue }
        if policy == .all || named.hold(folder.real) { linked.append(folder) } else { passed = order }
      }
    }
    linked.sort { $0.folder.bytes.lexicographicallyPrecedes($1.folder.bytes) }
    return (direct, linked)
  }

  /// Whether several paths may lead to one file, only one of which belongs to the result.
  var hasSharedAssets: Bool { folders.values.contains { $0.shared > 0 } }

  /// The number of photos in the folders, including hidden photos.
  var count: Int { folders.values.reduce(0) { $0 + $1.count } }

  /// Removes all folders except those with the name or path of an album, if their photos suffice to find the album.
  ///
  /// - Parameter album: The name or path of the album.
  mutating func narrow(to album: String) {
    let path = RootPath(FilePath(album)).path
    let found = folders.filter { $0.value.folder.path == path || $0.value.folder.name == album }
    // Which path of a shared file is used depends on the other folders.
    guard files.isEmpty, album != "All Photos", !found.values.contains(where: { $0.shared > 0 }) else {
      return
    }
    folders = found
  }

  private static func isFile(_ name: FileName, in folder: Folder, _ db: Database) throws -> Bool {
    for table in ["main.photo", "otherFile"] {
      let sql =
        "SELECT EXISTS (SELECT 1 FROM \(table) JOIN folder ON id = folder WHERE path = ? AND name = ?)"
      let arguments: StatementArguments = [Data(folder.bytes), Data(name.bytes)]
      if try Bool.fetchOne(db, sql: sql, arguments: arguments) == true { return true }
    }
    return false
  }

  private static func folders(
    under root: [UInt8], options: ScanOptions, _ db: Database
  ) throws -> [KnownFolder] {
    let (lower, upper) = FolderRange.below(root)
    let rows = try StatementRow.fetchCursor(
      db,
      sql: """
        SELECT id, path, device, inode, target, count, shared, other, first, last FROM folder
        WHERE path = ? OR (path >= ? AND path < ?)
        """, arguments: [Data(root), Data(lower), Data(upper)])
    var folders = [KnownFolder]()
    while let row = try rows.next() {
      let path = Array(row.bytes(at: 1))
      let below = path.dropFirst(lower.count).split(separator: UInt8(ascii: "/"))
      if let depth = options.maximumDepth, path.count > root.count, below.count > depth { continue }
      if !options.includesHidden, path.count > root.count,
        below.contains(where: { $0.first == UInt8(ascii: ".") })
      {
        continue
      }
      folders.append(
        KnownFolder(
          id: try row.number(at: 0), folder: Folder(FilePath(fileSystemBytes: path)),
          identity: try row.identity(at: 2), target: row.path(at: 4), count: try row.count(at: 5),
          shared: try row.count(at: 6), other: try row.count(at: 7), dates: try row.dates(at: 8)))
    }
    return folders
  }
}
