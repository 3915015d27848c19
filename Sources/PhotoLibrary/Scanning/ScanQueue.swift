import PhotoFiles
import PhotoFormats
import SystemPackage

/// The work that a scan has before it and what it has found.
///
/// Roots are walked one after the other, and folders behind symbolic links after all others, so that the
/// path under which a folder is entered does not depend on which task is faster. Reading files goes on beside.
struct ScanQueue {
  /// How many roots one task looks at: lists of files may be long.
  private static let rootCount = 256

  private var roots: ArraySlice<RootPath>
  private var rootFolders: ArraySlice<ScanWork> = []
  private var folders: [ScanWork] = []
  /// The first by path stands last once they are sorted.
  private var linkedFolders: [ScanWork] = []
  private var areLinkedFoldersSorted = true
  private var files: [ScanWork] = []
  private var walking = 0
  private(set) var result = ScanResult()
  private var portions: [Portion] = []

  /// Assets of one folder, in order of their names.
  private struct Portion {
    let folder: Folder
    let batch: Int
    let assets: [Asset]

    /// By folder, then by the place in it.
    static func precedes(_ left: Portion, _ right: Portion) -> Bool {
      guard left.folder !== right.folder else { return left.batch < right.batch }
      let order = FileName.naturalOrder(left.folder.bytes, right.folder.bytes)
      return order != 0 ? order < 0 : left.batch < right.batch
    }
  }

  private var hasNamedFiles = false
  private var knownProblems = Set<ScanProblem>()

  init(roots: [RootPath]) { self.roots = roots[...] }

  /// True where something is left to start.
  var hasWork: Bool {
    !files.isEmpty || !folders.isEmpty || !rootFolders.isEmpty || !roots.isEmpty || !linkedFolders.isEmpty
  }

  /// The next piece of work that may start now.
  mutating func next() -> ScanWork? {
    if let work = files.popLast() { return work }
    if let work = folders.popLast() ?? nextStart() {
      walking += 1
      return work
    }
    return nil
  }

  private mutating func nextStart() -> ScanWork? {
    guard walking == 0 else { return nil }
    if let folder = rootFolders.popFirst() { return folder }
    if !roots.isEmpty {
      defer { roots = roots.dropFirst(Self.rootCount) }
      return .roots(Array(roots.prefix(Self.rootCount)))
    }
    if !areLinkedFoldersSorted {
      linkedFolders.sort { Self.path(of: $1).lexicographicallyPrecedes(Self.path(of: $0)) }
      areLinkedFoldersSorted = true
    }
    return linkedFolders.popLast()
  }

  private static func path(of work: ScanWork) -> [UInt8] {
    if case .folder(let work) = work { work.folder.bytes } else { [] }
  }

  /// Takes in what a piece of work found.
  mutating func absorb(_ part: ScanPart) {
    if part.isWalk { walking -= 1 }
    rootFolders += part.rootFolders
    folders += part.folders
    linkedFolders += part.linkedFolders
    areLinkedFoldersSorted = areLinkedFoldersSorted && part.linkedFolders.isEmpty
    files += part.files
    hasNamedFiles = hasNamedFiles || part.hasNamedFiles
    if let folder = part.assets.first?.folder {
      portions.append(Portion(folder: folder, batch: part.batch, assets: part.assets))
    }
    for problem in part.problems where knownProblems.insert(problem).inserted {
      result.problems.append(problem)
    }
    result.progress.folders += part.progress.folders
    result.progress.files += part.progress.files
    result.progress.assets += part.progress.assets
  }

  /// What was found so far, in order, each file once.
  var partialResult: ScanResult {
    var partial = result
    partial.assets = []
    for portion in portions.sorted(by: Portion.precedes) { partial.assets += portion.assets }
    settle(&partial)
    return partial
  }

  /// The result in order, each file once.
  mutating func finish() -> ScanResult {
    portions.sort(by: Portion.precedes)
    result.assets.reserveCapacity(portions.reduce(0) { $0 + $1.assets.count })
    for portion in portions { result.assets += portion.assets }
    portions = []
    settle(&result)
    return result
  }

  private func settle(_ result: inout ScanResult) {
    Duplicates.removeSameFiles(from: &result.assets, namedFiles: hasNamedFiles)
    // Files that were named may come from one folder in several parts whose names overlap.
    if hasNamedFiles { AssetOrder.sortByPath(&result.assets) }
    result.problems.sort { $0.path.fileSystemBytes.lexicographicallyPrecedes($1.path.fileSystemBytes) }
  }
}
