import PhotoFiles
import SystemPackage

#if canImport(CDesktopBus)
  /// The state of the session bus and of the frontend, xdg-desktop-portal.
  package struct PortalState: Sendable {
    /// Whether photopick runs, or D-Bus can activate it.
    package let canStart: Bool
    /// `XDG_DESKTOP_PORTAL_DIR` of the frontend, the folder of `.portal` files.
    package let frontendFolder: FilePath?

    private static let frontend = "org.freedesktop.portal.Desktop"
    private static let environmentLimit = 1 << 20

    /// - Throws: `PortalUnavailable` if no session bus runs.
    package init() throws(PortalUnavailable) {
      let bus = try BusConnection()
      func ask(_ member: String, _ arguments: BusValue...) throws(Errno) -> [BusValue] {
        let name = "org.freedesktop.DBus"
        let call = try bus.makeCall(to: name, path: "/org/freedesktop/DBus", interface: name, member: member)
        for argument in arguments { try call.append(argument) }
        return try bus.result(of: call).values()
      }
      let names = ["ListNames", "ListActivatableNames"].flatMap { (try? ask($0))?.first?.values ?? [] }
      canStart = names.contains(.string(PortalSetup.busName))
      let process = (try? ask("GetConnectionUnixProcessID", .string(Self.frontend)))?.first?.uint32
      frontendFolder = process.flatMap(Self.portalFolder)
    }

    private static func portalFolder(of process: UInt32) -> FilePath? {
      guard let file = try? OpenFile(FilePath("/proc/\(process)/environ")),
        let bytes = try? file.descriptor.readAll(limit: environmentLimit)
      else { return nil }
      let start = Array("XDG_DESKTOP_PORTAL_DIR=".utf8)
      let entry = bytes.split(separator: 0).first { $0.starts(with: start) }
      return entry.map { FilePath(fileSystemBytes: Array($0.dropFirst(start.count))) }
    }
  }
#endif

/// What the installed xdg-desktop-portal reads, by its version.
package enum PortalFrontend: Sendable, Hashable {
  /// Before 1.17: a single folder of backends, of which the first one for the desktop is used.
  case withoutPreferences
  /// Before 1.20.1: a single folder of backends, and preferences.
  case withoutUserBackends
  /// Preferences, and the backends of the system and of users.
  case current

  private static let programs: [FilePath] = [
    "/usr/libexec/xdg-desktop-portal", "/usr/lib/xdg-desktop-portal",
    "/usr/lib/xdg-desktop-portal/xdg-desktop-portal",
  ]

  /// The installed version, or the current one if it is unknown.
  package static var installed: PortalFrontend {
    for program in programs where (try? FileStatus(program))?.kind == .regular {
      let version = Program(program, arguments: [Array("--version".utf8)])
      guard let output = try? version.output(limit: 4096, seconds: 5) else { continue }
      return PortalFrontend(version: String(decoding: output.bytes, as: UTF8.self))
    }
    return .current
  }

  /// Creates a value from a version such as `xdg-desktop-portal 1.16.0`.
  init(version text: String) {
    guard let match = text.firstMatch(of: /(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?/), let major = Int(match.1),
      let minor = Int(match.2)
    else {
      self = .current
      return
    }
    let version = (major, minor, match.3.flatMap { Int($0) } ?? 0)
    self = version < (1, 17, 0) ? .withoutPreferences : version < (1, 20, 1) ? .withoutUserBackends : .current
  }
}
