import PhotoFiles
import SystemPackage

/// An open trash with the two subfolders (Trash specification 1.0, "Trash directories").
final class TrashFolder: Sendable {
  let path: FilePath
  /// The folder to which recorded paths are relative, or `nil` if they are absolute.
  let top: FilePath?
  let files: OpenFolder
  let info: OpenFolder

  private static let attemptLimit = 100_000

  convenience init(home: FilePath) throws(Errno) {
    // Only the user can modify this path, so follow symbolic links.
    try OpenFolder.make(home, mode: 0o700)
    try self.init(OpenFolder(home), home, top: nil)
  }

  /// Opens the personal trash on a volume, creating it if necessary.
  ///
  /// The shared folder `.Trash` is used only if it is no link and its sticky bit is set, so that users can't modify
  /// each other's trash. Otherwise each user has a separate folder.
  convenience init(volume top: FilePath, user: UInt32) throws(Errno) {
    let volume = try OpenFolder(top)
    do throws(Errno) {
      let shared = FileName(unchecked: Array(".Trash".utf8))
      guard let status = try volume.status(of: shared), status.kind == .directory,
        status.permissions & 0o1000 != 0
      else { throw .noSuchFileOrDirectory }
      let name = FileName(unchecked: Array("\(user)".utf8))
      let folder = try Self.own(name, in: OpenFolder(shared, in: volume), user)
      try self.init(folder, top.appending(shared).appending(name), top: top)
    } catch {
      let name = FileName(unchecked: Array(".Trash-\(user)".utf8))
      try self.init(Self.own(name, in: volume, user), top.appending(name), top: top)
    }
  }

  private init(_ folder: OpenFolder, _ path: FilePath, top: FilePath?) throws(Errno) {
    (self.path, self.top) = (path, top)
    files = try OpenFolder(making: Self.filesName, in: folder, mode: 0o700)
    info = try OpenFolder(making: Self.infoName, in: folder, mode: 0o700)
  }

  init(holding file: TrashedFile) throws(Errno) {
    (path, top) = (file.trash, nil)
    let folder = try OpenFolder(reaching: path)
    files = try OpenFolder(Self.filesName, in: folder)
    info = try OpenFolder(Self.infoName, in: folder)
  }

  static let filesName = FileName(unchecked: Array("files".utf8))
  static let infoName = FileName(unchecked: Array("info".utf8))

  /// Opens or creates a folder owned by the user. A link is an error.
  private static func own(_ name: FileName, in parent: OpenFolder, _ user: UInt32) throws(Errno) -> OpenFolder
  {
    let folder = try OpenFolder(making: name, in: parent, mode: 0o700)
    guard try folder.status().owner == user else { throw .permissionDenied }
    return folder
  }

  /// Moves a file to the trash. Writes the information first, so that no file lacks it after a crash.
  ///
  /// - Throws: `TrashError.trash` if the trash causes the error; `system` or `missing` if the file does.
  func take(_ name: FileName, in folder: OpenFolder, from path: FilePath) throws(TrashError) -> TrashedFile {
    let place = relative(path)
    let information = TrashInfo(path: place)
    for attempt in 1...Self.attemptLimit {
      let trashName = TrashInfo.trashName(of: name, attempt: attempt)
      // The name of a file without information is taken, too.
      guard try isFree(trashName) else { continue }
      do throws(Errno) {
        try withErrno {
          let file = try PendingFile(in: info, mode: 0o600, prefersNoName: true)
          try file.write(information.bytes)
          try file.finish(as: TrashInfo.name(of: trashName), .exclusively, durability: .content)
        }
      } catch .fileExists {
        continue
      } catch {
        throw .trash(self.path.appending(Self.infoName), error)
      }
      do throws(Errno) {
        try folder.renameExclusively(name, to: files, as: trashName)
        return TrashedFile(path: path, trash: self.path, name: trashName, information: information)
      } catch {
        try? info.remove(TrashInfo.name(of: trashName))
        switch error {
        case .fileExists: continue
        case .noSpace, .diskQuotaExceeded: throw .trash(self.path.appending(Self.filesName), error)
        case .noSuchFileOrDirectory: throw .missing(path)
        default: throw .system(path, error)
        }
      }
    }
    throw .trash(self.path.appending(Self.filesName), .fileExists)
  }

  private func isFree(_ name: FileName) throws(TrashError) -> Bool {
    do throws(Errno) {
      return try files.status(of: name) == nil
    } catch {
      throw .trash(path.appending(Self.filesName), error)
    }
  }

  /// Returns `true` if the trash still contains the same file under this name.
  func holds(_ file: TrashedFile) -> Bool {
    guard (try? files.status(of: file.name)) ?? nil != nil,
      let information = try? OpenFile(TrashInfo.name(of: file.name), in: info, followsLinks: false)
    else { return false }
    return (try? information.descriptor.readAll(limit: file.information.bytes.count))
      == file.information.bytes
  }

  private func relative(_ path: FilePath) -> [UInt8] {
    guard let top else { return path.fileSystemBytes }
    var rest = path
    // The top folder may be `/`; relative paths have no leading slash either.
    guard rest.removePrefix(top) else { return path.fileSystemBytes }
    return rest.fileSystemBytes
  }
}
