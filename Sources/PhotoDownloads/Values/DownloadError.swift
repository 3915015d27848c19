import SystemPackage

/// Why a file could not be fetched.
///
/// Bytes that have arrived stay on the disk, to go on from with `resume`, unless they are no picture or the server has
/// none.
public enum DownloadError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text is no absolute http or https URL.
  case invalidURL(String)
  /// Another process fetches it.
  case busy(RemoteURL)
  /// The server answered with an error.
  case refused(RemoteURL, status: Int)
  /// The transfer failed and another try would fail too.
  case failed(RemoteURL, reason: String)
  /// Every try failed.
  case gaveUp(RemoteURL, tries: Int, reason: String)
  /// The server asks to wait longer than the retry policy allows.
  case asksToWait(RemoteURL, seconds: Int64)
  /// The content is no photo or video.
  case notAPicture(RemoteURL, contentType: String?)
  /// It is larger than the limit in bytes.
  case tooLarge(RemoteURL, limit: Int64)
  /// It could not be written.
  case notKept(RemoteURL, reason: String)
  /// It was cancelled.
  case cancelled(RemoteURL)
  /// There is no unfinished download of that URL.
  case notKnown(RemoteURL)
  /// The machinery for transfers can't be set up.
  case unavailable(reason: String)

  /// One line for a person.
  public var description: String {
    switch self {
    case .invalidURL(let text): "\u{201C}\(text)\u{201D} is no http or https URL"
    case .busy(let url): "\(url): another process is fetching it"
    case .refused(let url, let status): "\(url): the server answers with status \(status)"
    case .failed(let url, let reason): "\(url): \(reason)"
    case .gaveUp(let url, let tries, let reason):
      "\(url): gave up after \(tries) \(tries == 1 ? "try" : "tries"): \(reason); go on with 'fetch --resume', or drop it with 'fetch --forget'"
    case .asksToWait(let url, let seconds):
      "\(url): the server asks to wait \(seconds) seconds; go on then with 'fetch --resume'"
    case .notAPicture(let url, let type):
      "\(url): what the server sends\(type.map { " as \($0)" } ?? "") is no photo or video; --any keeps other data"
    case .tooLarge(let url, let limit):
      "\(url): it is larger than the limit of \(limit) bytes; go on with 'fetch --resume --max-bytes N', or drop it with 'fetch --forget'"
    case .notKept(let url, let reason): "\(url): \(reason)"
    case .cancelled(let url): "\(url): cancelled; go on with 'fetch --resume'"
    case .notKnown(let url): "\(url): no unfinished download; 'fetch --list' shows them"
    case .unavailable(let reason): "can't fetch anything: \(reason)"
    }
  }

  /// True if another process fetches the file, or has ended that since it was looked for.
  package var isOfAnotherProcess: Bool {
    switch self {
    case .busy, .notKnown: true
    default: false
    }
  }

  /// True if the bytes that have arrived are of no further use.
  var endsDownload: Bool {
    switch self {
    case .notAPicture: true
    case .refused(_, let status): status == 404 || status == 410
    default: false
    }
  }
}
