#if canImport(CDesktopBus)
  import PhotoFiles
  import SystemPackage

  /// The state of the session's bus and of the frontend, xdg-desktop-portal.
  package struct PortalState: Sendable {
    /// Whether the bus can start photopick, or it runs.
    package let canStart: Bool
    /// `XDG_DESKTOP_PORTAL_DIR` of the frontend, the folder of `.portal` files.
    package let frontendFolder: FilePath?

    private static let frontend = "org.freedesktop.portal.Desktop"
    private static let frontendPrograms: [FilePath] = [
      "/usr/libexec/xdg-desktop-portal", "/usr/lib/xdg-desktop-portal",
      "/usr/lib/xdg-desktop-portal/xdg-desktop-portal",
    ]
    private static let environmentLimit = 1 << 20

    /// - Throws: `PortalUnavailable` without a bus.
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

    /// Whether the frontend is older than 1.17, so that it reads neither files nor preferences of users.
    package static var isOldFrontend: Bool {
      for program in frontendPrograms where (try? FileStatus(program))?.kind == .regular {
        let version = Program(program, arguments: [Array("--version".utf8)])
        guard let output = try? version.output(limit: 4096, seconds: 5) else { continue }
        return isOld(String(decoding: output.bytes, as: UTF8.self))
      }
      return false
    }

    /// Reads a version such as `xdg-desktop-portal 1.16.0`.
    static func isOld(_ text: String) -> Bool {
      guard let match = text.firstMatch(of: /(\d{1,4})\.(\d{1,4})/), let major = Int(match.1),
        let minor = Int(match.2)
      else { return false }
      return (major, minor) < (1, 17)
    }
  }
#endif
