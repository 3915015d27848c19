import PhotoFiles
import SystemPackage

struct ExportStep {
  let file: PlannedFile
  let action: ExportAction
  let folder: OpenFolder?
  let picture: RenderedPicture?

  /// Returns the `stat` of a regular file, in a folder that a move can change.
  @discardableResult
  static func requireMovable(_ path: FilePath) throws -> FileStatus {
    let folder = path.removingLastComponent()
    let status = try exporting("find", path) {
      guard let status = try OpenFolder(folder).status(of: path.fileName) else {
        throw Errno.noSuchFileOrDirectory
      }
      return status
    }
    // Checked before the copy: a copy whose original cannot be removed would leave the photo in both places.
    try exporting("remove", path) { try folder.requireChangeableFolder() }
    switch status.kind {
    case .regular: return status
    case .symbolicLink: throw ExportError.symbolicLink(path)
    case .directory, .other: throw ExportError.notAFile(path)
    }
  }

  /// Removes a file whose bytes another file has. Returns false, and keeps it, if both paths lead to one file.
  ///
  /// - Parameters:
  ///   - status: the file's `stat` at the time of the comparison.
  ///   - copy: the identity of the other file if it was made of this one; otherwise the bytes are compared.
  ///   - willRemove: called after the proof, before the file is removed.
  static func remove(
    _ path: FilePath, in folder: OpenFolder, _ status: FileStatus, keeping name: FileName,
    in target: OpenFolder, _ kept: FilePath, copy: FileMark? = nil, note: (ExportRecord) throws -> Void,
    willRemove: () throws -> Void = {}
  ) throws -> Bool {
    let file = RedundantFile(path.fileName, in: folder)
    let temporary = path.removingLastComponent().appending(file.temporaryName)
    try note(.aside(path, temporary: temporary))
    if let moment = file.temporaryName(ofKept: name, in: target) {
      try note(.aside(kept, temporary: kept.removingLastComponent().appending(moment)))
    }
    do {
      let outcome = try exporting("remove", path) {
        try file.remove(
          keeping: name, in: target, expecting: status,
          isEqual: { original, other in
            if let copy, copy.matches(other.status) { return true }
            return try exporting("read", kept) {
              try FileContent.isSame(original.descriptor, other.descriptor)
            }
          }, willRemove: willRemove)
      }
      if outcome == .different { throw ExportError.changed(path) }
      return outcome == .removed
    } catch let error as RedundantFile.NotPutBack {
      throw ExportError.notPutBack(path, temporary: temporary, errno: error.errno)
    }
  }

  /// Moves a file within one file system. Returns `false` if the destination is on another.
  ///
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
