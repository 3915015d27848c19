import PhotoActions
import PhotoCatalog
import PhotoDownloads
import PhotoExport
import PhotoFiles
import PhotoImaging
import PhotoLibrary
import PhotoMarks
import PhotoPicker
import PhotoStore
import TerminalPicker
import WebPicker

/// An error that ends a command with an exit status.
struct CommandFailure: Error {
  let status: ExitStatus
  /// A one-line message; `nil` if all errors were reported.
  let message: String?

  init(_ status: ExitStatus, _ message: String? = nil) {
    self.status = status
    self.message = message
  }
}

extension CommandFailure {
  /// Creates a failure from a library's error; `nil` for unknown errors. Invalid input is a usage error; every other
  /// error is a problem.
  init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case is CancellationError: self.init(.cancelled)
    case StoreError.invalidName, DraftError.invalidName, is HomeUnknown, is AssetQuery.QueryError,
      is TerminalPicker.Unavailable, is WebPicker.Unavailable, is SelectionSyntaxError, is SelectionError:
      self.init(.usage, Self.line(error))
    case is CatalogUnavailable, is StoreError, is DownloadError, is ExportError, is DraftError, is MarkError,
      is ImagingError, is ScanProblem, is TrashError, is PathStream.Failure:
      self.init(.problems, Self.line(error))
    default: return nil
    }
  }

  /// Returns the message for a library's error, with commands and options that help, which libraries don't know.
  static func line(_ error: any Error) -> String {
    switch error {
    case is SelectionSyntaxError, is SelectionError: "selection \(error)"
    case AssetQuery.QueryError.noSuchAlbum: "\(error); photopick list-albums shows them"
    case let problem as ScanProblem where problem.isLinkNotFollowed: "\(problem); --follow follows it"
    case let failure as PathStream.Failure where failure.error.reason == .noBucket:
      "\(failure); name it with --bucket"
    case let error as PathListError where error.reason == .noBucket: "\(error); name it with --bucket"
    case let error as CatalogUnavailable: "\(error)\(error.remedy.map(words) ?? "")"
    case DraftError.damaged: "\(error) with photopick drafts delete"
    case MarkError.journal(let file, let errno):
      "\(file): what was marked cannot be written down for --undo: \(errno)"
    case MarkError.nameTooLong: "\(error); --embed marks JPEG, PNG, TIFF and DNG"
    case StoreError.nameTaken: "\(error): give another name, or replace it with --replace"
    case StoreError.noThumbnail: "\(error); 'store put --thumbnails' makes one"
    case ExportError.symbolicLink: "\(error); --copy copies what it leads to"
    case ExportError.outside: "\(error); --copy copies it"
    case ExportError.otherFileSystem: "\(error); --copy or --link can"
    case ExportError.journal(let path, let reason):
      "stopped: what is done cannot be written down for --undo in \(path): \(reason)"
    case ExportError.journalDamaged(let path):
      "not all is taken back: \(path), the journal of that export, is damaged or of version 0.1.0; look after its last "
        + "files yourself, then remove it, so that --undo reaches earlier exports"
    case let error as DownloadError: "\(error)\(error.remedy.map(words) ?? "")"
    case WebPicker.Unavailable.port(_, .addressInUse), WebPicker.Unavailable.port(_, .permissionDenied):
      "\(error); leave --port out to get a free one"
    case is TerminalPicker.Unavailable:
      "\(error); photopick browse and photopick select pick without a screen"
    default: "\(error)"
    }
  }

  /// Returns the message for a failed transfer, omitting the URL.
  static func line(_ failure: DownloadFailure) -> String {
    "\(failure.reason)\(failure.remedy.map(words) ?? "")"
  }

  private static func words(_ remedy: CatalogUnavailable.Remedy) -> String {
    switch remedy {
    case .anotherCatalog: " with --catalog FILE"
    case .removal: "; photopick catalog clear --catalog removes it"
    case .reading: "; leave out --no-refresh"
    }
  }

  private static func words(_ remedy: DownloadRemedy) -> String {
    switch remedy {
    case .resuming: "; go on with 'fetch --resume'"
    case .resumingLater: "; go on then with 'fetch --resume'"
    case .resumingOrForgetting: "; go on with 'fetch --resume', or drop it with 'fetch --forget'"
    case .resumingWithGreaterLimit:
      "; go on with 'fetch --resume --max-bytes N', or drop it with 'fetch --forget'"
    case .fetchingAgain: "; go on with 'fetch'"
    case .acceptingAnyData: "; --any keeps other data"
    case .anotherFolder: "; name another with --to"
    case .anotherStore: "; name another with --root"
    case .listing: "; 'fetch --list' shows them"
    }
  }
}

enum ExitStatus: Int32 {
  /// Success.
  case success = 0
  /// Partial success; problems are on standard error.
  case problems = 1
  /// A usage error, such as an invalid selection; standard output is empty.
  case usage = 64
  /// Cancelled; standard output is empty.
  case cancelled = 130

  func check() throws(CommandFailure) {
    if self != .success { throw CommandFailure(self) }
  }

  /// Exits immediately; commands exit in no other way.
  ///
  /// Unlike `exit(3)`, this runs no destructors, since threads of libraries may still be active: OpenSSL would free
  /// memory that a thread of libcurl uses.
  func end() -> Never {
    // Swift's `print` buffers help.
    fflush(nil)
    _exit(rawValue)
  }
}

enum PhotopickVersion {
  /// The version that `--version` prints (Semantic Versioning 2.0.0).
  static let text = "0.1.0"
}
