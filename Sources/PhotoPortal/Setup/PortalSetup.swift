import PhotoFiles
import SystemPackage

/// The files that make the desktop use photopick as its file chooser, for one user.
///
/// xdg-desktop-portal reads backends (`.portal` files) and preferences (portals.conf(5)) from several folders. It uses only
/// the first file of preferences, so `install` starts with the contents of the file in use. Old versions read a single
/// folder of backends (see `PortalFrontend`), which must contain the others, too.
package struct PortalSetup: Sendable {
  package static let busName = "org.freedesktop.impl.portal.desktop.photopick"

  /// The folders of settings and data, of the user and of the system.
  package struct Folders: Sendable {
    /// `$XDG_CONFIG_HOME`.
    let config: FilePath
    /// `$XDG_DATA_HOME`.
    let data: FilePath
    /// The folders in `XDG_CONFIG_DIRS`, and `/etc`.
    let systemConfig: [FilePath]
    /// The folders in `XDG_DATA_DIRS`.
    let systemData: [FilePath]

    package init(config: FilePath, data: FilePath, systemConfig: [FilePath], systemData: [FilePath]) {
      (self.config, self.data, self.systemConfig, self.systemData) = (config, data, systemConfig, systemData)
    }
  }

  private let folders: Folders
  /// The executable that D-Bus activates.
  private let program: FilePath
  private let frontend: PortalFrontend
  private let preferences: PortalPreferences

  /// - Parameters:
  ///   - desktop: `XDG_CURRENT_DESKTOP`: names separated by colons.
  ///   - frontend: What the installed version reads.
  package init(_ folders: Folders, program: FilePath, desktop: String, frontend: PortalFrontend) {
    (self.folders, self.program, self.frontend) = (folders, program, frontend)
    preferences = PortalPreferences(folders, desktop: desktop)
  }

  /// Whether a package has installed the backend for all users.
  private var isPackaged: Bool {
    folders.systemData.contains { exists($0.appending("\(Self.backends)/photopick.portal")) }
  }

  /// Whether the frontend must be given its own folder of backends by an environment variable.
  private var needsOwnFolder: Bool {
    switch frontend {
    case .withoutPreferences: true
    case .withoutUserBackends: !isPackaged
    case .current: false
    }
  }

  // MARK: Files

  package static let portalFile = """
    [portal]
    DBusName=\(busName)
    Interfaces=\(PortalBackend.chooserInterface);

    """

  /// The service file for activation by D-Bus, through systemd if it runs, which stops the program with the session.
  package static func busService(_ program: FilePath) -> String {
    """
    [D-BUS Service]
    Name=\(busName)
    Exec=\(program) portal
    SystemdService=photopick-portal.service

    """
  }

  package static func unit(_ program: FilePath) -> String {
    """
    [Unit]
    Description=Photo chooser of the desktop portal
    Documentation=man:photopick-portal(7)
    PartOf=graphical-session.target
    After=graphical-session.target

    [Service]
    Type=dbus
    BusName=\(busName)
    ExecStart=\(program) portal

    """
  }

  /// Writes the files of a package into a folder.
  ///
  /// - Throws: `Failure`.
  package static func stage(in folder: FilePath, program: FilePath) throws(Failure) {
    for (name, text) in [
      ("photopick.portal", portalFile), ("\(busName).service", busService(program)),
      ("photopick-portal.service", unit(program)),
    ] {
      let path = folder.appending(name)
      try changing(path) {
        try OpenFolder.make(folder, mode: 0o755)
        try AtomicFile.write(text.utf8, to: path)
      }
    }
  }

  /// The folder of backends, below a folder of data.
  private static let backends = "xdg-desktop-portal/portals"
  private static let ownBackend = "photopick.portal"

  private var ownFolder: FilePath { folders.data.appending("photopick/portals") }

  private var userFolder: FilePath { folders.data.appending(Self.backends) }

  /// The files that `install` writes and `uninstall` removes, without backends and preferences.
  private var files: [(path: FilePath, text: String)] {
    [
      (folders.data.appending("dbus-1/services/\(Self.busName).service"), Self.busService(program)),
      (folders.config.appending("systemd/user/photopick-portal.service"), Self.unit(program)),
    ]
  }

  private var environmentFile: FilePath {
    folders.config.appending("environment.d/photopick-portal.conf")
  }

  /// The backends of the system other than ours, the first of each name.
  private var otherBackends: [(name: FileName, path: FilePath)] {
    folders.systemData.map { $0.appending(Self.backends) }.flatMap { folder in
      PortalBackend.names(in: folder).map { ($0, folder.appending($0)) }
    }.filter { $0.0.text != Self.ownBackend }.uniqued { $0.0 }
  }

  // MARK: Changes

  /// Writes the files and the preference, and returns the paths of the files.
  ///
  /// - Throws: `Failure`.
  package func install() throws(Failure) -> [FilePath] {
    var written: [FilePath] = []
    func write(_ text: String, to path: FilePath) throws(Failure) {
      try Self.changing(path) {
        try OpenFolder.make(path.containingFolder)
        try AtomicFile.write(text.utf8, to: path)
      }
      written.append(path)
    }
    if !isPackaged { for (path, text) in files { try write(text, to: path) } }
    if needsOwnFolder {
      let desktops = "GNOME;KDE;XFCE;LXQt;MATE;X-Cinnamon;Budgie;sway;wlroots;Hyprland;i3;"
      try write(
        Self.portalFile + "UseIn=\(desktops)\n", to: ownFolder.appending(Self.ownBackend))
      for (name, path) in otherBackends {
        guard let text = PortalPreferences.text(of: path) else { continue }
        try write(
          text.replacing("\(PortalBackend.chooserInterface);", with: ""), to: ownFolder.appending(name))
      }
      let text = preferences.effective.flatMap(PortalPreferences.text) ?? ""
      try write(PortalPreferences.adding(to: text), to: ownFolder.appending("portals.conf"))
      try write("XDG_DESKTOP_PORTAL_DIR=\(ownFolder)\n", to: environmentFile)
    } else {
      if !isPackaged { try write(Self.portalFile, to: userFolder.appending(Self.ownBackend)) }
      if let path = try Self.changing(preferences.userFolder, { try preferences.add() }) {
        written.append(path)
      }
    }
    return written
  }

  /// Removes what `install` has written, and returns the paths.
  ///
  /// - Throws: `Failure`.
  package func uninstall() throws(Failure) -> [FilePath] {
    let ownFiles = ((try? OpenFolder(ownFolder).names()) ?? []).map { ownFolder.appending($0) }
    let paths = files.map(\.path) + [userFolder.appending(Self.ownBackend), environmentFile] + ownFiles
    var removed: [FilePath] = []
    for path in paths where exists(path) {
      try Self.changing(path) { try path.removeFile() }
      removed.append(path)
    }
    for folder in [ownFolder, userFolder] { try? folder.removeEmptyFolder() }
    return try removed + Self.changing(preferences.userFolder) { try preferences.remove() }
  }

  package struct Failure: Error, CustomStringConvertible {
    let path: FilePath
    let reason: String

    package var description: String { "\(path): \(reason)" }
  }

  private static func changing<Result>(_ path: FilePath, _ body: () throws -> Result) throws(Failure)
    -> Result
  {
    do {
      return try body()
    } catch {
      throw Failure(path: path, reason: "\(error)")
    }
  }

  private func exists(_ path: FilePath) -> Bool { (try? FileStatus(path)) != nil }

  // MARK: Checks

  /// Returns what prevents the desktop from using photopick, one line each.
  ///
  /// - Parameters:
  ///   - canStart: Whether photopick runs, or D-Bus can activate it.
  ///   - folderOfFrontend: `XDG_DESKTOP_PORTAL_DIR` of the frontend.
  package func problems(canStart: Bool, folderOfFrontend: FilePath?) -> [String] {
    var problems: [String] = []
    let isInstalled =
      isPackaged || exists((needsOwnFolder ? ownFolder : userFolder).appending(Self.ownBackend))
    if !isInstalled {
      problems.append("no \(Self.ownBackend) is installed; run photopick portal --install")
    }
    if !canStart {
      problems.append("the session's D-Bus can't start \(Self.busName); log out and in, or install again")
    }
    if needsOwnFolder {
      if folderOfFrontend != ownFolder {
        problems.append(
          "this xdg-desktop-portal reads \(folderOfFrontend?.string ?? "the system's portals") instead of "
            + "\(ownFolder); log out and in after photopick portal --install")
      }
    } else if !preferences.isAdded {
      problems.append(
        "photopick isn't the first \(PortalBackend.chooserInterface) in "
          + "\(preferences.effective?.string ?? "any portals.conf"); run photopick portal --install")
    }
    if isInstalled, needsOwnFolder {
      for (name, _) in otherBackends where !exists(ownFolder.appending(name)) {
        problems.append("\(ownFolder) doesn't contain \(name.text); run photopick portal --install")
      }
    }
    return problems
  }
}
