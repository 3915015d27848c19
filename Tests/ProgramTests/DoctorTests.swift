import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite(.blocking) struct DoctorTests {
  private func report(_ photopick: Photopick, status: Int = 0) throws -> [String: Any] {
    let outcome = try photopick.run("doctor", "--json")
    #expect(outcome.status == status)
    return try #require(JSONSerialization.jsonObject(with: Data(outcome.bytes)) as? [String: Any])
  }

  @Test func `it shows libraries, folders and sizes without names of photos`() throws {
    let photopick = try Scene.photopick(count: 3)
    _ = try photopick.run("browse")
    let report = try report(photopick)
    let libraries = try #require(report["libraries"] as? [[String: Any]])
    let names = libraries.compactMap { $0["name"] as? String }
    #expect(Set(names).isSuperset(of: ["libheif", "libjxl", "libtiff", "libcurl", "libavformat", "libpng"]))
    #expect(libraries.allSatisfy { $0["file"] != nil && $0["problem"] == nil })
    let catalog = try #require(report["catalog"] as? [String: Any])
    #expect(catalog["photos"] as? Int == 3)
    #expect(catalog["path"] as? String == "~/.cache/photopick/catalog.sqlite")
    let text = try photopick.run("doctor").text
    #expect(text.contains("libheif") && text.contains("  photos         3\n"))
    #expect(!text.contains("1.jpg") && !text.contains(photopick.photos.path.string))
  }

  @Test func `it lists every file and folder that commands have made, and which exist`() throws {
    var photopick = try Scene.photopick(count: 3)
    photopick.environment["XDG_STATE_HOME"] = nil
    try photopick.user.file("home/.config/photopick/settings", Array("sidecar = adobe\n".utf8))
    try photopick.user.file("home/.local/state/photopick/covers", [])
    for command in [
      ["browse", "--where", "is:photo", "--save", "mine"], ["mark", "1", "--rating", "3"],
      ["select", "1", "--draft", "album"], ["export", "2", "--to", "copies"],
    ] {
      let outcome = try photopick.runAll(command)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let report = try report(photopick)
    let files = try #require(report["files"] as? [String: [String: Any]])
    let existing = files.values.filter { $0["exists"] as? Bool == true }.compactMap { $0["path"] as? String }
    let folders = ["~/.config/photopick", "~/.local/state/photopick", "~/.local/share/photopick"]
    let made = folders.flatMap { folder in
      photopick.user.names(FilePath("home\(folder.dropFirst())")).map { "\(folder)/\($0)" }
    }
    #expect(Set(made).isSuperset(of: ["covers", "views", "marks", "exports"].map { "\(folders[1])/\($0)" }))
    #expect(Set(existing) == Set(made))
    #expect(files["trash"]?["exists"] as? Bool == false)
    let text = try photopick.run("doctor").text
    #expect(text.contains("  settings       ~/.config/photopick/settings\n"))
    #expect(text.contains("  trash          ~/.local/state/photopick/trash (doesn't exist)\n"))
  }

  @Test func `it creates no catalog`() throws {
    let photopick = try Photopick()
    let catalog = try #require(try report(photopick)["catalog"] as? [String: Any])
    #expect(catalog["exists"] as? Bool == false)
    #expect(try report(photopick)["catalog"] as? [String: AnyHashable] == catalog as? [String: AnyHashable])
  }

  @Test func `a terminal is described by its answers`() throws {
    let photopick = try Photopick()
    let lines = try photopick.run("doctor", to: .terminal(columns: 120)).text
    #expect(lines.contains("isTerminal     yes") && lines.contains("columns        120"))
  }
}
