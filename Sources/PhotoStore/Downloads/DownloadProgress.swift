import SystemPackage

/// Where a download goes when it is whole.
public enum DownloadDestination: Sendable, Hashable {
  /// A folder, under the name that the server or the URL gives.
  case folder(FilePath)
  /// The store with this root, under a name made from the time.
  case store(FilePath)
}

/// A download as it stands at one moment.
public struct DownloadProgress: Sendable, Equatable {
  /// What a download is doing.
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

  /// What is fetched.
  public let url: RemoteURL
  /// What it is doing.
  public var state: State
  /// The bytes on the disk.
  public var received: Int64
  /// The bytes of the whole file, where the server has told them.
  public var total: Int64?

  /// True where nothing more will happen.
  public var isOver: Bool {
    switch state {
    case .finished, .failed: true
    case .waiting, .receiving, .retrying: false
    }
  }
}

/// A download on the disk that is not whole yet.
public struct UnfinishedDownload: Sendable, Hashable {
  /// What is fetched.
  public let url: RemoteURL
  /// Where it goes.
  public let destination: DownloadDestination
  /// True where any data is accepted, not only photos and videos.
  public let acceptsAnyData: Bool
  /// The bytes on the disk.
  public let received: Int64
  /// The bytes of the whole file, where the server has told them.
  public let total: Int64?
  /// True where a process is fetching it now.
  public let isActive: Bool
}
