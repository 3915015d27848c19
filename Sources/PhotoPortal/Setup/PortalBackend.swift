import PhotoFiles
import SystemPackage

/// An installed backend: a file `NAME.portal` (xdg-desktop-portal, "Portal Backends").
package struct PortalBackend: Sendable, Hashable {
  package static let chooserInterface = "org.freedesktop.impl.portal.FileChooser"

  package let name: String
  package let busName: String
  /// The desktops that use it, in lowercase.
  package let desktops: [String]

  /// Creates a backend from a file, or returns `nil` if it has no file chooser.
  init?(_ file: FilePath) {
    guard let stem = file.stem else { return nil }
    let entries = Dictionary(
      SettingsFile(file).entries.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    guard let busName = entries["DBusName"], Self.list(entries["Interfaces"]).contains(Self.chooserInterface)
    else { return nil }
    name = stem
    self.busName = busName
    desktops = Self.list(entries["UseIn"]).map { $0.lowercased() }
  }

  private static func list(_ text: String?) -> [String] {
    (text ?? "").split { $0 == ";" || $0 == ":" }.map(String.init)
  }

  /// Returns the sorted names of the backends in a folder.
  static func names(in folder: FilePath) -> [FileName] {
    ((try? OpenFolder(folder).names()) ?? []).filter { $0.bytes.suffix(7).elementsEqual(".portal".utf8) }
      .sorted { $0.bytesPrecede($1) }
  }

  /// Returns the installed backends with a file chooser other than ours, the best one for the desktop first.
  ///
  /// - Parameters:
  ///   - folders: The folders of data, such as `/usr/share`.
  ///   - desktop: `XDG_CURRENT_DESKTOP`: names separated by colons.
  package static func others(in folders: [FilePath], desktop: String) -> [PortalBackend] {
    var backends: [PortalBackend] = []
    for folder in folders.map({ $0.appending("xdg-desktop-portal/portals") }) {
      for name in names(in: folder) {
        guard let backend = PortalBackend(folder.appending(name)), backend.busName != PortalSetup.busName,
          !backends.contains(where: { $0.name == backend.name })
        else { continue }
        backends.append(backend)
      }
    }
    let desktops = desktop.lowercased().split(separator: ":").map(String.init)
    func rank(_ backend: PortalBackend) -> Int {
      if let index = desktops.firstIndex(where: backend.desktops.contains) { return index }
      return desktops.count + (backend.name == "gtk" ? 0 : 1)
    }
    return backends.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
      .map(\.element)
  }
}
