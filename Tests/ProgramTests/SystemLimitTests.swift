import Foundation
import SystemPackage
import TestSupport
import Testing

/// Systems with unusual restrictions.
@Suite(.blocking) struct SystemLimitTests {
  private let photopick: Photopick

  init() throws {
    var photopick = try Photopick()
    photopick.environment["no_proxy"] = "127.0.0.1"
    self.photopick = photopick
    for number in 1...3 {
      let photo = PictureBuilder.jpeg("2014:05:1\(number) 12:00:00") { $0.padding = 50_000 }
      try photopick.photos.file(FilePath("\(number).jpg"), photo)
    }
    try photopick.photos.file("picture.png", try Scene.jpeg(width: 800, height: 600))
  }

  @Test
  func `a photo whose name leaves no room for a sidecar is reported in one line, and can be marked itself`()
    throws
  {
    let name = FilePath(String(repeating: "a", count: 253) + ".j")
    try photopick.photos.file(name, PictureBuilder.jpeg())
    let (path, mark) = (
      photopick.photos.at(name).string, ["mark", "all", "1.jpg", name.string, "--rating", "4"]
    )
    let marked = try photopick.runAll(mark)
    #expect(marked.status == 1 && marked.lines == [photopick.photos.at("1.jpg.xmp").string])
    #expect(
      marked.errors == "photopick: \(path): its name is too long for the name of a sidecar; "
        + "--embed marks JPEG, PNG, TIFF and DNG\n")
    #expect(try photopick.runAll(mark + ["--embed"]).status == 0)
    #expect(try photopick.run("info", name.string, "--format", "{rating}").lines == ["4"])
  }

  /// Whether the tests can create mount namespaces.
  private static let canUnshare =
    geteuid() == 0 && (try? Photopick().shell("unshare --mount true").status == 0) ?? false

  @Test(
    .enabled(if: canUnshare, "only root mounts something in place of /proc"),
    arguments: [
      // /proc is missing, or is that of another PID namespace.
      "unshare --mount sh -c 'mount -t tmpfs none /proc && exec \"$@\"' sh",
      "unshare --pid --fork",
    ])
  func `without a proc file system of its own photopick says so in one line`(system: String) throws {
    for command in ["browse", "--version", "--help", "catalog status", "thumbnail picture.png", ""] {
      let outcome = try photopick.shell("\(system) \"$PHOTOPICK\" \(command)")
      #expect(outcome.status == 1, "\(command)")
      #expect(outcome.text == "", "\(command)")
      #expect(
        outcome.errors
          == "photopick: /proc does not show this process; mount it, as with mount -t proc proc /proc\n")
    }
    #expect(photopick.user.names("home") == [])
  }

  /// Runs a command with a file size limit in blocks. Its output passes through a pipe, which has no limit; the last
  /// line contains the exit status.
  private func run(_ command: String, blocks: Int) throws -> Photopick.Outcome {
    try photopick.shell("{ (ulimit -f \(blocks); \"$PHOTOPICK\" \(command)); echo \"$?\"; } 2>&1 | cat")
  }

  @Test(
    arguments: [0, 8],
    [
      "browse --no-catalog -o new", "catalog refresh", "mark 1 . --rating 3", "export all . --to new",
      "export all picture.png --to new --fit 700x700",
      "store put 1.jpg --name 1.jpg", "thumbnail picture.png --to new",
    ])
  func `where files may not grow that large, a line says so and nothing is left half done`(
    blocks: Int, command: String
  ) throws {
    let outcome = try run(command, blocks: blocks)
    let isSmall = ["mark", "browse", "thumbnail", "export all picture.png"].contains { command.hasPrefix($0) }
    if blocks > 0, isSmall {
      #expect(outcome.lines.last == "0", "\(outcome.text)")
      return
    }
    #expect(outcome.lines.last == "1", "\(outcome.text)")
    #expect(outcome.text.contains("File too large") || outcome.text.contains("the limit with ulimit -f"))
    let left = try photopick.shell(
      "find new store '\(photopick.user.path)' -type f -name '*.jpg' -o -type f -name '*.part' -o -name '*.xmp'"
    )
    #expect(left.lines == [])
    // It succeeds with no limit.
    #expect(try photopick.shell("\"$PHOTOPICK\" \(command)").status == 0)
  }

  @Test(arguments: [0, 8])
  func `a picture that another process decodes needs memory beyond the limit, which a line says`(
    blocks: Int
  ) throws {
    try photopick.photos.file("picture.avif", OverlaidPicture.bytes(levels: 1, copies: 1))
    let outcome = try run("thumbnail picture.avif", blocks: blocks)
    #expect(outcome.lines.last == "1")
    #expect(outcome.text.contains("picture.avif: no picture: "))
    #expect(outcome.text.contains("; raise the limit with ulimit -f\n"))
    #expect(try photopick.run("thumbnail", "picture.avif").status == 0)
  }

  @Test(.enabled(if: canMakeUserNamespaces))
  func `no page is served to a user who looks like others`() throws {
    let outcome = try photopick.shell(
      "unshare --user \"$PHOTOPICK\" pick --web --no-open --timeout 1 --no-catalog .")
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(outcome.errors.contains("your user is not mapped in this user namespace"))
    #expect(!outcome.errors.contains("token="))
    let mapped = try photopick.shell(
      "unshare --user --map-current-user \"$PHOTOPICK\" pick --web --no-open --timeout 1 --no-catalog .")
    #expect(mapped.status == 130)
    #expect(mapped.errors.contains("token="))
  }

  private static let canMakeUserNamespaces =
    (try? Photopick().shell("unshare --user --map-current-user true").status == 0) ?? false

  @Test(arguments: [0, 8])
  func `a download that may not grow that large is kept for later`(blocks: Int) throws {
    let picture = PictureBuilder.jpeg("2014:05:13 12:00:00") { $0.padding = 50_000 }
    let server = try TestServer { answer($0, picture) }
    let outcome = try run("fetch \(server.url("/x.jpg")) --to .", blocks: blocks)
    #expect(outcome.lines.last == "1")
    #expect(outcome.text.contains("File too large"))
    #expect(photopick.photos.bytes("x.jpg") == nil)
    #expect(try photopick.run("fetch", server.url("/x.jpg"), "--to", ".").status == 0)
    #expect(photopick.photos.bytes("x.jpg") == picture)
  }

  @Test func `browsing goes on without a catalog and numbers if no file may be written`() throws {
    let outcome = try run("browse --format '{name}'", blocks: 0)
    #expect(outcome.lines.filter { $0.hasSuffix("g") }.count == 4)
    #expect(outcome.lines.last == "0")
    #expect(outcome.text.contains("raise the limit with ulimit -f"))
    #expect(outcome.text.contains("the numbers for select cannot be saved: File too large"))
  }
}
