import Foundation
import SystemPackage
import TestSupport
import Testing

/// The trash, other applications and the clipboard.
@Suite(.blocking, .serialized) struct PickDoingTests {
  private var photopick: Photopick

  init() throws {
    photopick = try PickTests.library()
    // Hide the desktop and tmux of the test environment.
    photopick.environment["PATH"] = photopick.user.at("bin").string + ":/usr/bin:/bin"
    photopick.environment["TMUX"] = nil
    try photopick.user.folder("bin")
  }

  private func start() throws -> PickerTerminal {
    let picker = try PickerTerminal(photopick, [photopick.photos.path.string], rows: 40)
    try picker.wait(for: "IMG_9.jpg")
    return picker
  }

  /// Creates an executable that records its arguments, one per line.
  private func makeProgram(_ name: String) throws {
    let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" >>'\(photopick.user.at("told").string)'\n"
    try photopick.user.file(FilePath("bin").appending(name), Array(script.utf8))
    #expect(chmod(photopick.user.at(FilePath("bin").appending(name)).string, 0o755) == 0)
  }

  /// Returns the arguments once they are recorded.
  private func told(_ count: Int) throws -> [String] {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      let lines = String(decoding: photopick.user.bytes("told") ?? [], as: UTF8.self).split(separator: "\n")
      if lines.count >= count { return lines.map(String.init) }
      usleep(5000)
    }
    return []
  }

  private func path(_ name: String) -> String { photopick.photos.at("Trip").appending(name).string }

  @Test func `a photo goes to the trash with its sidecar, once that was asked, and comes back`() throws {
    let before = photopick.photos.bytes("Trip/IMG_9.jpg")
    let picker = try start()
    try picker.type("3")
    try picker.wait(for: "★★★: IMG_9.jpg")
    try picker.type("D")
    try picker.wait(for: "Move IMG_9.jpg to the trash?")
    try picker.type("x")
    try picker.wait("the question to go") { !$0.text.contains("to the trash?") }
    #expect(photopick.photos.names("Trip").contains("IMG_9.jpg"))
    try picker.type("Dy")
    try picker.wait(for: "Moved to the trash: IMG_9.jpg")
    try picker.wait("the photo to go") { !$0.text.contains("IMG_9.jpg  ") }
    #expect(!photopick.photos.names("Trip").contains { $0.hasPrefix("IMG_9") })
    try picker.type("u")
    try picker.wait(for: "Restored from the trash: IMG_9.jpg")
    #expect(
      photopick.photos.names("Trip").filter { $0.hasPrefix("IMG_9") } == ["IMG_9.jpg", "IMG_9.jpg.xmp"])
    #expect(photopick.photos.bytes("Trip/IMG_9.jpg") == before)
    try picker.type("u")
    try picker.wait(for: "Undone: ★★★: IMG_9.jpg")
    try picker.type("q")
    #expect(try picker.end() == 130)
  }

  @Test func `the best of several copies is kept with their metadata, and undo restores all`() throws {
    let photo = try #require(photopick.photos.bytes("Trip/IMG_9.jpg"))
    try photopick.photos.file("Trip/copy.jpg", photo)
    try photopick.photos.file("Trip/IMG_9.jpg.xmp", SidecarFile.xmp(rating: 4))
    let options = ["--group", "duplicate", photopick.photos.path.string]
    let picker = try PickerTerminal(photopick, options, rows: 40)
    try picker.wait(for: "Copies of IMG_9.jpg (best: rated)")
    try picker.type("lK")
    try picker.wait(for: "Keep copy.jpg, and move 1 other copy to the trash?")
    try picker.type("y")
    try picker.wait(for: "Kept copy.jpg, moved to the trash: IMG_9.jpg; u restores")
    let names = photopick.photos.names("Trip")
    #expect(names.contains("copy.jpg.xmp") && !names.contains { $0.hasPrefix("IMG_9") })
    try picker.type("u")
    try picker.wait(for: "Restored from the trash: IMG_9.jpg")
    #expect(photopick.photos.bytes("Trip/IMG_9.jpg") == photo)
    #expect(!photopick.photos.names("Trip").contains("copy.jpg.xmp"))
    try picker.wait(for: "Copies of IMG_9.jpg (best: rated)")
    try picker.type("B")
    try picker.wait(for: "Keep IMG_9.jpg, and move 1 other copy to the trash?")
    try picker.type("n\u{3}")
    #expect(try picker.end() == 130)
  }

  @Test func `photos are opened with the desktop's program, and their paths copied`() throws {
    try makeProgram("xdg-open")
    let picker = try start()
    try picker.type("O")
    try picker.wait(for: "Opened: IMG_9.jpg")
    #expect(try told(1) == ["file://" + path("IMG_9.jpg")])
    try picker.type(" l *y")
    try picker.wait(for: "2 paths copied")
    let text = Data("\(path("IMG_9.jpg"))\n\(path("IMG_8.jpg"))".utf8).base64EncodedString()
    #expect(picker.writtenText.contains("\u{1B}]52;c;\(text)\u{1B}\\"))
    try picker.type("\u{3}")
    #expect(try picker.end() == 130)
  }

  @Test func `a path that a shell could run when it is pasted isn't copied`() throws {
    try photopick.photos.file("Trip/x\ntouch pwned\n.jpg", photopick.photos.bytes("Trip/IMG_8.jpg") ?? [])
    let picker = try start()
    try picker.type("A*y")
    try picker.wait(for: "1 not copied: control characters")
    let copied = picker.writtenText.components(separatedBy: "\u{1B}]52;c;").last?.prefix { $0 != "\u{1B}" }
    let text = Data(base64Encoded: String(copied ?? "")).map { String(decoding: $0, as: UTF8.self) }
    #expect(text?.contains("IMG_8.jpg\n") == true && text?.contains("pwned") == false)
    try picker.type("\u{3}")
    #expect(try picker.end() == 130)
  }

  #if os(Linux)
    @Test func `a program that is started ignores no signal, whatever photopick ignores`() throws {
      let script = "#!/bin/sh\ngrep SigIgn /proc/$$/status >'\(photopick.user.at("told").string)'\n"
      try photopick.user.file("bin/xdg-open", Array(script.utf8))
      #expect(chmod(photopick.user.at("bin/xdg-open").string, 0o755) == 0)
      let picker = try start()
      try picker.type("O")
      try picker.wait(for: "Opened: IMG_9.jpg")
      let line = try #require(try told(1).first)
      let ignored = try #require(UInt64(line.drop { $0 != "\t" }.dropFirst(), radix: 16))
      // Only the first 31 signals; the C library uses some of the others.
      #expect(ignored & 0x7FFF_FFFF == 0, "\(line)")
      try picker.type("\u{3}")
      #expect(try picker.end() == 130)
    }
  #endif

  @Test func `commands of one's own run on the picks, with the terminal if they ask for it`() throws {
    try makeProgram("keep")
    let actions = "k keep keep {}\nt talk !sh -c 'echo \"name?\"; read line; keep \"$line\" \"$@\"' sh {}\n"
    try photopick.user.file("home/.config/photopick/actions", Array(actions.utf8))
    let picker = try start()
    try picker.type(" l !")
    try picker.wait(for: "k keep")
    try picker.type("k\r")
    try picker.wait(for: "keep: ")
    #expect(try told(2) == [path("IMG_9.jpg"), path("IMG_8.jpg")])
    try picker.type("!t\r")
    try picker.wait(for: "name?")
    #expect(!picker.screen.modes.contains(1049))
    try picker.type("Ann\n")
    try picker.wait("the picker") { $0.modes.contains(1049) && $0.text.contains("talk: ") }
    #expect(try told(5).suffix(3) == ["Ann", path("IMG_9.jpg"), path("IMG_8.jpg")])
    try picker.type("d")
    #expect(try picker.end() == 0)
    #expect(picker.output == "\(path("IMG_9.jpg"))\n\(path("IMG_8.jpg"))\n")
    #expect(picker.isRestored)
  }

  @Test func `mistakes in the file of commands are told, and the file is read again`() throws {
    try makeProgram("keep")
    let file: FilePath = "home/.config/photopick/actions"
    try photopick.user.file(file, Array("two keys ls\n".utf8))
    let picker = try start()
    try picker.type("!")
    try picker.wait(for: "actions, line 1: ")
    try photopick.user.file(file, Array("two keys ls\nk keep keep {}\n".utf8))
    try picker.type("!")
    try picker.wait("the command and the mistake") {
      $0.text.contains("Run: k keep") && $0.text.contains("actions, line 1: ")
    }
    try picker.type("\r")
    try picker.wait(for: "keep: ")
    #expect(try told(1) == [path("IMG_9.jpg")])
    // Keys typed together apply to the current file.
    try photopick.user.file(file, Array("n new keep --new {}\n".utf8))
    try picker.type("!n\r")
    try picker.wait(for: "new: ")
    #expect(try told(3).last == path("IMG_9.jpg"))
    try picker.type("q")
    #expect(try picker.end() == 130)
  }
}
