import SystemPackage
import Testing
import TestSupport

/// Numbers remain valid after changes.
@Suite(.blocking) struct RememberedNumbersTests {
  private let photopick: Photopick

  init() throws { photopick = try Journey.photopick() }

  @Test func `numbers stay after photos came and went`() throws {
    let before = try photopick.names()
    try photopick.photos.file("new.jpg", PictureBuilder.jpeg("2030:01:01 00:00:00"))
    try photopick.photos.remove("Trip/clip.mp4")
    #expect(
      try photopick.run("select", "2-6", "--allow-damaged", "--format", "{name}").lines == Array(before[1...])
    )
    #expect(
      try photopick.run("select", "2", "--format", "{number} {group} {name}").lines == [
        "2 2014-05 IMG_12.JPG"
      ])
    // A path or view option creates a separate view.
    #expect(try photopick.run("select", "1", ".", "--format", "{name}").lines == ["new.jpg"])
    let sorted = try photopick.run("select", "1", "--sort", "date", "--format", "{name}")
    #expect(sorted.lines == ["new.jpg"])
    #expect(sorted.errors == "")
    _ = try photopick.run("browse", "Trip")
    #expect(
      try photopick.run("select", "1", "--sort", "date").errors
        == "photopick: these options make a new list; the numbers are those of \(photopick.photos.path)\n")
  }

  @Test func `a list that could not be written takes no numbers away`() throws {
    let outcome = try photopick.shell(
      """
      "$PHOTOPICK" browse Trip --paths | head -n 1; "$PHOTOPICK" browse -o missing/list.json --json; echo $?
      "$PHOTOPICK" browse > /dev/full; echo $?; "$PHOTOPICK" select 1 --paths
      """)
    let first = try #require(outcome.lines.first)
    #expect(first.hasPrefix(photopick.photos.at("Trip").string))
    #expect(outcome.lines == [first, "1", "1", first])
  }

  @Test func `a list that could not be written leaves nothing browsed if nothing was`() throws {
    let outcome = try photopick.shell(
      "\"$PHOTOPICK\" browse Trip > /dev/full; cd Trip; \"$PHOTOPICK\" select 1 --paths")
    #expect(outcome.errors.contains("nothing was browsed in this shell"))
  }

  @Test func `a photo that is gone is named and nothing is printed`() throws {
    _ = try photopick.run("browse")
    try photopick.photos.remove("Trip/clip.mp4")
    let outcome = try photopick.run("select", "1-3", "--json")
    #expect(outcome.status == 1)
    #expect(outcome.text == "")
    #expect(
      outcome.errorLines == [
        "photopick: \(photopick.photos.at("Trip/clip.mp4")): photo 1 was deleted or is unreadable: no such file or folder"
      ])
  }

  @Test func `groups, rows and the last number are those that were shown`() throws {
    _ = try photopick.run("browse", "--group", "format", "--filter", "jpeg,png", "--sort", "name")
    #expect(
      try photopick.run("select", "@png", "--format", "{name}").lines == [
        "Screenshot_2014-04-30-23-59-59.png"
      ])
    #expect(try photopick.run("select", "1.1", "--format", "{name}").lines == ["IMG_2.jpg"])
    let beyond = try photopick.run("select", "5")
    #expect(beyond.status == 64)
    #expect(beyond.errors == "photopick: selection column 1: 5 is beyond the last photo, 4\n")
    let dictionary = try photopick.run("select", "4", "--json").dictionaries().first
    #expect(dictionary?["PhotoPickIndexPath"] as? [Int] == [1, 0])
  }

  @Test func `empty groups keep their places`() throws {
    _ = try photopick.run("browse", "--filter", "png", "--keep-empty")
    let dictionary = try photopick.run("select", "1", "--json").dictionaries().first
    #expect(dictionary?["PhotoPickIndexPath"] as? [Int] == [1, 0])
  }

  @Test func `every form of browse keeps the numbers, also with a limit`() throws {
    _ = try photopick.run("browse", "--jsonl", "--offset", "2", "--limit", "2")
    #expect(try photopick.run("select", "all", "--format", "{name}").lines.first == "IMG_9.JPG")
    #expect(try photopick.run("select", "3").status == 64)
  }

  @Test func `numbers hold from another folder and with --no-catalog`() throws {
    let before = try photopick.names()
    let lines = try photopick.shell("cd / && \"$PHOTOPICK\" select 2 --no-catalog --format '{name}'").lines
    #expect(lines == [before[1]])
  }

  @Test func `if nothing was browsed the current folder is the view, and is named`() throws {
    let outcome = try photopick.run("select", "1", "--format", "{name}")
    #expect(outcome.lines == ["clip.mp4"])
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "photopick: nothing was browsed in this shell; the numbers are those of \(photopick.photos.path)\n"
    )
    #expect(try photopick.run("select", "1", ".").errors == "")
    _ = try photopick.run("browse")
    #expect(try photopick.run("select", "1").errors == "")
  }

  @Test func `an empty result takes no numbers away`() throws {
    _ = try photopick.run("browse", "Trip", "--filter", "mp4")
    let empty = try photopick.run("browse", "--filter", "gif")
    #expect(empty.status == 0)
    _ = try photopick.run("browse", "--filter", "gif", "--keep-empty", "--json")
    #expect(try photopick.run("select", "all", "--format", "{name}").lines == ["clip.mp4"])
  }

  @Test func `a kept view that is damaged is lost, and no other stands in for it`() throws {
    _ = try photopick.run("browse", "--limit", "1")
    let name = try #require(photopick.user.names("state/photopick/views").first)
    try photopick.user.file(
      FilePath("state/photopick/views/\(name)"), Array("photopick view 1\0damaged".utf8))
    let outcome = try photopick.run("select", "6", "--format", "{name}")
    #expect(outcome.status == 1)
    #expect(outcome.text.isEmpty)
    #expect(outcome.errors.contains("name the folder"))
    #expect(try photopick.run("select", "6", ".", "--format", "{name}").lines == ["IMG_2.jpg"])
  }

  @Test func `a mistyped folder takes no numbers away`() throws {
    _ = try photopick.run("browse", "Trip")
    #expect(try photopick.run("browse", "Tripp").status == 1)
    #expect(try photopick.run("select", "1").lines.first?.contains("/Trip/") == true)
  }

  @Test func `kept views are the user's alone`() throws {
    _ = try photopick.run("browse")
    let mode = try photopick.shell(
      "ls -ld \"$XDG_STATE_HOME\"/photopick/views \"$XDG_STATE_HOME\"/photopick/views/*")
    #expect(mode.lines.allSatisfy { $0.hasPrefix("drwx------") || $0.hasPrefix("-rw-------") })
    #expect(mode.lines.count == 2)
  }
}

/// Numbers belong to the shell that ran `browse`. These tests run real shells.
@Suite(.blocking) struct NumbersOfShellsTests {
  private let photopick: Photopick

  init() throws { photopick = try Journey.photopick() }

  /// Runs lines in a user's shell in which IMG_9.JPG has number 1.
  private func person(_ lines: String) throws -> Photopick.Outcome {
    try photopick.shell("\"$PHOTOPICK\" browse IMG_9.JPG >/dev/null\n" + lines)
  }

  @Test func `a script's browse leaves a person's numbers alone`() throws {
    let outcome = try person(
      """
      sh -c '"$PHOTOPICK" browse Trip --json >/dev/null; "$PHOTOPICK" select 1 --format "script {name}"; :'
      "$PHOTOPICK" select 1 --format "person {name}"
      "$PHOTOPICK" export 1 --to out --move --dry-run
      """)
    let target = photopick.photos.at("out/IMG_9.JPG").string
    #expect(outcome.lines == ["script clip.mp4", "person IMG_9.JPG", target])
    #expect(outcome.errors == "")
  }

  @Test func `a script without numbers of its own sees those of the nearest shell`() throws {
    let outcome = try person(
      #"""
      sh -c 'sh -c "\"\$PHOTOPICK\" select 1 --format \"inner {name}\"; :"
        "$PHOTOPICK" browse Trip >/dev/null
        sh -c "\"\$PHOTOPICK\" select 1 --format \"nearest {name}\"; :"; :'
      "$PHOTOPICK" select 1 --format "person {name}"
      """#)
    #expect(outcome.lines == ["inner IMG_9.JPG", "nearest clip.mp4", "person IMG_9.JPG"])
    #expect(outcome.errors == "")
  }

  @Test func `a shell that replaces itself by its last command is the same shell`() throws {
    let outcome = try person(
      """
      sh -c 'exec "$PHOTOPICK" select 1 --format "person {name}"'
      sh -c '"$PHOTOPICK" browse Trip >/dev/null; exec "$PHOTOPICK" select 1 --format "script {name}"'
      sh -c '"$PHOTOPICK" browse Trip >/dev/null; exec "$PHOTOPICK" browse Trip --jsonl >/dev/null'
      "$PHOTOPICK" select 1 --format "person {name}"
      """)
    #expect(outcome.lines == ["person IMG_9.JPG", "script clip.mp4", "person IMG_9.JPG"])
    #expect(outcome.errors == "")
  }

  @Test func `a program that only runs a command leaves the numbers to its shell`() throws {
    let outcome = try person(
      """
      timeout 600 "$PHOTOPICK" browse Trip >/dev/null
      timeout 600 "$PHOTOPICK" select 1 --format "{name}"
      echo Trip/clip.mp4 | xargs "$PHOTOPICK" browse >/dev/null
      "$PHOTOPICK" select all --format "{name}"
      """)
    #expect(outcome.lines == ["clip.mp4", "clip.mp4"])
    #expect(outcome.errors == "")
  }

  @Test func `the view of a script that ended is cleared away by the next browse`() throws {
    _ = try person("sh -c '\"$PHOTOPICK\" browse Trip >/dev/null; :'; \"$PHOTOPICK\" browse >/dev/null")
    #expect(photopick.user.names("state/photopick/views").count == 1)
  }

  #if os(Linux)
    @Test func `two sessions never mix`() throws {
      let outcome = try photopick.shell(
        """
        "$PHOTOPICK" browse 'Trip/Day 2' >/dev/null
        setsid -w sh -c '"$PHOTOPICK" browse Trip --depth 0 >/dev/null; "$PHOTOPICK" select 1 --format "other {name}"'
        "$PHOTOPICK" select 1 --allow-damaged --format "first {name}"
        """)
      #expect(outcome.lines == ["other clip.mp4", "first broken.jpg"])
      #expect(outcome.errors == "")
    }

    @Test func `views of sessions that have ended are cleared away`() throws {
      for _ in 0..<3 { _ = try photopick.shell("setsid -w sh -c '\"$PHOTOPICK\" browse >/dev/null; :'") }
      _ = try photopick.run("browse")
      #expect(photopick.user.names("state/photopick/views").count == 1)
    }
  #endif
}
