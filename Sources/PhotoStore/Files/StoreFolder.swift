import SystemPackage

/// Where stores and downloads stand when nobody names a folder (XDG Base Directory Specification 0.8).
///
///     let root = try StoreFolder.data.path(environment: ProcessInfo.processInfo.environment)
///     // /home/ann/.local/share/photopick/store
public enum StoreFolder: Sendable {
  /// The user's data: kept until the user deletes it.
  case data
  /// The user's caches, which the system may empty.
  case cache
  /// Downloads under way.
  case downloads

  /// The folder, whether or not it is there yet.
  ///
  /// - Parameter environment: the environment variables; only absolute paths count, as the specification asks.
  /// - Throws: `StoreError.system` where neither the variable nor `HOME` names a folder.
  public func path(environment: [String: String]) throws(StoreError) -> FilePath {
    if let text = environment[variable], let base = FilePath.absolute(text) { return base.appending(tail) }
    guard let home = environment["HOME"].flatMap(FilePath.absolute) else {
      throw .system(
        action: "find the home folder for", path: FilePath("photopick"), errno: .noSuchFileOrDirectory)
    }
    return home.appending(fallback).appending(tail)
  }

  private var variable: String {
    switch self {
    case .data: "XDG_DATA_HOME"
    case .cache: "XDG_CACHE_HOME"
    case .downloads: "XDG_STATE_HOME"
    }
  }

  private var fallback: String {
    switch self {
    case .data: ".local/share"
    case .cache: ".cache"
    case .downloads: ".local/state"
    }
  }

  private var tail: String {
    switch self {
    case .data, .cache: "photopick/store"
    case .downloads: "photopick/downloads"
    }
  }
}

extension FilePath {
  /// The path of a text where it is absolute.
  fileprivate static func absolute(_ text: String) -> FilePath? {
    let path = FilePath(text)
    return path.isAbsolute ? path : nil
  }
}
