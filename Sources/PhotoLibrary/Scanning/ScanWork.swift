import PhotoFormats
import Synchronization
import SystemPackage

/// What the tasks of one scan share.
final class ScanContext: Sendable {
  let options: ScanOptions
  let reader: AssetReader
  private let entered = Mutex<Set<FileStatus.Identity>>([])

  init(options: ScanOptions) {
    self.options = options
    reader = AssetReader(clocks: options.clocks)
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
  var assets: [Asset] = []
  var problems: [ScanProblem] = []
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

  /// Roots: folders, or files that somebody named.
  case roots([RootPath])
  /// A folder `depth` levels below its root.
  case folder(Folder, depth: Int)
  /// Files of a folder.
  case files(Folder, [NamedFile])

  /// A file of a folder.
  struct NamedFile: Sendable {
    let name: FileName
    var isSymbolicLink = false
    /// Somebody named this file.
    var isRoot = false
  }

  /// Does the work.
  func run(_ context: ScanContext) throws -> ScanPart {
    var part = ScanPart()
    switch self {
    case .roots(let roots):
      part.isWalk = true
      Self.readRoots(roots, &part)
    case .folder(let folder, let depth):
      part.isWalk = true
      Self.readFolder(folder, depth: depth, context, &part)
    case .files(let folder, let files):
      part.hasNamedFiles = files.contains { $0.isRoot }
      do throws(Errno) {
        let open = try OpenFolder(folder.path)
        Self.readFiles(files[...], in: folder, open.descriptor, context, &part)
      } catch {
        part.problems.append(ScanProblem(path: folder.path, error))
      }
    }
    try Task.checkCancellation()
    return part
  }

  private static func readRoots(_ roots: [RootPath], _ part: inout ScanPart) {
    var files: [Folder: [NamedFile]] = [:]
    for root in roots {
      do throws(Errno) {
        if try FileStatus(root.path).kind == .directory {
          part.rootFolders.append(.folder(Folder(root.path), depth: 0))
        } else if let name = root.name {
          files[root.folder, default: []].append(NamedFile(name: name, isRoot: true))
        }
      } catch {
        part.problems.append(ScanProblem(path: root.path, error))
      }
    }
    for (folder, named) in files { part.files.append(.files(folder, named)) }
  }

  private static func readFolder(
    _ folder: Folder, depth: Int, _ context: ScanContext, _ part: inout ScanPart
  ) {
    do throws(Errno) {
      let open = try OpenFolder(folder.path)
      guard context.enters(try FileStatus(open.descriptor).identity) else { return }
      part.progress.folders += 1
      let found = open.entries(includesHidden: context.options.includesHidden)
      if let failure = found.failure { part.problems.append(ScanProblem(path: folder.path, failure)) }
      var files = [NamedFile]()
      let entersFolders = context.options.maximumDepth.map { depth < $0 } ?? true
      for entry in found.entries {
        switch entry.kind {
        case .regular: files.append(NamedFile(name: entry.name))
        case .directory:
          if entersFolders {
            part.folders.append(.folder(Folder(folder.path(of: entry.name)), depth: depth + 1))
          }
        case .symbolicLink:
          follow(entry.name, in: folder, open.descriptor, depth: depth, &files, &part)
        case .other: break
        }
      }
      if !entersFolders { part.linkedFolders.removeAll() }
      readFiles(files.prefix(batchCount), in: folder, open.descriptor, context, &part)
      for start in stride(from: batchCount, to: files.count, by: batchCount) {
        part.files.append(.files(folder, Array(files[start..<min(start + batchCount, files.count)])))
      }
    } catch {
      part.problems.append(ScanProblem(path: folder.path, error))
    }
  }

  private static func follow(
    _ name: FileName, in folder: Folder, _ descriptor: FileDescriptor, depth: Int, _ files: inout [NamedFile],
    _ part: inout ScanPart
  ) {
    do throws(Errno) {
      switch try FileStatus(name, in: descriptor, followingLinks: true).kind {
      case .directory: part.linkedFolders.append(.folder(Folder(folder.path(of: name)), depth: depth + 1))
      case .regular: files.append(NamedFile(name: name, isSymbolicLink: true))
      case .symbolicLink, .other: break
      }
    } catch {
      // A link that leads nowhere matters where it looks like a photo that is missed.
      if error != .noSuchFileOrDirectory || name.hasPhotoExtension {
        part.problems.append(ScanProblem(path: folder.path(of: name), error))
      }
    }
  }

  private static func readFiles(
    _ files: ArraySlice<NamedFile>, in folder: Folder, _ descriptor: FileDescriptor, _ context: ScanContext,
    _ part: inout ScanPart
  ) {
    part.assets.reserveCapacity(files.count)
    for file in files where !Task.isCancelled {
      part.progress.files += 1
      let outcome = context.reader.read(
        file.name, in: folder, descriptor: descriptor, isSymbolicLink: file.isSymbolicLink,
        acceptsAnyFile: file.isRoot)
      switch outcome {
      case .asset(let asset):
        part.progress.assets += 1
        part.assets.append(asset)
      case .problem(let problem): part.problems.append(problem)
      case .otherFile: break
      }
    }
  }
}
