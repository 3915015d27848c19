import PhotoFiles
import SystemPackage

/// The result of walking one folder, for use by the next walk.
struct FolderRecord: Sendable {
  /// The identity of the folder, or `nil` if it couldn't be opened.
  var identity: FileStatus.Identity?
  /// Whether the folder is listed under this path, not under a different one.
  var isListed = true
  var subfolders: [Folder] = []
  var linkedFolders: [PolledPath] = []
  /// The symbolic links that aren't followed, since the target is missing or outside the roots.
  var otherLinks: [PolledPath] = []
  var problems: [ScanProblem] = []
  /// The folders whose videos determine which files of this folder are companions (`ProxyFolder`).
  var filmFolders: [Folder] = []
  /// The files in batches, ordered by name.
  var batches: [[FileFinding]] = []

  var files: some Collection<FileFinding> { batches.joined() }

  var fileCount: Int { batches.reduce(0) { $0 + $1.count } }

  /// Compares the names in the folder. Folders behind symbolic links have separate records.
  func holdsSameNames(as earlier: FolderRecord, fileCount: Int) -> Bool {
    identity == earlier.identity && isListed == earlier.isListed && subfolders == earlier.subfolders
      && problems == earlier.problems && otherLinks.map(\.path) == earlier.otherLinks.map(\.path)
      && linkedFolders.map(\.path) == earlier.linkedFolders.map(\.path) && fileCount == earlier.fileCount
  }

  /// Returns the files and symbolic links whose changes the watch of this folder doesn't notice.
  func polledPaths(in folder: Folder) -> [PolledPath] {
    let files = files.lazy.filter { $0.isSymbolicLink || $0.asset?.hasOtherNames ?? false }
    return linkedFolders + otherLinks
      + files.map { PolledPath(path: Folder(folder.path(of: $0.name)), folder: folder, status: $0.status) }
  }
}

/// A file and its metadata, valid until the file changes.
struct FileFinding: Sendable {
  enum Outcome: Sendable {
    case asset(Asset)
    /// Neither a photo nor a video.
    case otherFile
    case problem(ScanProblem)
  }

  let name: FileName
  let isSymbolicLink: Bool
  var status: FileStatus?
  var sidecars = SeenSidecars()
  /// Whether any later change of the file or a sidecar must alter its timestamps.
  var isSettled = false
  var outcome: Outcome

  var asset: Asset? {
    if case .asset(let asset) = outcome { asset } else { nil }
  }

  var problem: ScanProblem? {
    if case .problem(let problem) = outcome { problem } else { nil }
  }

  func remarks(in folder: Folder) -> [ScanProblem] {
    if sidecars.files.isEmpty, sidecars.failures.isEmpty { return [] }
    return sidecars.files.compactMap { file in
      file.fault.map { .passedOver(sidecar: folder.path(of: file.name), $0) }
    }
      + sidecars.failures.lazy.filter { $0.error != .noSuchFileOrDirectory }
      .map { .passedOver(sidecar: folder.path(of: $0.name), $0.error) }
  }

  /// Returns `true` if the status proves that the file, except for its sidecars, hasn't changed.
  func holds(for status: FileStatus, isSymbolicLink: Bool) -> Bool {
    // A file with a problem may be readable by now.
    isSettled && problem == nil && status == self.status && isSymbolicLink == self.isSymbolicLink
  }
}

/// A path whose changes a folder watch doesn't report: a root, a symbolic link, or a hard-linked file.
struct PolledPath: Sendable, Equatable {
  let path: Folder
  let folder: Folder?
  let status: FileStatus?
  var target: FilePath?

  /// Whether the path has a different target. The watch of the folder notices changes within.
  var isChanged: Bool {
    let current = try? FileStatus(path.path)
    return status?.kind == .directory
      ? current?.kind != .directory || current?.identity != status?.identity : current != status
  }
}
