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
  private var linkedFolders: [ScanWork] = []
  private var files: [ScanWork] = []
  private var walking = 0
  private(set) var result = ScanResult()
  private var hasNamedFiles = false

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
    linkedFolders.sort { Self.path(of: $0).lexicographicallyPrecedes(Self.path(of: $1)) }
    return linkedFolders.isEmpty ? nil : linkedFolders.removeFirst()
  }

  private static func path(of work: ScanWork) -> [UInt8] {
    if case .folder(let folder, _) = work { folder.bytes } else { [] }
  }

  /// Takes in what a piece of work found.
  mutating func absorb(_ part: ScanPart) {
    if part.isWalk { walking -= 1 }
    rootFolders += part.rootFolders
    folders += part.folders
    linkedFolders += part.linkedFolders
    files += part.files
    hasNamedFiles = hasNamedFiles || part.hasNamedFiles
    result.assets += part.assets
    result.problems += part.problems
    result.progress.folders += part.progress.folders
    result.progress.files += part.progress.files
    result.progress.assets += part.progress.assets
  }

  /// The result in order, each file once.
  mutating func finish() -> ScanResult {
    Duplicates.removeSameFiles(from: &result.assets, namedFiles: hasNamedFiles)
    AssetOrder.sortByPath(&result.assets)
    result.problems.sort { $0.path.fileSystemBytes.lexicographicallyPrecedes($1.path.fileSystemBytes) }
    return result
  }
}
