import PhotoFiles
import SystemPackage

/// What a walk found in one folder, for a later walk.
struct FolderRecord: Sendable {
  /// Which folder it is; `nil` if it could not be opened.
  var identity: FileStatus.Identity?
  /// False if the folder is shown under another path, so that nothing in it was looked at under this one.
  var isListed = true
  var subfolders: [Folder] = []
  var linkedFolders: [PolledPath] = []
  /// The symbolic links in it that are not followed: they lead nowhere, or out of the roots.
  var otherLinks: [PolledPath] = []
  var problems: [ScanProblem] = []
  /// The files in it, in order of their names, as they were read in batches.
  var batches: [[FileFinding]] = []

  var files: some Collection<FileFinding> { batches.joined() }

  var fileCount: Int { batches.reduce(0) { $0 + $1.count } }

  /// True if the folder holds the same names as earlier. What folders behind links hold is told by their own records.
  func holdsSameNames(as earlier: FolderRecord, fileCount: Int) -> Bool {
    identity == earlier.identity && isListed == earlier.isListed && subfolders == earlier.subfolders
      && problems == earlier.problems && otherLinks.map(\.path) == earlier.otherLinks.map(\.path)
      && linkedFolders.map(\.path) == earlier.linkedFolders.map(\.path) && fileCount == earlier.fileCount
  }

  /// The links and files that change without the folder's watch telling it.
  func polledPaths(in folder: Folder) -> [PolledPath] {
    let files = files.lazy.filter { $0.isSymbolicLink || $0.asset?.hasOtherNames ?? false }
    return linkedFolders + otherLinks
      + files.map { PolledPath(path: Folder(folder.path(of: $0.name)), folder: folder, status: $0.status) }
  }
}

/// A file with what was read of it, which holds as long as its status stays.
struct FileFinding: Sendable {
  enum Outcome: Sendable {
    case asset(Asset)
    /// Neither a photo nor a video, by content and by name.
    case otherFile
    case problem(ScanProblem)
  }

  let name: FileName
  let isSymbolicLink: Bool
  /// The status that the file had when it was read; `nil` if it could not be told.
  var status: FileStatus?
  var sidecars = SeenSidecars()
  /// False if the file or a sidecar changed so shortly before that another change may not show in its times.
  var isSettled = false
  var outcome: Outcome

  var asset: Asset? {
    if case .asset(let asset) = outcome { asset } else { nil }
  }

  var problem: ScanProblem? {
    if case .problem(let problem) = outcome { problem } else { nil }
  }

  /// Which sidecars were passed over, and why.
  func remarks(in folder: Folder) -> [ScanProblem] {
    if sidecars.files.isEmpty, sidecars.failures.isEmpty { return [] }
    return sidecars.files.compactMap { file in
      file.fault.map { .passedOver(sidecar: folder.path(of: file.name), $0) }
    }
      + sidecars.failures.lazy.filter { $0.error != .noSuchFileOrDirectory }
      .map { .passedOver(sidecar: folder.path(of: $0.name), $0.error) }
  }

  /// True if a file of that status at the same path surely is what was read, but for its sidecars.
  func holds(for status: FileStatus, isSymbolicLink: Bool) -> Bool {
    // What could not be read may be readable by now.
    isSettled && problem == nil && status == self.status && isSymbolicLink == self.isSymbolicLink
  }
}

/// A path whose changes no watch of its folder tells: a root, a symbolic link, or a file with names elsewhere.
struct PolledPath: Sendable, Equatable {
  let path: Folder
  /// The folder to read again if the path leads elsewhere; `nil` for a root.
  let folder: Folder?
  /// The status of what the path led to; `nil` if that was nothing.
  let status: FileStatus?
  /// The real path of the folder to which a symbolic link leads.
  var target: FilePath?

  /// True if the path leads to something else now. Changes inside a folder are told by its own watch.
  var isChanged: Bool {
    let current = try? FileStatus(path.path)
    return status?.kind == .directory
      ? current?.kind != .directory || current?.identity != status?.identity : current != status
  }
}
