import SystemPackage

/// The reason why a file could not be fetched.
///
/// Bytes that have arrived are kept for `resume`, unless they are not a picture or the server has no such file.
public enum DownloadError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The string is not an absolute http or https URL.
  case invalidURL(String)
  case busy(RemoteURL)
  case refused(RemoteURL, status: Int)
  /// The transfer failed, and a retry would fail too.
  case failed(RemoteURL, reason: String)
  case gaveUp(RemoteURL, tries: Int, reason: String)
  /// The server asks to wait longer than the retry policy allows.
  case asksToWait(RemoteURL, seconds: Int64)
  case notAPicture(RemoteURL, contentType: String?)
  case tooLarge(RemoteURL, limit: Int64)
  case notKept(RemoteURL, reason: String)
  /// The folder or store of the destination cannot be made or opened.
  case noDestination(RemoteURL, DownloadDestination, Errno)
  /// The file is complete but could not be renamed in the folder or store.
  case notPlaced(RemoteURL, reason: String)
  case cutOff(RemoteURL)
  case endedInBackground(RemoteURL, DownloadFailure)
  case cancelled(RemoteURL)
  case notKnown(RemoteURL)
  /// Fetching is impossible on this machine.
  case unavailable(reason: String)

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

  /// What the user can do, or `nil` if nothing is known to help.
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

  /// The reason and the remedy, without the URL.
  public var failure: DownloadFailure { DownloadFailure(reason: reason, remedy: remedy) }

  /// Whether the file is being fetched elsewhere, or was finished there.
  package var isOfAnotherProcess: Bool {
    switch self {
    case .busy, .notKnown: true
    default: false
    }
  }

  var endsDownload: Bool {
    switch self {
    case .notAPicture: true
    case .refused(_, let status): status == 404 || status == 410
    default: false
    }
  }
}

/// A remedy for a failure, which a program turns into a hint with concrete commands.
public enum DownloadRemedy: String, Sendable, Hashable, Codable {
  case resuming
  case resumingLater
  case resumingOrForgetting
  /// Resume with a greater size limit, or forget it.
  case resumingWithGreaterLimit
  /// Start again with the received bytes.
  case fetchingAgain
  case acceptingAnyData
  case anotherFolder
  case anotherStore
  case listing
}

/// The reason for a failure.
public struct DownloadFailure: Sendable, Hashable, Codable {
  public let reason: String
  /// What the user can do, or `nil` if nothing is known to help.
  public let remedy: DownloadRemedy?
}
