import PhotoFiles
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPicker

struct ProcessLineageTests {
  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
    try tree.symbolicLink("self", to: FilePath("\(getpid())"))
    try tree.file("sys/kernel/random/boot_id", Array("0123abcd-ffff\n".utf8))
    try process(1, parent: 0, session: 1, start: 1)
  }

  private var table: ProcessTable { ProcessTable(folder: tree.at("")) }

  private func process(_ number: pid_t, parent: pid_t, session: pid_t, start: Int, name: String = "sh") throws
  {
    let rest = Array(repeating: "0", count: 15).joined(separator: " ")
    let line = "\(number) (\(name)) S \(parent) \(number) \(session) \(rest) \(start) 0 0\n"
    try tree.file(FilePath("\(number)/stat"), Array(line.utf8))
  }

  /// The owner of a process's views, and the owners of the views it may use, as process ID and start time.
  private func lineage(_ process: pid_t) -> (owner: String, nearestFirst: [String]) {
    let lineage = ProcessLineage(of: process, in: table)
    func short(_ identity: ProcessIdentity) -> String {
      #expect(identity.identifier.hasSuffix("-0123abcd"))
      return String(identity.identifier.dropLast(9))
    }
    return (short(lineage.owner), lineage.nearestFirst.map(short))
  }

  @Test func `a view belongs to the parent, and the nearest in the session is seen first`() throws {
    // A terminal emulator started from a shell is in another session than that shell.
    try process(60, parent: 1, session: 60, start: 3)
    try process(61, parent: 60, session: 60, start: 4)
    try process(70, parent: 61, session: 70, start: 5)
    try process(71, parent: 70, session: 70, start: 8, name: "a (b) 1 2 3")
    try process(72, parent: 71, session: 70, start: 9)
    #expect(lineage(72).owner == "71-8")
    #expect(lineage(72).nearestFirst == ["72-9", "71-8", "70-5"])
    #expect(lineage(71).owner == "70-5")
    // The leader of a new session has no shell.
    #expect(lineage(70).owner == "70-5")
    #expect(lineage(70).nearestFirst == ["70-5"])
  }

  @Test func `a program that only runs a command has no view of its own`() throws {
    try process(70, parent: 1, session: 70, start: 5)
    try process(71, parent: 70, session: 70, start: 6, name: "sudo")
    try process(72, parent: 71, session: 70, start: 7, name: "timeout")
    try process(73, parent: 72, session: 70, start: 8)
    #expect(lineage(73).owner == "70-5")
    #expect(lineage(73).nearestFirst == ["73-8", "72-7", "71-6", "70-5"])
    try process(70, parent: 1, session: 70, start: 5, name: "time")
    #expect(lineage(73).owner == "72-7")
  }

  @Test func `what was left behind by its parent sees its session and takes nothing away from it`() throws {
    try process(70, parent: 1, session: 70, start: 5)
    try process(75, parent: 1, session: 70, start: 6)
    #expect(lineage(75).owner == "75-6")
    #expect(lineage(75).nearestFirst == ["75-6", "70-5"])
  }

  /// A container's shell started from outside has an invisible session and parent.
  @Test func `a session without a leader in sight is named by the oldest ancestor in sight`() throws {
    try process(40, parent: 0, session: 0, start: 4)
    try process(41, parent: 40, session: 0, start: 6)
    try process(42, parent: 41, session: 0, start: 7)
    #expect(lineage(41).owner == "40-4")
    #expect(lineage(42).owner == "41-6")
    #expect(lineage(42).nearestFirst == ["42-7", "41-6", "40-4"])
    // Commands not started by a shell share one session with unknown properties.
    try process(50, parent: 0, session: 0, start: 7)
    try process(51, parent: 0, session: 0, start: 8)
    #expect(lineage(50).owner == "0-0")
    #expect(lineage(51).owner == "0-0")
    #expect(lineage(51).nearestFirst == ["51-8", "0-0"])
    #expect(ProcessIdentity(0, in: table).life(in: table) == .unknown)
  }

  @Test func `a hidden parent's view is that of the session`() throws {
    try process(80, parent: 1, session: 80, start: 2)
    try process(82, parent: 81, session: 80, start: 4)
    #expect(lineage(82).owner == "80-2")
    #expect(lineage(82).nearestFirst == ["82-4", "80-2"])
  }

  @Test func `this process has a parent, and all its lineage is alive`() {
    let lineage = ProcessLineage.current
    #expect(lineage == ProcessLineage.current)
    #expect(lineage.nearestFirst.contains(lineage.owner))
    #expect(lineage.nearestFirst.allSatisfy { $0.life() != .ended })
  }

  @Test func `a session goes on while a process is left of it`() throws {
    try process(81, parent: 1, session: 80, start: 8)
    let session = ProcessIdentity(identifier: "80-0-0123abcd")
    #expect(session.life(in: table) == .alive)
    // Another user may be able to see the hidden leader.
    try process(80, parent: 1, session: 80, start: 3)
    #expect(session.life(in: table) == .alive)
    try tree.remove("80/stat")
    try tree.remove("81/stat")
    #expect(session.life(in: table) == .ended)
  }

  @Test func `a later process of the same number is another one`() throws {
    try process(70, parent: 1, session: 70, start: 5)
    try process(71, parent: 70, session: 70, start: 6)
    let shell = ProcessLineage(of: 71, in: table).owner
    #expect(shell.life(in: table) == .alive)
    try process(70, parent: 1, session: 70, start: 7)
    #expect(shell.life(in: table) == .ended)
    #expect(!ProcessLineage(of: 71, in: table).nearestFirst.contains(shell))
  }

  @Test(arguments: [
    "70-5-other", "70-5", "no number", "", "-", "0-0-0123abcd", "-1-5-0123abcd", "x-5-0123abcd",
  ])
  func `nothing is told of another machine's processes`(_ name: String) throws {
    try process(70, parent: 1, session: 70, start: 5)
    #expect(ProcessIdentity(identifier: name).life(in: table) == .unknown)
  }

  @Test func `a table of other numbers, a damaged one and one that leads in circles are borne`() throws {
    try process(70, parent: 71, session: 0, start: 5)
    try process(71, parent: 70, session: 0, start: 6)
    try tree.file("72/stat", Array("72 (sh".utf8))
    try tree.file("73/stat", Array("73 (sh) S a b c".utf8))
    #expect(lineage(70).owner == "71-6")
    #expect(Set(lineage(70).nearestFirst) == ["70-5", "71-6"])
    #expect(table[72] == nil)
    #expect(table[73] == nil)
    #expect(table[-1] == nil)
    try tree.remove("self")
    #expect(!table.isReadable)
  }

  /// A shell may have entered another PID namespace with the former one's process table.
  @Test func `a table that counts otherwise tells processes apart, and is not mixed up with another`() throws
  {
    try process(70, parent: 1, session: 70, start: 5)
    try process(90, parent: 70, session: 70, start: 6)
    let usual = ProcessLineage(of: 90, in: table).owner
    try tree.remove("self")
    try tree.symbolicLink("self", to: "90")
    let own = try #require(table.own)
    #expect(own == 90)
    let shell = ProcessLineage(of: own, in: table).owner
    #expect(shell.identifier == "70-5-0123abcdother")
    #expect(shell.life(in: table) == .alive)
    #expect(usual.life(in: table) == .unknown)
  }

  @Test func `where nothing but numbers is told, the parent is the owner if it is in the session`() throws {
    let bare = ProcessTable(folder: tree.at("nowhere"))
    let (parent, session) = ("\(getppid())-0-other", "\(getsid(0))-0-other")
    let lineage = ProcessLineage(withoutStartsIn: bare)
    let isInSession = getsid(getppid()) == getsid(0)
    #expect(lineage.owner.identifier == (isInSession ? parent : session))
    #expect(lineage.nearestFirst.first == lineage.owner)
    #expect(lineage.nearestFirst.last?.identifier == session)
    #expect(Set(lineage.nearestFirst).count == lineage.nearestFirst.count)
  }
}
