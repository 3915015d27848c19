import PhotoFiles
import PhotoFormats
import SystemPackage

/// The pending work of a walk.
///
/// Roots are walked sequentially, and linked folders after all others, so that the path of a folder doesn't depend on
/// the speed of workers. Files are read concurrently.
struct WalkQueue {
  /// The number of roots per piece of work, since there may be many files among them.
  private static let rootCount = 256
  /// The number of roots in the same folder per piece of work, so that the cache is queried once.
  private static let neighbourCount = 16 * 1024

  private var roots: ArraySlice<RootPath>
  private var rootFolders: ArraySlice<FolderVisit> = []
  private var folders: [FolderVisit] = []
  /// Sorted by descending path when needed.
  private var linkedFolders: [FolderVisit] = []
  private var areLinkedFoldersSorted = true
  private var batches: [FileBatch] = []
  /// The number of running pieces of work that may find more folders.
  private var walking = 0

  init(_ roots: [RootPath]) { self.roots = roots[...] }

  var hasWork: Bool {
    !batches.isEmpty || !folders.isEmpty || !rootFolders.isEmpty || !roots.isEmpty || !linkedFolders.isEmpty
  }

  mutating func next() -> WalkWork? {
    if let batch = batches.popLast() { return .files(batch) }
    guard let work = folders.popLast().map(Self.work) ?? nextStart() else { return nil }
    walking += 1
    return work
  }

  private mutating func nextStart() -> WalkWork? {
    guard walking == 0 else { return nil }
    if let folder = rootFolders.popFirst() { return Self.work(folder) }
    if !roots.isEmpty { return .roots(nextRoots()) }
    if !areLinkedFoldersSorted {
      linkedFolders.sort { $1.folder.bytes.lexicographicallyPrecedes($0.folder.bytes) }
      areLinkedFoldersSorted = true
    }
    return linkedFolders.popLast().map(Self.work)
  }

  private mutating func nextRoots() -> [RootPath] {
    var part = roots.prefix(Self.rootCount)
    if let folder = part.last?.folder {
      let neighbours = roots[part.endIndex...].prefix(Self.neighbourCount).prefix { $0.folder === folder }
      part = roots[..<neighbours.endIndex]
    }
    roots = roots[part.endIndex...]
    return Array(part)
  }

  private static func work(_ visit: FolderVisit) -> WalkWork { .folder(visit, previous: nil) }

  mutating func absorb(_ next: NextWork) {
    if next.isWalking { walking -= 1 }
    rootFolders += next.rootFolders
    folders += next.folders
    linkedFolders += next.linkedFolders
    areLinkedFoldersSorted = areLinkedFoldersSorted && next.linkedFolders.isEmpty
    batches += next.batches
  }
}

struct NextWork: Sendable {
  /// Whether it may find folders, so that the next root has to wait.
  var isWalking = false
  var rootFolders: [FolderVisit] = []
  var folders: [FolderVisit] = []
  /// Folders behind symbolic links, visited last.
  var linkedFolders: [FolderVisit] = []
  var batches: [FileBatch] = []

  mutating func add(_ record: FolderRecord, from visit: FolderVisit) {
    let depth = visit.depth + 1
    folders += record.subfolders.map { folder in
      let name = folder.path.lastComponent
      let target = visit.target.flatMap { target in name.map { target.appending($0) } }
      return FolderVisit(folder: folder, depth: depth, target: target)
    }
    linkedFolders += record.linkedFolders.map { link in
      FolderVisit(folder: link.path, depth: depth, target: link.target ?? link.path.path, isLink: true)
    }
  }
}

struct FolderVisit: Sendable {
  let folder: Folder
  var depth = 0
  /// The resolved path if it differs, because a symbolic link is part of the path.
  var target: FilePath?

  var isLink = false

  var isRoot: Bool { depth == 0 }

  func entersFolders(_ options: ScanOptions) -> Bool { options.maximumDepth.map { depth < $0 } ?? true }
}

struct FileBatch: Sendable {
  private static let count = 64
  /// The number of files per batch if most are cached and need only a status check.
  private static let countOfKnown = 256
  /// The number of files per batch on a server, since each takes a round trip.
  static let countOfRemote = 4

  struct Place: Sendable {
    let folder: Folder
    /// The identity when the folder was listed, or `nil` for explicitly passed files.
    var identity: FileStatus.Identity?
    var number = 0
    var isNamed = false
  }

  let place: Place
  let files: ArraySlice<ListedFile>
  /// The sidecars in the folder, unless the files were passed explicitly.
  var sidecars: SidecarIndex?
  var previous: [FileName: FileFinding] = [:]
  /// The open folder if it is on a server: it contains the listing.
  var remote: OpenFolder?

  static func named(_ files: [ListedFile], in folder: Folder) -> [FileBatch] {
    stride(from: 0, to: files.count, by: count).map { start in
      FileBatch(
        place: Place(folder: folder, isNamed: true),
        files: files[start..<min(start + count, files.count)])
    }
  }

  static func batches(
    of files: [ListedFile], beside sidecars: SidecarIndex? = nil, in folder: Folder,
    _ identity: FileStatus.Identity, previous: FolderRecord?, remote: OpenFolder? = nil
  ) -> [FileBatch] {
    let known = previous.map { Dictionary($0.files.lazy.map { ($0.name, $0) }) { first, _ in first } } ?? [:]
    let knownCount = files.reduce(0) { $0 + ($1.known == nil ? 0 : 1) }
    let count = knownCount > files.count / 2 ? countOfKnown : remote == nil ? count : countOfRemote
    return stride(from: 0, to: files.count, by: count).map { start in
      FileBatch(
        place: Place(folder: folder, identity: identity, number: start / count),
        files: files[start..<min(start + count, files.count)], sidecars: sidecars, previous: known,
        remote: remote)
    }
  }
}

struct ListedFile: Sendable {
  let name: FileName
  var isSymbolicLink = false
  var known: KnownFile?
  /// Whether scans pass over the file unless their options include any file. The cache doesn't store it.
  var isPassedOver = false
}
