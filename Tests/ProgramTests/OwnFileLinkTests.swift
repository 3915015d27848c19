import Foundation
import SystemPackage
import TestSupport
import Testing

/// Links and pipes in place of photopick's own files.
@Suite(.blocking) struct OwnFileLinkTests {
  private let photopick: Photopick

  init() throws {
    var photopick = try Photopick()
    photopick.environment["no_proxy"] = "127.0.0.1"
    self.photopick = photopick
    try photopick.photos.file("a.jpg", try Scene.jpeg(width: 400, height: 300))
    try photopick.photos.file("b.jpg", try Scene.jpeg(width: 300, height: 400))
  }

  /// All commands that write such files; each runs even if a previous one fails. No server listens at the address, so
  /// the download remains pending.
  private static let commands = [
    "browse", "select 1 --draft kept", "select 2 . --draft kept", "stats --by year", "mark 1 . --rating 3",
    "mark all . --label Red", "mark --undo", "export all . --to out", "export 1 . --to out2", "export --undo",
    "thumbnail a.jpg b.jpg", "select 1 . --return-image screen", "store put a.jpg --name a.jpg", "store list",
    "fetch http://127.0.0.1:1/x.jpg --tries 1 --to .", "fetch --resume --tries 1", "catalog refresh",
    "catalog status", "catalog verify",
  ]

  private func runAll() throws -> Photopick.Outcome {
    try photopick.shell(
      Self.commands.map { "timeout 20 \"$PHOTOPICK\" \($0); echo \"$?\" >> statuses" }.joined(separator: "\n")
    )
  }

  /// The regular files in the home folder.
  private func ownFiles() throws -> [FilePath] {
    let found = try photopick.shell("cd '\(photopick.user.path)' && find home state -type f | LC_ALL=C sort")
    return found.lines.map { FilePath($0) }
  }

  /// A replacement for a file.
  enum Intruder: CaseIterable {
    case linkToFile, linkToNothing, pipe
  }

  /// Runs all commands, replaces each file they wrote, and runs them again.
  private func runWith(_ intruder: Intruder, inPlaceOf isChosen: (String) -> Bool) throws {
    let (user, photos) = (photopick.user, photopick.photos)
    _ = try runAll()
    let files = try ownFiles()
    // A missing name means that a command didn't write the file under test.
    let names = [
      "catalog.sqlite", ".view", "kept.draft", ".lock", "/marks/", "/exports/", "/downloads/", ".png",
      "renderings", "/store/",
    ]
    for name in names { #expect(files.contains { $0.string.contains(name) }, "\(name)") }
    try user.file("victim", Array("precious".utf8))
    let chosen = files.filter { isChosen($0.string) }
    for file in chosen {
      try user.remove(file)
      switch intruder {
      case .linkToFile: try user.symbolicLink(file, to: user.at("victim"))
      case .linkToNothing: try user.symbolicLink(file, to: user.at("nowhere"))
      case .pipe: try #require(mkfifo(user.at(file).string, 0o600) == 0)
      }
    }
    let before = try status()
    try photos.file("statuses", [])
    let outcome = try runAll()
    let statuses = String(decoding: photos.bytes("statuses") ?? [], as: UTF8.self)
      .split(separator: "\n").compactMap { Int($0) }
    // 124 is timeout's status; greater values are signals.
    #expect(statuses.count == Self.commands.count && statuses.allSatisfy { $0 < 124 }, "\(statuses)")
    #expect(!outcome.errors.contains("Fatal"))
    #expect(user.bytes("victim") == Array("precious".utf8))
    #expect(!user.names().contains("nowhere"))
    #expect(try status() == before)
    for place in ["catalog.sqlite", "kept.draft", ".png"] {
      for file in chosen where file.string.contains(place) {
        let path = user.at(file)
        #expect(try photopick.shell("test -L '\(path)' -o -p '\(path)'").status == 0, "\(file)")
        #expect(outcome.errors.contains(user.at(file).string), "\(file)")
      }
    }
  }

  /// The modification time and permissions of the victim.
  private func status() throws -> [String] {
    try photopick.shell("stat -c '%y %z %a' '\(photopick.user.at("victim"))'").lines
  }

  @Test(arguments: Intruder.allCases)
  func `no command follows a link in place of a file that it keeps, or waits for a pipe there`(
    intruder: Intruder
  ) throws {
    // With a replaced lock, no draft would be reached.
    try runWith(intruder) { !$0.hasSuffix("/.lock") }
  }

  @Test(arguments: Intruder.allCases)
  func `no command follows a link in place of a lock, or waits for a pipe there`(intruder: Intruder) throws {
    try runWith(intruder) { $0.hasSuffix("lock") }
  }

  @Test(arguments: ["ln -s \"$victim\"", "ln -s nowhere", "mkfifo"])
  func `a remembered view that is no file is named, lost and left`(make: String) throws {
    try photopick.user.file("victim", Array("precious".utf8))
    // The view belongs to the shell, so one shell runs all commands.
    let outcome = try photopick.shell(
      """
      victim='\(photopick.user.at("victim"))'
      "$PHOTOPICK" browse --format '{name}' > /dev/null && view=$(ls "$XDG_STATE_HOME"/photopick/views/*)
      rm "$view" && \(make) "$view"
      timeout 20 "$PHOTOPICK" browse --format '{name}'; echo "$?"
      timeout 20 "$PHOTOPICK" select 1; echo "$?"
      test -L "$view" -o -p "$view" && echo left
      """)
    #expect(outcome.lines.sorted() == ["0", "1", "a.jpg", "b.jpg", "left"])
    #expect(outcome.errors.contains("the numbers for select cannot be saved: it is "))
    #expect(outcome.errors.contains("the numbers of the last browse could not be kept"))
    #expect(photopick.user.bytes("victim") == Array("precious".utf8))
    #expect(try photopick.shell("ls '\(photopick.user.path)/state/photopick/views' | wc -l").lines == ["1"])
  }

  @Test func `a link in place of the catalog is named, commands go on without, and clear leaves it`() throws {
    let user = photopick.user
    let catalog: FilePath = "home/.cache/photopick/catalog.sqlite"
    try user.file("victim.txt", Array("precious".utf8))
    for suffix in ["", "-wal", "-shm", "-journal"] {
      for target in [user.at("victim.txt"), user.at("nowhere"), "/dev/null"] {
        let place = FilePath(catalog.string + suffix)
        try user.symbolicLink(place, to: target)
        let line =
          "photopick: no catalog: \(user.at(place)): it is a symbolic link, which photopick does not follow; "
          + "remove it, or use another catalog with --catalog FILE"
        let shown = try photopick.run("browse", "--format", "{name}")
        #expect(shown.status == 0 && shown.lines.sorted() == ["a.jpg", "b.jpg"])
        #expect(shown.errorLines == [line])
        for command in ["refresh", "status", "verify", "clear"] {
          let outcome = try photopick.run("catalog", command)
          #expect(outcome.status == 1 && outcome.errorLines == [line], "\(command)")
        }
        #expect(user.at(place).linkTarget == target)
        try user.remove(place)
        if suffix != "" { try? user.remove(catalog) }
      }
    }
    #expect(user.bytes("victim.txt") == Array("precious".utf8))
    #expect(!user.names().contains("nowhere"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root makes devices"))
  func `catalog clear removes no device`() throws {
    let place: FilePath = "home/.cache/photopick/catalog.sqlite"
    try photopick.user.folder(place.removingLastComponent())
    // The device number of /dev/null (devices.txt of the kernel).
    let made = photopick.user.at(place).withPlatformString { mknod($0, S_IFCHR | 0o666, 1 << 8 | 3) }
    try #require(made == 0)
    for arguments in [
      ["catalog", "clear"], ["catalog", "clear", "--catalog", photopick.user.at(place).string],
    ] {
      let outcome = try photopick.runAll(arguments)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("it is not a regular file"))
    }
    #expect(photopick.user.names(place.removingLastComponent()) == ["catalog.sqlite"])
    let named = try photopick.run("catalog", "clear", "--catalog", "/dev/null")
    #expect(named.status == 1 && named.errors.contains("/dev/null: it is not a regular file"))
  }

  @Test func `a catalog that a person names may be a link, and clear removes nothing but a catalog`() throws {
    let photos = photopick.photos
    try photos.symbolicLink("mine.sqlite", to: "real.sqlite")
    #expect(try photopick.run("browse", "--catalog", "mine.sqlite").errors == "")
    #expect(photos.bytes("real.sqlite")?.starts(with: Array("SQLite format 3".utf8)) == true)
    #expect(try photopick.run("catalog", "clear", "--catalog", "mine.sqlite").status == 0)
    #expect(photos.bytes("real.sqlite") == nil && photos.at("mine.sqlite").linkTarget == "real.sqlite")
    try photos.file("notes", Array("mine".utf8))
    try photos.file("empty", [])
    try photos.file("gone-journal", Array("mine".utf8))
    try photos.symbolicLink("link", to: "notes")
    for name in ["notes", "empty", "link"] {
      let outcome = try photopick.run("catalog", "clear", "--catalog", name)
      #expect(outcome.status == 1)
      #expect(outcome.errors == "photopick: \(name) is not a photopick catalog, and stays\n")
    }
    #expect(try photopick.run("catalog", "clear", "--catalog", "gone").status == 0)
    let refused = try photopick.run("browse", "--catalog", "gone", "--limit", "1")
    #expect(refused.status == 0 && refused.errors.contains("gone-journal has the name of a file that SQLite"))
    #expect(photos.bytes("notes") == Array("mine".utf8) && photos.bytes("empty") == [])
    #expect(photos.bytes("gone-journal") == Array("mine".utf8))
  }

  @Test(.enabled(if: geteuid() == 0, "only root makes links of other users"))
  func `a link of another user in a shared folder is no catalog`() throws {
    let photos = photopick.photos
    try photos.file("shared/.keep", [])
    try photos.symbolicLink("shared/c.sqlite", to: "../new.sqlite")
    #expect(lchown(photos.at("shared/c.sqlite").string, 4321, 4321) == 0)
    #expect(chmod(photos.at("shared").string, 0o1777) == 0)
    let outcome = try photopick.run("browse", "--catalog", "shared/c.sqlite", "--format", "{name}")
    #expect(outcome.status == 0 && outcome.lines.count == 2)
    #expect(outcome.errors.contains("shared/c.sqlite: it is a symbolic link, which photopick does not"))
    #expect(photos.bytes("new.sqlite") == nil)
  }
}
