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

  /// One line for a person: the URL and the reason.
  public var description: String { url.map { "\($0): \(reason)" } ?? reason }

  /// The file; `nil` if the error is not about one.
  private var url: RemoteURL? {
    switch self {
    case .invalidURL, .unavailable: nil
    case .busy(let url), .refused(let url, _), .failed(let url, _), .gaveUp(let url, _, _),
      .asksToWait(let url, _), .notAPicture(let url, _), .tooLarge(let url, _), .notKept(let url, _),
      .cancelled(let url), .notKnown(let url):
      url
    }
  }

  /// Why the file could not be fetched, without the URL.
  public var reason: String {
    switch self {
    case .invalidURL(let text): "\u{201C}\(text)\u{201D} is no http or https URL"
    case .busy: "another process is fetching it"
    case .refused(_, let status): "the server answers with status \(status)"
    case .failed(_, let reason), .notKept(_, let reason): reason
    case .gaveUp(_, let tries, let reason):
      "gave up after \(tries) \(tries == 1 ? "try" : "tries"): \(reason); go on with 'fetch --resume', or drop it with 'fetch --forget'"
    case .asksToWait(_, let seconds):
      "the server asks to wait \(seconds) seconds; go on then with 'fetch --resume'"
    case .notAPicture(_, let type):
      "what the server sends\(type.map { " as \($0)" } ?? "") is no photo or video; --any keeps other data"
    case .tooLarge(_, let limit):
      "it is larger than the limit of \(limit) bytes; go on with 'fetch --resume --max-bytes N', or drop it with 'fetch --forget'"
    case .cancelled: "cancelled; go on with 'fetch --resume'"
    case .notKnown: "no unfinished download; 'fetch --list' shows them"
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
