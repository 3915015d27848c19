import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// The folders and files of a query on one or several catalogs.
struct CatalogScope: Sendable {
  /// The row of a folder in a catalog.
  struct Place: Sendable, Hashable {
    /// The index of the catalog.
    let catalog: Int
    let folder: Int64
  }

  struct KnownFolder: Sendable {
    /// The rows in the catalogs that contain the folder, in order of the catalogs.
    private(set) var places: [Place]
    let folder: Folder
    private(set) var identity: FileStatus.Identity
    /// The real path if a symbolic link leads to the folder or to an ancestor.
    private(set) var target: FilePath?

    /// Creates a folder from a row of `CatalogScope.columns`.
    fileprivate init(_ folder: Folder, _ row: StatementRow, of catalog: Int) throws(SQLiteError) {
      self.folder = folder
      places = [Place(catalog: catalog, folder: try row.number(at: 0))]
      (identity, target) = (try row.identity(at: 2), try row.path(at: 4))
    }

    /// Adds the row of a later catalog.
    fileprivate mutating func add(_ row: StatementRow, of catalog: Int) throws(SQLiteError) {
      places.append(Place(catalog: catalog, folder: try row.number(at: 0)))
      let identity = try row.identity(at: 2)
      if identity.inode != 0 { (self.identity, target) = (identity, try row.path(at: 4)) }
    }

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

  private(set) var folders: [KnownFolder] = []
  private(set) var files: [NamedFile] = []
  /// The index of a folder by its row, for each catalog.
  private var indices: [[Int64: Int]]

  /// - Parameter dbs: A connection to each catalog.
  init(roots: [FilePath], options: ScanOptions, _ dbs: [Connection]) throws {
    indices = Array(repeating: [:], count: dbs.count)
    var trees: [[KnownFolder]] = []
    for root in roots.map(RootPath.init) {
      let path = root.path.fileSystemBytes
      let inside = try Self.folders(under: path, options: options, dbs)
      // A row without an inode is an ancestor that was never listed.
      if let top = inside.firstIndex(where: { $0.folder.bytes == path }), inside[top].identity.inode != 0 {
        trees.append([inside[top]] + inside[..<top] + inside[(top + 1)...])
        continue
      }
      guard let name = root.name, try dbs.contains(where: { try Self.isFile(name, in: root.folder, $0) })
      else {
        throw CatalogUnavailable("\(root.path.string) is not in the catalog", .reading)
      }
      files.append(NamedFile(folder: root.folder, name: name))
    }
    // As in a scan, a folder with several paths counts once: preferably by its real path, else by the first path.
    let (direct, linked) = Self.divided(trees, options.links)
    var entered = Set<FileStatus.Identity>()
    for folder in direct + linked
    where folder.identity.inode == 0 || entered.insert(folder.identity).inserted {
      add(folder)
    }
  }

  private mutating func add(_ folder: KnownFolder) {
    // Roots may overlap.
    guard let first = folder.places.first, indices[first.catalog][first.folder] == nil else { return }
    for place in folder.places { indices[place.catalog][place.folder] = folders.count }
    folders.append(folder)
  }

  /// Returns the folder with a row in a catalog, or `nil` if it isn't in the scope.
  func folder(_ id: Int64, of catalog: Int) -> KnownFolder? { indices[catalog][id].map { folders[$0] } }

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

  /// Returns the folders with rows in a catalog, and the rows.
  func folders(of catalog: Int) -> [(number: Int64, folder: KnownFolder)] {
    indices[catalog].map { ($0, folders[$1]) }.sorted { $0.number < $1.number }
  }

  /// Removes all folders except those with the name or path of an album, if their photos suffice to find the album.
  ///
  /// - Parameter album: The name or path of the album.
  mutating func narrow(to album: String) {
    let path = RootPath(FilePath(album)).path
    let found = folders.filter { $0.folder.path == path || $0.folder.name == album }
    guard files.isEmpty, album != "All Photos" else { return }
    (folders, indices) = ([], Array(repeating: [:], count: indices.count))
    for folder in found { add(folder) }
  }

  private static func isFile(_ name: FileName, in folder: Folder, _ db: Connection) throws -> Bool {
    for table in ["photo", "otherFile"] {
      let sql = "SELECT 1 FROM \(table) WHERE folder = (SELECT id FROM folder WHERE path = ?) AND name = ?"
      let values = [SQLiteValue(path: folder.bytes), SQLiteValue(path: name.bytes)]
      if try db.number(sql, values) != nil { return true }
    }
    return false
  }

  private static let columns = "id, path, device, inode, target"

  private static func folders(
    under root: [UInt8], options: ScanOptions, _ dbs: [Connection]
  ) throws -> [KnownFolder] {
    let lower = FolderRange.below(root).lower
    var folders = [KnownFolder]()
    // The index of each folder by path, if there are several catalogs.
    var known: [[UInt8]: Int] = [:]
    for (catalog, db) in dbs.enumerated() {
      let rows = try db.rows(
        "SELECT \(columns) FROM folder WHERE \(FolderRange.sql)", FolderRange.arguments(root))
      while let row = try rows.next() {
        let path = Array(try row.shortBytes(at: 1))
        if catalog > 0, let index = known[path] {
          try folders[index].add(row, of: catalog)
          continue
        }
        guard includes(path, under: root, lower, options) else { continue }
        if dbs.count > 1 { known[path] = folders.count }
        folders.append(try KnownFolder(Folder(FilePath(fileSystemBytes: path)), row, of: catalog))
      }
    }
    // Otherwise the order of the catalogs could decide between several paths of a folder.
    if dbs.count > 1 { folders.sort { $0.folder.bytes.lexicographicallyPrecedes($1.folder.bytes) } }
    return folders
  }

  /// Returns `false` if a folder is too deep, hidden, or a system folder.
  private static func includes(
    _ path: [UInt8], under root: [UInt8], _ lower: [UInt8], _ options: ScanOptions
  ) -> Bool {
    guard path.count > root.count, options.maximumDepth != nil || !options.includesHidden else { return true }
    let below = path.dropFirst(lower.count).split(separator: UInt8(ascii: "/"))
    if let depth = options.maximumDepth, below.count > depth { return false }
    return options.includesHidden
      || !below.contains { $0.first == UInt8(ascii: ".") || SystemFolder.isName($0) }
  }
}
