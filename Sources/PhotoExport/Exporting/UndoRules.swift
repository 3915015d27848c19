import PhotoFiles
import PhotoFormats
import SystemPackage

/// The rules for the files that a journal may name, and the way to reach them.
///
/// All exported files must be below the destination, and are reached through real folders. A journal in the
/// destination may have come with a disk or from another user. It can therefore restore only photos and sidecars, and
/// nothing in a hidden folder, where programs look for code to run.
struct UndoRules {
  struct Exported {
    let folder: OpenFolder
    let name: FileName
    let path: FilePath

    func status() throws -> FileStatus? { try exporting("find", path) { try folder.status(of: name) } }

    func opened() throws -> SourceFile { try SourceFile(name, in: folder, path: path) }
  }

  let folders: ExportFolders
  private let journal: ExportJournal

  init(_ journal: ExportJournal, destination: FilePath) {
    self.journal = journal
    folders = ExportFolders(
      root: destination, journal: nil, openLimit: FileDescriptor.share(of: 128, each: 1))
  }

  /// Returns an exported file, or `nil` if the folder was deleted. Throws `notOfExport` for any other path.
  func exported(_ path: FilePath) throws -> Exported? {
    guard let place = folders.place(of: path) else { throw refusal(path) }
    return try folders.folder(place.folders).map { Exported(folder: $0, name: place.name, path: path) }
  }

  /// Writes to the journal that a file gets a temporary name.
  ///
  /// Errors are ignored, so that an export on a full disk can be undone: then a kill leaves that file under the
  /// temporary name, next to the original path.
  func note(_ record: ExportRecord) { _ = try? journal.append(record) }

  /// Throws unless a record is one that an export writes.
  func require(_ isOfExport: Bool, _ path: FilePath) throws(ExportError) {
    guard isOfExport else { throw refusal(path) }
  }

  /// Opens the folder of an original that is moved back, and makes it if it is missing.
  func parent(of original: FilePath, toRestore file: Exported) throws -> OpenFolder {
    let parent = original.removingLastComponent()
    if journal.isShared {
      try require(isHarmless(original) && isPhotoOrSidecar(original.fileName, file), original)
    }
    return try exporting("open", parent) {
      try OpenFolder.make(parent, mode: journal.isShared ? 0o700 : 0o777, isDurable: true)
      return try OpenFolder(parent)
    }
  }

  private func refusal(_ path: FilePath) -> ExportError { .notOfExport(path, journal: journal.path) }

  private func isPhotoOrSidecar(_ name: FileName, _ file: Exported) throws -> Bool {
    if SidecarKind.isSure(name) { return SidecarKind.isSure(file.name) }
    // Proxies and thumbnails of videos are movies and JPEGs with other extensions.
    return try (name.hasPhotoExtension || FilmCompanions.isPossible(name)) && file.opened().isPhoto
  }

  /// Returns `false` if a component of a resolved path is hidden, ignoring the home folder.
  private func isHarmless(_ path: FilePath) -> Bool {
    guard path.components.allSatisfy({ $0.kind == .regular }) else { return false }
    var (folder, rest) = (path, [FileName]())
    while !folder.components.isEmpty, (try? FileStatus(folder)) == nil {
      rest.append(folder.fileName)
      folder.removeLastComponent()
    }
    guard var real = try? folder.resolved() else { return false }
    if let home = try? UserFolders.current.home.resolved() { _ = real.removePrefix(home) }
    return !rest.contains(where: \.isHidden) && !real.components.contains { FileName($0).isHidden }
  }
}
