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

/// Ends a command with a status.
struct CommandFailure: Error {
  let status: ExitStatus
  /// One line for a person; `nil` if everything was said.
  let message: String?

  init(_ status: ExitStatus, _ message: String? = nil) {
    self.status = status
    self.message = message
  }
}

extension CommandFailure {
  /// The one table from the errors of all libraries to the exit status of a command; `nil` for an error that is not in
  /// it.
  ///
  /// A mistake in what was typed is wrong usage; everything else is a problem on the way.
  init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case is CancellationError: self.init(.cancelled)
    case StoreError.invalidName, DraftError.invalidName, is HomeUnknown, is AssetQuery.QueryError,
      is TerminalPicker.Unavailable, is WebPicker.Unavailable, is SelectionSyntaxError, is SelectionError:
      self.init(.usage, Self.line(error))
    case is CatalogUnavailable, is StoreError, is DownloadError, is ExportError, is DraftError, is MarkError,
      is ImagingError, is ScanProblem:
      self.init(.problems, Self.line(error))
    default: return nil
    }
  }

  /// The one table from the errors of all libraries to the line for a person, with the commands and options that help,
  /// which libraries do not know.
  static func line(_ error: any Error) -> String {
    switch error {
    case is SelectionSyntaxError, is SelectionError: "selection \(error)"
    case AssetQuery.QueryError.noSuchAlbum: "\(error); photopick list-albums shows them"
    case let problem as ScanProblem where problem.isLinkNotFollowed: "\(problem); --follow follows it"
    case let error as CatalogUnavailable: "\(error)\(error.remedy.map(words) ?? "")"
    case DraftError.damaged: "\(error) with photopick drafts delete"
    case MarkError.journal(let file, let errno):
      "\(file): what was marked cannot be written down for --undo: \(errno)"
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

  /// The line for a person on a download that failed, without its URL.
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

/// The exit statuses of the program.
enum ExitStatus: Int32 {
  /// Done.
  case success = 0
  /// Done as far as possible; each problem is on stderr.
  case problems = 1
  /// Wrong usage, such as a mistaken selection; stdout is empty.
  case usage = 64
  /// Cancelled; stdout is empty.
  case cancelled = 130

  /// - Throws: `CommandFailure` unless this is success.
  func check() throws(CommandFailure) {
    if self != .success { throw CommandFailure(self) }
  }

  /// Ends the process at once. Commands end in no other way.
  ///
  /// Unlike exit(3), this takes no library down while a thread still works in it, as libcurl's may for a moment after
  /// the last byte: OpenSSL's destructors would free what that thread uses.
  func end() -> Never {
    // Help is written by Swift's print.
    fflush(nil)
    _exit(rawValue)
  }
}

/// The version of the program.
enum PhotopickVersion {
  /// As `--version` prints it (Semantic Versioning 2.0.0).
  static let text = "0.1.0"
}
