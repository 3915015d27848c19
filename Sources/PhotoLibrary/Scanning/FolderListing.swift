import PhotoFiles
import PhotoFormats
import SystemPackage

/// What is in a folder, beside what a cache knows of it.
struct FolderListing {
  private let work: ScanWork.FolderWork
  private let known: KnownFolder
  private let includesHidden: Bool
  private var isComplete = true
  private var knownCount = 0
  private var folderNames = Set<FileName>()
  /// The files and the symbolic links to files.
  private(set) var files: [ScanWork.NamedFile] = []

  /// Lists an open folder; folders in it and problems go into `part`.
  init(
    _ open: borrowing OpenFolder, _ work: ScanWork.FolderWork, _ context: ScanContext, _ part: inout ScanPart
  ) {
    self.work = work
    includesHidden = context.options.includesHidden
    known = context.cache?.known(work.folder) ?? KnownFolder()
    let entersFolders = context.options.maximumDepth.map { work.depth < $0 } ?? true
    let found = open.entries(includesHidden: includesHidden)
    if let failure = found.failure {
      isComplete = false
      part.problems.append(ScanProblem(path: work.folder.path, failure))
    }
    for entry in found.entries.sorted(by: { $0.name < $1.name }) {
      var kind = entry.kind
      if kind == .symbolicLink { kind = target(of: entry.name, open.descriptor, &part) }
      switch kind {
      case .regular: add(entry.name, isSymbolicLink: entry.kind == .symbolicLink)
      case .directory:
        if context.cache != nil { folderNames.insert(entry.name) }
        guard entersFolders else { continue }
        let isLink = entry.kind == .symbolicLink
        let next = ScanWork.folder(
          ScanWork.FolderWork(
            folder: Folder(work.folder.path(of: entry.name)), depth: work.depth + 1,
            isLinked: work.isLinked || isLink))
        if isLink { part.linkedFolders.append(next) } else { part.folders.append(next) }
      case .symbolicLink, .other: break
      }
    }
  }

  private mutating func add(_ name: FileName, isSymbolicLink: Bool) {
    let file = known.files[name]
    if file != nil { knownCount += 1 }
    files.append(ScanWork.NamedFile(name: name, isSymbolicLink: isSymbolicLink, known: file))
  }

  /// What a symbolic link leads to.
  private func target(
    of name: FileName, _ descriptor: FileDescriptor, _ part: inout ScanPart
  ) -> FileStatus.Kind {
    do throws(Errno) {
      return try FileStatus(name, in: descriptor, followingLinks: true).kind
    } catch {
      // A link that leads nowhere matters where it looks like a photo that is missed.
      if error != .noSuchFileOrDirectory || name.hasPhotoExtension {
        part.problems.append(ScanProblem(path: work.folder.path(of: name), error))
      }
      return .other
    }
  }

  /// What a cache is told of the folder; `nil` where it knows all of it.
  func report(_ identity: FileStatus.Identity) -> ScanReport? {
    var goneFiles = [FileName]()
    var goneFolders = [FileName]()
    if isComplete {
      goneFolders = known.folders.filter { isListed($0) && !folderNames.contains($0) }
      if knownCount < known.files.count {
        let names = Set(files.lazy.map(\.name))
        goneFiles = known.files.keys.filter { isListed($0) && !names.contains($0) }
      }
    }
    guard identity != known.identity || !goneFiles.isEmpty || !goneFolders.isEmpty else { return nil }
    return .folder(
      ScanReport.FolderReport(
        folder: work.folder, identity: identity, isLinked: work.isLinked, goneFiles: goneFiles,
        goneFolders: goneFolders))
  }

  /// True where the listing would show a name that is there.
  private func isListed(_ name: FileName) -> Bool { includesHidden || !name.isHidden }
}
