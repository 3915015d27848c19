import SystemPackage

/// The user's folders for what the program keeps (XDG Base Directory Specification 0.8).
///
///     UserFolders.current.cache   // ~/.cache/photopick
public struct UserFolders: Sendable {
  private let variable: @Sendable (String) -> String?

  /// The folders that environment variables name.
  public init(environment: [String: String]) { variable = { environment[$0] } }

  private init(variable: @escaping @Sendable (String) -> String?) { self.variable = variable }

  /// The folders of this process's environment.
  public static var current: UserFolders {
    UserFolders(variable: { name in getenv(name).map { String(cString: $0) } })
  }

  /// What outlives the program but matters little: `$XDG_STATE_HOME/photopick`, else `~/.local/state/photopick`.
  public var state: FilePath { base("XDG_STATE_HOME", default: ".local/state").appending("photopick") }

  /// What the user keeps: `$XDG_DATA_HOME/photopick`, else `~/.local/share/photopick`.
  public var data: FilePath { base("XDG_DATA_HOME", default: ".local/share").appending("photopick") }

  /// What can be made anew: `$XDG_CACHE_HOME/photopick`, else `~/.cache/photopick`.
  public var cache: FilePath { base("XDG_CACHE_HOME", default: ".cache").appending("photopick") }

  /// The desktop's thumbnails: `$XDG_CACHE_HOME/thumbnails`, else `~/.cache/thumbnails`; `nil` if neither variable
  /// names a folder (Thumbnail Managing Standard, "Thumbnail Directory").
  public var thumbnails: FilePath? {
    guard given("XDG_CACHE_HOME") != nil || variable("HOME").map({ FilePath($0).isAbsolute }) == true else {
      return nil
    }
    return base("XDG_CACHE_HOME", default: ".cache").appending("thumbnails")
  }

  /// The user's home: `$HOME`, else what the password file says.
  public var home: FilePath {
    if let home = variable("HOME"), !home.isEmpty { return FilePath(home) }
    guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "/" }
    return FilePath(platformString: home)
  }

  private func base(_ name: String, default relative: FilePath) -> FilePath {
    given(name) ?? home.pushing(relative)
  }

  /// The folder that a variable names; a relative path is ignored, as the specification asks.
  private func given(_ name: String) -> FilePath? {
    variable(name).map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
  }
}
