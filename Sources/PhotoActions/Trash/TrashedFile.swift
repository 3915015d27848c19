import PhotoFiles
import PhotoFormats
import SystemPackage

public struct TrashedFile: Sendable, Hashable {
  /// The original absolute path, with a resolved folder.
  public let path: FilePath
  let trash: FilePath
  let name: FileName
  let information: TrashInfo

  public var trashPath: FilePath { trash.appending(TrashFolder.filesName).appending(name) }
}

struct TrashReturn {
  let file: TrashedFile
  let trash: TrashFolder
  private let folder: OpenFolder
  private let name: FileName

  /// - Throws: The reason why the file can't be restored, if it is detectable in advance.
  init(_ file: TrashedFile) throws(TrashError) {
    guard let last = file.path.lastComponent else { throw .noFile(file.path) }
    (self.file, name) = (file, FileName(last))
    do throws(Errno) {
      trash = try TrashFolder(holding: file)
    } catch {
      throw .notInTrash(file.path)
    }
    guard trash.holds(file) else { throw .notInTrash(file.path) }
    let parent = file.path.removingLastComponent()
    let status: FileStatus?
    do throws(Errno) {
      folder = try OpenFolder(reaching: parent)
      try parent.requireChangeableFolder()
      status = try folder.status(of: name)
    } catch {
      throw error == .noSuchFileOrDirectory || error == .notDirectory
        ? .folderGone(parent) : .folder(parent, error)
    }
    guard status == nil else { throw .taken(file.path) }
  }

  func moveBack() throws(TrashError) {
    do throws(Errno) {
      try trash.files.renameExclusively(file.name, to: folder, as: name)
    } catch .fileExists {
      throw .taken(file.path)
    } catch .noSuchFileOrDirectory {
      throw .notInTrash(file.path)
    } catch {
      throw .system(file.path, error)
    }
  }

  /// Moves the file back to the trash, where the information still exists.
  func moveForward() throws(Errno) { try folder.renameExclusively(name, to: trash.files, as: file.name) }

  func forget() {
    // Remove the information, which must not exist without a file.
    try? trash.info.remove(TrashInfo.name(of: file.name))
  }
}

/// The information about a file in the trash: the original path and the deletion date (Trash specification 1.0,
/// "Contents of a trash directory").
struct TrashInfo: Sendable, Hashable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// - Parameters:
  ///   - path: The original path: absolute, or relative to the top folder of the volume.
  ///   - time: The deletion time, written as local time.
  init(path: [UInt8], time: FileStatus.Time = .now) {
    bytes =
      Array("[Trash Info]\nPath=".utf8) + FileURL.escaped(path)
      + Array("\nDeletionDate=\(WallClock.machine.time(at: time.seconds).iso8601)\n".utf8)
  }

  static func name(of name: FileName) -> FileName { FileName(unchecked: name.bytes + ending) }

  private static let ending = Array(".trashinfo".utf8)

  /// Returns a unique name for a file in the trash, such as `IMG_1 2.jpg` for the second attempt. Short enough for
  /// the name of the information file.
  ///
  /// - Parameter attempt: 1 or more.
  static func trashName(of name: FileName, attempt: Int) -> FileName {
    name.inserting(attempt > 1 ? Array(" \(attempt)".utf8) : [], leaving: ending.count)
  }
}
