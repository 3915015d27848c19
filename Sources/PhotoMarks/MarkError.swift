import PhotoFiles
import SystemPackage

public enum MarkError: Error, Sendable, Hashable, CustomStringConvertible {
  case damaged(sidecar: FilePath, reason: String)
  case gone(sidecar: FilePath)
  /// The name of the photo is so long that the file system allows none for a sidecar.
  case nameTooLong(photo: FilePath)
  case changedSince(sidecar: FilePath)
  case busy(sidecar: FilePath)
  /// No sidecar can be written to the folder: permission denied, or a full or read-only file system.
  case unwritable(folder: FilePath, Errno)
  case system(sidecar: FilePath, Errno)
  /// The date of a photo can't be corrected.
  case clock(photo: FilePath, ClockProblem)
  /// The marks can't be written into a photo.
  case embedding(photo: FilePath, EmbeddingProblem)
  /// The journal for undo can't be written or read.
  case journal(FilePath, Errno)

  /// Whether the error affects all photos.
  public var concernsAll: Bool {
    switch self {
    case .journal: true
    case .damaged, .gone, .nameTooLong, .changedSince, .busy, .unwritable, .system, .clock, .embedding: false
    }
  }

  /// A Boolean value indicating whether undo may succeed later: the file system is unmounted or full, or another
  /// program is writing. Invalid sidecars remain so.
  var isTransient: Bool {
    switch self {
    case .busy, .unwritable, .system, .journal: true
    case .damaged, .gone, .nameTooLong, .changedSince, .clock, .embedding: false
    }
  }

  public var description: String {
    switch self {
    case .damaged(let sidecar, let reason): "\(sidecar): \(reason); it remains unchanged"
    case .gone(let sidecar): "\(sidecar): it was deleted, so its marks cannot be undone"
    case .nameTooLong(let photo):
      "\(photo): its name is too long for the name of a sidecar"
    case .changedSince(let sidecar): "\(sidecar): its marks were changed since and remain"
    case .busy(let sidecar): "\(sidecar): another process keeps writing it; quit that process, then retry"
    case .unwritable(let folder, let error): "\(folder): no sidecar can be written in this folder: \(error)"
    case .system(let sidecar, let error): "\(sidecar): \(error)"
    case .clock(let photo, let problem): "\(photo): \(problem.reason); it remains unchanged"
    case .embedding(let photo, let problem): "\(photo): \(problem.reason); it remains unchanged"
    case .journal(let file, let error): "\(file): the marks cannot be written to the journal: \(error)"
    }
  }
}

extension MarkError {
  static func of<Result>(_ sidecar: FilePath, _ body: () throws -> Result) throws(MarkError) -> Result {
    do {
      return try body()
    } catch let error as MarkError {
      throw error
    } catch let error as Errno {
      throw .system(sidecar: sidecar, error)
    } catch {
      throw .system(sidecar: sidecar, .canceled)
    }
  }
}
