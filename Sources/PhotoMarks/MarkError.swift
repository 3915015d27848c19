import PhotoFiles
import SystemPackage

/// Why a photo cannot be marked.
public enum MarkError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Sidecars cannot be written on this system.
  case unavailable(reason: String)
  /// What stands beside the photo cannot be changed; it stays as it is.
  case damaged(sidecar: FilePath, reason: String)
  /// Another program writes the sidecar again and again.
  case busy(sidecar: FilePath)
  /// No sidecar can be written in a folder: the user may not, or its disk is full or read-only.
  case unwritable(folder: FilePath, Errno)
  /// The sidecar cannot be read or written.
  case system(sidecar: FilePath, Errno)
  /// What is needed to take marks back cannot be kept.
  case journal(FilePath, Errno)

  /// True if no other photo can be marked either.
  public var concernsAll: Bool {
    switch self {
    case .unavailable, .journal: true
    case .damaged, .busy, .unwritable, .system: false
    }
  }

  /// One line for a person.
  public var description: String {
    switch self {
    case .unavailable(let reason): "no sidecar can be written: \(reason)"
    case .damaged(let sidecar, let reason): "\(sidecar): \(reason); it stays as it is"
    case .busy(let sidecar):
      "\(sidecar): another program writes it all the time; end that program, then try again"
    case .unwritable(let folder, let error): "\(folder): no sidecar can be written in this folder: \(error)"
    case .system(let sidecar, let error): "\(sidecar): \(error)"
    case .journal(let file, let error): "\(file): what was marked cannot be written down for --undo: \(error)"
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
