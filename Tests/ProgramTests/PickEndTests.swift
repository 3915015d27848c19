import Foundation
import TestSupport
import Testing

/// Exits with no result, and invalid environments.
@Suite(.blocking, .serialized) struct PickEndTests {
  private let photopick: Photopick

  init() throws { photopick = try PickTests.library() }

  private func start(_ arguments: String..., redirection: String = ">out") throws -> PickerTerminal {
    try PickerTerminal(
      photopick, [photopick.photos.path.string] + arguments, rows: 40, redirection: redirection)
  }

  @Test(arguments: ["q", "\u{1B}", "\u{3}"])
  func `cancel prints nothing`(key: String) throws {
    let picker = try start()
    try picker.wait(for: "IMG_9.jpg")
    try picker.type(" ")
    try picker.wait(for: "1 picked")
    try picker.type(key)
    if key != "\u{3}" {
      try picker.wait(for: "Discard 1 picked photo? The same key again discards it; d returns it.")
      try picker.type(key)
    }
    #expect(try picker.end() == 130)
    #expect(picker.output.isEmpty)
    #expect(picker.errors.isEmpty)
    #expect(picker.isRestored)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal cancels and leaves the terminal as it was`(signal: Int32) throws {
    let picker = try start()
    try picker.wait(for: "IMG_9.jpg")
    picker.send(signal)
    #expect(try picker.end() == 130)
    #expect(picker.output.isEmpty)
    #expect(picker.isRestored)
  }

  @Test(arguments: [SIGUSR1, SIGALRM, SIGPROF])
  func `a signal that nobody answers ends it and leaves the terminal as it was`(signal: Int32) throws {
    let picker = try start()
    try picker.wait(for: "IMG_9.jpg")
    picker.send(signal)
    #expect(try picker.end() == 128 + Int(signal))
    #expect(picker.output.isEmpty)
    #expect(picker.isRestored)
  }

  @Test func `a crash leaves the terminal as it was`() throws {
    var quiet = photopick
    // Swift's crash report is slow.
    quiet.environment["SWIFT_BACKTRACE"] = "enable=no"
    let picker = try PickerTerminal(quiet, [photopick.photos.path.string])
    try picker.wait(for: "IMG_9.jpg")
    picker.send(SIGSEGV)
    #expect(try picker.end() == 128 + Int(SIGSEGV))
    #expect(picker.isRestored)
  }

  @Test(arguments: [SIGBUS, SIGABRT])
  func `a signal of a crash that somebody sent ends it without a report`(signal: Int32) throws {
    var reporting = photopick
    reporting.environment["SWIFT_BACKTRACE"] = "enable=yes"
    let picker = try PickerTerminal(reporting, [photopick.photos.path.string])
    try picker.wait(for: "IMG_9.jpg")
    picker.send(signal)
    #expect(try picker.end() == 128 + Int(signal))
    #expect(!picker.errors.contains("crashed"))
    #expect(picker.isRestored)
  }

  @Test func `a folder that goes away is told on the screen and, when the picker is left, on stderr`() throws
  {
    let picker = try start()
    try picker.wait(for: "IMG_9.jpg")
    let root = photopick.photos.path.string
    try FileManager.default.removeItem(atPath: root)
    try picker.wait(for: "No photos found")
    try picker.wait(for: "no such file or folder")
    try picker.type("q")
    #expect(try picker.end() == 1)
    #expect(picker.errors == "photopick: \(root): no such file or folder\n")
    #expect(picker.output.isEmpty)
    #expect(picker.isRestored)
  }

  @Test(.enabled(if: getuid() != 0, "nothing is forbidden to root"), arguments: ["q", "d"])
  func `a folder that may not be read is told on the screen and on stderr`(key: String) throws {
    let locked = photopick.photos.at("Locked")
    try photopick.photos.folder("Locked")
    chmod(locked.string, 0)
    let picker = try PickerTerminal(photopick, [locked.string])
    try picker.wait(for: "No photos found")
    try picker.wait(for: "permission denied")
    try picker.type(key)
    #expect(try picker.end() == 1)
    #expect(picker.errors == "photopick: \(locked.string): permission denied; check who may read it\n")
    #expect(picker.output.isEmpty)
  }

  @Test func `a dumb terminal, and none, are refused with another way`() throws {
    var dumb = photopick
    dumb.environment["TERM"] = "dumb"
    let refused = try PickerTerminal(dumb, [photopick.photos.path.string])
    #expect(try refused.end() == 64)
    #expect(refused.errors.contains("photopick select"))
    #expect(refused.output.isEmpty)
    // The leader of a new session has no controlling terminal.
    let none = try photopick.shell("setsid -w \"$PHOTOPICK\" pick </dev/null")
    #expect(none.status == 64)
    #expect(none.errors.contains("photopick select"))
  }

  @Test func `a closed stdout is told before people pick`() throws {
    let picker = try start(redirection: ">&-")
    #expect(try picker.end() == 1)
    #expect(picker.errors.contains("standard output"))
    #expect(!picker.screen.modes.contains(1049))
  }

  @Test func `an output that cannot be written is told before people pick`() throws {
    let picker = try start("--output", "missing/list.json")
    #expect(try picker.end() == 1)
    #expect(picker.errors.contains("missing/list.json: cannot be written: No such file or directory"))
  }
}
