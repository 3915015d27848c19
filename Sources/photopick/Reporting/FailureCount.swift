import PhotoExport
import PhotoFiles
import PhotoImaging
import PhotoLibrary
import SystemPackage

/// Prints files that failed, one per line, and counts them for the exit status.
///
/// A list may contain a million missing paths, so only the first are named. Of the files of a server that is unavailable or
/// refuses access, the first is.
struct FailureCount {
  /// The maximum number of missing paths to name.
  private static let namedMissing = 100

  private let namesAll: Bool
  private var count = 0
  private var missing = 0
  /// The number of failures by server.
  private var servers: [String: Int] = [:]

  /// - Parameter namesAll: Pass `true` to name every missing path; the value of `--verbose` if the command has it.
  init(namesAll: Bool = true) { self.namesAll = namesAll }

  /// Prints a library's error with the message of ``CommandFailure/line(_:)``.
  mutating func report(_ error: any Error, isMissing: Bool = false) {
    report(CommandFailure.line(error), isMissing: isMissing, server: Self.server(error))
  }

  /// - Parameter server: The server if it is the cause.
  mutating func report(_ line: String, isMissing: Bool = false, server: String? = nil) {
    count += 1
    if let server {
      servers[server, default: 0] += 1
      if servers[server] == 1 { Diagnostics.error(line) }
      return
    }
    if isMissing { missing += 1 }
    if !isMissing || namesAll || missing <= Self.namedMissing { Diagnostics.error(line) }
  }

  /// Prints the number of missing paths that weren't named, and returns the exit status.
  func finish() -> ExitStatus {
    if !namesAll, missing > Self.namedMissing {
      Diagnostics.error("\(missing) paths don't exist; \(Self.namedMissing) are named, all with --verbose")
    }
    for (server, count) in servers.sorted(by: { $0.key < $1.key }) where count > 1 {
      Diagnostics.error("\(server): \(count - 1) more files could not be read for the same reason")
    }
    return count > 0 ? .problems : .success
  }

  /// Returns the server that caused an error, or `nil` if it has another cause.
  static func server(_ error: any Error) -> String? {
    let path: FilePath? =
      switch error {
      case let problem as ScanProblem: problem.isOfServer ? problem.path : nil
      case ExportError.system(_, let path, let errno): RemoteError.isOfServer(errno) ? path : nil
      case let error as ImagingError: error.isOfServer ? error.path : nil
      default: nil
      }
    return path.flatMap { RemotePath($0)?.server }
  }

  func exit() throws { try finish().check() }

  /// Prints pictures that couldn't be decoded, and returns the exit status.
  static func report(_ errors: [ImagingError], namesAll: Bool) -> ExitStatus {
    var failures = FailureCount(namesAll: namesAll)
    for error in errors { failures.report(error) }
    return failures.finish()
  }
}

extension ImagingError {
  fileprivate var isOfServer: Bool {
    if case .unreadable(let errno) = reason { RemoteError.isOfServer(errno) } else { false }
  }
}
