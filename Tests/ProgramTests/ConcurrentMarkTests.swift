import PhotoFiles
import SystemPackage
import TestSupport
import Testing

/// Marks of two computers at the same time, on servers that support few conditions.
@Suite(.blocking, .enabled(if: S3Server.python != nil, "python3 isn't installed"))
struct ConcurrentMarkTests {
  private let photo = "s3://photos/1.jpg"

  @Test(arguments: ["writes", "none"])
  func `marks of two computers on the same photo are both kept`(conditions: String) async throws {
    let server = try S3Server(["S3_CONDITIONS": conditions])
    var photopick = try Photopick()
    photopick.environment.merge(server.variables) { $1 }
    var other = photopick
    other.environment["HOME"] = photopick.user.at("other").string
    other.environment["XDG_STATE_HOME"] = photopick.user.at("other/state").string
    try photopick.user.folder("other")
    try await server.send("PUT", "/-/objects/1.jpg", PictureBuilder.jpeg())
    // The first to write the sidecar waits until the other one has written something.
    try await server.add(faults: "PUT hold 1.jpg.xmp")
    let runs = [
      try BackgroundRun(photopick, ["mark", "all", photo, "--rating", "4"]),
      try BackgroundRun(other, ["mark", "all", photo, "--label", "Red"]),
    ]
    for run in runs {
      #expect(try await run.status() == 0, "\(String(decoding: run.errors, as: UTF8.self))")
      // The first line names the photo.
      let lines = String(decoding: run.errors, as: UTF8.self).split(separator: "\n").dropFirst()
      #expect(lines.count == (conditions == "none" ? 1 : 0), "\(lines)")
      #expect(
        lines.allSatisfy { $0.hasPrefix("photopick: \(server.url): the server ignores the conditions") })
    }
    #expect(try photopick.run("info", photo, "--format", "{rating} {label}").lines == ["4 Red"])
    #expect(try photopick.run("mark", "--undo").status == 0)
    #expect(try photopick.run("info", photo, "--format", "{rating}{label}").lines == ["Red"])
    #expect(try other.run("mark", "--undo").status == 0)
    #expect(try photopick.run("info", photo, "--format", "{rating}{label}").lines == [""])
    let puts = String(decoding: try await server.send("GET", "/-/log"), as: UTF8.self).split(separator: "\n")
    let left = Set(puts.filter { $0.hasPrefix("PUT") }.map { $0.dropFirst(4) })
      .subtracting(puts.filter { $0.hasPrefix("DELETE") }.map { $0.dropFirst(7) })
    #expect(left == [], "probes, claims and empty sidecars are removed")
  }
}
