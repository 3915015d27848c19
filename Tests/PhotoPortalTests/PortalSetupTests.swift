import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPortal

struct PortalSetupTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private func setup(_ frontend: PortalFrontend = .current, desktop: String = "sway") -> PortalSetup {
    PortalSetup(
      PortalSetup.Folders(
        config: tree.at("config"), data: tree.at("data"), systemConfig: [tree.at("etc")],
        systemData: [tree.at("system")]),
      program: "/usr/bin/photopick", desktop: desktop, frontend: frontend)
  }

  private func text(_ path: FilePath) -> String? {
    tree.bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  private func exists(_ path: FilePath) -> Bool { (try? FileStatus(tree.at(path))) != nil }

  private func addBackend(_ name: String) throws {
    try tree.file(
      FilePath("system/xdg-desktop-portal/portals/\(name).portal"),
      Array(
        "[portal]\nDBusName=org.example.\(name)\nInterfaces=\(chooser);org.example.Print;\nUseIn=gnome\n".utf8
      ))
  }

  private let chooser = PortalBackend.chooserInterface

  @Test func `an installation is complete, and is removed without a rest`() throws {
    try addBackend("gtk")
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
    #expect(Set(try setup.uninstall()) == Set(written))
    #expect(try setup.uninstall().isEmpty && !exists("data/xdg-desktop-portal/portals"))
  }

  @Test func `the preferences of the user are kept`() {
    for (before, after) in [
      ("", "[preferred]\n\(chooser)=photopick\n"),
      ("[preferred]\ndefault=gtk\n", "[preferred]\n\(chooser)=photopick\ndefault=gtk\n"),
      ("# mine\n[preferred]\n\(chooser) = kde;gtk\n", "# mine\n[preferred]\n\(chooser)=photopick;kde;gtk\n"),
    ] {
      let added = PortalPreferences.adding(to: before)
      #expect(added == after)
      #expect(PortalPreferences.adding(to: added) == after)
      #expect(PortalPreferences.removing(from: added)?.filter { $0 != " " } == before.filter { $0 != " " })
      #expect(PortalPreferences.removing(from: before) == nil)
    }
  }

  @Test func `preferences begin with the file that counts`() throws {
    let ofSystem = "[preferred]\ndefault=gtk\norg.freedesktop.impl.portal.ScreenCast=wlr"
    try tree.file("system/xdg-desktop-portal/sway-portals.conf", Array(ofSystem.utf8))
    try tree.file("system/xdg-desktop-portal/portals.conf", Array("[preferred]\ndefault=x\n".utf8))
    let file: FilePath = "config/xdg-desktop-portal/sway-portals.conf"
    #expect(try setup().install().contains(tree.at(file)))
    #expect(text(file)?.contains("ScreenCast=wlr") == true && text(file)?.contains("=photopick") == true)
    #expect(setup().problems(canStart: true, folderOfFrontend: nil).isEmpty)
    #expect(setup(desktop: "KDE").problems(canStart: true, folderOfFrontend: nil).count == 1)
    // It is removed if nothing else was changed.
    #expect(try setup(desktop: "KDE").uninstall().contains(tree.at(file)) && text(file) == nil)

    let ofUser = "[preferred]\ndefault=gtk\n"
    try tree.file(file, Array(ofUser.utf8))
    _ = try setup().install()
    #expect(text(file) == "[preferred]\n\(chooser)=photopick\ndefault=gtk\n")
    _ = try setup().uninstall()
    #expect(text(file) == ofUser)
  }

  @Test(arguments: [PortalFrontend.withoutPreferences, .withoutUserBackends])
  func `for old versions, other backends lose their file chooser in a folder`(_ old: PortalFrontend) throws {
    try addBackend("gtk")
    try tree.file("etc/xdg-desktop-portal/portals.conf", Array("[preferred]\ndefault=gtk\n".utf8))
    let setup = setup(old)
    _ = try setup.install()
    #expect(text("data/photopick/portals/gtk.portal")?.contains("Interfaces=org.example.Print;") == true)
    #expect(text("data/photopick/portals/photopick.portal")?.contains("UseIn=") == true)
    #expect(text("data/photopick/portals/portals.conf")?.contains("default=gtk") == true)
    #expect(setup.problems(canStart: true, folderOfFrontend: nil).count == 1)
    #expect(setup.problems(canStart: true, folderOfFrontend: tree.at("data/photopick/portals")).isEmpty)
    try addBackend("new")
    #expect(setup.problems(canStart: true, folderOfFrontend: tree.at("data/photopick/portals")).count == 1)
    _ = try setup.install()
    #expect(setup.problems(canStart: true, folderOfFrontend: tree.at("data/photopick/portals")).isEmpty)
    _ = try setup.uninstall()
    #expect(
      !exists("data/photopick/portals") && !exists("config/environment.d/photopick-portal.conf"))
  }

  @Test func `after a package, only the preference is installed`() throws {
    try addBackend("photopick")
    #expect(try setup(.withoutUserBackends).install() == [tree.at("config/xdg-desktop-portal/portals.conf")])
    #expect(setup(.withoutUserBackends).problems(canStart: true, folderOfFrontend: nil).isEmpty)
    #expect(setup().problems(canStart: true, folderOfFrontend: nil).isEmpty)
    #expect(
      try setup(.withoutPreferences).install().contains(tree.at("data/photopick/portals/photopick.portal")))
  }

  @Test func `what the frontend reads follows from its version`() {
    for (version, frontend) in [
      ("xdg-desktop-portal 1.16.0", PortalFrontend.withoutPreferences), ("1.17.0", .withoutUserBackends),
      ("xdg-desktop-portal 1.20.0\n", .withoutUserBackends), ("1.20", .withoutUserBackends),
      ("1.20.1", .current), ("1.21", .current),
      ("2.0", .current), ("", .current),
    ] {
      #expect(PortalFrontend(version: version) == frontend, "\(version)")
    }
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
