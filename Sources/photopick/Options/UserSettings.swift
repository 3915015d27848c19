import PhotoFiles
import PhotoMarks
import PhotoRemote
import SystemPackage

/// The settings of the user, in `$XDG_CONFIG_HOME/photopick/settings`.
struct UserSettings {
  /// The form of new sidecars in folders without sidecars.
  private(set) var sidecar: SidecarForm?
  /// The WebDAV servers that get a password without encryption: hosts, or hosts and ports.
  private(set) var plainServers: [String] = []
  private(set) var mistakes: [ConfigurationMistake]

  static func ofUser() throws(HomeUnknown) -> UserSettings {
    UserSettings(try UserFolders.current.config.appending("settings"))
  }

  init(_ path: FilePath) {
    let file = SettingsFile(path)
    mistakes = file.mistakes
    for entry in file.entries {
      switch entry.key {
      case "sidecar":
        sidecar = SidecarForm(rawValue: entry.value)
        if sidecar == nil {
          mistakes.append(.init(file: path, line: entry.line, reason: "sidecar is adobe or full"))
        }
      case "plain-http":
        let hosts = entry.value.split(separator: " ").map(String.init)
        plainServers += hosts.filter(RemoteOptions.isServer)
        for host in hosts where !RemoteOptions.isServer(host) {
          mistakes.append(
            .init(
              file: path, line: entry.line, reason: "plain-http is hosts, or hosts and ports, not \(host)"))
        }
      default:
        mistakes.append(.init(file: path, line: entry.line, reason: "there is no setting \(entry.key)"))
      }
    }
  }

  /// Returns the names of new sidecars, and prints errors of the settings.
  ///
  /// - Parameter requested: The value of the option, which takes precedence.
  static func sidecarNaming(_ requested: SidecarForm?) throws(HomeUnknown) -> SidecarNaming {
    let settings = try ofUser()
    for mistake in settings.mistakes { Diagnostics.error(mistake) }
    return SidecarNaming(requested, usual: settings.sidecar ?? .full)
  }
}
