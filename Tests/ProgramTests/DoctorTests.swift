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
