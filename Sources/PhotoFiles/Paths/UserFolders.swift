import SystemPackage

/// The folders for configuration, cache and data (XDG Base Directory Specification 0.8).
///
///     UserFolders.current.cache   // ~/.cache/photopick
public struct UserFolders: Sendable {
  private let variable: @Sendable (String) -> FilePath?

  public init(environment: [String: String]) { self.init { environment[$0].map { FilePath($0) } } }

  package init(variable: @escaping @Sendable (String) -> FilePath?) { self.variable = variable }

  /// The folders according to the environment.
  public static var current: UserFolders {
    UserFolders { name in getenv(name).map { FilePath(platformString: $0) } }
  }

  /// State that survives the program but matters little: `$XDG_STATE_HOME/photopick`, else `~/.local/state/photopick`.
  public var state: FilePath {
    get throws(HomeUnknown) { try base("XDG_STATE_HOME", default: ".local/state").appending("photopick") }
  }

  /// Data of the user: `$XDG_DATA_HOME/photopick`, else `~/.local/share/photopick`.
  public var data: FilePath {
    get throws(HomeUnknown) { try base("XDG_DATA_HOME", default: ".local/share").appending("photopick") }
  }

  /// Files that can be recreated: `$XDG_CACHE_HOME/photopick`, else `~/.cache/photopick`.
  public var cache: FilePath {
    get throws(HomeUnknown) { try base("XDG_CACHE_HOME", default: ".cache").appending("photopick") }
  }

  /// Settings: `$XDG_CONFIG_HOME/photopick`, else `~/.config/photopick`.
  public var config: FilePath {
    get throws(HomeUnknown) { try base("XDG_CONFIG_HOME", default: ".config").appending("photopick") }
  }

  /// Private files that last until the user logs out: `$XDG_RUNTIME_DIR/photopick`, or `nil` if the variable is not
  /// set.
  public var runtime: FilePath? { given("XDG_RUNTIME_DIR")?.appending("photopick") }

  /// The trash for files of the home's file system: `$XDG_DATA_HOME/Trash`, else `~/.local/share/Trash`
  /// (Trash specification 1.0, "Trash directories").
  public var trash: FilePath {
    get throws(HomeUnknown) { try base("XDG_DATA_HOME", default: ".local/share").appending("Trash") }
  }

  /// The shared thumbnails: `$XDG_CACHE_HOME/thumbnails`, else `~/.cache/thumbnails` (Thumbnail Managing Standard,
  /// "Thumbnail Directory").
  public var thumbnails: FilePath {
    get throws(HomeUnknown) { try base("XDG_CACHE_HOME", default: ".cache").appending("thumbnails") }
  }

  /// The home folder: `$HOME`; if that is unset or empty, the home in the password file.
  ///
  /// - Throws: `HomeUnknown` if `$HOME` is relative: it would depend on the current folder.
  public var home: FilePath {
    get throws(HomeUnknown) {
      if let home = variable("HOME"), !home.isEmpty {
        guard home.isAbsolute else { throw .relative(home) }
        return home
      }
      guard let home = Self.passwordEntry, home.isAbsolute else { throw .missing }
      return home
    }
  }

  /// The home of the current user in the password file (getpwuid_r(3)).
  private static var passwordEntry: FilePath? {
    var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64 * 1024) { room in
      guard let start = room.baseAddress, getpwuid_r(getuid(), &entry, start, room.count, &found) == 0,
        found != nil, let home = entry.pw_dir
      else { return nil }
      return FilePath(platformString: home)
    }
  }

  private func base(_ name: String, default relative: FilePath) throws(HomeUnknown) -> FilePath {
    if let given = given(name) { return given }
    return try home.pushing(relative)
  }

  /// Returns the folder in a variable; ignores a relative path, as the specification requires.
  private func given(_ name: String) -> FilePath? {
    variable(name).flatMap { $0.isAbsolute ? $0 : nil }
  }
}

public enum HomeUnknown: Error, Sendable, Hashable, CustomStringConvertible {
  case relative(FilePath)
  case missing

  public var description: String {
    switch self {
    case .relative(let home):
      "HOME is \(home), a relative path, which is another folder wherever you are; set it to an absolute one"
    case .missing: "HOME is not set, and the system knows no home for this user; set HOME to a folder"
    }
  }
}
