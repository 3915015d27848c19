import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPicker

struct TerminalSessionTests {
  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
    try tree.symbolicLink("self", to: FilePath("\(getpid())"))
    try tree.file("sys/kernel/random/boot_id", Array("0123abcd-ffff\n".utf8))
  }

  private var table: ProcessTable { ProcessTable(folder: tree.at("")) }

  private func process(_ number: pid_t, parent: pid_t, session: pid_t, start: Int, name: String = "sh") throws
  {
    let rest = Array(repeating: "0", count: 15).joined(separator: " ")
    let line = "\(number) (\(name)) S \(parent) \(number) \(session) \(rest) \(start) 0 0\n"
    try tree.file(FilePath("\(number)/stat"), Array(line.utf8))
  }

  @Test func `it has the same name for all its processes`() throws {
    #expect(TerminalSession.current == TerminalSession.current)
    #expect(TerminalSession.current.life() != .ended)
    try process(70, parent: 1, session: 70, start: 5)
    try process(71, parent: 70, session: 70, start: 8, name: "a (b) 1 2 3")
    try process(72, parent: 71, session: 70, start: 9)
    for number in [70, 71, 72] as [pid_t] {
      #expect(TerminalSession(of: number, in: table).identifier == "70-5-0123abcd")
    }
    #expect(TerminalSession(of: 72, in: table).life(in: table) == .alive)
  }

  /// A container's shell that was started from outside has a session and a parent that are not seen in it, as init has.
  @Test func `a session without a leader in sight is named by the oldest ancestor in sight`() throws {
    try process(1, parent: 0, session: 1, start: 1)
    try process(40, parent: 0, session: 0, start: 4)
    try process(41, parent: 40, session: 0, start: 6)
    try process(42, parent: 41, session: 0, start: 6)
    #expect(TerminalSession(of: 41, in: table).identifier == "40-4-0123abcd")
    #expect(TerminalSession(of: 42, in: table).identifier == "40-4-0123abcd")
    #expect(TerminalSession(of: 41, in: table).life(in: table) == .alive)
    // Commands without a shell above them share one session, of which nothing is known.
    try process(50, parent: 0, session: 0, start: 7)
    try process(51, parent: 0, session: 0, start: 8)
    #expect(TerminalSession(of: 50, in: table).identifier == "0-0-0123abcd")
    #expect(TerminalSession(of: 51, in: table).identifier == "0-0-0123abcd")
    #expect(TerminalSession(of: 51, in: table).life(in: table) == .unknown)
    // A child of init in the same session belongs with it.
    try process(1, parent: 0, session: 0, start: 1)
    try process(60, parent: 1, session: 0, start: 9)
    #expect(TerminalSession(of: 60, in: table).identifier == "1-1-0123abcd")
  }

  @Test func `it goes on while a process is left of it`() throws {
    try process(81, parent: 1, session: 80, start: 8)
    let session = TerminalSession(of: 81, in: table)
    #expect(session.identifier == "80-0-0123abcd")
    #expect(session.life(in: table) == .alive)
    // The leader that was hidden may be seen by another user.
    try process(80, parent: 1, session: 80, start: 3)
    #expect(session.life(in: table) == .alive)
    try tree.remove("80/stat")
    try tree.remove("81/stat")
    #expect(session.life(in: table) == .ended)
  }

  @Test func `a later process of the same number is another session`() throws {
    try process(70, parent: 1, session: 70, start: 5)
    let session = TerminalSession(of: 70, in: table)
    try process(70, parent: 1, session: 70, start: 6)
    #expect(session.life(in: table) == .ended)
    #expect(TerminalSession(of: 70, in: table) != session)
  }

  @Test(arguments: [
    "70-5-other", "70-5", "no number", "", "-", "0-0-0123abcd", "-1-5-0123abcd", "x-5-0123abcd",
  ])
  func `nothing is told of another machine's sessions`(_ name: String) throws {
    try process(70, parent: 1, session: 70, start: 5)
    #expect(TerminalSession(identifier: name).life(in: table) == .unknown)
  }

  @Test func `a table of other numbers, a damaged one and one that leads in circles are borne`() throws {
    try process(70, parent: 71, session: 0, start: 5)
    try process(71, parent: 70, session: 0, start: 6)
    try tree.file("72/stat", Array("72 (sh".utf8))
    try tree.file("73/stat", Array("73 (sh) S a b c".utf8))
    #expect([70, 71].contains(table.oldestAncestor(of: 70)))
    #expect(table[72] == nil)
    #expect(table[73] == nil)
    #expect(table[-1] == nil)
    try tree.remove("self")
    #expect(!table.isReadable)
  }

  /// A shell may have come into another space of process numbers with the table of the one it left.
  @Test func `a table that counts otherwise tells sessions apart, and is not mixed up with another`() throws {
    try process(70, parent: 1, session: 70, start: 5)
    try process(90, parent: 70, session: 70, start: 6)
    let usual = TerminalSession(of: 90, in: table)
    try tree.remove("self")
    try tree.symbolicLink("self", to: "90")
    #expect(table.own == 90)
    let session = TerminalSession(of: table.own, in: table)
    #expect(session.identifier == "70-5-0123abcdother")
    #expect(session.life(in: table) == .alive)
    #expect(usual.life(in: table) == .unknown)
  }
}
