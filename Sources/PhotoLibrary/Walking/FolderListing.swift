import PhotoFiles
import PhotoFormats
import SystemPackage

/// What is in a folder, beside what a cache knows of it.
struct FolderListing {
  private let folder: Folder
  private let known: KnownFolder
  private let includesHidden: Bool
  private var isComplete = true
  private var knownCount = 0
  private var folderNames: [FileName] = []
  /// The files and the symbolic links to files, in order of their names.
  private(set) var files: [ListedFile] = []
  /// The folders.
  private(set) var subfolders: [Folder] = []
  /// The symbolic links to folders.
  private(set) var linkedFolders: [PolledPath] = []
  /// The symbolic links that lead nowhere.
  private(set) var brokenLinks: [PolledPath] = []
  /// What could not be read of the folder and its links.
  private(set) var problems: [ScanProblem] = []

  /// Lists an open folder.
  init(_ open: OpenFolder, _ folder: Folder, includesHidden: Bool, known: KnownFolder) {
    self.folder = folder
    self.known = known
    self.includesHidden = includesHidden
    let found = open.entries(includesHidden: includesHidden)
    if let failure = found.failure {
      isComplete = false
      problems.append(ScanProblem(path: folder.path, failure))
    }
    for entry in found.entries.sorted(by: { $0.name < $1.name }) {
      switch entry.kind {
      case .regular: addFile(entry.name)
      case .directory:
        folderNames.append(entry.name)
        subfolders.append(Folder(folder.path(of: entry.name)))
      case .symbolicLink: addLink(entry.name, open.descriptor)
      case .other: break
      }
    }
  }

  private mutating func addFile(_ name: FileName, isSymbolicLink: Bool = false) {
    let file = known.files[name]
    if file != nil { knownCount += 1 }
    files.append(ListedFile(name: name, isSymbolicLink: isSymbolicLink, known: file))
  }

  private mutating func addLink(_ name: FileName, _ descriptor: FileDescriptor) {
    do throws(Errno) {
      let status = try FileStatus(name, in: descriptor, followingLinks: true)
      switch status.kind {
      case .regular: addFile(name, isSymbolicLink: true)
      case .directory:
        folderNames.append(name)
        linkedFolders.append(polledPath(name, status))
      case .symbolicLink, .other: break
      }
    } catch {
      brokenLinks.append(polledPath(name, nil))
      // A link that leads nowhere matters if it looks like a photo, which is missed.
      if error != .noSuchFileOrDirectory || name.hasPhotoExtension {
        problems.append(ScanProblem(path: folder.path(of: name), error))
      }
    }
  }

  private func polledPath(_ name: FileName, _ status: FileStatus?) -> PolledPath {
    PolledPath(path: Folder(folder.path(of: name)), folder: folder, status: status)
  }

  /// What a cache is told of the folder; `nil` if it knows all of it.
  func report(_ identity: FileStatus.Identity, isLinked: Bool) -> ScanReport? {
    var goneFiles: [FileName] = []
    var goneFolders: [FileName] = []
    if isComplete {
      if !known.folders.isEmpty {
        let names = Set(folderNames)
        goneFolders = known.folders.filter { isListed($0) && !names.contains($0) }
      }
      if knownCount < known.files.count {
        let names = Set(files.lazy.map(\.name))
        goneFiles = known.files.keys.filter { isListed($0) && !names.contains($0) }
      }
    }
    guard identity != known.identity || !goneFiles.isEmpty || !goneFolders.isEmpty else { return nil }
    return .folder(
      ScanReport.FolderReport(
        folder: folder, identity: identity, isLinked: isLinked, goneFiles: goneFiles,
        goneFolders: goneFolders))
  }

  /// True if the listing would show a name that is there.
  private func isListed(_ name: FileName) -> Bool { includesHidden || !name.isHidden }
}
