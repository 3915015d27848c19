import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// The folders and files that a query is about.
struct CatalogScope {
  struct KnownFolder {
    let id: Int64
    let folder: Folder
    let identity: FileStatus.Identity
    /// The real path if it is another one: a link leads to the folder, or to one above it.
    let target: FilePath?
    let count: Int
    let shared: Int
    /// The first and last wall-clock seconds.
    let times: ClosedRange<Int64>?
    /// The first and last universal seconds of assets that are dated by their files.
    let fileTimes: ClosedRange<Int64>?
    /// The first and last universal seconds of videos.
    let videoTimes: ClosedRange<Int64>?

    /// The first and last date on the clocks of the one who asks; `nil` if clocks were changed so near to one of
    /// them that another asset may come first or last.
    func dates(on clocks: LibraryClocks) -> KnownDates? {
      var dates = KnownDates()
      if let times { dates.add(CivilTime(seconds: times.lowerBound)...CivilTime(seconds: times.upperBound)) }
      for (universal, clock) in [(fileTimes, clocks.files), (videoTimes, clocks.videos)] {
        guard let universal else { continue }
        guard clock.isSteady(universal.lowerBound, for: Self.day),
          clock.isSteady(universal.upperBound, for: -Self.day)
        else { return nil }
        dates.add(clock.time(at: universal.lowerBound)...clock.time(at: universal.upperBound))
      }
      return dates
    }

    /// About which share of the photos is dated between two seconds, if the dates lie evenly between the first and the
    /// last one. A few photos without a date of their own, which have those of their files, do not count.
    func share(of dates: ClosedRange<Int64>) -> Double {
      guard let known = times ?? videoTimes ?? fileTimes else { return 0 }
      func length(from first: Int64, to last: Int64) -> Double { max(0, Double(last) - Double(first) + 1) }
      let asked = length(
        from: max(known.lowerBound, dates.lowerBound), to: min(known.upperBound, dates.upperBound))
      return asked / length(from: known.lowerBound, to: known.upperBound)
    }

    /// The bytes of all files.
    ///
    /// - Throws: `DatabaseError` if a size is none.
    func fileSize(_ db: Database) throws -> Int64 {
      let sum = try Row.fetchOne(
        db, sql: "SELECT coalesce(sum(size), 0) FROM photo WHERE folder = ?", arguments: [id])
      return try sum?.number(at: 0) ?? 0
    }

    /// The path with a slash behind it, so that a folder stands before all that lie below it.
    var order: [UInt8] { folder.bytes + [UInt8(ascii: "/")] }

    /// The real path.
    var real: FilePath { target ?? folder.path }

    /// True if no link leads from a root to this folder below it.
    func isReached(from root: KnownFolder) -> Bool {
      if target == nil, root.target == nil { return true }
      let (path, base) = (real.fileSystemBytes, root.real.fileSystemBytes)
      let slash = UInt8(ascii: "/")
      return path.starts(with: base)
        && path.dropFirst(base.count).drop { $0 == slash }
          .elementsEqual(folder.bytes.dropFirst(root.folder.bytes.count).drop { $0 == slash })
    }

    /// Longer than any change of a clock, in seconds.
    private static let day: Int64 = 26 * 3600
  }

  /// The dates of a folder; none if no asset has one.
  struct KnownDates {
    var range: ClosedRange<CivilTime>?

    mutating func add(_ times: ClosedRange<CivilTime>) {
      range =
        range.map { min($0.lowerBound, times.lowerBound)...max($0.upperBound, times.upperBound) } ?? times
    }
  }

  /// A file that was named as a root.
  struct NamedFile {
    let folder: Folder
    let name: FileName
  }

  private(set) var folders: [Int64: KnownFolder] = [:]
  /// How many photos the catalog holds, in these folders and others.
  let knownCount: Int
  private(set) var files: [NamedFile] = []

  init(roots: [FilePath], options: ScanOptions, _ db: Database) throws {
    knownCount = try CatalogSchema.photoCount(db)
    var trees: [[KnownFolder]] = []
    for root in roots.map(RootPath.init) {
      let path = root.path.fileSystemBytes
      let inside = try Self.folders(under: path, options: options, db)
      // A row without an inode only leads to the folders below it; its own folder was never listed.
      if let top = inside.first(where: { $0.folder.bytes == path }), top.identity.inode != 0 {
        trees.append([top] + inside.filter { $0.id != top.id })
        continue
      }
      guard let name = root.name, try Self.isFile(name, in: root.folder, db) else {
        throw CatalogUnavailable("\(root.path.string) is not in the catalog", .reading)
      }
      files.append(NamedFile(folder: root.folder, name: name))
    }
    // A folder that several paths lead to counts once, as in a scan: the path without links, then the first.
    let (direct, linked) = Self.divided(trees, options.links)
    var entered = Set<FileStatus.Identity>()
    for folder in direct + linked
    where folder.identity.inode == 0 || entered.insert(folder.identity).inserted {
      folders[folder.id] = folder
    }
  }

  /// The folders that a scan finds without links, in the order of their roots, and those behind links that it follows.
  ///
  /// - Parameter trees: the folders of each root, the root's own first.
  private static func divided(
    _ trees: [[KnownFolder]], _ policy: LinkPolicy
  ) -> (direct: [KnownFolder], linked: [KnownFolder]) {
    var (direct, linked) = ([KnownFolder](), [KnownFolder]())
    let named = NamedFolders(real: trees.compactMap { $0.first?.real })
    for tree in trees {
      guard let root = tree.first else { continue }
      direct += tree.filter { $0.isReached(from: root) }
      guard policy != .none else { continue }
      // Of a folder that was never listed nothing is known, and nothing is shown.
      let others = tree.filter { $0.identity.inode != 0 && !$0.isReached(from: root) }
        .map { (order: $0.order, folder: $0) }
      // The last link that is not followed; all that lies below it stands behind it.
      var passed: [UInt8]?
      for (order, folder) in others.sorted(by: { $0.order.lexicographicallyPrecedes($1.order) }) {
        if let passed, order.starts(with: passed) { continue }
        if policy == .all || named.hold(folder.real) { linked.append(folder) } else { passed = order }
      }
    }
    linked.sort { $0.folder.bytes.lexicographicallyPrecedes($1.folder.bytes) }
    return (direct, linked)
  }

  /// The folders in natural order of their paths.
  var ordered: [KnownFolder] {
    folders.values.sorted { FileName.naturalOrder($0.folder.bytes, $1.folder.bytes) < 0 }
  }

  /// True if several paths may lead to one file; one of them is shown.
  var hasSharedAssets: Bool { folders.values.contains { $0.shared > 0 } }

  /// The number of photos in the folders, hidden ones included.
  var count: Int { folders.values.reduce(0) { $0 + $1.count } }

  /// About which share of the photos is dated between two seconds, told by the first and last dates of the folders.
  func share(of dates: ClosedRange<Int64>) -> Double {
    let dated = folders.values.reduce(0) { $0 + Double($1.count) * $1.share(of: dates) }
    return count == 0 ? 0 : dated / Double(count)
  }

  /// Leaves out all folders but one, and files that were named.
  mutating func narrow(to folder: KnownFolder) {
    folders = [folder.id: folder]
    files = []
  }

  /// True if a folder holds an asset whose name begins with a dot.
  static func holdsHiddenAssets(_ folder: KnownFolder, _ db: Database) throws -> Bool {
    let find = try db.cachedStatement(
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM photo WHERE folder = ? AND name >= x'2E' AND name < x'2F')
        """)
    return try Bool.fetchOne(find, arguments: [folder.id]) ?? false
  }

  private static func isFile(_ name: FileName, in folder: Folder, _ db: Database) throws -> Bool {
    for table in ["photo", "otherFile"] {
      let sql =
        "SELECT EXISTS (SELECT 1 FROM \(table) JOIN folder ON id = folder WHERE path = ? AND name = ?)"
      let arguments: StatementArguments = [ColumnBytes(folder.bytes), ColumnBytes(name.bytes)]
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
        SELECT id, path, device, inode, target, count, shared, first, last, firstFile, lastFile, firstVideo,
          lastVideo FROM folder
        WHERE path = ? OR (path >= ? AND path < ?)
        """, arguments: [ColumnBytes(root), ColumnBytes(lower), ColumnBytes(upper)])
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
      folders.append(try Self.folder(row, path))
    }
    return folders
  }

  private static func folder(_ row: StatementRow, _ path: [UInt8]) throws -> KnownFolder {
    func range(_ index: Int) throws -> ClosedRange<Int64>? {
      guard let first = try row.numberOrNull(at: index), let last = try row.numberOrNull(at: index + 1),
        first <= last
      else { return nil }
      // As the dates of assets; no arithmetic of dates overflows with them.
      return CivilTime(seconds: first).seconds...CivilTime(seconds: last).seconds
    }
    return KnownFolder(
      id: try row.number(at: 0), folder: Folder(FilePath(fileSystemBytes: path)),
      identity: try row.identity(at: 2), target: row.path(at: 4),
      count: try row.count(at: 5),
      shared: try row.count(at: 6), times: try range(7), fileTimes: try range(9), videoTimes: try range(11))
  }
}
