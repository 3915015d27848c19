import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file of a group, and the folder it goes to.
struct ExportStep {
  let file: PlannedFile
  /// `nil` in a dry run where the folder is missing.
  let folder: Directory?
  /// The picture made of it; `nil` for the file as it is.
  let picture: RenderedPicture?

  /// The status of a regular file, which a move may take away.
  ///
  /// - Throws: `ExportError`.
  @discardableResult
  static func requireMovable(_ path: FilePath) throws -> FileStatus {
    let status = try exporting("find", path) {
      try Directory(path.removingLastComponent()).fileStatus(of: path.fileName)
    }
    // Asked before anything is copied: a copy whose original cannot go would leave the photo in both places.
    try exporting("remove", path) {
      let folder = path.removingLastComponent()
      let access = folder.withPlatformString { faccessat(AT_FDCWD, $0, W_OK | X_OK, AT_EACCESS) }
      if access != 0 { throw Errno(rawValue: errno) }
    }
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
    try exporting("remove", path) {
      if path.withPlatformString({ unlink($0) }) != 0 { throw Errno(rawValue: errno) }
    }
  }

  /// Moves the file within its file system.
  ///
  /// - Parameter willRename: called before it is moved.
  /// - Returns: false where the destination is on another file system.
  /// - Throws: `ExportError`, or `Errno.fileExists` where the name is taken.
  func rename(
    to folder: Directory, _ name: FileName, _ path: FilePath, willRename: () throws -> Void
  ) throws -> Bool {
    let parent = try exporting("open", file.source) { try Directory(file.source.removingLastComponent()) }
    let devices = try exporting("open", path) {
      (try parent.fileStatus().identity.device, try folder.fileStatus().identity.device)
    }
    guard devices.0 == devices.1 else { return false }
    try willRename()
    do throws(Errno) {
      try parent.renameExclusively(file.source.fileName.component(), to: folder, as: name)
      return true
    } catch .fileExists {
      throw Errno.fileExists
    } catch .improperLink {
      return false
    } catch {
      throw ExportError.failed("move", file.source, error)
    }
  }
}
