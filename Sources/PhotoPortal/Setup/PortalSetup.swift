import PhotoFiles
import SystemPackage

/// The files that make the desktop use photopick as its file chooser, for one user.
///
/// Since version 1.17, xdg-desktop-portal reads the user's `.portal` files and `portals.conf` (portals.conf(5)). Older
/// versions read a single folder, `XDG_DESKTOP_PORTAL_DIR`, and take the first backend for the desktop: the folder that
/// `install` makes for them contains copies of the other backends without a file chooser.
package struct PortalSetup: Sendable {
  package static let busName = "org.freedesktop.impl.portal.desktop.photopick"

  private let data: FilePath
  private let config: FilePath
  /// The program that the bus starts.
  private let program: FilePath
  /// The folders of `.portal` files of the system.
  private let systemData: [FilePath]
  private let isOldFrontend: Bool

  /// - Parameters:
  ///   - data: `$XDG_DATA_HOME`.
  ///   - config: `$XDG_CONFIG_HOME`.
  ///   - systemData: The folders in `XDG_DATA_DIRS`.
  ///   - isOldFrontend: Whether the frontend is older than 1.17.
  package init(
    data: FilePath, config: FilePath, program: FilePath, systemData: [FilePath], isOldFrontend: Bool
  ) {
    (self.data, self.config, self.program, self.systemData) = (data, config, program, systemData)
    self.isOldFrontend = isOldFrontend
  }

  // MARK: Files

  package static let portalFile = """
    [portal]
    DBusName=\(busName)
    Interfaces=\(PortalBackend.chooserInterface);

    """

  /// The bus starts the program, through systemd if it runs, which stops the program with the session.
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

  private var oldFolder: FilePath { data.appending("photopick/portals") }

  private var portalFiles: FilePath { data.appending("xdg-desktop-portal/portals") }

  private var environmentFile: FilePath { config.appending("environment.d/photopick-portal.conf") }

  package var preferences: FilePath { config.appending("xdg-desktop-portal/portals.conf") }

  /// The files that `install` writes and `uninstall` removes, except `portals.conf`, which may be the user's.
  private var files: [(path: FilePath, text: String)] {
    var files = [
      (portalFiles.appending("photopick.portal"), Self.portalFile),
      (data.appending("dbus-1/services/\(Self.busName).service"), Self.busService(program)),
      (config.appending("systemd/user/photopick-portal.service"), Self.unit(program)),
    ]
    guard isOldFrontend else { return files }
    let desktops = "GNOME;KDE;XFCE;LXQt;MATE;X-Cinnamon;Budgie;sway;wlroots;Hyprland;i3;"
    files.append((oldFolder.appending("photopick.portal"), Self.portalFile + "UseIn=\(desktops)\n"))
    for (name, text) in otherBackends { files.append((oldFolder.appending(name), text)) }
    files.append((environmentFile, "XDG_DESKTOP_PORTAL_DIR=\(oldFolder)\n"))
    return files
  }

  /// The `.portal` files of the system, without the file chooser.
  private var otherBackends: [(FileName, String)] {
    var found: [(FileName, String)] = []
    for folder in systemData.map({ $0.appending("xdg-desktop-portal/portals") }) {
      for name in (try? OpenFolder(folder).names()) ?? []
      where name.bytes.suffix(7).elementsEqual(".portal".utf8) {
        guard name != FileName("photopick.portal"), !found.contains(where: { $0.0 == name }),
          let bytes = try? ConfigurationFile.contents(folder.appending(name))
        else { continue }
        let text = String(decoding: bytes, as: UTF8.self)
        found.append((name, text.replacing("\(PortalBackend.chooserInterface);", with: "")))
      }
    }
    return found
  }

  // MARK: Changes

  /// Writes the files and the preference, and returns their paths.
  ///
  /// - Throws: `Failure`.
  package func install() throws(Failure) -> [FilePath] {
    var written: [FilePath] = []
    for (path, text) in files {
      try Self.changing(path) {
        try OpenFolder.make(path.containingFolder)
        try AtomicFile.write(text.utf8, to: path)
      }
      written.append(path)
    }
    if try preferences(adding: true) { written.append(preferences) }
    return written
  }

  /// Removes what `install` has written, and returns the paths.
  ///
  /// - Throws: `Failure`.
  package func uninstall() throws(Failure) -> [FilePath] {
    var removed: [FilePath] = []
    for (path, _) in files {
      guard (try? FileStatus(path)) != nil else { continue }
      try Self.changing(path) { try path.removeFile() }
      removed.append(path)
    }
    for folder in [oldFolder] { try? folder.removeEmptyFolder() }
    if try preferences(adding: false) { removed.append(preferences) }
    return removed
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

  /// Adds or removes the preference, and keeps the other lines. Returns `false` if the file needs no change.
  private func preferences(adding: Bool) throws(Failure) -> Bool {
    try Self.changing(preferences) {
      let bytes = try ConfigurationFile.contents(preferences)
      let old = String(decoding: bytes ?? [], as: UTF8.self)
      let new = Self.preferences(old, adding: adding)
      if new == old { return false }
      if new.isEmpty {
        try preferences.removeFile()
      } else {
        try OpenFolder.make(preferences.containingFolder)
        try AtomicFile.write(new.utf8, to: preferences)
      }
      return true
    }
  }

  private static let head = "[preferred]"

  /// Changes the backends for the file chooser in the text of `portals.conf`.
  static func preferences(_ text: String, adding: Bool) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let key = PortalBackend.chooserInterface
    let place = lines.firstIndex { $0.prefix { $0 != "=" }.filter { $0 != " " } == key }
    let names = place.map { place in
      lines[place].drop { $0 != "=" }.dropFirst().split(separator: ";").map { $0.filter { $0 != " " } }
        .filter { !$0.isEmpty && $0 != "photopick" }
    }
    if adding {
      let line = "\(key)=\((["photopick"] + (names ?? [])).joined(separator: ";"))"
      if let place {
        lines[place] = line
      } else if let head = lines.firstIndex(where: { $0.filter { $0 != " " } == Self.head }) {
        lines.insert(line, at: head + 1)
      } else {
        lines += [Self.head, line]
      }
    } else if let place, let names {
      if names.isEmpty {
        lines.remove(at: place)
      } else {
        lines[place] = "\(key)=\(names.joined(separator: ";"))"
      }
      if lines == [Self.head] { lines = [] }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  // MARK: Checks

  /// Returns what prevents the desktop from using photopick, one line each.
  ///
  /// - Parameter isRunning: Whether the bus knows the name or can start it.
  package func problems(canStart: Bool, folderOfFrontend: FilePath?) -> [String] {
    var problems: [String] = []
    let portals = ([data] + systemData).map { $0.appending("xdg-desktop-portal/portals/photopick.portal") }
    if !portals.contains(where: { (try? FileStatus($0)) != nil }) {
      problems.append("no photopick.portal is installed; run photopick portal --install")
    }
    if !canStart {
      problems.append("the session's D-Bus can't start \(Self.busName); log out and in, or install again")
    }
    if isOldFrontend {
      if folderOfFrontend != oldFolder {
        problems.append(
          "xdg-desktop-portal is older than 1.17 and reads \(folderOfFrontend?.string ?? "the system's portals") "
            + "instead of \(oldFolder); log out and in after photopick portal --install")
      }
    } else if !isPreferred {
      problems.append(
        "\(preferences) doesn't prefer photopick for \(PortalBackend.chooserInterface); run photopick portal --install"
      )
    }
    return problems
  }

  private var isPreferred: Bool {
    let value = SettingsFile(preferences).entries.first { $0.key == PortalBackend.chooserInterface }?.value
    return value?.split(separator: ";").first == "photopick"
  }
}
