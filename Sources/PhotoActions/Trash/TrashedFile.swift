import PhotoFiles
import PhotoFormats
import SystemPackage

/// A file in the trash, and where it was.
public struct TrashedFile: Sendable, Hashable {
  /// Where it was: an absolute path without links in its folder.
  public let path: FilePath
  let trash: FilePath
  let name: FileName
  let information: TrashInfo

  public var trashPath: FilePath { trash.appending(TrashFolder.filesName).appending(name) }
}

/// The way of a file out of the trash to where it was, with both ends open.
struct TrashReturn {
  let file: TrashedFile
  let trash: TrashFolder
  private let folder: OpenFolder
  private let name: FileName

  /// - Throws: what keeps the file from coming back, as far as that is known beforehand.
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

  /// Moves the file into the trash again, whose information about it is still there.
  func moveForward() throws(Errno) { try folder.renameExclusively(name, to: trash.files, as: file.name) }

  func forget() {
    // No trash shows information without a file.
    try? trash.info.remove(TrashInfo.name(of: file.name))
  }
}

/// What a trash keeps about a file: where it was, and when it came (Trash specification 1.0, "Contents of a trash
/// directory").
struct TrashInfo: Sendable, Hashable {
  let bytes: [UInt8]

  /// - Parameters:
  ///   - path: where the file was: absolute, or relative to the top folder of the trash's volume.
  ///   - time: when it was moved; written in the local time of the machine.
  init(path: [UInt8], time: FileStatus.Time = .now) {
    bytes =
      Array("[Trash Info]\nPath=".utf8) + FileURL.escaped(path)
      + Array("\nDeletionDate=\(WallClock.machine.time(at: time.seconds).iso8601)\n".utf8)
  }

  /// The name of the information about a file of the trash.
  static func name(of name: FileName) -> FileName { FileName(unchecked: name.bytes + ending) }

  private static let ending = Array(".trashinfo".utf8)

  /// A name for a file in the trash: its own, from the second attempt on with a number, `IMG_1 2.jpg`, and short enough
  /// for the name of its information.
  ///
  /// - Parameter attempt: 1 or more.
  static func trashName(of name: FileName, attempt: Int) -> FileName {
    name.inserting(attempt > 1 ? Array(" \(attempt)".utf8) : [], leaving: ending.count)
  }
}
