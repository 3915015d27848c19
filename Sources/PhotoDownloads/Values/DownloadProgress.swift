import PhotoFiles
import SystemPackage

/// The place of a complete file.
public enum DownloadDestination: Sendable, Hashable {
  /// A folder; the server or the URL gives the name.
  case folder(FilePath)
  /// The store with this root; the time gives the name.
  case store(FilePath)

  var path: FilePath {
    switch self {
    case .folder(let path), .store(let path): path
    }
  }
}

public struct DownloadProgress: Sendable, Equatable {
  public enum State: Sendable, Equatable {
    case waiting
    /// Bytes are requested or arrive.
    case receiving
    case retrying(reason: String)
    case finished(FilePath)
    case failed(DownloadError)
  }

  public let url: RemoteURL
  public var state: State
  public var received: Int64
  /// The size of the file, if the server sends it.
  public var total: Int64?

  /// Whether the state is final.
  public var isOver: Bool {
    switch state {
    case .finished, .failed: true
    case .waiting, .receiving, .retrying: false
    }
  }
}

/// A recorded URL: unfinished, or with an outcome that is not collected yet.
public struct RecordedDownload: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    case waiting
    case receiving
    case cutOff
    case stopped(DownloadFailure)
    /// A background process has made this file of it.
    case finished(FilePath)
  }

  public let url: RemoteURL
  /// The folder or store to which it goes.
  public let destination: DownloadDestination
  /// A Boolean value indicating whether any data is accepted, not only photos and videos.
  public let acceptsAnyData: Bool
  public let received: Int64
  /// The size of the file, if the server sends it.
  public let total: Int64?
  public let state: State
  /// The background process that fetches it, or whose outcome is not collected yet.
  let owner: ProcessIdentity?

  /// Whether it is fetched in the background, or the outcome is not collected yet.
  public var isInBackground: Bool { owner != nil }

  var isResumable: Bool {
    switch state {
    case .cutOff, .stopped: true
    case .waiting, .receiving, .finished: false
    }
  }
}
