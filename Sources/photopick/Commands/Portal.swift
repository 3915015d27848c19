import ArgumentParser
import PhotoFiles
import PhotoPortal
import SystemPackage
import Terminal

struct Portal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "portal",
    abstract: "Be the desktop's file chooser for photos.",
    discussion: """
      The desktop portal starts this command when an app asks for files. Requests for pictures and videos are shown by \
      photopick pick: on a page in its own browser window, or in a terminal (face and terminal in \
      ~/.config/photopick/portal.conf). All others are passed to the desktop's own chooser.

      Examples:
        photopick portal --install
        photopick portal --check
        photopick portal --uninstall
      """)

  @Flag(help: "Install the portal for this user, and prefer it as file chooser.")
  var install = false

  @Flag(help: "Remove what --install has written.")
  var uninstall = false

  @Flag(help: "Report what prevents the desktop from using photopick.")
  var check = false

  /// A folder for the files of a package.
  @Option(help: .private)
  var stage: String?

  func validate() throws {
    if [install, uninstall, check].count(where: { $0 }) > 1 {
      throw ValidationError("Choose one of --install, --uninstall and --check.")
    }
  }

  func run() async throws {
    #if os(Linux)
      if let stage {
        return try PortalSetup.stage(in: RawArguments.path(stage), program: "/usr/bin/photopick")
      }
      if install || uninstall { return try change() }
      if check { return try report() }
      try await serve()
    #else
      throw CommandFailure(.problems, "desktop portals exist on Linux only")
    #endif
  }

  #if os(Linux)
    // MARK: - Serving

    private func serve() async throws {
      let settings = try PortalSettings.ofUser()
      for mistake in settings.mistakes { Diagnostics.error(mistake) }
      let others = PortalBackend.others(
        in: Self.dataFolders, desktop: Self.variable("XDG_CURRENT_DESKTOP") ?? "")
      let window = PortalWindow(settings: settings)
      try await Interruption.cancelling(ProgressDisplay(after: .zero)) {
        try await WorkerPool.using(threadCount: 1) { pool in
          try await pool.run {
            let service = try PortalService(
              others: others.map(\.busName), log: { Diagnostics.error($0) }, show: { window.show($0, $1) })
            let stop = service.stop
            try await withTaskCancellationHandler {
              try service.run()
            } onCancel: {
              stop()
            }
          }
        }
      }
    }

    // MARK: - Setup

    private func change() throws {
      let setup = try setup()
      let paths = try install ? setup.install() : setup.uninstall()
      for path in paths { try ResultOutput().announce { $0.append(path.string) } }
      let advice =
        "log out and in, or restart xdg-desktop-portal (systemctl --user restart xdg-desktop-portal)"
      Diagnostics.note(paths.isEmpty ? "photopick: nothing was installed" : "photopick: \(advice)")
    }

    private func report() throws {
      let state = try PortalState()
      let problems = try setup().problems(canStart: state.canStart, folderOfFrontend: state.frontendFolder)
      for problem in problems { Diagnostics.error(problem) }
      if PortalBackend.others(in: Self.dataFolders, desktop: "").isEmpty {
        Diagnostics.error("no other portal is installed, so apps can't open files other than photos")
      }
      guard problems.isEmpty else { throw CommandFailure(.problems) }
      try ResultOutput().announce { $0.append("photopick is the file chooser for photos") }
    }

    private func setup() throws -> PortalSetup {
      let folders = UserFolders.current
      guard let program = try Program.own?.resolved() else {
        throw CommandFailure(.problems, "/proc doesn't show this program")
      }
      let setup = PortalSetup.Folders(
        config: try folders.config.removingLastComponent(), data: try folders.data.removingLastComponent(),
        systemConfig: Self.folders(in: "XDG_CONFIG_DIRS", or: "/etc/xdg") + ["/etc"],
        systemData: Self.dataFolders)
      return PortalSetup(
        setup, program: program, desktop: Self.variable("XDG_CURRENT_DESKTOP") ?? "", frontend: .installed)
    }

    private static func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folders of the system (XDG Base Directory Specification).
    private static func folders(in name: String, or usual: String) -> [FilePath] {
      (variable(name) ?? usual).split(separator: ":")
        .map { FilePath(fileSystemBytes: Array($0.utf8)) }.filter(\.isAbsolute)
    }

    private static var dataFolders: [FilePath] {
      folders(in: "XDG_DATA_DIRS", or: "/usr/local/share:/usr/share")
    }
  #endif
}
