import PhotoFiles
import PhotoFormats
import SystemPackage

/// The work that a walk has before it.
///
/// Roots are walked one after the other, and folders behind symbolic links after all others, so that the path under
/// which a folder is entered does not depend on which worker is faster. Files are read meanwhile.
struct WalkQueue {
  /// How many roots one worker looks at: lists of files may be long.
  private static let rootCount = 256
  /// How many if they lie in one folder, of which a cache is asked once.
  private static let neighbourCount = 16 * 1024

  private var roots: ArraySlice<RootPath>
  private var rootFolders: ArraySlice<FolderVisit> = []
  private var folders: [FolderVisit] = []
  /// The first by path stands last once they are sorted.
  private var linkedFolders: [FolderVisit] = []
  private var areLinkedFoldersSorted = true
  private var batches: [FileBatch] = []
  /// How many pieces of work are under way after which more folders may have to be entered.
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

/// The work that a piece of work leads to.
struct NextWork: Sendable {
  /// True if folders may follow from it, so that the next root has to wait for it.
  var isWalking = false
  var rootFolders: [FolderVisit] = []
  var folders: [FolderVisit] = []
  /// Folders behind symbolic links, which are read after all others.
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
  /// How many levels below its root it lies.
  var depth = 0
  /// The real path if it is another one: a symbolic link leads to the folder, or to one above it.
  var target: FilePath?

  /// True if its path is a symbolic link that is followed.
  var isLink = false

  var isRoot: Bool { depth == 0 }

  func entersFolders(_ options: ScanOptions) -> Bool { options.maximumDepth.map { depth < $0 } ?? true }
}

struct FileBatch: Sendable {
  private static let count = 64
  /// How many if most of them are known: a look at the status of each is all that they take.
  private static let countOfKnown = 256

  struct Place: Sendable {
    let folder: Folder
    /// Which folder it was when it was listed; `nil` for files that somebody named.
    var identity: FileStatus.Identity?
    var number = 0
    /// True if somebody named the files; false if the folder was listed.
    var isNamed = false
  }

  let place: Place
  let files: ArraySlice<ListedFile>
  /// The sidecars in the folder; `nil` if there are none, or if somebody named the files.
  var sidecars: SidecarIndex?
  var previous: [FileName: FileFinding] = [:]

  static func named(_ files: [ListedFile], in folder: Folder) -> [FileBatch] {
    stride(from: 0, to: files.count, by: count).map { start in
      FileBatch(
        place: Place(folder: folder, isNamed: true),
        files: files[start..<min(start + count, files.count)])
    }
  }

  static func batches(
    of files: [ListedFile], beside sidecars: SidecarIndex? = nil, in folder: Folder,
    _ identity: FileStatus.Identity, previous: FolderRecord?
  ) -> [FileBatch] {
    let known = previous.map { Dictionary($0.files.lazy.map { ($0.name, $0) }) { first, _ in first } } ?? [:]
    let knownCount = files.reduce(0) { $0 + ($1.known == nil ? 0 : 1) }
    let count = knownCount > files.count / 2 ? countOfKnown : count
    return stride(from: 0, to: files.count, by: count).map { start in
      FileBatch(
        place: Place(folder: folder, identity: identity, number: start / count),
        files: files[start..<min(start + count, files.count)], sidecars: sidecars,
        previous: known)
    }
  }
}

struct ListedFile: Sendable {
  let name: FileName
  var isSymbolicLink = false
  var known: KnownFile?
}
