import PhotoFiles
import SystemPackage

public enum MarkError: Error, Sendable, Hashable, CustomStringConvertible {
  case damaged(sidecar: FilePath, reason: String)
  case gone(sidecar: FilePath)
  case changedSince(sidecar: FilePath)
  case busy(sidecar: FilePath)
  /// No sidecar can be written in a folder: the user may not, or its disk is full or read-only.
  case unwritable(folder: FilePath, Errno)
  case system(sidecar: FilePath, Errno)
  /// What is needed to take marks back cannot be kept.
  case journal(FilePath, Errno)

  /// True if no other photo can be marked either.
  public var concernsAll: Bool {
    switch self {
    case .journal: true
    case .damaged, .gone, .changedSince, .busy, .unwritable, .system: false
    }
  }

  /// Whether a mark may be taken back later although this error prevented it: the disk is away or full, or another program
  /// is writing. A sidecar that is damaged or cannot be changed stays so.
  var isTransient: Bool {
    switch self {
    case .busy, .unwritable, .system, .journal: true
    case .damaged, .gone, .changedSince: false
    }
  }

  public var description: String {
    switch self {
    case .damaged(let sidecar, let reason): "\(sidecar): \(reason); it stays as it is"
    case .gone(let sidecar): "\(sidecar): it is gone, so its marks cannot be taken back"
    case .changedSince(let sidecar): "\(sidecar): its marks were changed since; they stay"
    case .busy(let sidecar):
      "\(sidecar): another program writes it all the time; end that program, then try again"
    case .unwritable(let folder, let error): "\(folder): no sidecar can be written in this folder: \(error)"
    case .system(let sidecar, let error): "\(sidecar): \(error)"
    case .journal(let file, let error): "\(file): what was marked cannot be written to the journal: \(error)"
    }
  }
}

extension MarkError {
  /// Runs `body`, whose errors of the system are those of a sidecar.
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
