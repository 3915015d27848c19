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
  /// The folder or store that it goes to cannot be made or opened.
  case noDestination(RemoteURL, DownloadDestination, Errno)
  /// It is whole and could not take its name in its folder or store.
  case notPlaced(RemoteURL, reason: String)
  /// The background process that fetched it was cut off.
  case cutOff(RemoteURL)
  /// It ended in a background process.
  case endedInBackground(RemoteURL, DownloadFailure)
  /// It was cancelled.
  case cancelled(RemoteURL)
  /// There is no unfinished download of that URL.
  case notKnown(RemoteURL)
  /// The machinery for transfers can't be set up.
  case unavailable(reason: String)

  /// One line for a person: the URL and the reason.
  public var description: String { url.map { "\($0): \(reason)" } ?? reason }

  private var url: RemoteURL? {
    switch self {
    case .invalidURL, .unavailable: nil
    case .busy(let url), .refused(let url, _), .failed(let url, _), .gaveUp(let url, _, _),
      .asksToWait(let url, _), .notAPicture(let url, _), .tooLarge(let url, _), .notKept(let url, _),
      .noDestination(let url, _, _), .notPlaced(let url, _), .cutOff(let url), .endedInBackground(let url, _),
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
    case .failed(_, let reason), .notKept(_, let reason), .notPlaced(_, let reason): reason
    case .noDestination(_, let destination, let errno):
      "the folder \(destination.path) cannot be made or opened: \(errno)"
    case .cutOff: "its background process was cut off"
    case .endedInBackground(_, let failure): failure.reason
    case .gaveUp(_, let tries, let reason):
      "gave up after \(tries) \(tries == 1 ? "try" : "tries"): \(reason)"
    case .asksToWait(_, let seconds): "the server asks to wait \(seconds) seconds"
    case .notAPicture(_, let type):
      "what the server sends\(type.map { " as \($0)" } ?? "") is no photo or video"
    case .tooLarge(_, let limit): "it is larger than the limit of \(limit) bytes"
    case .cancelled: "cancelled"
    case .notKnown: "no unfinished download"
    case .unavailable(let reason): "can't fetch anything: \(reason)"
    }
  }

  /// What helps; `nil` if nothing is known to.
  public var remedy: DownloadRemedy? {
    switch self {
    case .invalidURL, .busy, .refused, .failed, .notKept, .unavailable: nil
    case .gaveUp, .notPlaced: .resumingOrForgetting
    case .asksToWait: .resumingLater
    case .notAPicture: .acceptingAnyData
    case .tooLarge: .resumingWithGreaterLimit
    case .noDestination(_, .folder, _): .anotherFolder
    case .noDestination(_, .store, _): .anotherStore
    case .cutOff: .fetchingAgain
    case .endedInBackground(_, let failure): failure.remedy
    case .cancelled: .resuming
    case .notKnown: .listing
    }
  }

  /// The reason and what helps, without the URL.
  public var failure: DownloadFailure { DownloadFailure(reason: reason, remedy: remedy) }

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

/// What helps if a file could not be fetched. A program turns it into words that name its own commands.
public enum DownloadRemedy: String, Sendable, Hashable, Codable {
  /// Resume the download.
  case resuming
  /// Resume the download when the server is ready.
  case resumingLater
  /// Resume the download, or forget it.
  case resumingOrForgetting
  /// Resume the download with a greater limit for its size, or forget it.
  case resumingWithGreaterLimit
  /// Start the download again; the bytes that have arrived are used.
  case fetchingAgain
  /// Accept data of any kind.
  case acceptingAnyData
  /// Name another folder.
  case anotherFolder
  /// Name another store.
  case anotherStore
  /// See which downloads there are.
  case listing
}

/// How a download ended that has no file.
public struct DownloadFailure: Sendable, Hashable, Codable {
  /// Why the file could not be fetched, without its URL.
  public let reason: String
  /// What helps; `nil` if nothing is known to.
  public let remedy: DownloadRemedy?
}
