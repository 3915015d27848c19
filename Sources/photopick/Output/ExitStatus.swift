import PhotoPicker
import PhotoStore

/// What the program's exit status says.
enum ExitStatus: Int32 {
  /// Done.
  case success = 0
  /// Done as far as possible; each problem is on stderr.
  case problems = 1
  /// Wrong usage, a mistaken selection among it; stdout is empty.
  case usage = 64
  /// Cancelled; stdout is empty.
  case cancelled = 130
}

/// Ends a command with a status.
struct CommandFailure: Error {
  let status: ExitStatus
  /// One line for a person; `nil` where everything was said.
  let message: String?

  init(_ status: ExitStatus, _ message: String? = nil) {
    self.status = status
    self.message = message
  }
}

extension CommandFailure {
  /// The failure that an error of a library means to a command; `nil` where it says nothing to a person.
  init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as StoreError:
      if case .invalidName = error {
        self.init(.usage, error.description)
      } else {
        self.init(.problems, error.description)
      }
    case let error as DownloadError: self.init(.problems, error.description)
    case let error as ExportError: self.init(.problems, error.description)
    case let error as DraftError:
      if case .invalidName = error {
        self.init(.usage, error.description)
      } else {
        self.init(.problems, error.description)
      }
    default: return nil
    }
  }
}
