import PhotoFiles
import PhotoFormats
import Synchronization
import SystemPackage

/// What the tasks of one scan share.
final class ScanContext: Sendable {
  let options: ScanOptions
  let reader: AssetReader
  let cache: (any MetadataCache)?
  private let entered = Mutex<Set<FileStatus.Identity>>([])

  init(options: ScanOptions, cache: (any MetadataCache)?) {
    self.options = options
    self.cache = cache
    reader = AssetReader(clocks: options.clocks, cache: cache)
  }

  /// True the first time that a folder is entered.
  func enters(_ folder: FileStatus.Identity) -> Bool {
    folder.inode == 0 || entered.withLock { $0.insert(folder).inserted }
  }
}

/// What one task of a scan found.
struct ScanPart: Sendable {
  /// True where folders were walked, not only files read.
  var isWalk = false
  /// True where somebody named the files that were read.
  var hasNamedFiles = false
  var progress = ScanProgress()
  /// The assets of one folder, in order of their names.
  var assets: [Asset] = []
  /// Which part of the folder's files these are, from 0.
  var batch = 0
  var problems: [ScanProblem] = []
  /// What a cache is told.
  var reports: [ScanReport] = []
  /// Roots that are folders, in their order.
  var rootFolders: [ScanWork] = []
  /// Folders to read next.
  var folders: [ScanWork] = []
  /// Folders behind symbolic links, which are read after all others.
  var linkedFolders: [ScanWork] = []
  /// Files of a folder that are left to read.
  var files: [ScanWork] = []
}

/// One piece of a scan.
enum ScanWork: Sendable {
  /// How many files one task reads.
  static let batchCount = 64

  /// How many files of a folder must be named before a cache is asked for what it knows of the folder.
  private static let namedCountForCache = 8

  /// Roots: folders, or files that somebody named.
  case roots([RootPath])
  /// A folder below a root.
  case folder(FolderWork)
  /// Files of a folder.
  case files(Folder, [NamedFile], batch: Int)

  /// A folder to read.
  struct FolderWork: Sendable {
    let folder: Folder
    /// How many levels below its root it lies.
    var depth = 0
    /// A symbolic link leads to it, or to a folder above it.
    var isLinked = false
  }

  /// A file of a folder.
  struct NamedFile: Sendable {
    let name: FileName
    var isSymbolicLink = false
    /// Somebody named this file.
    var isRoot = false
    /// What is known of it.
    var known: KnownFile?
  }

  /// Does the work.
  func run(_ context: ScanContext) throws -> ScanPart {
    var part = ScanPart()
    switch self {
    case .roots(let roots):
      part.isWalk = true
      Self.lookAt(roots, context, &part)
    case .folder(let work):
      part.isWalk = true
      Self.read(work, context, &part)
    case .files(let folder, let files, let batch):
      part.batch = batch
      part.hasNamedFiles = files.contains { $0.isRoot }
      do throws(Errno) {
        let open = try OpenFolder(reaching: folder.path)
        Self.read(files[...], in: folder, open.descriptor, context, &part)
      } catch {
        part.problems.append(ScanProblem(path: folder.path, error))
      }
    }
    try Task.checkCancellation()
    return part
  }

  private static func lookAt(_ roots: [RootPath], _ context: ScanContext, _ part: inout ScanPart) {
    var files: [Folder: [NamedFile]] = [:]
    for root in roots {
      do throws(Errno) {
        if try FileStatus(root.path).kind == .directory {
          part.rootFolders.append(.folder(FolderWork(folder: Folder(root.path))))
        } else if let name = root.name {
          files[root.folder, default: []].append(NamedFile(name: name, isRoot: true))
        }
      } catch {
        part.problems.append(ScanProblem(path: root.path, error))
      }
    }
    for (folder, var named) in files {
      if let cache = context.cache, named.count >= namedCountForCache {
        let known = cache.known(folder).files
        for index in named.indices { named[index].known = known[named[index].name] }
      }
      part.files.append(.files(folder, named, batch: 0))
    }
  }

  private static func read(_ work: FolderWork, _ context: ScanContext, _ part: inout ScanPart) {
    do throws(Errno) {
      let open = try OpenFolder(work.folder.path)
      let identity = try FileStatus(open.descriptor).identity
      guard context.enters(identity) else {
        if context.cache?.known(work.folder).identity != nil {
          part.reports.append(.hiddenFolder(work.folder))
        }
        return
      }
      part.progress.folders += 1
      let listing = FolderListing(open, work, context, &part)
      if let report = listing.report(identity) { part.reports.append(report) }
      read(listing.files.prefix(batchCount), in: work.folder, open.descriptor, context, &part)
      for start in stride(from: batchCount, to: listing.files.count, by: batchCount) {
        let end = min(start + batchCount, listing.files.count)
        part.files.append(
          .files(work.folder, Array(listing.files[start..<end]), batch: start / batchCount))
      }
    } catch {
      part.problems.append(ScanProblem(path: work.folder.path, error))
    }
  }

  private static func read(
    _ files: ArraySlice<NamedFile>, in folder: Folder, _ descriptor: FileDescriptor, _ context: ScanContext,
    _ part: inout ScanPart
  ) {
    part.assets.reserveCapacity(files.count)
    for file in files where !Task.isCancelled {
      part.progress.files += 1
      var file = file
      if file.isRoot { file.isSymbolicLink = isSymbolicLink(file.name, in: descriptor) }
      let found = context.reader.read(file, in: folder, descriptor: descriptor)
      if let report = found.report { part.reports.append(report) }
      switch found.outcome {
      case .asset(let asset):
        part.progress.assets += 1
        part.assets.append(asset)
      case .problem(let problem): part.problems.append(problem)
      case .otherFile: break
      }
    }
  }

  /// True where a name of an open folder is a symbolic link.
  static func isSymbolicLink(_ name: FileName, in folder: FileDescriptor) -> Bool {
    do throws(Errno) {
      return try FileStatus(name, in: folder, followingLinks: false).kind == .symbolicLink
    } catch {
      return false  // Reading it will tell what is wrong.
    }
  }
}
