import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPortal

struct PortalSetupTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private func setup(isOld: Bool = false) -> PortalSetup {
    PortalSetup(
      data: tree.at("data"), config: tree.at("config"), program: "/usr/bin/photopick",
      systemData: [tree.at("system")], isOldFrontend: isOld)
  }

  private func text(_ path: FilePath) -> String? {
    tree.bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `an installation is complete, and is removed without a rest`() throws {
    let setup = setup()
    #expect(setup.problems(canStart: false, folderOfFrontend: nil).count == 3)
    let written = try setup.install()
    #expect(written.count == 4 && setup.problems(canStart: true, folderOfFrontend: nil).isEmpty)
    #expect(
      text(FilePath("data/dbus-1/services/\(PortalSetup.busName).service"))?.contains(
        "Exec=/usr/bin/photopick portal")
        == true)
    // A second installation changes nothing.
    #expect(try setup.install().count == 3)
    let removed = try setup.uninstall()
    #expect(Set(removed) == Set(written))
    #expect(try setup.uninstall().isEmpty)
  }

  @Test func `the preferences of the user are kept`() {
    let key = PortalBackend.chooserInterface
    for (before, after) in [
      ("", "[preferred]\n\(key)=photopick\n"),
      ("[preferred]\ndefault=gtk\n", "[preferred]\n\(key)=photopick\ndefault=gtk\n"),
      ("# mine\n[preferred]\n\(key) = kde;gtk\n", "# mine\n[preferred]\n\(key)=photopick;kde;gtk\n"),
    ] {
      let added = PortalSetup.preferences(before, adding: true)
      #expect(added == after)
      #expect(PortalSetup.preferences(added, adding: true) == after)
      #expect(
        PortalSetup.preferences(added, adding: false).filter { $0 != " " } == before.filter { $0 != " " })
    }
  }

  @Test func `for an old version, other backends lose their file chooser in a folder`() throws {
    let chooser = PortalBackend.chooserInterface
    try tree.file(
      "system/xdg-desktop-portal/portals/gtk.portal",
      Array(
        "[portal]\nDBusName=org.example.gtk\nInterfaces=\(chooser);org.example.Print;\nUseIn=gnome\n".utf8))
    let setup = setup(isOld: true)
    _ = try setup.install()
    #expect(text("data/photopick/portals/gtk.portal")?.contains("Interfaces=org.example.Print;") == true)
    #expect(text("data/photopick/portals/photopick.portal")?.contains("UseIn=") == true)
    #expect(setup.problems(canStart: true, folderOfFrontend: nil).count == 1)
    #expect(setup.problems(canStart: true, folderOfFrontend: tree.at("data/photopick/portals")).isEmpty)
    _ = try setup.uninstall()
    #expect(text("data/photopick/portals/gtk.portal") == nil)
    #expect(PortalState.isOld("xdg-desktop-portal 1.16.0") && !PortalState.isOld("xdg-desktop-portal 1.20.3"))
  }

  @Test func `requests are passed to the backend of the desktop`() throws {
    for (name, desktops) in [("a", "sway"), ("gtk", "gnome"), ("kde", "KDE"), ("none", "x")] {
      let interface = name == "none" ? "org.example.Print" : PortalBackend.chooserInterface
      try tree.file(
        FilePath("system/xdg-desktop-portal/portals/\(name).portal"),
        Array("[portal]\nDBusName=org.example.\(name)\nInterfaces=\(interface);\nUseIn=\(desktops)\n".utf8))
    }
    func names(_ desktop: String) -> [String] {
      PortalBackend.others(in: [tree.at("system")], desktop: desktop).map(\.name)
    }
    #expect(names("KDE") == ["kde", "gtk", "a"] && names("") == ["gtk", "a", "kde"])
    #expect(names("ubuntu:GNOME") == ["gtk", "a", "kde"])
  }
}
