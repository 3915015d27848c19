import PhotoFiles
import SystemPackage

/// The place to which a download goes when it is whole.
public enum DownloadDestination: Sendable, Hashable {
  /// A folder, under the name that the server or the URL gives.
  case folder(FilePath)
  /// The store with this root, under a name made from the time.
  case store(FilePath)

  var path: FilePath {
    switch self {
    case .folder(let path), .store(let path): path
    }
  }
}

/// A download at one moment.
public struct DownloadProgress: Sendable, Equatable {
  /// A step of a download.
  public enum State: Sendable, Equatable {
    /// It waits for its turn.
    case waiting
    /// Bytes are asked for or arrive.
    case receiving
    /// A try failed for this reason, the next one follows.
    case retrying(reason: String)
    /// It has its final name.
    case finished(FilePath)
    /// It is over.
    case failed(DownloadError)
  }

  /// The file that is fetched.
  public let url: RemoteURL
  /// Its present step.
  public var state: State
  /// The bytes on the disk.
  public var received: Int64
  /// The bytes of the whole file, if the server has told them.
  public var total: Int64?

  /// True if nothing more will happen.
  public var isOver: Bool {
    switch state {
    case .finished, .failed: true
    case .waiting, .receiving, .retrying: false
    }
  }
}

/// A download that is recorded on the disk: one that is not whole yet, or whose outcome nobody has collected yet.
public struct RecordedDownload: Sendable, Hashable {
  /// What has become of a download.
  public enum State: Sendable, Hashable {
    /// A background process will fetch it.
    case waiting
    /// A process is fetching it.
    case receiving
    /// Its process was cut off.
    case cutOff
    /// It ended with an error.
    case stopped(DownloadFailure)
    /// A background process made this file of it.
    case finished(FilePath)
  }

  /// The file that is fetched.
  public let url: RemoteURL
  /// The folder or store it goes to.
  public let destination: DownloadDestination
  /// True if any data is accepted, not only photos and videos.
  public let acceptsAnyData: Bool
  /// The bytes on the disk.
  public let received: Int64
  /// The bytes of the whole file, if the server has told them.
  public let total: Int64?
  /// What has become of it.
  public let state: State
  /// The background process that fetches it, or whose outcome nobody has collected yet.
  let owner: ProcessIdentity?

  /// Whether a background process fetches it, or has ended it and nobody has collected the outcome yet.
  public var isInBackground: Bool { owner != nil }

  /// Whether it can be resumed: it is not whole, and no process has it.
  var isResumable: Bool {
    switch state {
    case .cutOff, .stopped: true
    case .waiting, .receiving, .finished: false
    }
  }
}
