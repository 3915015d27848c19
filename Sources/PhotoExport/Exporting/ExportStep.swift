import PhotoFiles
import SystemPackage

/// A file of a group, with the folder it goes to.
struct ExportStep {
  let file: PlannedFile
  /// `nil` in a dry run if the folder is missing.
  let folder: OpenFolder?
  /// The picture made of it; `nil` for the file as it is.
  let picture: RenderedPicture?

  /// The status of a regular file, which a move may take away.
  ///
  /// - Throws: `ExportError`.
  @discardableResult
  static func requireMovable(_ path: FilePath) throws -> FileStatus {
    let folder = path.removingLastComponent()
    let status = try exporting("find", path) {
      guard let status = try OpenFolder(folder).status(of: path.fileName) else {
        throw Errno.noSuchFileOrDirectory
      }
      return status
    }
    // Asked before anything is copied: a copy whose original cannot go would leave the photo in both places.
    try exporting("remove", path) { try folder.requireChangeableFolder() }
    switch status.kind {
    case .regular: return status
    case .symbolicLink: throw ExportError.symbolicLink(path)
    default: throw ExportError.notAFile(path)
    }
  }

  /// Removes the original of a move unless something else stands in its place by now.
  static func remove(_ path: FilePath, _ status: FileStatus) throws {
    let now = try requireMovable(path)
    guard now.identity == status.identity, now.size == status.size, now.modified == status.modified else {
      throw ExportError.changed(path)
    }
    try exporting("remove", path) { try path.removeFile() }
  }

  /// Moves a file of a folder within its file system.
  ///
  /// - Parameters:
  ///   - source: its path.
  ///   - willRename: called before it is moved.
  /// - Returns: false if the destination is on another file system.
  /// - Throws: `ExportError`, or `Errno.fileExists` if the name is taken.
  static func rename(
    _ source: FilePath, in parent: OpenFolder, to folder: OpenFolder, _ name: FileName, _ path: FilePath,
    willRename: () throws -> Void = {}
  ) throws -> Bool {
    let devices = try exporting("open", path) {
      (try parent.status().identity.device, try folder.status().identity.device)
    }
    guard devices.0 == devices.1 else { return false }
    try willRename()
    do throws(Errno) {
      try parent.renameExclusively(source.fileName, to: folder, as: name)
      return true
    } catch .fileExists {
      throw Errno.fileExists
    } catch .improperLink {
      return false
    } catch {
      throw ExportError.failed("move", source, error)
    }
  }
}
