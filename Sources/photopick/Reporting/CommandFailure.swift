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
  /// The one table from the errors of all libraries to the line and the exit status of a command; `nil` for an error
  /// that is not in it.
  ///
  /// A mistake in what was typed is wrong usage; everything else is a problem on the way.
  init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case is CancellationError: self.init(.cancelled)
    case StoreError.invalidName, DraftError.invalidName, is HomeUnknown: self.init(.usage, "\(error)")
    case is AssetQuery.QueryError, is TerminalPicker.Unavailable, is WebPicker.Unavailable:
      self.init(.usage, "\(error)")
    case is SelectionSyntaxError, is SelectionError: self.init(.usage, "selection \(error)")
    case let error as CatalogUnavailable: self.init(.problems, Self.line(error))
    case is StoreError, is DownloadError, is ExportError, is DraftError, is MarkError, is ImagingError:
      self.init(.problems, "\(error)")
    case let problem as ScanProblem: self.init(.problems, "\(problem)")
    default: return nil
    }
  }

  /// The line for a catalog that cannot be used, with the option that helps.
  private static func line(_ error: CatalogUnavailable) -> String {
    switch error.remedy {
    case .anotherCatalog: "\(error) with --catalog FILE"
    case .removal: "\(error); photopick catalog clear --catalog removes it"
    case .reading: "\(error); leave out --no-refresh"
    case nil: "\(error)"
    }
  }
}
