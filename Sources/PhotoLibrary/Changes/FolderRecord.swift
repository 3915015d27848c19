import PhotoFiles
import PhotoFormats
import SystemPackage

/// What is known of one folder: its names, and what was read of its files.
struct FolderRecord: Sendable {
  /// A file with what was read of it, which holds as long as its status stays.
  struct File: Sendable {
    let name: FileName
    let status: FileStatus
    let isSymbolicLink: Bool
    /// What the file turned out to be; `nil` before it was read.
    var outcome: AssetReader.Outcome?
    /// False where the file changed so shortly before that another change may not show in its times.
    let isSettled: Bool

    /// What was read of the file, where that still holds for a later status.
    func outcome(for status: FileStatus) -> AssetReader.Outcome? {
      guard isSettled, status == self.status else { return nil }
      // What could not be read may be readable by now.
      if case .problem = outcome { return nil }
      return outcome
    }

    var asset: Asset? {
      if case .asset(let asset) = outcome { asset } else { nil }
    }

    var problem: ScanProblem? {
      if case .problem(let problem) = outcome { problem } else { nil }
    }
  }

  /// Which folder it is; `nil` where it could not be opened.
  var identity: FileStatus.Identity?
  /// The folders in it.
  var subfolders: [Folder] = []
  /// The symbolic links to folders in it.
  var linkedFolders: [PathProbe.Target] = []
  /// The symbolic links in it that lead nowhere.
  var brokenLinks: [PathProbe.Target] = []
  /// The files in it by name.
  var files: [File] = []
  /// What could not be read of the folder itself and its links.
  var problems: [ScanProblem] = []

  /// The files that were not read yet.
  var unreadFiles: [Int] { files.indices.filter { files[$0].outcome == nil } }

  /// True where nothing in the folder differs from an earlier record, so that nothing is to be read. What
  /// folders behind links hold is told by their own records.
  func isUnchanged(since earlier: FolderRecord) -> Bool {
    identity == earlier.identity && subfolders == earlier.subfolders && problems == earlier.problems
      && linkedFolders.map(\.path) == earlier.linkedFolders.map(\.path)
      && brokenLinks == earlier.brokenLinks && files.count == earlier.files.count
      && files.allSatisfy { $0.outcome != nil }
  }

  /// The links and files that change without the folder's watch telling it.
  func probed(in folder: Folder) -> [PathProbe.Target] {
    let files = files.lazy.filter { $0.isSymbolicLink || $0.asset?.hasOtherNames ?? false }
    return linkedFolders + brokenLinks
      + files.map {
        PathProbe.Target(path: Folder(folder.path(of: $0.name)), folder: folder, status: $0.status)
      }
  }
}
