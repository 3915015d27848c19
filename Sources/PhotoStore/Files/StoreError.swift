import SystemPackage

/// The reason why an operation on a store failed.
///
/// The store isn't modified, unless the case says otherwise.
public enum StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  case invalidName(String, reason: String)
  case nameTaken(StoreName, store: FilePath)
  /// A file or link has the name of a folder of the name.
  case folderTaken(StoreName, store: FilePath)
  case notFound(StoreName, store: FilePath)
  case noThumbnail(StoreName, store: FilePath)
  /// A folder, link or device has the name, which a store neither reads nor changes.
  case notAFile(StoreName, store: FilePath)
  case diskFull(FilePath)
  case notAPicture(String)
  case sourceIsNoFile(FilePath)
  case cancelled
  case cannotFit(String, reason: String)
  case outputFailed(FilePath, errno: Errno)
  case system(action: String, path: FilePath, errno: Errno)
  /// The disk failed during a change, which the next use of the store completes.
  case interrupted(path: FilePath, errno: Errno)

  public var description: String {
    switch self {
    case .invalidName(let name, let reason): "\u{201C}\(name)\u{201D} can't be a name in the store: \(reason)"
    case .nameTaken(let name, let store):
      "\(store) already has a file named \(name)"
    case .folderTaken(let name, let store):
      "\(name) can't be a name in \(store): a file has the name of one of its folders"
    case .noThumbnail(let name, let store): "\(name) in \(store) has no thumbnail"
    case .notFound(let name, let store): "\(store) has no file named \(name)"
    case .notAFile(let name, let store): "\(name) in \(store) is no plain file; the store leaves it alone"
    case .diskFull(let path):
      "the disk that holds \(path) is full; nothing was changed there: make room and try again"
    case .notAPicture(let source): "\(source) is no photo or video of a known format; it was not kept"
    case .sourceIsNoFile(let path): "\(path) is no file; it was not kept"
    case .cancelled: "cancelled"
    case .cannotFit(let source, let reason): "\(source) can't be made smaller: \(reason)"
    case .outputFailed(let path, let errno): "\(path) can't be written to the output: \(errno)"
    case .system(let action, let path, let errno): "can't \(action) \(path): \(errno)"
    case .interrupted(let path, let errno):
      "the disk failed (\(errno)) in the middle of a change to \(path); it is finished at the next use of the store"
    }
  }

  package static func failed(_ action: String, _ path: FilePath, _ errno: Errno) -> StoreError {
    switch errno {
    case .noSpace, .diskQuotaExceeded: .diskFull(path)
    default: .system(action: action, path: path, errno: errno)
    }
  }
}

/// Runs `body` and turns a system error into a `StoreError` that names the action.
package func attempt<Result>(
  _ action: String, _ path: FilePath, _ body: () throws(Errno) -> Result
) throws(StoreError) -> Result {
  do throws(Errno) {
    return try body()
  } catch {
    throw .failed(action, path, error)
  }
}
