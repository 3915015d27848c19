import PhotoFiles
import SystemPackage

public enum TrashError: Error, Sendable, Hashable, CustomStringConvertible {
  case missing(FilePath)
  /// A folder, or a path without a file name.
  case noFile(FilePath)
  case folder(FilePath, Errno)
  case noTrash(for: FilePath, volume: FilePath, Errno)
  case trash(FilePath, Errno)
  case noHome(HomeUnknown)
  case notInTrash(FilePath)
  case taken(FilePath)
  case folderGone(FilePath)
  /// Some files were moved to the trash although a related file couldn't.
  case partlyMoved([FilePath], because: String)
  /// Some files were restored although a related file couldn't.
  case partlyRestored([FilePath], because: String)
  case unsupported
  /// The move can't be recorded for an undo.
  case journal(FilePath, Errno)
  case system(FilePath, Errno)

  public var description: String {
    switch self {
    case .missing(let path): "\(path): it no longer exists"
    case .noFile(let path): "\(path): only files can be moved to the trash"
    case .folder(let folder, let error):
      "\(folder): files cannot be moved out of this folder or into it: \(error)"
    case .noTrash(let path, let volume, let error):
      "\(path): its disk has no trash, and none can be made in \(volume): \(error); delete it with rm"
    case .trash(let folder, let error): "\(folder): this folder of the trash is not writable: \(error)"
    case .noHome(let error): "there is no trash: \(error)"
    case .notInTrash(let path): "\(path): it is no longer in the trash"
    case .taken(let path): "\(path): another file has this name now; rename that one first"
    case .folderGone(let folder): "\(folder): the folder no longer exists; create it first"
    case .partlyMoved(let files, let reason): "\(reason); already in the trash: \(Self.list(files))"
    case .partlyRestored(let files, let reason): "\(reason); already restored: \(Self.list(files))"
    case .unsupported: "photopick knows no trash on this system; delete files in the Finder"
    case .journal(let folder, let error): "\(folder): what was moved cannot be recorded: \(error)"
    case .system(let path, let error): "\(path): \(error)"
    }
  }

  private static func list(_ files: [FilePath]) -> String {
    files.map(\.description).joined(separator: ", ")
  }
}
