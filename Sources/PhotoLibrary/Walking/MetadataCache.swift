import PhotoFiles
import PhotoFormats
import SystemPackage

/// Remembers what was read of files, so that a scan reads only what is new.
///
/// A scan asks before it reads and reports what it saw. Nothing that a cache answers is believed unless the file's
/// status is what it was; a cache that knows nothing makes a scan slower and never wrong.
package protocol MetadataCache: Sendable {
  /// What is known of a folder; called from many tasks at once.
  func known(_ folder: Folder) -> KnownFolder

  /// What is known of the file with this device, inode and birth, wherever it was when it was read; called from many
  /// tasks at once.
  func known(_ identity: FileStatus.Identity, birth: FileStatus.Time) -> KnownFile?

  /// Takes in what a scan saw; called from one task, while the scan goes on. It may wait, so that what is not yet
  /// written does not pile up.
  func absorb(_ reports: [ScanReport]) async

  /// Ends the scan: what was reported is kept when this returns.
  func finish() async

  /// Ends a scan that was cancelled: what was reported is kept when this returns, and nothing else is done.
  func stop() async
}

package struct KnownFolder: Sendable {
  /// The files by name, those that are no photos among them.
  package var files: KnownFiles
  /// The names of the folders in it, with the real path of each that has another one.
  package var folders: [FileName: FilePath?]
  /// Which folder it was; `nil` if the folder is not known.
  package var identity: FileStatus.Identity?
  /// Its real path if that is another one.
  package var target: FilePath?

  package init(
    files: KnownFiles = KnownFiles(), folders: [FileName: FilePath?] = [:],
    identity: FileStatus.Identity? = nil, target: FilePath? = nil
  ) {
    self.files = files
    self.folders = folders
    self.identity = identity
    self.target = target
  }
}

package struct KnownFile: Sendable {
  /// The device on which it lay, whose number may be another one the next time it is there; 0 if that is not known.
  package var device: UInt64 = 0
  package var inode: UInt64
  package var size: Int64
  package var modified: FileStatus.Time
  package var changed: FileStatus.Time
  /// When the file was made, if the file system keeps that.
  package var birth: FileStatus.Time?
  /// True if the file and its sidecars had last changed so long before that any later change shows in their status,
  /// but for one that a program made through mapped memory and that is not on disk yet.
  package var isSettled: Bool
  package var isSymbolicLink = false
  /// The sidecars that it had, those first that have the first say.
  package var sidecars: [SeenSidecar] = []
  /// What header and sidecars say; `nil` for a file that is no photo.
  package var metadata: PhotoMetadata? {
    get { content?.metadata }
    set { content = newValue.map(Content.init) }
  }

  var hasMetadata: Bool { content != nil }

  private var content: Content?

  /// The metadata behind one reference: what is known of a file is copied several times in a scan.
  private final class Content: Sendable {
    let metadata: PhotoMetadata

    init(_ metadata: PhotoMetadata) { self.metadata = metadata }
  }

  package init(
    inode: UInt64, size: Int64, modified: FileStatus.Time, changed: FileStatus.Time, birth: FileStatus.Time?,
    isSettled: Bool, metadata: PhotoMetadata?
  ) {
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
    self.birth = birth
    self.isSettled = isSettled
    if let metadata { content = Content(metadata) }
  }

  /// True if a file of that status at the same path is surely the file that was read, unchanged but for its sidecars.
  package func matches(_ status: FileStatus) -> Bool {
    inode == status.identity.inode && size == status.size && modified == status.modified
      && changed == status.changed
  }

  /// True if a file of that status elsewhere is surely the file that was read, moved with a folder above it.
  ///
  /// A file that was renamed itself has another time of change. So has one that was overwritten and got its time of
  /// modification back. The two cannot be told apart, so both are read anew. Files with times no finer than a second,
  /// such as those on memory cards, are read anew too: two of them may agree in everything that is compared.
  package func matchesMoved(_ status: FileStatus, birth: FileStatus.Time) -> Bool {
    self.birth == birth && birth.nanoseconds != 0 && changed.nanoseconds != 0
      && device == status.identity.device && matches(status)
  }
}

package enum ScanReport: Sendable {
  case folder(FolderReport)
  /// A file that was read, or recognised as one that was moved.
  indirect case file(FileReport)
  /// A known file that is there and cannot be read.
  case unreadableFile(Folder, FileName)
  /// A folder to which another path led before, so that nothing is shown under this one.
  case hiddenFolder(Folder)

  package struct FolderReport: Sendable {
    package var folder: Folder
    package var identity: FileStatus.Identity
    /// The real path if it is another one: a symbolic link leads to the folder, or to one above it.
    package var target: FilePath?
    package var goneFiles: [FileName]
    package var goneFolders: [FileName]
  }

  package struct FileReport: Sendable {
    package var folder: Folder
    package var name: FileName
    package var file: KnownFile
    /// The asset; `nil` for a file that is no photo.
    package var asset: Asset?
  }
}

/// What a cache knows of the files of a folder, by their names.
///
/// A cache mostly tells them in order of their names' bytes, and a walk asks for one after the other. So they are kept in
/// that order and looked for behind the last that was found, which costs less than a table of hash values would.
package struct KnownFiles: Sendable {
  package struct Entry: Sendable {
    package let name: FileName
    package let file: KnownFile

    package init(name: FileName, file: KnownFile) {
      self.name = name
      self.file = file
    }
  }

  /// In ascending order of the bytes of their names.
  private(set) var entries: [Entry]

  /// The files that a cache told, in any order; of two with one name the last counts.
  package init(_ entries: [Entry] = []) {
    self.entries = entries
    let isAscending = entries.indices.dropFirst()
      .allSatisfy { entries[$0 - 1].name.bytesPrecede(entries[$0].name) }
    guard !isAscending else { return }
    self.entries.sort { $0.name.bytesPrecede($1.name) }
    var kept = 0
    for entry in self.entries {
      if kept > 0, self.entries[kept - 1].name == entry.name { kept -= 1 }
      self.entries[kept] = entry
      kept += 1
    }
    self.entries.removeSubrange(kept...)
  }

  var count: Int { entries.count }

  package subscript(name: FileName) -> KnownFile? {
    var index = 0
    return file(name, near: &index)
  }

  /// What is known of a file.
  ///
  /// - Parameter index: is looked at first; if the file is found, it becomes the index behind it.
  func file(_ name: FileName, near index: inout Int) -> KnownFile? {
    if !holds(name, at: index) {
      let found = entries.partitioningIndex { !$0.name.bytesPrecede(name) }
      guard holds(name, at: found) else { return nil }
      index = found
    }
    defer { index += 1 }
    return entries[index].file
  }

  private func holds(_ name: FileName, at index: Int) -> Bool {
    index < entries.count && entries[index].name == name
  }
}
