import Foundation
import SystemPackage

/// The user's folders for what the program keeps (XDG Base Directory Specification 0.8).
public enum UserFolders {
  /// What outlives the program but matters little: `$XDG_STATE_HOME/photopick`, else
  /// `~/.local/state/photopick`.
  public static var state: FilePath { folder("XDG_STATE_HOME", default: ".local/state") }

  /// What the user keeps: `$XDG_DATA_HOME/photopick`, else `~/.local/share/photopick`.
  public static var data: FilePath { folder("XDG_DATA_HOME", default: ".local/share") }

  /// What can be made anew: `$XDG_CACHE_HOME/photopick`, else `~/.cache/photopick`.
  public static var cache: FilePath { folder("XDG_CACHE_HOME", default: ".cache") }

  /// A folder of the environment where it is an absolute path, as the specification asks, else one in the home
  /// folder.
  private static func folder(_ variable: String, default relative: String) -> FilePath {
    let environment = ProcessInfo.processInfo.environment
    if let given = environment[variable].map({ FilePath($0) }), given.isAbsolute {
      return given.appending("photopick")
    }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : FilePath($0) } ?? FilePath(NSHomeDirectory())
    return home.pushing(FilePath(relative)).appending("photopick")
  }
}
